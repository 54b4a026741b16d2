import { Button } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useTenant } from '../../settings/index.ts'
import { openModal } from '../../ui/index.ts'
import { assignedUsersModal } from '../admin-modals.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { reachesNoOne } from '../provider/default-users.ts'

/** Numbers in use whose texts reach no one, each with the fix. */
export function UnansweredNumbers() {
  const styles = useAdminStyles()
  const { twilioNumbers, teamsUsers } = useTenant()
  const unanswered = twilioNumbers.filter((number) => reachesNoOne(number, teamsUsers))
  if (unanswered.length === 0) return null
  return (
    <ul className={styles.list} aria-label={PROVIDER_TEXTS.reachesNoOne}>
      {unanswered.map((number) => (
        <li key={number.id} className={styles.item}>
          <WarningRegular aria-hidden />
          <span className={styles.itemWords}>
            {PROVIDER_TEXTS.reachesNoOneText(number.name)}
            <span className={styles.itemDetail}>{PROVIDER_TEXTS.noneAssignedHint}</span>
          </span>
          <Button onClick={() => openModal(assignedUsersModal, { number })}>{PROVIDER_TEXTS.chooseWhoAnswers}</Button>
        </li>
      ))}
    </ul>
  )
}
