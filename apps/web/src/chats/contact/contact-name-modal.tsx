import type { Member } from '@partyline/contract'
import { addMobileBody, isNamedAfterNumber } from '@partyline/contract'
import { Input } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, FormField, ModalActions, ModalBody, useSubmit } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { queryKeys } from '../../platform/query-keys.ts'

export type ContactNameModalProps = { contact: Pick<Member, 'id' | 'name' | 'number'> }

/** Names a contact, for everyone on the team. */
export function ContactNameModal({ contact: { id, name, number } }: ContactNameModalProps) {
  const api = useApi()
  const client = useQueryClient()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const isNew = isNamedAfterNumber(name, number ?? '')
  const form = useForm<{ name: string }>({
    resolver: standardSchemaResolver(addMobileBody.pick({ name: true })),
    defaultValues: { name: isNew ? '' : name },
  })
  const { modal, failure, submit } = useSubmit(form)

  const save = form.handleSubmit((body) =>
    submit(async () => {
      await api.call('numbers.renameMobile', { params: { numberId: id }, body })
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
            hint={`${format(number ?? '')} · ${CONTACT_TEXTS.hint}`}
          >
            <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[form.formState.errors.name?.message]} />
    </ModalBody>
  )
}
