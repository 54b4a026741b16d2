import { Button } from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { Suspense, useState } from 'react'
import type { ComponentType } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import type { Chunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { MESSAGE_TEXTS } from '../message-texts.ts'

/** The button of a menu that is loaded on hover or focus. The menu has its own button, and starts open. */
export function lazyMenuButton<Props extends { label: string; tabIndex: number }>(load: Chunk<ComponentType<Props>>) {
  const LoadedMenu = lazyComponent(load)
  return function MenuButton(props: Props) {
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
        {...loadOnApproach(load)}
      />
    )
    if (!wanted) return button
    return (
      <Suspense fallback={button}>
        <LoadedMenu {...props} />
      </Suspense>
    )
  }
}

/** Opens the menu of the message around an element. */
export function openMenu(element: HTMLElement) {
  element.closest('article')?.querySelector<HTMLElement>('button[aria-haspopup="menu"]')?.click()
}
