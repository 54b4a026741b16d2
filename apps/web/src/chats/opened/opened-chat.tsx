import type { ChatId } from '@partyline/contract'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { ComposerHandle } from '../../messages/index.ts'
import { ApiError, errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useStable } from '../../platform/use-stable.ts'
import { EmptyState, useFrameWidth } from '../../ui/index.ts'
import { openedChatQuery } from '../../core/chats/chat-queries.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import { BackToList } from './back-to-list.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatSkeleton, ConversationSkeleton } from './chat-skeleton.tsx'
import { Conversation } from './conversation.tsx'
import { useOpenedStyles } from './opened.styles.ts'
import { usePrefetchChanges } from './use-changes.ts'
import { useFind } from './use-find.ts'
import { usePrefetchNotes } from './use-notes.ts'
import { OPENED_TEXTS } from './opened-texts.ts'

type Props = {
  chatId: ChatId
  sideOpened: boolean
  onToggleSide: () => void
  onBack: () => void
  composer: RefObject<ComposerHandle | null>
}

/** The middle pane with a chat in it, in each of its states. */
export function OpenedChat({ chatId, sideOpened, onToggleSide, onBack, composer }: Props) {
  const styles = useOpenedStyles()
  const { caches } = useChatClient()
  const { data: chat, error, refetch } = useQuery(openedChatQuery({ api: useApi(), caches, chatId }))
  usePrefetchChanges(chatId)
  usePrefetchNotes(chatId)
  const find = useFind()
  const openFind = useStable(find.open)
  // Next to two panes, the drawer leaves a part of the chat visible.
  const covered = useFrameWidth() === 'one' && sideOpened
  // The list's data is shown while the chat is loading.
  const known = caches.findItem(chatId)
  const toList = { label: OPENED_TEXTS.toList, onClick: onBack }

  const shown = chat ?? (error === null ? known : undefined)
  if (shown) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut, wherever the focus is in the chat
      <div className={styles.whole} onKeyDown={chat && find.onKeyDown}>
        {/* The same header while loading and after: an open menu stays, and so does the focus. */}
        <ChatHeader
          chat={shown}
          sideOpened={sideOpened}
          onFind={chat && openFind}
          onToggleSide={onToggleSide}
          onBack={onBack}
        />
        {chat ? (
          <Conversation chat={chat} covered={covered} composer={composer} find={find} />
        ) : (
          <ConversationSkeleton />
        )}
      </div>
    )
  }
  if (error === null) return <ChatSkeleton onBack={onBack} />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={<ChatRegular />}
        title={OPENED_TEXTS.chatGone}
        text={OPENED_TEXTS.chatGoneHint}
        action={toList}
      />
    )
  }
  return (
    <>
      <BackToList className={styles.backAlone} onBack={onBack} />
      <EmptyState
        icon={<ErrorCircleRegular />}
        title={OPENED_TEXTS.chatFailed}
        text={errorText(error)}
        action={{ label: CHAT_TEXTS.retry, onClick: () => void refetch() }}
      />
    </>
  )
}
