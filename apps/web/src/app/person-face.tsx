import { useSignedIn } from '../auth/index.ts'
import { PausedMark } from '../notifications/index.ts'
import { Avatar, VisuallyHidden } from '../ui/index.ts'
import { useShellStyles } from './shell.styles.ts'
import { APP_TEXTS } from './texts.ts'

/** The content of the button that opens the account menu. */
export function PersonFace() {
  const styles = useShellStyles()
  const user = useSignedIn()
  return (
    <>
      <PausedMark>
        <Avatar person={user} size={32} />
      </PausedMark>
      <span className={styles.personName}>{user.name}</span>
      <VisuallyHidden>{APP_TEXTS.person}</VisuallyHidden>
    </>
  )
}
