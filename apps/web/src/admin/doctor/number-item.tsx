import type { DoctorCheck } from '@partyline/contract'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { CheckWords } from './check-words.tsx'
import { DOCTOR_TEXTS } from './doctor-page-texts.ts'
import { useDoctorStyles } from './doctor.styles.ts'
import { StateIcon } from './state-icon.tsx'
import { worstOf } from './verdict.ts'

type Props = {
  number: NonNullable<DoctorCheck['number']>
  checks: readonly DoctorCheck[]
  format: PhoneFormat
  onMended: () => void
}

/** One of our numbers: what is wrong with it in full, and what is well in one line. */
export function NumberItem({ number, checks, format, onMended }: Props) {
  const styles = useDoctorStyles()
  const { quiet } = useAdminStyles()
  const passed = checks.filter(({ state }) => state === 'passed')
  const others = checks.filter(({ state }) => state !== 'passed')
  return (
    <li className={styles.check}>
      <StateIcon state={worstOf(checks)} className={styles.checkIcon} />
      <div className={styles.checkWords}>
        <h3 className={styles.numberTitle}>
          {number.name} · {format(number.number)}
        </h3>
        {others.length > 0 && (
          <ul className={styles.inner}>
            {others.map((check) => (
              <li key={check.id} className={styles.innerCheck}>
                <StateIcon state={check.state} className={styles.checkIcon} />
                <CheckWords check={check} onMended={onMended} />
              </li>
            ))}
          </ul>
        )}
        {passed.length > 0 && <p className={quiet}>{DOCTOR_TEXTS.passedOf(passed.map(({ title }) => title))}</p>}
      </div>
    </li>
  )
}
