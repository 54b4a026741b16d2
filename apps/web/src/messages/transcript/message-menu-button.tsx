import { Button } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { Suspense, useState } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { MessageMenuProps } from './message-menu.tsx'
import { lazyComponent } from '../../platform/lazy-component.tsx'

const loadMenu = optionalChunk(async () => (await import('./message-menu.tsx')).MessageMenu)
const MessageMenu = lazyComponent(loadMenu)

/** The button of a message's menu, which is loaded on hover or focus. */
export function MessageMenuButton(props: MessageMenuProps) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button
      appearance="subtle"
      size="small"
      icon={<MoreHorizontalRegular />}
      data-tip={MESSAGE_TEXTS.moreShort}
      aria-label={props.label}
      aria-haspopup="menu"
      tabIndex={props.tabIndex}
      onClick={() => setWanted(true)}
      {...loadOnApproach(loadMenu)}
    />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <MessageMenu {...props} />
    </Suspense>
  )
}
