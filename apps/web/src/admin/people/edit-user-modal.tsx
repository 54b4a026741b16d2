import type { DirectoryPerson, User, UserRole } from '@partyline/contract'
import { addUserBody, OPTIONS_HEIGHT, userRole } from '@partyline/contract'
import { Field, Input, Option, Switch } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import {
  Dropdown,
  FormErrorPanel,
  FormField,
  ModalActions,
  ModalBody,
  OthersChanges,
  updateOf,
  showSaved,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS, USER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import { PersonPicker } from './person-picker.tsx'

/** The user to change; null adds one. */
export type EditUserModalProps = { user: User | null }

type UserForm = { userId: string; name: string; role: UserRole }

const savedOf = ({ name, role, disabled }: User) => ({ name, role, disabled })

export function EditUserModal({ user: opened }: EditUserModalProps) {
  const api = useApi()
  const times = useTimes()
  const styles = useAdminStyles()
  const changed = useTenantChanged()
  const [person, setPerson] = useState<DirectoryPerson | null>(null)
  const { teamsUsers } = useTenant()
  const user = opened && (teamsUsers.find(({ id }) => id === opened.id) ?? opened)
  /** Null until the person changes it. */
  const [switched, setSwitched] = useState<boolean | null>(null)
  const disabled = switched ?? user?.disabled === true
  const form = useForm<UserForm>({
    resolver: standardSchemaResolver(addUserBody),
    values: { userId: user?.id ?? '', name: user?.name ?? '', role: user?.role ?? 'User' },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form, showSaved, { hasChanges: disabled !== (user?.disabled === true) })

  const { name, role } = useWatch({ control: form.control }) as UserForm

  const save = form.handleSubmit((body) =>
    submit(async () => {
      changed(
        user
          ? await api.call('settings.updateUser', {
              params: { userId: user.id },
              body: updateOf(savedOf(user), { name: body.name, role: body.role, disabled }, ['name', 'role']),
            })
          : await api.call('settings.addUser', { body: addUserBody.parse(body) }),
      )
    }),
  )

  return (
    <ModalBody
      title={user ? USER_TEXTS.editTitle : USER_TEXTS.addTitle}
      onSubmit={() => void save()}
      actions={
        <ModalActions
          label={user ? ADMIN_TEXTS.save : ADMIN_TEXTS.add}
          busyLabel={user ? ADMIN_TEXTS.saving : ADMIN_TEXTS.adding}
        />
      }
    >
      {user ? (
        <>
          <Field label={USER_TEXTS.userId}>
            <Input value={user.id} readOnly disabled={modal.submitting} />
          </Field>
          <Controller
            control={form.control}
            name="name"
            render={({ field, fieldState }) => (
              <FormField label={ADMIN_TEXTS.name} required wrong={fieldState.error?.message}>
                <Input {...field} dir="auto" autoComplete="off" disabled={modal.submitting} />
              </FormField>
            )}
          />
        </>
      ) : (
        <Controller
          control={form.control}
          name="userId"
          render={({ field: { ref, onChange }, fieldState }) => (
            <FormField label={USER_TEXTS.person} required wrong={fieldState.error?.message}>
              <PersonPicker
                inputRef={ref}
                chosen={person}
                disabled={modal.submitting}
                onChoose={(chosen) => {
                  setPerson(chosen)
                  form.setValue('name', chosen?.name ?? '')
                  onChange(chosen?.id ?? '')
                }}
              />
            </FormField>
          )}
        />
      )}
      <Controller
        control={form.control}
        name="role"
        render={({ field: { value, onChange, ref } }) => (
          <Field label={USER_TEXTS.role} required>
            <Dropdown
              ref={ref}
              listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
              value={value}
              selectedOptions={[value]}
              disabled={modal.submitting}
              onOptionSelect={(_, { optionValue }) => onChange(optionValue)}
            >
              {userRole.options.map((role) => (
                <Option key={role}>{role}</Option>
              ))}
            </Dropdown>
          </Field>
        )}
      />
      {user?.leftDirectoryAt && (
        <p className={styles.quiet}>{USER_TEXTS.leftAbout(times.longDate(user.leftDirectoryAt))}</p>
      )}
      {user && !user.leftDirectoryAt && (
        <Switch
          label={ADMIN_TEXTS.enabled}
          checked={!disabled}
          disabled={modal.submitting}
          onChange={(_, { checked }) => setSwitched(!checked)}
        />
      )}
      {user && (
        <OthersChanges
          saved={savedOf(user)}
          edited={{ name, role, disabled }}
          disabled={modal.submitting}
          onUseTheirs={(fields) => {
            if (fields.includes('name')) form.setValue('name', user.name, { shouldDirty: true })
            if (fields.includes('role')) form.setValue('role', user.role, { shouldDirty: true })
            if (fields.includes('disabled')) setSwitched(null)
          }}
        />
      )}
      <FormErrorPanel
        submitError={failure}
        messages={[errors.userId?.message, errors.role?.message, user ? errors.name?.message : undefined]}
      />
    </ModalBody>
  )
}
