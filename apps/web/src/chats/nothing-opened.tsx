import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useApi } from '../platform/platform-context.tsx'
import { SetupHint } from '../settings/index.ts'
import { EmptyState } from '../ui/index.ts'
import { itemsOf } from './chat-list/list-pages.ts'
import type { ListPages } from './chat-list/list-pages.ts'
import { chatListQuery, unclaimedQuery } from './chat-queries.ts'
import { CHAT_TEXTS } from './chat-texts.ts'

/** The middle pane while no chat is opened: how to begin, for somebody who has none yet. */
export function NothingOpened({ onNewChat }: { onNewChat: () => void }) {
  const api = useApi()
  const hasItems = { select: (pages: ListPages) => itemsOf(pages).length > 0 }
  const { data: hasOwn } = useInfiniteQuery({ ...chatListQuery(api, { mode: 'my', term: '' }), ...hasItems })
  const { data: hasUnclaimed } = useInfiniteQuery({ ...unclaimedQuery(api), ...hasItems })
  if (hasOwn === false && hasUnclaimed === false) {
    return (
      <Suspense fallback={null}>
        <SetupHint>
          <EmptyState
            icon={<ComposeRegular />}
            title={CHAT_TEXTS.start}
            text={CHAT_TEXTS.startHint}
            action={{ label: CHAT_TEXTS.newChat, onClick: onNewChat, primary: true }}
          />
        </SetupHint>
      </Suspense>
    )
  }
  return <EmptyState icon={<ChatRegular />} title={CHAT_TEXTS.choose} text={CHAT_TEXTS.chooseHint} />
}
