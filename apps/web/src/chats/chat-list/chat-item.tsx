import type { ChatId, ChatListItem, Member, MemberId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { ImageRegular } from '@fluentui/react-icons/svg/image'
import { memo, useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { isolated } from '../../platform/isolated.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { AvatarPair, VisuallyHidden } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { ChatRow } from '../triage/chat-row.tsx'
import { useChatClient } from '../chat-client-context.ts'
import { useChatItemStyles } from './chat-list.styles.ts'
import { listPreview, otherSide } from './list-preview.ts'
import { foundMember, hasNumber } from './found-member.ts'
import { markMatches } from './marked.ts'

type Props = {
  item: ChatListItem
  me: MemberId
  /** The search term; empty without a search. */
  term: string
  isOpened: boolean
  /** Whether the Tab key stops here. */
  isStop: boolean
  onOpen: ((event: MouseEvent) => void) | undefined
  /** Distinguishes the rows of a chat that is listed twice. */
  rowId?: string
}

/** A chat in the list: bold with a count if unread, with a ring if only others have not seen it. */
export const ChatItem = memo(function ChatItem({ item, me, term, isOpened, isStop, onOpen, rowId }: Props) {
  const styles = useChatItemStyles()
  const times = useTimes()
  const link = useLinkTo()
  const preview = listPreview(item, me)
  const found = foundMember(item, term)
  const unread = waitingCount(item) > 0
  const isUnsent = useIsUnsent(item.id)
  const isFailed = isUnsent || preview.kind === 'failed' || item.failedCount > 0
  const time = (item.hit ?? item.lastMessage)?.sentOn
  return (
    <ChatRow chat={item} isStop={isStop}>
      <Link
        to={link(item.hit ? `/?chat=${item.id}&message=${item.hit.messageId}` : `/?chat=${item.id}`)}
        className={mergeClasses(styles.item, isOpened && styles.opened)}
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpened ? 'page' : undefined}
        data-chat={item.id}
        data-row={rowId}
        draggable={false}
        onClick={onOpen}
      >
        <AvatarPair people={otherSide(item.members, me)} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <span className={mergeClasses(styles.name, unread && styles.unreadName)} title={isolated(item.name)}>
              <bdi>
                <Marked text={item.name} term={term} />
              </bdi>
            </span>
            {time !== undefined && (
              <time className={styles.time} dateTime={time} title={times.full(time)}>
                {times.short(time)}
              </time>
            )}
          </span>
          <span className={styles.line}>
            {item.hit ? (
              <span className={styles.preview}>
                <bdi>
                  <Marked text={item.hit.text} term={term} />
                </bdi>
              </span>
            ) : found ? (
              <FoundMember member={found} term={term} />
            ) : (
              <span
                className={mergeClasses(
                  styles.preview,
                  unread && styles.unreadPreview,
                  preview.kind === 'failed' && styles.failed,
                )}
              >
                {preview.author !== null && (
                  <>
                    <bdi>{preview.author}</bdi>
                    {': '}
                  </>
                )}
                {preview.kind === 'picture' && <ImageRegular className={styles.inlineIcon} aria-hidden />}
                {preview.kind === 'file' && <DocumentRegular className={styles.inlineIcon} aria-hidden />}
                <bdi>{preview.text}</bdi>
              </span>
            )}
            {isFailed && <FailedSign isUnsent={isUnsent} isSaid={preview.kind === 'failed'} />}
            <Badge item={item} isFailed={isFailed} />
          </span>
        </span>
      </Link>
    </ChatRow>
  )
})

/** The number of messages that this person has not read, or that wait in an unclaimed chat. */
function waitingCount({ unreadCount, unclaimedCount }: ChatListItem): number {
  return Math.max(unreadCount, unclaimedCount)
}

/** Shown instead of the last message: the member that the search found. */
function FoundMember({ member, term }: { member: Member; term: string }) {
  const styles = useChatItemStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  return (
    <span className={styles.preview}>
      <bdi>
        <Marked text={member.name} term={term} />
      </bdi>
      {member.number !== null && (
        <>
          {' · '}
          {hasNumber(member, term) ? (
            <mark className={styles.match}>{format(member.number)}</mark>
          ) : (
            format(member.number)
          )}
        </>
      )}
    </span>
  )
}

/** A text with the search term highlighted. */
export function Marked({ text, term }: { text: string; term: string }) {
  const styles = useChatItemStyles()
  if (term === '') return text
  return markMatches(text, term).map((piece) =>
    piece.isMatch ? (
      <mark key={piece.from} className={styles.match}>
        {piece.text}
      </mark>
    ) : (
      <span key={piece.from}>{piece.text}</span>
    ),
  )
}

/** Whether the chat has a refused message that is neither sent nor discarded. */
function useIsUnsent(chatId: ChatId): boolean {
  const { outbox } = useChatClient()
  return useSyncExternalStore(outbox.subscribe, () => outbox.of(chatId).some(({ state }) => state.kind === 'failed'))
}

/** Stays until someone has handled the failure, even if newer messages follow. */
function FailedSign({ isUnsent, isSaid }: { isUnsent: boolean; isSaid: boolean }) {
  const styles = useChatItemStyles()
  const text = isUnsent ? CHAT_TEXTS.notSent : CHAT_TEXTS.notDelivered
  return (
    <span className={styles.failedSign} title={text}>
      <ErrorCircleRegular className={styles.failedIcon} aria-hidden />
      {(isUnsent || !isSaid) && <VisuallyHidden>{text}</VisuallyHidden>}
    </span>
  )
}

function Badge({ item, isFailed }: { item: ChatListItem; isFailed: boolean }) {
  const styles = useChatItemStyles()
  const waiting = waitingCount(item)
  if (waiting > 0) {
    return (
      <span className={styles.count}>
        <span aria-hidden="true">{waiting > 99 ? CHAT_TEXTS.countAtMost : waiting}</span>
        <VisuallyHidden>{CHAT_TEXTS.unread(waiting)}</VisuallyHidden>
      </span>
    )
  }
  if (!item.hasUnread || isFailed) return null
  // With a key, so that it appears instead of being the count in another place.
  return (
    <span key="ring" className={styles.ring} title={CHAT_TEXTS.notSeenByAll}>
      <VisuallyHidden>{CHAT_TEXTS.notSeenByAll}</VisuallyHidden>
    </span>
  )
}
