import { DOCTOR_STATES } from '@partyline/contract'
import type { DoctorCheck } from '@partyline/contract'
import { DOCTOR_TEXTS } from './doctor-page-texts.ts'
import { useDoctorStyles } from './doctor.styles.ts'
import { MendButton } from './mend-button.tsx'

/** What was checked, what it came to, what to do, and the button that does it. */
export function CheckWords({ check, onMended }: { check: DoctorCheck; onMended: () => void }) {
  const styles = useDoctorStyles()
  return (
    <div className={styles.checkWords}>
      <span className={styles.checkTitle}>
        {check.title} <span className={styles.state}>{DOCTOR_STATES[check.state]}</span>
      </span>
      <p className={styles.said}>{check.found}</p>
      {check.advice && (
        <p className={styles.said}>
          <strong>{DOCTOR_TEXTS.whatToDo}</strong> {check.advice}
        </p>
      )}
      <MendButton check={check} onMended={onMended} />
    </div>
  )
}
