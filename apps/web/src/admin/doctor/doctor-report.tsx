import type { DoctorCheck } from '@partyline/contract'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useTenant } from '../../settings/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { CheckWords } from './check-words.tsx'
import { GROUP_TITLES } from './doctor-page-texts.ts'
import { useDoctorStyles } from './doctor.styles.ts'
import { NumberItem } from './number-item.tsx'
import { StateIcon } from './state-icon.tsx'
import { groupsOf, numbersOf } from './verdict.ts'

type Props = { checks: readonly DoctorCheck[]; onMended: () => void }

/** The checks by what they are of. */
export function DoctorReport({ checks, onMended }: Props) {
  const { list } = useAdminStyles()
  const styles = useDoctorStyles()
  const format = usePhoneFormat(useTenant().defaultCountry)
  return groupsOf(checks).map(({ group, checks: own }) => (
    <Card key={group} title={GROUP_TITLES[group]}>
      <ul className={list} aria-label={GROUP_TITLES[group]}>
        {own
          .filter(({ number }) => number === null)
          .map((check) => (
            <li key={check.id} className={styles.check}>
              <StateIcon state={check.state} className={styles.checkIcon} />
              <CheckWords check={check} onMended={onMended} />
            </li>
          ))}
        {numbersOf(own).map(({ number, checks: ofNumber }) => (
          <NumberItem key={number.id} number={number} checks={ofNumber} format={format} onMended={onMended} />
        ))}
      </ul>
    </Card>
  ))
}
