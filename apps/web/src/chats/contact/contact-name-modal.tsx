import type { Member, NumberId } from '@partyline/contract'
import { addMobileBody, isNamedAfterNumber } from '@partyline/contract'
import { Input } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useContact, usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, FormField, ModalActions, ModalBody, OthersChanges, useSubmit } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { queryKeys } from '../../platform/query-keys.ts'

export type ContactNameModalProps = { contact: Pick<Member, 'id' | 'name' | 'number'> }

/** Names a contact, for everyone on the team. */
export function ContactNameModal({ contact: opened }: ContactNameModalProps) {
  const api = useApi()
  const client = useQueryClient()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const { id, name, number } = useContact({
    ...opened,
    id: opened.id as string as NumberId,
    number: opened.number ?? '',
  })
  const isNew = isNamedAfterNumber(name, number)
  const saved = { name: isNew ? '' : name }
  const form = useForm<{ name: string }>({
    resolver: standardSchemaResolver(addMobileBody.pick({ name: true })),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  const { modal, failure, submit } = useSubmit(form)
  const edited = useWatch({ control: form.control, name: 'name' })

  const save = form.handleSubmit((body) =>
    submit(async () => {
      await api.call('numbers.renameMobile', { params: { numberId: id }, body: { ...body, seen: { name } } })
      void client.invalidateQueries({ queryKey: queryKeys.contacts.all })
      void client.invalidateQueries({ queryKey: queryKeys.numbers.contacts })
      void client.invalidateQueries({ queryKey: queryKeys.chats.all })
    }),
  )

  return (
    <ModalBody
      title={isNew ? CONTACT_TEXTS.addTitle : CONTACT_TEXTS.editTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={CONTACT_TEXTS.save} busyLabel={CONTACT_TEXTS.saving} />}
    >
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField
            label={CONTACT_TEXTS.name}
            required
            wrong={fieldState.error?.message}
            hint={`${format(number)} · ${CONTACT_TEXTS.hint}`}
          >
            <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <OthersChanges
        saved={saved}
        edited={{ name: edited }}
        disabled={modal.submitting}
        onUseTheirs={() => form.reset(saved)}
      />
      <FormErrorPanel submitError={failure} messages={[form.formState.errors.name?.message]} isOneField />
    </ModalBody>
  )
}
