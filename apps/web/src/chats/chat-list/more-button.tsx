import { Button } from '@fluentui/react-components'
import { Suspense, useState } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { MoreIcon } from './more-icon.tsx'
import { MORE_TEXTS } from './more-texts.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

const loadMenu = optionalChunk(async () => (await import('./more-menu.tsx')).MoreMenu)
const MoreMenu = lazyComponent(loadMenu)

/** The menu to the other screens inside Teams, where the top bar with the account menu is hidden. */
export function MoreButton() {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button
      appearance="subtle"
      icon={<MoreIcon />}
      aria-haspopup="menu"
      data-tip={MORE_TEXTS.more}
      onClick={() => setWanted(true)}
      {...loadOnApproach(loadMenu)}
    />
  )
  return wanted ? (
    <Suspense fallback={button}>
      <MoreMenu />
    </Suspense>
  ) : (
    button
  )
}
