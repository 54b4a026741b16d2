import { signed, updateTenantBody } from '@partyline/contract'
import type { SharedSnippets } from '@partyline/contract'
import { Button, Input, Switch } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi } from '../../platform/platform-context.tsx'
import { Card, FormErrorPanel, FormField, OthersChanges, showSaved, updateOf, useRefusal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { ADMIN_TEXTS, TENANT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import { AllowedCountriesField, DefaultCountryField } from './country-fields.tsx'

type Fields = {
  name: string
  addSignature: boolean
  assignOnReply: boolean
  sharedSnippets: SharedSnippets
  defaultCountry: string
  allowedCountries: string[] | null
}

/** All fields of this form are required. */
const fields = updateTenantBody
  .pick({
    name: true,
    addSignature: true,
    assignOnReply: true,
    sharedSnippets: true,
    defaultCountry: true,
    allowedCountries: true,
  })
  .required()
  .extend({ allowedCountries: updateTenantBody.shape.allowedCountries.unwrap() })

function fieldsIn(tenant: Fields): Fields {
  const { name, addSignature, assignOnReply, sharedSnippets, defaultCountry, allowedCountries } = tenant
  return { name, addSignature, assignOnReply, sharedSnippets, defaultCountry, allowedCountries }
}

/** The organization's name, signature, assigning, snippets, and countries. */
export function TenantSettings() {
  const styles = useAdminStyles()
  const api = useApi()
  const tenant = useTenant()
  const changed = useTenantChanged()
  const saved = fieldsIn(tenant)
  const form = useForm<Fields>({
    resolver: standardSchemaResolver(fields),
    values: saved,
    // Changes that others save don't replace what is being typed here.
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const { failure, begin, refuse } = useRefusal(form, isSubmitting)

  const edited = useWatch({ control: form.control }) as Fields

  const submit = form.handleSubmit(async (filled) => {
    begin()
    try {
      const body = updateOf(saved, filled, ['name'])
      const now = await api.call('settings.updateTenant', { body })
      changed(now)
      form.reset(fieldsIn(now))
      showSaved()
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <Card title={TENANT_TEXTS.title}>
      <dl className={styles.facts}>
        <dt className={styles.quiet}>{TENANT_TEXTS.domain}</dt>
        <dd className={styles.fact}>{tenant.domain || '–'}</dd>
        <dt className={styles.quiet}>{TENANT_TEXTS.activeChats}</dt>
        <dd className={styles.fact}>{TENANT_TEXTS.countedChats(tenant.activeChats)}</dd>
      </dl>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Controller
          control={form.control}
          name="name"
          render={({ field, fieldState }) => (
            <FormField label={TENANT_TEXTS.name} required wrong={fieldState.error?.message}>
              <Input {...field} dir="auto" autoComplete="off" disabled={isSubmitting} />
            </FormField>
          )}
        />
        <Controller
          control={form.control}
          name="addSignature"
          render={({ field: { value, onChange, ...field } }) => (
            <Switch
              {...field}
              label={TENANT_TEXTS.addSignature}
              checked={value}
              disabled={isSubmitting}
              onChange={(_, { checked }) => onChange(checked)}
            />
          )}
        />
        <Example isSigned={useWatch({ control: form.control, name: 'addSignature' })} />
        <Controller
          control={form.control}
          name="assignOnReply"
          render={({ field: { value, onChange, ...field } }) => (
            <Switch
              {...field}
              label={TENANT_TEXTS.assignOnReply}
              checked={value}
              disabled={isSubmitting}
              onChange={(_, { checked }) => onChange(checked)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="sharedSnippets"
          render={({ field: { value, onChange, ...field } }) => (
            <Switch
              {...field}
              label={TENANT_TEXTS.sharedSnippets}
              checked={value === 'everyone'}
              disabled={isSubmitting}
              onChange={(_, { checked }) => onChange(checked ? 'everyone' : 'admins')}
            />
          )}
        />
        <Controller
          control={form.control}
          name="defaultCountry"
          render={({ field }) => (
            <DefaultCountryField value={field.value} disabled={isSubmitting} onChange={field.onChange} />
          )}
        />
        <Controller
          control={form.control}
          name="allowedCountries"
          render={({ field, fieldState }) => (
            <AllowedCountriesField
              value={field.value}
              home={() => form.getValues('defaultCountry')}
              disabled={isSubmitting}
              wrong={fieldState.error?.message}
              findRef={field.ref}
              onChange={field.onChange}
            />
          )}
        />
        <OthersChanges
          saved={saved}
          edited={edited}
          disabled={isSubmitting}
          onUseTheirs={(fields) => {
            for (const field of fields) form.setValue(field, saved[field], { shouldDirty: true })
          }}
        />
        <FormErrorPanel submitError={failure} messages={[errors.name?.message, errors.allowedCountries?.message]} />
        <div>
          <Button type="submit" appearance="primary" disabledFocusable={!isDirty || isSubmitting}>
            {isSubmitting ? ADMIN_TEXTS.saving : ADMIN_TEXTS.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Example({ isSigned }: { isSigned: boolean }) {
  const styles = useAdminStyles()
  const me = useMe()
  return (
    <div>
      <p className={styles.quiet}>{TENANT_TEXTS.exampleTitle}</p>
      <div className={styles.bubble}>{signed(TENANT_TEXTS.exampleText, isSigned && me ? me.name : null)}</div>
    </div>
  )
}
