import type { DoctorState } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { SubtractCircleRegular } from '@fluentui/react-icons/svg/subtract-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
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
