import { Button } from '@fluentui/react-components'
import { Suspense, useState } from 'react'
import { loadOnApproach, optionalChunk } from '../platform/chunks.ts'
import { PersonFace } from './person-face.tsx'
import { useShellStyles } from './shell.styles.ts'
import { APP_TEXTS } from './texts.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

const loadMenu = optionalChunk(async () => (await import('./person-menu.tsx')).PersonMenu)
const PersonMenu = lazyComponent(loadMenu)

/** The signed-in person. Its menu is loaded on hover or focus. */
export function PersonButton() {
  const styles = useShellStyles()
  const [opened, setOpened] = useState(false)
  const button = (
    <Button
      className={styles.personButton}
      appearance="subtle"
      shape="circular"
      aria-haspopup="menu"
      data-tip={APP_TEXTS.person}
      onClick={() => setOpened(true)}
      {...loadOnApproach(loadMenu)}
    >
      <PersonFace />
    </Button>
  )
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <PersonMenu />
    </Suspense>
  )
}
