import type { CallBody, PhoneNumber, NumberId, Tenant } from '@partyline/contract'
import { addMobileBody, VALIDATION } from '@partyline/contract'
import { Button, Input, Switch } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { numberHint, useContact } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import {
  confirmationModal,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  openModal,
  OthersChanges,
  updateOf,
  useDangerStyles,
  showSaved,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS, CONTACT_TEXTS } from '../admin-texts.ts'
import { fetchTenant, useTenant, useTenantChanged } from '../../settings/index.ts'
import { OptOuts } from './opt-outs.tsx'
import type { Api } from '../../platform/api.ts'

/** The contact to change; null adds one. */
export type EditContactModalProps = { number: PhoneNumber | null }

/** Adds a contact, or changes one. */
export function EditContactModal({ number }: EditContactModalProps) {
  return number ? <ChangeContact opened={number} /> : <ContactForm number={null} />
}

function ChangeContact({ opened }: { opened: PhoneNumber }) {
  return <ContactForm number={useContact(opened)} />
}

const savedOf = ({ name, disabled }: PhoneNumber) => ({ name, disabled })

function ContactForm({ number }: EditContactModalProps) {
  const danger = useDangerStyles()
  const api = useApi()
  const changed = useTenantChanged()
  const { defaultCountry } = useTenant()
  /** Null until the person changes it. */
  const [switched, setSwitched] = useState<boolean | null>(null)
  const disabled = switched ?? number?.disabled === true
  const form = useForm<{ number: string; name: string }>({
    resolver: standardSchemaResolver(addMobileBody),
    values: { number: number?.number ?? '', name: number?.name ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form, showSaved, {
    hasChanges: disabled !== (number?.disabled === true),
  })

  const editedName = useWatch({ control: form.control, name: 'name' })

  const save = form.handleSubmit(({ number: written, name }) =>
    submit(async () => {
      changed(
        await submitContact(
          api,
          number
            ? { mode: 'edit', numberId: number.id, change: updateOf(savedOf(number), { name, disabled }, ['name']) }
            : { mode: 'add', number: written, name },
        ),
      )
    }),
  )
  const askToDelete = ({ id: numberId, name }: PhoneNumber) =>
    openModal(confirmationModal, {
      title: CONTACT_TEXTS.deleteTitle,
      message: CONTACT_TEXTS.deleteMessage,
      footer: name,
      confirmLabel: CONTACT_TEXTS.delete,
      busyLabel: CONTACT_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        changed(await submitContact(api, { mode: 'delete', numberId }))
        modal.done()
      },
    })

  return (
    <ModalBody
      title={number ? CONTACT_TEXTS.editTitle : CONTACT_TEXTS.addTitle}
      onSubmit={() => void save()}
      actions={
        <ModalActions
          label={number ? ADMIN_TEXTS.save : ADMIN_TEXTS.add}
          busyLabel={number ? ADMIN_TEXTS.saving : ADMIN_TEXTS.adding}
        >
          {number && (
            <Button className={danger.quiet} disabled={modal.submitting} onClick={() => askToDelete(number)}>
              {CONTACT_TEXTS.delete}
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
            <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      {number && (
        <Switch
          label={ADMIN_TEXTS.enabled}
          checked={!disabled}
          disabled={modal.submitting}
          onChange={(_, { checked }) => setSwitched(!checked)}
        />
      )}
      {number && <OptOuts numberId={number.id} />}
      {number && (
        <OthersChanges
          saved={savedOf(number)}
          edited={{ name: editedName, disabled }}
          disabled={modal.submitting}
          onUseTheirs={(fields) => {
            if (fields.includes('name')) form.setValue('name', number.name, { shouldDirty: true })
            if (fields.includes('disabled')) setSwitched(null)
          }}
        />
      )}
      <FormErrorPanel submitError={failure} messages={[errors.number?.message, errors.name?.message]} />
    </ModalBody>
  )
}

type ContactRequest =
  | { mode: 'add'; number: string; name: string }
  | { mode: 'edit'; numberId: NumberId; change: CallBody<'settings.updateMobileNumber'> }
  | { mode: 'delete'; numberId: NumberId }

/** Adds, changes, or deletes a contact, and returns the updated organization. */
async function submitContact(api: Api, form: ContactRequest): Promise<Tenant> {
  switch (form.mode) {
    case 'add': {
      const { number, name } = form
      await api.call('numbers.addMobile', { body: { number, name } })
      return fetchTenant(api)
    }
    case 'edit': {
      const { numberId, change } = form
      return api.call('settings.updateMobileNumber', { params: { numberId }, body: change })
    }
    case 'delete':
      return api.call('settings.deleteMobileNumber', { params: { numberId: form.numberId } })
    default:
      throw new Error(VALIDATION.unsupportedMode((form as { mode: string }).mode))
  }
}
