import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0, fontSize: '20px' },
  good: { color: tokens.colorStatusSuccessForeground1 },
  issue: { color: tokens.colorStatusWarningForeground1 },
})

/** Whether something is as it should be, with an icon. Screen readers announce changes. */
export function StatusLine({ isWell, children }: { isWell: boolean; children: ReactNode }) {
  const styles = useStyles()
  return (
    <output className={styles.line}>
      {isWell ? (
        <CheckmarkCircleRegular className={mergeClasses(styles.icon, styles.good)} aria-hidden />
      ) : (
        <WarningRegular className={mergeClasses(styles.icon, styles.issue)} aria-hidden />
      )}
      {children}
    </output>
  )
}
