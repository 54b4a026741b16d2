import type { PhoneNumber } from '@partyline/contract'
import { addMobileBody } from '@partyline/contract'
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { numberHint, numberKeys } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { FormErrorPanel, FormField, ModalActions, ModalBody, useModal, useRefusal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

/** `onAdded` gets the new contact, or the one that has the number already. */
export type NewMobileModalProps = { onAdded: (number: PhoneNumber) => void }

const useStyles = makeStyles({ use: { marginTop: tokens.spacingVerticalS } })

/** Adds an external mobile number. Section 2 of the specification. */
export function NewMobileModal({ onAdded }: NewMobileModalProps) {
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
      void client.invalidateQueries({ queryKey: numberKeys.mobile })
      if (added) choose(added)
      else modal.done()
    } catch (error) {
      const known = await holderOf(api, body.number, error)
      setHolder(known)
      refuse(known ? new Error(holderText(known)) : error)
      modal.setSubmitting(false)
    }
  })

  return (
    <ModalBody
      title={CHAT_FORM_TEXTS.mobileTitle}
      onSubmit={() => void submit()}
      actions={<ModalActions label={CHAT_FORM_TEXTS.add} busyLabel={CHAT_FORM_TEXTS.adding} />}
    >
      <Controller
        control={form.control}
        name="number"
        render={({ field, fieldState }) => (
          <FormField
            label={CHAT_FORM_TEXTS.mobileNumber}
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
          <FormField label={CHAT_FORM_TEXTS.mobileName} required wrong={fieldState.error?.message}>
            <Input {...field} autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[errors.number?.message, errors.name?.message]}>
        {failure !== null && holder !== null && !holder.disabled && (
          <Button className={styles.use} onClick={() => choose(holder)}>
            {CHAT_FORM_TEXTS.pickContact(holder.name)}
          </Button>
        )}
      </FormErrorPanel>
    </ModalBody>
  )
}

/** The contact that has the number already, where that is why it was refused. */
async function holderOf(api: Api, number: string, error: unknown): Promise<PhoneNumber | null> {
  if (!(error instanceof ApiError && error.code === 'number-exists')) return null
  try {
    const found = await api.call('numbers.search', { body: { type: 'Mobile', term: number, limit: 2 } })
    return found.length === 1 ? (found[0] ?? null) : null
  } catch {
    return null
  }
}

function holderText({ name, disabled }: PhoneNumber): string {
  return disabled ? CHAT_FORM_TEXTS.numberTakenDisabled(name) : CHAT_FORM_TEXTS.numberTaken(name)
}
