import type { AccountNumber, UserId } from '@partyline/contract'
import { useState } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import {
  FormErrorPanel,
  isSameValue,
  ModalActions,
  ModalBody,
  OthersChanges,
  updateOf,
  showSaved,
  useSubmit,
} from '../../ui/index.ts'
import { ADMIN_TEXTS, PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useLine, useTenant, useTenantChanged } from '../../settings/index.ts'
import { UserSwitches } from './user-switches.tsx'

export type AssignedUsersModalProps = { number: AccountNumber; onSaved?: () => void }

/** Default Assigned users: who becomes a member of the chats that texts to this number open. */
export function AssignedUsersModal({ number: opened, onSaved = showSaved }: AssignedUsersModalProps) {
  const styles = useAdminStyles()
  const api = useApi()
  const { teamsUsers } = useTenant()
  const changed = useTenantChanged()
  const number = useLine(opened)
  /** Null until the person changes it. */
  const [edited, setEdited] = useState<ReadonlySet<UserId> | null>(null)
  const chosen = edited ?? new Set(number.assignedUsers)
  const saved = { ids: number.assignedUsers.toSorted() }
  const wanted = { ids: [...chosen].toSorted() }
  const { modal, failure, submit } = useSubmit(null, onSaved, { hasChanges: !isSameValue(saved, wanted) })

  const save = () =>
    submit(async () =>
      changed(
        await api.call('settings.assignUsers', {
          params: { numberId: number.id },
          body: updateOf(saved, wanted, ['ids']),
        }),
      ),
    )
  return (
    <ModalBody
      title={PROVIDER_TEXTS.assigned}
      onSubmit={() => void save()}
      actions={<ModalActions label={ADMIN_TEXTS.save} busyLabel={ADMIN_TEXTS.saving} cancelLabel={ADMIN_TEXTS.close} />}
    >
      <span>{number.name}</span>
      <p className={styles.quiet}>{PROVIDER_TEXTS.assignedHint}</p>
      <UserSwitches
        label={PROVIDER_TEXTS.assigned}
        users={teamsUsers}
        chosen={chosen}
        disabled={modal.submitting}
        onChange={setEdited}
      />
      {chosen.size === 0 && <p className={styles.quiet}>{PROVIDER_TEXTS.noneAssignedHint}</p>}
      <OthersChanges saved={saved} edited={wanted} disabled={modal.submitting} onUseTheirs={() => setEdited(null)} />
      <FormErrorPanel submitError={failure} />
    </ModalBody>
  )
}
