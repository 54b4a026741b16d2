import { Suspense, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useChatListStyles } from '../chat-list/chat-list.styles.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { isActive } from './selection.ts'
import type { Selection } from './selection.ts'

const SelectionBar = lazyComponent(optionalChunk(async () => (await import('./selection-bar.tsx')).SelectionBar))

type Props = { selection: Selection; title: ReactNode; children: ReactNode }

/** The head of the list, with its title and buttons, which the bar covers while chats are selected. */
export function SelectionPlace({ selection, title, children }: Props) {
  const styles = useChatListStyles()
  const isSelecting = useSyncExternalStore(selection.subscribe, () => isActive(selection))
  return (
    <div className={styles.head}>
      {title}
      <div className={styles.buttons} inert={isSelecting}>
        {children}
      </div>
      {isSelecting && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} />
        </Suspense>
      )}
    </div>
  )
}
