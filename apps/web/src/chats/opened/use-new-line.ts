import type { MemberId } from '@partyline/contract'
import { useState } from 'react'
import { newLineAt, newLineFurtherBack, shownRun } from '../../messages/index.ts'
import type { OpenedChat } from '../updates/chat-state.ts'

/**
 * Where the line for what is new stands. It stays while one reads, although the messages count as read at once, and
 * moves when more came while nobody looked. Where more is new than is held, it comes with the older messages.
 */
export function useNewLine({ history, unreadCount }: OpenedChat, me: MemberId) {
  const [line, setLine] = useState(() => newLineAt(history, unreadCount, me))
  const [known, setKnown] = useState(unreadCount)
  if (known !== unreadCount) {
    setKnown(unreadCount)
    if (unreadCount > 0) setLine(newLineAt(history, unreadCount, me))
  }
  const placed = line === null || 'messageId' in line ? line : newLineFurtherBack(shownRun(history), line, me)
  // From then on it stays, whatever of the history is let go.
  if (placed !== null && placed !== line) setLine(placed)
  return { line: placed, clear: () => setLine(null) }
}
