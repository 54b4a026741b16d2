import { isBlank } from '@partyline/contract'
import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { ImageRegular } from '@fluentui/react-icons/svg/image'
import { useSyncExternalStore } from 'react'
import type { Draft } from '../../core/drafts.ts'
import { useChatClient } from '../chat-client-context.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatItemStyles } from './chat-list.styles.ts'
import { listPreview } from './list-preview.ts'
import { useWaiting } from './use-waiting.ts'

type Props = { item: ChatListItem; me: MemberId; isUnread: boolean; isOpened: boolean }

/** Who is typing, or else a draft or the last message. */
export function RowPreview({ item, me, isUnread, isOpened }: Props) {
  const styles = useChatItemStyles()
  const typing = useTyping(item)
  const draft = useDraft(item.id, { isWanted: !isOpened })
  if (typing !== null) {
    return (
      <span className={mergeClasses(styles.preview, styles.typing)} data-draft>
        {typing}
      </span>
    )
  }
  if (draft !== null) {
    return (
      <span className={styles.preview} data-draft>
        <span className={styles.draft}>{CHAT_TEXTS.draft}</span>
        {': '}
        <bdi>{draft}</bdi>
      </span>
    )
  }
  return <LastMessage item={item} me={me} isUnread={isUnread} />
}

function LastMessage({ item, me, isUnread }: Pick<Props, 'item' | 'me' | 'isUnread'>) {
  const styles = useChatItemStyles()
  const waiting = useWaiting(item.id)
  // A new chat has no message before its first one is sent.
  const isFirst = item.lastMessage === null && !isBlank(waiting ?? '')
  const { author, kind, text } = isFirst
    ? { author: CHAT_TEXTS.you, kind: 'text', text: waiting }
    : listPreview(item, me)
  return (
    <span
      className={mergeClasses(styles.preview, isUnread && styles.unreadPreview, kind === 'failed' && styles.failed)}
    >
      {author !== null && (
        <>
          <bdi>{author}</bdi>
          {': '}
        </>
      )}
      {kind === 'picture' && <ImageRegular className={styles.inlineIcon} aria-hidden />}
      {kind === 'file' && <DocumentRegular className={styles.inlineIcon} aria-hidden />}
      <bdi>{text}</bdi>
    </span>
  )
}

/** Says that a colleague is typing in the chat. */
function useTyping({ id, members }: ChatListItem): string | null {
  const { presence } = useChatClient()
  const userId = useSyncExternalStore(presence.typing.subscribe, () => presence.typingIn(id))
  // A user's ID is also their ID as a member.
  const name = members.find((member) => (member.id as string) === userId)?.name
  return userId && CHAT_TEXTS.typing(name?.split(/\s+/)[0])
}

/** The chat's draft in words; null if it has none. The opened chat shows its own in the composer. */
function useDraft(chatId: ChatId, { isWanted }: { isWanted: boolean }): string | null {
  const { drafts } = useChatClient()
  return useSyncExternalStore(drafts.subscribe, () => (isWanted ? inWords(drafts.of(chatId)) : null))
}

function inWords({ text, files }: Draft): string | null {
  if (!isBlank(text)) return text.replaceAll(/\s+/g, ' ').trim()
  return files.length > 0 ? CHAT_TEXTS.file(files.length) : null
}
