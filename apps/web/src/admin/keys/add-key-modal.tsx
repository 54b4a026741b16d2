import { createKeyBody, KEY_SCOPES, LINE_SCOPES } from '@partyline/contract'
import type { KeyScope, NumberId } from '@partyline/contract'
import { Checkbox, Input } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi } from '../../platform/platform-context.tsx'
import { useTenant } from '../../settings/index.ts'
import { Fieldset, FormErrorPanel, FormField, ModalActions, ModalBody, openModal, useSubmit } from '../../ui/index.ts'
import { keyTokenModal } from '../admin-modals.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { EndDateField } from './end-date-field.tsx'
import { useKeysChanged } from './key-queries.ts'
import { KEY_PAGE_TEXTS as TEXTS } from './key-texts.ts'

type Form = { name: string; scopes: KeyScope[]; lines: NumberId[] | null; endsAt: string | null }

const SCOPES = Object.keys(KEY_SCOPES) as KeyScope[]
const isOfLines = (scope: KeyScope) => (LINE_SCOPES as readonly string[]).includes(scope)

/** Adds an API key, and shows its token. */
export function AddKeyModal() {
  const styles = useAdminStyles()
  const api = useApi()
  const changed = useKeysChanged()
  const { twilioNumbers } = useTenant()
  const form = useForm<Form>({
    resolver: standardSchemaResolver(createKeyBody),
    defaultValues: { name: '', scopes: [], lines: null, endsAt: null },
  })
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form)
  const save = form.handleSubmit((body) =>
    submit(async () => {
      const { token } = await api.call('keys.create', { body: createKeyBody.parse(body) })
      void changed()
      openModal(keyTokenModal, { name: body.name, token })
    }),
  )

  const { scopes, lines } = useWatch({ control: form.control }) as Form
  const disabled = modal.submitting
  const toggle = <Item,>(items: readonly Item[], item: Item, isOn: boolean) =>
    isOn ? [...items, item] : items.filter((one) => one !== item)
  const messages = [errors.name?.message, errors.scopes?.message, errors.lines?.message, errors.endsAt?.message]

  return (
    <ModalBody
      title={TEXTS.addTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.add} busyLabel={ADMIN_TEXTS.adding} />}
    >
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField label={ADMIN_TEXTS.name} required hint={TEXTS.nameHint} wrong={fieldState.error?.message}>
            <Input {...field} dir="auto" autoComplete="off" disabled={disabled} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field: { onChange, ref }, fieldState }) => (
          <Fieldset legend={TEXTS.scopes} wrong={fieldState.error?.message}>
            <div>
              {SCOPES.map((scope, place) => (
                <div key={scope}>
                  <Checkbox
                    ref={place === 0 ? ref : undefined}
                    label={KEY_SCOPES[scope]}
                    checked={scopes.includes(scope)}
                    disabled={disabled}
                    aria-invalid={fieldState.invalid}
                    onChange={(_, { checked }) => onChange(toggle(scopes, scope, checked === true))}
                  />
                </div>
              ))}
            </div>
          </Fieldset>
        )}
      />
      <Controller
        control={form.control}
        name="lines"
        render={({ field: { onChange, ref }, fieldState }) => (
          <Fieldset legend={TEXTS.lines} wrong={fieldState.error?.message}>
            <div>
              <Checkbox
                ref={ref}
                label={TEXTS.allLines}
                checked={lines === null}
                disabled={disabled}
                aria-invalid={fieldState.invalid}
                onChange={(_, { checked }) => onChange(checked === true ? null : [])}
              />
              {lines !== null &&
                twilioNumbers
                  .filter((line) => !line.disabled)
                  .map(({ id, name }) => (
                    <div key={id}>
                      <Checkbox
                        label={name}
                        checked={lines.includes(id)}
                        disabled={disabled}
                        aria-invalid={fieldState.invalid}
                        onChange={(_, { checked }) => onChange(toggle(lines, id, checked === true))}
                      />
                    </div>
                  ))}
            </div>
            {lines !== null && scopes.some((scope) => !isOfLines(scope)) && (
              <p className={styles.quiet}>{TEXTS.linesHint}</p>
            )}
          </Fieldset>
        )}
      />
      <Controller
        control={form.control}
        name="endsAt"
        render={({ field: { value, onChange }, fieldState }) => (
          <EndDateField value={value} wrong={fieldState.error?.message} disabled={disabled} onChange={onChange} />
        )}
      />
      <FormErrorPanel submitError={failure} messages={messages} />
    </ModalBody>
  )
}
