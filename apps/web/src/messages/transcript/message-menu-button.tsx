import { Button } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { Suspense, useState } from 'react'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { MessageMenuProps } from './message-menu.tsx'

const loadMenu = laterExtra(async () => (await import('./message-menu.tsx')).MessageMenu)
const MessageMenu = lazyPart(loadMenu)

/** Stands for the menu of a message until somebody asks for it. */
export function MessageMenuButton(props: MessageMenuProps) {
  const [wanted, setWanted] = useState(false)
  const preload = () => void loadMenu()
  const button = (
    <Button
      appearance="subtle"
      size="small"
      icon={<MoreHorizontalRegular />}
      title={MESSAGE_TEXTS.moreShort}
      aria-label={props.label}
      aria-haspopup="menu"
      tabIndex={props.tabIndex}
      onClick={() => setWanted(true)}
      onPointerEnter={preload}
      onFocus={preload}
    />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <MessageMenu {...props} />
    </Suspense>
  )
}
