import type { DoctorState } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  ErrorCircleRegular,
  SubtractCircleRegular,
  WarningRegular,
} from '@fluentui/react-icons'
import { useDoctorStyles } from './doctor.styles.ts'

const ICONS = {
  failed: ErrorCircleRegular,
  warning: WarningRegular,
  skipped: SubtractCircleRegular,
  passed: CheckmarkCircleRegular,
}

/** The shape tells the state, and the words beside it say it. */
export function StateIcon({ state, className }: { state: DoctorState; className: string | undefined }) {
  const styles = useDoctorStyles()
  const Icon = ICONS[state]
  return <Icon className={mergeClasses(className, styles[state])} aria-hidden />
}
