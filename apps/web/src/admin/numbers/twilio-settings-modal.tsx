import { twilioAccountBody } from '@partyline/contract'
import { Input, Link } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm } from 'react-hook-form'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, FormField, ModalActions, ModalBody, showSaved, useSubmit } from '../../ui/index.ts'
import { ADMIN_TEXTS, PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'

export type TwilioSettingsModalProps = { onSaved?: () => void }

/** Twilio Configuration: the server tests the account before it saves it. */
export function TwilioSettingsModal({ onSaved = showSaved }: TwilioSettingsModalProps) {
  const styles = useAdminStyles()
  const api = useApi()
  const changed = useTenantChanged()
  const { accountSid, twilioUrl } = useTenant()
  const form = useForm<{ accountSid: string; authToken: string }>({
    resolver: standardSchemaResolver(twilioAccountBody),
    values: { accountSid: accountSid ?? '', authToken: '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const { modal, failure, submit } = useSubmit(form, onSaved)
  const save = form.handleSubmit((body) =>
    submit(async () =>
      changed(await api.call('settings.updateTwilioAccount', { body: { ...body, seen: { accountSid } } })),
    ),
  )

  return (
    <ModalBody
      title={PROVIDER_TEXTS.modalTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} />}
    >
      <Controller
        control={form.control}
        name="accountSid"
        render={({ field, fieldState }) => (
          <FormField
            label={PROVIDER_TEXTS.accountSid}
            hint={PROVIDER_TEXTS.sidHint}
            required
            wrong={fieldState.error?.message}
          >
            <Input {...field} autoComplete="off" spellCheck={false} disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Controller
        control={form.control}
        name="authToken"
        render={({ field, fieldState }) => (
          <FormField
            label={PROVIDER_TEXTS.accountToken}
            hint={PROVIDER_TEXTS.tokenHint}
            required
            wrong={fieldState.error?.message}
          >
            <Input {...field} type="password" autoComplete="off" disabled={modal.submitting} />
          </FormField>
        )}
      />
      <Link className={styles.link} href={twilioUrl} target="_blank" rel="noreferrer">
        {PROVIDER_TEXTS.console}
      </Link>
      <FormErrorPanel submitError={failure} messages={[errors.accountSid?.message, errors.authToken?.message]} />
    </ModalBody>
  )
}
