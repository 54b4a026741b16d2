import { makeStyles, tokens } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { PausedMark } from '../../notifications/index.ts'
import { VisuallyHidden } from '../../ui/index.ts'
import { MORE_TEXTS } from './more-texts.ts'

const useStyles = makeStyles({
  // As large as the button, so that the sign at the corner does not cover the dots.
  mark: { padding: tokens.spacingHorizontalSNudge, margin: `calc(-1 * ${tokens.spacingHorizontalSNudge})` },
})

/** The icon and the name of the button that opens the menu. */
export function MoreIcon() {
  const styles = useStyles()
  return (
    <>
      <VisuallyHidden>{MORE_TEXTS.more}</VisuallyHidden>
      <PausedMark className={styles.mark}>
        <MoreHorizontalRegular />
      </PausedMark>
    </>
  )
}
