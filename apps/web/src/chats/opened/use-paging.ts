import type { Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { bounded, exceedsMaxShown, withNewer, withOlder } from '../../core/history/paging.ts'
import { shownRun } from '../../core/history/history.ts'
import type { Paging } from '../../messages/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useStable } from '../../platform/use-stable.ts'
import { useChatClient } from '../chat-client-context.ts'
import { OPENED_TEXTS } from './opened-texts.ts'
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
  const times = useTimes()
  const { id: chatId, history } = chat
  const loaded = useRef<Towards | null>(null)
  const onLoaded = (towards: Towards) => {
    loaded.current = towards
  }
  const run = shownRun(history)
  const deleted = chat.deletedBefore && OPENED_TEXTS.textsDeleted(times.longDate(chat.deletedBefore))
  const older = useSide(chat, 'older', { hasMore: run.hasOlder, onLoaded, deleted })
  const newer = useSide(chat, 'newer', { hasMore: history.excerpt !== null, onLoaded })

  // A separate change, because the virtual list can only keep its position at one end at a time.
  useEffect(() => {
    const towards = loaded.current
    loaded.current = null
    if (towards === null || !exceedsMaxShown(run)) return
    caches.changeOpened(chatId, (cached) => ({ ...cached, history: bounded(cached.history, towards) }))
  }, [caches, chatId, run])

  return { older, newer }
}

type Side = { hasMore: boolean; onLoaded: (towards: Towards) => void; deleted?: string | undefined }

/** The same object while nothing about it changes, so that the messages are not rendered again. */
function useSide({ id: chatId, history }: OpenedChat, towards: Towards, { hasMore, onLoaded, deleted }: Side): Paging {
  const api = useApi()
  const { caches } = useChatClient()
  const { edge, query, take } = STEPS[towards]
  const from = edge(shownRun(history))?.id
  /** The state of the last request, which counts only for the same edge. */
  const [request, setRequest] = useState<{ from: string; state: 'loading' | 'failed' } | null>(null)
  const underWay = useRef<string | null>(null)

  const load = useStable(async () => {
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
  })

  const current = request !== null && request.from === from ? request.state : 'more'
  const state = hasMore ? current : 'all-shown'
  return useMemo(() => ({ state, load: () => void load(), deleted }), [state, load, deleted])
}
