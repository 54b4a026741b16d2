import { mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useAdminStyles } from '../admin.styles.ts'

/** Whether something is well, by a picture and in words. */
export function Told({ isWell, text }: { isWell: boolean; text: string }) {
  const styles = useAdminStyles()
  return (
    <output className={styles.told}>
      {isWell ? (
        <CheckmarkCircleRegular className={mergeClasses(styles.toldIcon, styles.good)} aria-hidden />
      ) : (
        <WarningRegular className={mergeClasses(styles.toldIcon, styles.issue)} aria-hidden />
      )}
      {text}
    </output>
  )
}
