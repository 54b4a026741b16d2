import { Button } from '@fluentui/react-components'
import { Suspense, useState } from 'react'
import { useSignedIn } from '../auth/index.ts'
import { laterExtra, lazyPart } from '../platform/later.ts'
import { Avatar, VisuallyHidden } from '../ui/index.ts'
import { useShellStyles } from './shell.styles.ts'
import { APP_TEXTS } from './texts.ts'

const loadMenu = laterExtra(async () => (await import('./person-menu.tsx')).PersonMenu)
const PersonMenu = lazyPart(loadMenu)

/** The signed-in person. The menu behind it is loaded when somebody reaches for it. */
export function PersonButton() {
  const styles = useShellStyles()
  const user = useSignedIn()
  const [wanted, setWanted] = useState(false)
  const preload = () => void loadMenu()
  const button = (
    <Button
      className={styles.personButton}
      appearance="subtle"
      shape="circular"
      aria-haspopup="menu"
      title={APP_TEXTS.person}
      onClick={() => setWanted(true)}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <Avatar person={user} size={32} />
      <span className={styles.personName}>{user.name}</span>
      <VisuallyHidden>{APP_TEXTS.person}</VisuallyHidden>
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <PersonMenu />
    </Suspense>
  )
}
