import type { ApiKey } from '@partyline/contract'
import { Input } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi } from '../../platform/platform-context.tsx'
import {
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  OthersChanges,
  showSaved,
  updateOf,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { EndDateField } from './end-date-field.tsx'
import { keysQuery, useKeysChanged } from './key-queries.ts'
import { KEY_PAGE_TEXTS as TEXTS } from './key-texts.ts'

export type EditKeyModalProps = { apiKey: ApiKey }

type Form = Pick<ApiKey, 'name' | 'endsAt'>

/** Changes the name or the end of an API key. */
export function EditKeyModal({ apiKey: opened }: EditKeyModalProps) {
  const api = useApi()
  const changed = useKeysChanged()
  const { data: keys = [] } = useQuery(keysQuery(api))
  const { name, endsAt } = keys.find(({ id }) => id === opened.id) ?? opened
  const saved: Form = { name, endsAt }
  const form = useForm<Form>({ values: saved, resetOptions: { keepDirtyValues: true } })
  const edited = useWatch({ control: form.control }) as Form
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form, showSaved)
  const save = form.handleSubmit((body) =>
    submit(async () => {
      await api.call('keys.update', { params: { keyId: opened.id }, body: updateOf(saved, body) })
      await changed()
    }),
  )
  return (
    <ModalBody
      title={TEXTS.editTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} />}
    >
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField label={ADMIN_TEXTS.name} required wrong={fieldState.error?.message}>
            <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="endsAt"
        render={({ field: { value, onChange }, fieldState }) => (
          <EndDateField
            value={value}
            wrong={fieldState.error?.message}
            disabled={modal.submitting}
            onChange={onChange}
          />
        )}
      />
      <OthersChanges
        saved={saved}
        edited={edited}
        disabled={modal.submitting}
        onUseTheirs={(fields) => {
          if (fields.includes('name')) form.setValue('name', name, { shouldDirty: true })
          if (fields.includes('endsAt')) form.setValue('endsAt', endsAt, { shouldDirty: true })
        }}
      />
      <FormErrorPanel submitError={failure} messages={[errors.name?.message, errors.endsAt?.message]} />
    </ModalBody>
  )
}
