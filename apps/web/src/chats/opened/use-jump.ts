import type { MessageId } from '@partyline/contract'
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

/** Jumps to any message of the chat: that of a quote, or the one in the address as `?message={id}`. */
export function useJump({ id: chatId, history }: OpenedChat): Jump & { goTo: GoTo } {
  const api = useApi()
  const { caches } = useChatClient()
  const [target, setTarget] = useState<Jump['target']>(null)
  const [state, setState] = useState<Jump['state']>({ kind: 'idle' })
  const wanted = useRef<MessageId | null>(null)

  const change = (next: (history: History) => History) =>
    caches.changeOpened(chatId, (chat) => ({ ...chat, history: next(chat.history) }))

  async function goTo(messageId: MessageId, { keepsFocus = false } = {}) {
    wanted.current = messageId
    setTarget({ messageId, keepsFocus })
    setState({ kind: 'idle' })
    if (holds(shownRun(history), messageId)) return
    if (holds(history, messageId)) return change(withoutExcerpt)
    setState({ kind: 'looking' })
    const result = await look(messageId)
    // Only the last jump counts.
    if (wanted.current === messageId) setState(result)
  }

  async function look(messageId: MessageId): Promise<Jump['state']> {
    try {
      const query = { around: messageId, limit: PAGE.messages }
      const around = await api.call('messages.list', { params: { chatId }, query })
      if (!holds({ messages: around }, messageId)) return { kind: 'failed', reason: null }
      if (wanted.current === messageId) change((current) => withExcerpt(current, around))
      return { kind: 'idle' }
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
      return { kind: 'failed', reason: isUnknown ? null : errorText(error) }
    }
  }

  useMessageInAddress(chatId, (messageId) => void goTo(messageId))

  return {
    target,
    state,
    goTo: (messageId, options) => void goTo(messageId, options),
    dismiss: () => setState({ kind: 'idle' }),
    toNewest() {
      wanted.current = null
      setTarget(null)
      setState({ kind: 'idle' })
      change(withoutExcerpt)
    },
  }
}

/** Removes the message from the address after the jump, so that the same link works again. */
function useMessageInAddress(chatId: string, follow: (messageId: MessageId) => void) {
  const named = useQueryParameters().get('message') as MessageId | null
  const go = useGo()
  const onNamed = useEffectEvent((messageId: MessageId) => {
    go(`/?chat=${chatId}`, { replace: true })
    follow(messageId)
  })
  useEffect(() => {
    if (named) onNamed(named)
  }, [named])
}

function holds({ messages }: Pick<History, 'messages'>, messageId: MessageId): boolean {
  return messages.some(({ id }) => id === messageId)
}
