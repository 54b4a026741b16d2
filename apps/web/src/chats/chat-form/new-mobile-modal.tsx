import type { PhoneNumber } from '@partyline/contract'
import { addMobileBody } from '@partyline/contract'
import { Button, Input } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { numberKeys } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, FormField, ModalBody, useModal, useRefusal } from '../../ui/index.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

export type NewMobileModalProps = { onAdded: (number: PhoneNumber) => void }

/** Adds an external mobile number. Section 2 of the specification. */
export function NewMobileModal({ onAdded }: NewMobileModalProps) {
  const api = useApi()
  const client = useQueryClient()
  const modal = useModal()
  const form = useForm<{ number: string; name: string }>({
    resolver: standardSchemaResolver(addMobileBody),
    defaultValues: { number: '', name: '' },
  })
  const { errors } = form.formState
  const { failure, begin, refuse } = useRefusal(form, modal.submitting)

  const submit = form.handleSubmit(async (body) => {
    begin()
    modal.setSubmitting(true)
    try {
      const [added] = await api.call('numbers.addMobile', { body })
      void client.invalidateQueries({ queryKey: numberKeys.mobile })
      modal.done()
      if (added) onAdded(added)
    } catch (error) {
      refuse(error)
      modal.setSubmitting(false)
    }
  })

  return (
    <ModalBody
      title={CHAT_FORM_TEXTS.mobileTitle}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" appearance="primary" disabledFocusable={modal.submitting}>
            {modal.submitting ? CHAT_FORM_TEXTS.adding : CHAT_FORM_TEXTS.add}
          </Button>
          <Button disabled={modal.submitting} onClick={modal.close}>
            {CHAT_FORM_TEXTS.cancel}
          </Button>
        </>
      }
    >
      <Controller
        control={form.control}
        name="number"
        render={({ field, fieldState }) => (
          <FormField label={CHAT_FORM_TEXTS.mobileNumber} required wrong={fieldState.error?.message}>
            <Input {...field} type="tel" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField label={CHAT_FORM_TEXTS.mobileName} required wrong={fieldState.error?.message}>
            <Input {...field} autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[errors.number?.message, errors.name?.message]} />
    </ModalBody>
  )
}
