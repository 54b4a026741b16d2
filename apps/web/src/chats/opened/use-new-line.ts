import type { MemberId } from '@partyline/contract'
import { useState } from 'react'
import { newLineAt, newLineFurtherBack, shownRun } from '../../messages/index.ts'
import type { OpenedChat } from '../updates/chat-state.ts'

/**
 * Where the line for new messages is. It stays while the person reads, and moves when more arrive that are not on
 * screen. If more is new than is held, it appears with the older messages.
 */
export function useNewLine({ history, unreadCount }: OpenedChat, me: MemberId) {
  const [line, setLine] = useState(() => newLineAt(history, unreadCount, me))
  const [known, setKnown] = useState(unreadCount)
  if (known !== unreadCount) {
    setKnown(unreadCount)
    if (unreadCount > known) setLine(newLineAt(history, unreadCount, me))
  }
  const placed = line === null || 'messageId' in line ? line : newLineFurtherBack(shownRun(history), line, me)
  // From then on it stays, whatever of the history is let go.
  if (placed !== null && placed !== line) setLine(placed)
  return { line: placed, isFurtherBack: line !== null && placed === null, clear: () => setLine(null) }
}
