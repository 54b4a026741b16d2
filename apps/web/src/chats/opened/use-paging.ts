import type { Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { useEffect, useRef, useState } from 'react'
import { bounded, isTooLong, shownRun, withNewer, withOlder } from '../../messages/index.ts'
import type { History, Paging } from '../../messages/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChats } from '../chats-context.tsx'
import type { OpenedChat } from '../updates/chat-state.ts'

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

/** Asks for the messages before and after those that are shown. */
export function usePaging(chat: OpenedChat): Record<Towards, Paging> {
  const { caches } = useChats()
  const { id: chatId, history } = chat
  const loaded = useRef<Towards | null>(null)
  const onLoaded = (towards: Towards) => {
    loaded.current = towards
  }
  const older = useSide(chat, 'older', onLoaded)
  const newer = useSide(chat, 'newer', onLoaded)
  const run = shownRun(history)

  // A change of its own, because the virtual list keeps its place at one end at a time.
  useEffect(() => {
    const towards = loaded.current
    loaded.current = null
    if (towards === null || !isTooLong(run)) return
    caches.changeOpened(chatId, (held) => ({ ...held, history: bounded(held.history, towards) }))
  }, [caches, chatId, run])

  return {
    older: { ...older, state: older.state === 'more' && !run.hasOlder ? 'all-shown' : older.state },
    newer: { ...newer, state: history.excerpt === null ? 'all-shown' : newer.state },
  }
}

function useSide({ id: chatId, history }: OpenedChat, towards: Towards, onLoaded: (towards: Towards) => void): Paging {
  const api = useApi()
  const { caches } = useChats()
  const { edge, query, take } = STEPS[towards]
  const from = edge(shownRun(history))?.id
  /** What was asked for last, and what came of it; at another place it means nothing any more. */
  const [asked, setAsked] = useState<{ from: string; state: 'loading' | 'failed' } | null>(null)
  const underWay = useRef<string | null>(null)

  async function load() {
    if (from === undefined || underWay.current === from) return
    underWay.current = from
    setAsked({ from, state: 'loading' })
    try {
      const page = await api.call('messages.list', {
        params: { chatId },
        query: { [query]: from, limit: PAGE.messages },
      })
      onLoaded(towards)
      caches.changeOpened(chatId, (chat) =>
        // The person may have gone elsewhere in the meantime.
        edge(shownRun(chat.history))?.id === from
          ? { ...chat, history: take(chat.history, page, PAGE.messages) }
          : chat,
      )
      setAsked(null)
    } catch {
      setAsked({ from, state: 'failed' })
    } finally {
      if (underWay.current === from) underWay.current = null
    }
  }

  return { state: asked?.from === from && asked !== null ? asked.state : 'more', load: () => void load() }
}
