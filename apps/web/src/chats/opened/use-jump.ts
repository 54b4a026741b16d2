import type { MessageId, NoteId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { shownRun } from '../../core/history/history.ts'
import { withExcerpt, withoutExcerpt } from '../../core/history/paging.ts'
import type { History } from '../../core/history/history.ts'
import type { Jump } from '../../messages/index.ts'
import { ApiError, errorText } from '../../platform/api-error.ts'
import { useGo, useQueryParameters } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'

type GoTo = (messageId: MessageId, options?: { keepsFocus: boolean }) => void

/** The target of a jump: a note, which is loaded with the message before it, or else that message. */
type Place = { messageId: MessageId | null; noteId: NoteId | null }

/** Jumps to any message of the chat: that of a quote, or the message or note in the address. */
export function useJump({ id: chatId, history }: OpenedChat): Jump & { goTo: GoTo } {
  const api = useApi()
  const { caches } = useChatClient()
  const [target, setTarget] = useState<Jump['target']>(null)
  const [state, setState] = useState<Jump['state']>({ kind: 'idle' })
  const wanted = useRef<Jump['target']>(null)

  const change = (next: (history: History) => History) =>
    caches.changeOpened(chatId, (chat) => ({ ...chat, history: next(chat.history) }))

  async function goTo({ messageId, noteId }: Place, { keepsFocus = false } = {}) {
    const id = noteId ?? messageId
    if (id === null) return
    const next = { id, keepsFocus }
    wanted.current = next
    setTarget(next)
    setState({ kind: 'idle' })
    if (messageId === null || holds(shownRun(history), messageId)) return
    if (holds(history, messageId)) return change(withoutExcerpt)
    setState({ kind: 'looking' })
    // Only the last jump counts.
    const isWanted = () => wanted.current === next
    const result = await look(messageId, isWanted)
    if (isWanted()) setState(result)
  }

  async function look(messageId: MessageId, isWanted: () => boolean): Promise<Jump['state']> {
    try {
      const query = { around: messageId, limit: PAGE.messages }
      const around = await api.call('messages.list', { params: { chatId }, query })
      if (!holds({ messages: around }, messageId)) return { kind: 'failed', reason: null }
      if (isWanted()) change((current) => withExcerpt(current, around))
      return { kind: 'idle' }
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
      return { kind: 'failed', reason: isUnknown ? null : errorText(error) }
    }
  }

  usePlaceInAddress(chatId, (place) => void goTo(place))

  return {
    target,
    state,
    goTo: (messageId, options) => void goTo({ messageId, noteId: null }, options),
    dismiss: () => setState({ kind: 'idle' }),
    toNewest() {
      wanted.current = null
      setTarget(null)
      setState({ kind: 'idle' })
      change(withoutExcerpt)
    },
  }
}

/** Removes `message={id}` and `note={id}` from the address after the jump, so that the same link works again. */
function usePlaceInAddress(chatId: string, follow: (place: Place) => void) {
  const parameters = useQueryParameters()
  const messageId = parameters.get('message') as MessageId | null
  const noteId = parameters.get('note') as NoteId | null
  const go = useGo()
  const onNamed = useEffectEvent((place: Place) => {
    go(`/?chat=${chatId}`, { replace: true })
    follow(place)
  })
  useEffect(() => {
    if (messageId !== null || noteId !== null) onNamed({ messageId, noteId })
  }, [messageId, noteId])
}

function holds({ messages }: Pick<History, 'messages'>, messageId: MessageId): boolean {
  return messages.some(({ id }) => id === messageId)
}
