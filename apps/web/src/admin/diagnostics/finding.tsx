import type { DiagnosticsCheck, DiagnosticsState } from '@partyline/contract'
import { Link, mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SubtractCircleRegular } from '@fluentui/react-icons/svg/subtract-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { DIAGNOSTICS_TEXTS } from './diagnostics-texts.ts'
import { useDiagnosticsStyles } from './diagnostics.styles.ts'

const ICONS = {
  failed: ErrorCircleRegular,
  warning: WarningRegular,
  skipped: SubtractCircleRegular,
  passed: CheckmarkCircleRegular,
}

/** A state's icon; the state is also in words next to it. */
export function StateIcon({ state, className }: { state: DiagnosticsState; className: string | undefined }) {
  const styles = useDiagnosticsStyles()
  const Icon = ICONS[state]
  return <Icon className={mergeClasses(className, styles[state])} aria-hidden />
}

/** The result of a check, with advice and a link. */
export function Finding({ check: { found, advice, link } }: { check: DiagnosticsCheck }) {
  const styles = useDiagnosticsStyles()
  return (
    <>
      <p className={styles.said}>{found}</p>
      {advice && (
        <p className={styles.said}>
          <strong>{DIAGNOSTICS_TEXTS.whatToDo}</strong> {advice}
        </p>
      )}
      {link && (
        <Link className={styles.fix} href={link.url} target="_blank" rel="noreferrer">
          {link.label}
        </Link>
      )}
    </>
  )
}
