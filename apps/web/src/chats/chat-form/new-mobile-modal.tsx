import type { PhoneNumber } from '@partyline/contract'
import { addMobileBody } from '@partyline/contract'
import { Button, Field, Input } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { numberKeys } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, ModalBody, useModal } from '../../ui/index.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

export type NewMobileModalProps = { onAdded: (number: PhoneNumber) => void }

/** Adds an external mobile number. Section 2 of the specification. */
export function NewMobileModal({ onAdded }: NewMobileModalProps) {
  const api = useApi()
  const client = useQueryClient()
  const modal = useModal()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<{ number: string; name: string }>({
    resolver: standardSchemaResolver(addMobileBody),
    defaultValues: { number: '', name: '' },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    modal.setSubmitting(true)
    try {
      const [added] = await api.call('numbers.addMobile', { body })
      void client.invalidateQueries({ queryKey: numberKeys.mobile })
      modal.done()
      if (added) onAdded(added)
    } catch (error) {
      modal.setSubmitting(false)
      setFailure(errorText(error))
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
          <Field label={CHAT_FORM_TEXTS.mobileNumber} required validationState={fieldState.invalid ? 'error' : 'none'}>
            <Input {...field} type="tel" autoComplete="off" disabled={modal.submitting} />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <Field label={CHAT_FORM_TEXTS.mobileName} required validationState={fieldState.invalid ? 'error' : 'none'}>
            <Input {...field} autoComplete="off" disabled={modal.submitting} />
          </Field>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[errors.number?.message, errors.name?.message]} />
    </ModalBody>
  )
}
