import type { PhoneNumber } from '@partyline/contract'
import { addMobileBody } from '@partyline/contract'
import { Button, Input, Switch } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { numberHint } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import {
  confirmationModal,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  openModal,
  useDangerStyles,
} from '../../ui/index.ts'
import { ADMIN_TEXTS, MOBILE_TEXTS } from '../admin-texts.ts'
import { useSubmit } from '../parts/use-submit.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import { OptOuts } from './opt-outs.tsx'
import { submitMobile } from './submit-mobile.ts'

/** The contact to change; null adds one. */
export type EditMobileModalProps = { number: PhoneNumber | null }

export function EditMobileModal({ number }: EditMobileModalProps) {
  const danger = useDangerStyles()
  const api = useApi()
  const changed = useTenantChanged()
  const { defaultCountry } = useTenant()
  const [enabled, setEnabled] = useState(number?.disabled !== true)
  const form = useForm<{ number: string; name: string }>({
    resolver: standardSchemaResolver(addMobileBody),
    defaultValues: { number: number?.number ?? '', name: number?.name ?? '' },
  })
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form)

  const save = form.handleSubmit(({ number: written, name }) =>
    submit(async () => {
      changed(
        await submitMobile(
          api,
          number
            ? { mode: 'edit', numberId: number.id, name, disabled: !enabled }
            : { mode: 'add', number: written, name },
        ),
      )
    }),
  )
  const askToDelete = ({ id: numberId, name }: PhoneNumber) =>
    openModal(confirmationModal, {
      title: MOBILE_TEXTS.deleteTitle,
      message: MOBILE_TEXTS.deleteMessage,
      footer: name,
      confirmLabel: MOBILE_TEXTS.delete,
      busyLabel: MOBILE_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        changed(await submitMobile(api, { mode: 'delete', numberId }))
        modal.done()
      },
    })

  return (
    <ModalBody
      title={number ? MOBILE_TEXTS.editTitle : MOBILE_TEXTS.addTitle}
      onSubmit={() => void save()}
      actions={
        <ModalActions
          label={number ? ADMIN_TEXTS.save : ADMIN_TEXTS.add}
          busyLabel={number ? ADMIN_TEXTS.saving : ADMIN_TEXTS.adding}
        >
          {number && (
            <Button className={danger.quiet} disabled={modal.submitting} onClick={() => askToDelete(number)}>
              {MOBILE_TEXTS.delete}
            </Button>
          )}
        </ModalActions>
      }
    >
      <Controller
        control={form.control}
        name="number"
        render={({ field, fieldState }) => (
          <FormField
            label={ADMIN_TEXTS.number}
            {...(!number && { hint: numberHint(defaultCountry) })}
            required
            wrong={fieldState.error?.message}
          >
            <Input {...field} type="tel" autoComplete="off" readOnly={number !== null} disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="name"
        render={({ field, fieldState }) => (
          <FormField label={ADMIN_TEXTS.name} required wrong={fieldState.error?.message}>
            <Input {...field} autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      {number && (
        <Switch
          label={ADMIN_TEXTS.enabled}
          checked={enabled}
          disabled={modal.submitting}
          onChange={(_, { checked }) => setEnabled(checked)}
        />
      )}
      {number && <OptOuts numberId={number.id} />}
      <FormErrorPanel submitError={failure} messages={[errors.number?.message, errors.name?.message]} />
    </ModalBody>
  )
}
