import type { ChatListMode } from '@partyline/contract'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { Suspense } from 'react'
import { isFiltered, toggleFilter, withoutFilters } from '../../core/chats/list-view.ts'
import { SetupHint } from '../../setup/index.ts'
import { EmptyState, useFrameWidth } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { focusFilterButton } from './filter-button.tsx'
import { ALL_DONE, LIST_FILTER_TEXTS, NOTHING_IN } from './list-filter-texts.ts'
import { useListSettings } from './list-settings.ts'
import { useHasFinished } from './use-has-finished.ts'

type Props = { hasUnclaimed: boolean; onNewChat: () => void }

/** A list without chats, and what to do about it. */
export function NoChats({ hasUnclaimed, onNewChat }: Props) {
  const [{ view }, change] = useListSettings()
  const hasFinished = useHasFinished(view.mode, { enabled: !isFiltered(view) && !hasUnclaimed })
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
        {...(view.mode === 'my' && { other: { label: LIST_FILTER_TEXTS.showAll, onClick: showAll } })}
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
        action={{ label: LIST_FILTER_TEXTS.showDone, onClick: showDone }}
      />
    )
  }
  return <NoChatsYet mode={view.mode} hasUnclaimed={hasUnclaimed} onNewChat={onNewChat} />
}

function NoChatsYet({ mode, hasUnclaimed, onNewChat }: Props & { mode: ChatListMode }) {
  const onePane = useFrameWidth() === 'one'
  const mine = mode === 'my'
  const empty = (
    <EmptyState
      icon={<ChatRegular />}
      title={
        hasUnclaimed
          ? LIST_FILTER_TEXTS.noOtherChats
          : mine
            ? LIST_FILTER_TEXTS.noChatsMy
            : LIST_FILTER_TEXTS.noChatsAll
      }
      text={mine ? LIST_FILTER_TEXTS.noChatsMyHint : LIST_FILTER_TEXTS.noChatsAllHint}
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
