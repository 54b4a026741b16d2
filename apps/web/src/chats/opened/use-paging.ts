import type { Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { useEffect, useRef, useState } from 'react'
import { bounded, exceedsMaxShown, withNewer, withOlder } from '../../core/history/paging.ts'
import { shownRun } from '../../core/history/history.ts'
import type { Paging } from '../../messages/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import type { History } from '../../core/history/history.ts'

type Towards = 'older' | 'newer'

const STEPS = {
  older: { edge: ({ messages }) => messages[0], query: 'before', take: withOlder },
  newer: { edge: ({ messages }) => messages.at(-1), query: 'after', take: withNewer },
} as const satisfies Record<
  Towards,
  {
    edge: (run: Pick<History, 'messages'>) => Message | undefined
    query: string
    take: (history: History, page: Message[], pageSize: number) => History
  }
>

/** Loads the messages before and after those on screen. */
export function usePaging(chat: OpenedChat): Record<Towards, Paging> {
  const { caches } = useChatClient()
  const { id: chatId, history } = chat
  const loaded = useRef<Towards | null>(null)
  const onLoaded = (towards: Towards) => {
    loaded.current = towards
  }
  const older = useSide(chat, 'older', onLoaded)
  const newer = useSide(chat, 'newer', onLoaded)
  const run = shownRun(history)

  // A separate change, because the virtual list can only keep its position at one end at a time.
  useEffect(() => {
    const towards = loaded.current
    loaded.current = null
    if (towards === null || !exceedsMaxShown(run)) return
    caches.changeOpened(chatId, (cached) => ({ ...cached, history: bounded(cached.history, towards) }))
  }, [caches, chatId, run])

  return {
    older: { ...older, state: older.state === 'more' && !run.hasOlder ? 'all-shown' : older.state },
    newer: { ...newer, state: history.excerpt === null ? 'all-shown' : newer.state },
  }
}

function useSide({ id: chatId, history }: OpenedChat, towards: Towards, onLoaded: (towards: Towards) => void): Paging {
  const api = useApi()
  const { caches } = useChatClient()
  const { edge, query, take } = STEPS[towards]
  const from = edge(shownRun(history))?.id
  /** The state of the last request, which counts only for the same edge. */
  const [request, setRequest] = useState<{ from: string; state: 'loading' | 'failed' } | null>(null)
  const underWay = useRef<string | null>(null)

  async function load() {
    if (from === undefined || underWay.current === from) return
    underWay.current = from
    setRequest({ from, state: 'loading' })
    try {
      const page = await api.call('messages.list', {
        params: { chatId },
        query: { [query]: from, limit: PAGE.messages },
      })
      onLoaded(towards)
      caches.changeOpened(chatId, (chat) =>
        // The person may have jumped in the meantime.
        edge(shownRun(chat.history))?.id === from
          ? { ...chat, history: take(chat.history, page, PAGE.messages) }
          : chat,
      )
      setRequest(null)
    } catch {
      setRequest({ from, state: 'failed' })
    } finally {
      if (underWay.current === from) underWay.current = null
    }
  }

  return { state: request?.from === from && request !== null ? request.state : 'more', load: () => void load() }
}
