import type { PhoneNumber } from '@partyline/contract'
import { addMobileBody } from '@partyline/contract'
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { numberHint } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import {
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  useDiscardQuestion,
  useModal,
  useRefusal,
} from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'
import { holderOf, holderText } from './number-holder.ts'
import { queryKeys } from '../../platform/query-keys.ts'

/** `onAdded` gets the new contact, or the existing one with the number. */
export type NewContactModalProps = { onAdded: (number: PhoneNumber) => void }

/** The error type for a number of another contact; the next change of the field clears it. */
const TAKEN = 'taken'

const useStyles = makeStyles({ use: { marginTop: tokens.spacingVerticalS } })

/** New External Mobile: adds a contact while a chat is being created. */
export function NewContactModal({ onAdded }: NewContactModalProps) {
  const styles = useStyles()
  const api = useApi()
  const client = useQueryClient()
  const modal = useModal()
  const me = useMe()
  const form = useForm<{ number: string; name: string }>({
    resolver: standardSchemaResolver(addMobileBody),
    defaultValues: { number: '', name: '' },
  })
  const { errors } = form.formState
  const { failure, begin, refuse } = useRefusal(form, modal.submitting)
  useDiscardQuestion(form.formState.isDirty)
  const [holder, setHolder] = useState<PhoneNumber | null>(null)

  const choose = (number: PhoneNumber) => {
    modal.done()
    onAdded(number)
  }

  const submit = form.handleSubmit(async (body) => {
    begin()
    setHolder(null)
    modal.setSubmitting(true)
    try {
      const [added] = await api.call('numbers.addMobile', { body })
      void client.invalidateQueries({ queryKey: queryKeys.numbers.contacts })
      if (added) choose(added)
      else modal.done()
    } catch (error) {
      const known = await holderOf(api, body.number, error)
      setHolder(known)
      refuse(error)
      if (known) form.setError('number', { type: TAKEN, message: holderText(known) })
      modal.setSubmitting(false)
    }
  })

  return (
    <ModalBody
      title={CHAT_FORM_TEXTS.contactTitle}
      onSubmit={() => void submit()}
      actions={<ModalActions label={CHAT_FORM_TEXTS.add} busyLabel={CHAT_FORM_TEXTS.adding} />}
    >
      <Controller
        control={form.control}
        name="number"
        render={({ field, fieldState }) => (
          <FormField
            label={CHAT_FORM_TEXTS.contactNumber}
            hint={numberHint(me?.defaultCountry)}
            required
            wrong={fieldState.error?.message}
          >
            <Input {...field} type="tel" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField label={CHAT_FORM_TEXTS.contactName} required wrong={fieldState.error?.message}>
            <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[errors.number?.message, errors.name?.message]}>
        {errors.number?.type === TAKEN && holder !== null && !holder.disabled && (
          <Button className={styles.use} onClick={() => choose(holder)}>
            {CHAT_FORM_TEXTS.pickContact(holder.name)}
          </Button>
        )}
      </FormErrorPanel>
    </ModalBody>
  )
}
