import type { ContactView } from '@partyline/contract'
import { contactCalls } from '@partyline/contract'
import { Field, Input, Switch } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import type { ContactSearch } from '../../platform/query-keys.ts'
import { FormErrorPanel, FormField, ModalActions, ModalBody, showSaved, useSubmit } from '../../ui/index.ts'
import { VIEW_TEXTS } from './list-texts.ts'

export type SaveViewModalProps = {
  search: ContactSearch
  onSaved: (view: ContactView) => void
}

const fields = contactCalls['contactViews.create'].body.pick({ name: true, shared: true }).required()

/** Keeps the search under a name. */
export function SaveViewModal({ search, onSaved }: SaveViewModalProps) {
  const api = useApi()
  const client = useQueryClient()
  const form = useForm<{ name: string; shared: boolean }>({
    resolver: standardSchemaResolver(fields),
    defaultValues: { name: '', shared: false },
  })
  const { modal, failure, submit } = useSubmit(form, showSaved)

  const save = form.handleSubmit((values) =>
    submit(async () => {
      onSaved(await api.call('contactViews.create', { body: { ...search, ...values } }))
      await client.invalidateQueries({ queryKey: queryKeys.contacts.views })
    }),
  )

  return (
    <ModalBody
      title={VIEW_TEXTS.saveTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={VIEW_TEXTS.saveLabel} busyLabel={VIEW_TEXTS.saving} />}
    >
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField label={VIEW_TEXTS.name} required wrong={fieldState.error?.message}>
            <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="shared"
        render={({ field: { value, onChange, ...field } }) => (
          <Field hint={VIEW_TEXTS.shareHint}>
            <Switch
              {...field}
              label={VIEW_TEXTS.share}
              checked={value}
              disabled={modal.submitting}
              onChange={(_, { checked }) => onChange(checked)}
            />
          </Field>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[form.formState.errors.name?.message]} />
    </ModalBody>
  )
}
