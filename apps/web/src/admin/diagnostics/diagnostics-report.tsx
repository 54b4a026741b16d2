import type { DiagnosticsCheck } from '@partyline/contract'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useTenant } from '../../settings/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { GROUP_TITLES, DIAGNOSTICS_TEXTS } from './diagnostics-texts.ts'
import { useDiagnosticsStyles } from './diagnostics.styles.ts'
import { groupsOf, numbersOf, worstOf } from './verdict.ts'
import { DIAGNOSTICS_STATES } from '@partyline/contract'
import { Finding, StateIcon } from './finding.tsx'
import { FixButton } from './fix-button.tsx'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Card } from '../../ui/index.ts'

type Props = { checks: readonly DiagnosticsCheck[]; onFixed: () => void }

/** The checks by group. */
export function DiagnosticsReport({ checks, onFixed }: Props) {
  const { list } = useAdminStyles()
  const styles = useDiagnosticsStyles()
  const format = usePhoneFormat(useTenant().defaultCountry)
  return groupsOf(checks).map(({ group, checks: own }) => (
    <Card key={group} title={GROUP_TITLES[group]}>
      <ul className={list} aria-label={GROUP_TITLES[group]}>
        {own
          .filter(({ number }) => number === null)
          .map((check) => (
            <li key={check.id} className={styles.check}>
              <StateIcon state={check.state} className={styles.checkIcon} />
              <CheckWords check={check} onFixed={onFixed} />
            </li>
          ))}
        {numbersOf(own).map(({ number, checks: ofNumber }) => (
          <NumberItem key={number.id} number={number} checks={ofNumber} format={format} onFixed={onFixed} />
        ))}
      </ul>
    </Card>
  ))
}

/** A check: its title, finding, advice, and fix. */
function CheckWords({ check, onFixed }: { check: DiagnosticsCheck; onFixed: () => void }) {
  const styles = useDiagnosticsStyles()
  return (
    <div className={styles.checkWords}>
      <span className={styles.checkTitle}>
        {check.title} <span className={styles.state}>{DIAGNOSTICS_STATES[check.state]}</span>
      </span>
      <Finding check={check} />
      <FixButton check={check} onFixed={onFixed} />
    </div>
  )
}

type NumberItemProps = {
  number: NonNullable<DiagnosticsCheck['number']>
  checks: readonly DiagnosticsCheck[]
  format: PhoneFormat
  onFixed: () => void
}

/** The checks of a line: problems in full, passed ones in one line. */
function NumberItem({ number, checks, format, onFixed }: NumberItemProps) {
  const styles = useDiagnosticsStyles()
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
                <CheckWords check={check} onFixed={onFixed} />
              </li>
            ))}
          </ul>
        )}
        {passed.length > 0 && <p className={quiet}>{DIAGNOSTICS_TEXTS.passedOf(passed.map(({ title }) => title))}</p>}
      </div>
    </li>
  )
}
