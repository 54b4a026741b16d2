import { Button } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { Suspense, useState } from 'react'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import { MORE_TEXTS } from './more-texts.ts'

const MoreMenu = lazyPart(laterExtra(async () => (await import('./more-menu.tsx')).MoreMenu))

/** Inside Teams, where our own bar with the person's menu is away: the ways to the other screens. */
export function MoreButton() {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button
      appearance="subtle"
      icon={<MoreHorizontalRegular />}
      aria-haspopup="menu"
      aria-label={MORE_TEXTS.more}
      title={MORE_TEXTS.more}
      onClick={() => setWanted(true)}
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
