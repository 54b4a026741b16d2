import type { TwilioNumber, UserId } from '@partyline/contract'
import { Switch } from '@fluentui/react-components'
import { useState } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, ModalBody } from '../../ui/index.ts'
import { ADMIN_TEXTS, PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { ModalActions } from '../parts/modal-actions.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'

export type AssignedUsersModalProps = { number: TwilioNumber }

/** Default Assigned users: who becomes a member of the chats that texts to this number open. */
export function AssignedUsersModal({ number }: AssignedUsersModalProps) {
  const styles = useAdminStyles()
  const api = useApi()
  const { teamsUsers } = useTenant()
  const changed = useTenantChanged()
  const { modal, failure, submit } = useSubmit(null)
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(() => new Set(number.assignedUsers))

  function toggle(id: UserId, checked: boolean) {
    const next = new Set(chosen)
    if (checked) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const save = () =>
    submit(async () =>
      changed(await api.call('settings.assignUsers', { params: { numberId: number.id }, body: { ids: [...chosen] } })),
    )
  return (
    <ModalBody
      title={PROVIDER_TEXTS.assigned}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} cancelLabel={ADMIN_TEXTS.close} />}
    >
      <span>{number.name}</span>
      <p className={styles.quiet}>{PROVIDER_TEXTS.assignedHint}</p>
      <ul className={`${styles.list} ${styles.toggles}`}>
        {teamsUsers.map(({ id, name, disabled }) => (
          <li key={id}>
            <Switch
              label={disabled ? `${name} (${ADMIN_TEXTS.disabled})` : name}
              checked={chosen.has(id)}
              disabled={modal.submitting}
              onChange={(_, { checked }) => toggle(id, checked)}
            />
          </li>
        ))}
      </ul>
      <FormErrorPanel submitError={failure} />
    </ModalBody>
  )
}
