import type { ChatListItem } from '@partyline/contract'
import { Suspense, useSyncExternalStore } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useSelection } from './selection-context.ts'
import { isActive } from './selection.ts'
import type { Selection } from './selection.ts'

const SelectBox = lazyComponent(optionalChunk(async () => (await import('./select-box.tsx')).SelectBox, { soon: true }))

type Props = {
  chat: Pick<ChatListItem, 'id' | 'name'>
  /** Whether the pointer or the focus is in the row. */
  isNear: boolean
  isCompact: boolean
}

/** The checkbox of a row: near the pointer or the focus, and in all rows once a chat is selected. */
export function SelectPlace(props: Props) {
  const selection = useSelection()
  return selection && <Place selection={selection} {...props} />
}

function Place({ selection, chat, isNear, isCompact }: Props & { selection: Selection }) {
  const isSelecting = useSyncExternalStore(selection.subscribe, () => isActive(selection))
  if (!isNear && !isSelecting) return null
  return (
    <Suspense fallback={null}>
      <SelectBox selection={selection} chat={chat} isCompact={isCompact} />
    </Suspense>
  )
}
