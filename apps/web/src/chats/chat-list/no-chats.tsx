import type { ChatListMode } from '@partyline/contract'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { chatListQuery } from '../../core/chats/chat-queries.ts'
import { itemsOf } from '../../core/chats/list-pages.ts'
import type { ListPages } from '../../core/chats/list-pages.ts'
import { ignoresMode, isFiltered, toggleFilter, withoutFilters } from '../../core/chats/list-view.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { SetupHint, setupHintQuery } from '../../setup/index.ts'
import { EmptyState, useFrameWidth } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { focusFilterButton } from './filter-button.tsx'
import { LIST_FILTER_TEXTS } from './list-filter-texts.ts'
import { useListSettings } from './list-settings.ts'
import { ALL_DONE, NO_CHATS_TEXTS, NOTHING_IN } from './no-chats-texts.ts'
import { isInMentionGroup, isInUnclaimedGroup } from './chat-groups.tsx'
import { useHasFinished } from './use-has-finished.ts'

type Props = { hasGroup: boolean; onNewChat: () => void }

/** A list without chats, and what to do about it. */
export function NoChats({ hasGroup, onNewChat }: Props) {
  const [{ view }, change] = useListSettings()
  const hasFinished = useHasFinished(view.mode, { enabled: !isFiltered(view) && !hasGroup })
  if (isFiltered(view)) {
    const [only = 'line', ...more] = [...view.filters, ...(view.line === null ? [] : ['line' as const])]
    const clear = () => {
      change({ view: withoutFilters(view) })
      focusFilterButton()
    }
    const showAll = () => change({ view: { ...view, mode: 'all' } })
    return (
      <EmptyState
        icon={<CheckmarkCircleRegular />}
        {...NOTHING_IN[more.length > 0 ? 'several' : only]}
        action={{ label: LIST_FILTER_TEXTS.clearAll, onClick: clear }}
        {...(view.mode === 'my' &&
          !ignoresMode(view) && { other: { label: NO_CHATS_TEXTS.showAll, onClick: showAll } })}
      />
    )
  }
  if (hasFinished === undefined) return null
  if (hasFinished) {
    const showDone = () => change({ view: toggleFilter(view, 'done') })
    return (
      <EmptyState
        icon={<CheckmarkCircleRegular />}
        {...ALL_DONE}
        action={{ label: NO_CHATS_TEXTS.showDone, onClick: showDone }}
      />
    )
  }
  return <NoChatsYet mode={view.mode} hasGroup={hasGroup} onNewChat={onNewChat} />
}

function NoChatsYet({ mode, hasGroup, onNewChat }: Props & { mode: ChatListMode }) {
  const onePane = useFrameWidth() === 'one'
  const hint = useHint(mode)
  if (hint === null) return null
  const empty = (
    <EmptyState
      icon={<ChatRegular />}
      title={hasGroup ? NO_CHATS_TEXTS.noOtherChats : NO_CHATS_TEXTS.noChats}
      text={hint}
      {...(onePane && { action: { label: CHAT_TEXTS.newChat, onClick: onNewChat, primary: true } })}
    />
  )
  // With a middle pane, the first steps are there.
  if (!onePane) return empty
  return (
    <Suspense fallback={null}>
      <SetupHint>{empty}</SetupHint>
    </Suspense>
  )
}

/** Says where the chats are; null until that is loaded. */
function useHint(mode: ChatListMode): string | null {
  const api = useApi()
  const team = useInfiniteQuery({ ...chatListQuery(api, { mode: 'all', term: '' }), select: hasOthers })
  const setup = useQuery({ ...setupHintQuery(api), enabled: team.data === false })
  if (team.isPending || setup.isLoading) return null
  if (mode === 'my' && team.data !== false) return NO_CHATS_TEXTS.teamHasChats
  return setup.data?.isReady === false ? NO_CHATS_TEXTS.notSetUp : NO_CHATS_TEXTS.teamHasNone
}

/** Whether there are chats below the groups. */
function hasOthers(pages: ListPages): boolean {
  return (
    itemsOf(pages).some((item) => !isInUnclaimedGroup(item) && !isInMentionGroup(item)) ||
    pages.pages.at(-1)?.next !== null
  )
}
