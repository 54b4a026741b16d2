import type { ChatListItem, FoundNote, MemberId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { memo, Suspense } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { chatAddress } from '../../core/chats/chat-address.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { isolated } from '../../platform/isolated.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { Avatar, AvatarPair, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { ChatRow } from '../triage/chat-row.tsx'
import { useChatItemStyles } from './chat-list.styles.ts'
import { otherSide } from './list-preview.ts'
import type { Density } from './list-settings.ts'
import { RowPreview } from './row-preview.tsx'
import { hasNews, MentionSign, RowSigns, RowTime, WaitingCount, waitingCount } from './row-signs.tsx'

const NotePreview = lazyComponent(optionalChunk(async () => (await import('./note-preview.tsx')).NotePreview))

type Props = {
  item: ChatListItem
  me: MemberId
  isOpened: boolean
  /** Whether the Tab key stops here. */
  isStop: boolean
  onOpen: ((event: MouseEvent) => void) | undefined
  /** The name of the chat's line, where chats of several lines are listed. */
  line?: string | undefined
  density?: Density
  /** A note that mentions this person: the row shows it, and opens the chat at it. */
  mention?: FoundNote | undefined
  /** The name and the line below it, if a search found something in them. */
  name?: ReactNode
  preview?: ReactNode
  /** Distinguishes the rows of a chat that is listed twice. */
  rowId?: string
}

/** A chat in the list: bold with a count if unread, bold with an @ if mentioned, with a ring if only others have not seen it. */
export const ChatItem = memo(function ChatItem(props: Props) {
  const { item, me, isOpened, isStop, onOpen, line, density = 'comfortable', rowId } = props
  const mention = item.mentionCount > 0 ? props.mention : undefined
  const styles = useChatItemStyles()
  const link = useLinkTo()
  const isUnread = waitingCount(item) > 0
  const isCompact = density === 'compact'
  const people = otherSide(item.members, me)
  const name = (
    <span
      className={mergeClasses(styles.name, isCompact && styles.compactName, hasNews(item) && styles.unreadName)}
      title={isolated(item.name)}
    >
      <bdi>{props.name ?? item.name}</bdi>
    </span>
  )
  const lineName = line !== undefined && (
    <span className={styles.ofLine} title={CHAT_TEXTS.onLine(line)}>
      <VisuallyHidden>{CHAT_TEXTS.onLine('')}</VisuallyHidden>
      <bdi>{line}</bdi>
    </span>
  )
  const usual = props.preview ?? <RowPreview item={item} me={me} isUnread={isUnread} isOpened={isOpened} />
  const preview = mention ? (
    <Suspense fallback={usual}>
      <NotePreview note={mention} />
    </Suspense>
  ) : (
    usual
  )
  return (
    <ChatRow chat={item} isStop={isStop} isCompact={isCompact}>
      <Link
        to={link(chatAddress(mention ?? { chatId: item.id, messageId: item.hit?.messageId }))}
        className={mergeClasses(styles.item, isCompact && styles.compact, isOpened && styles.opened)}
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpened ? 'page' : undefined}
        data-chat={item.id}
        data-row={rowId}
        draggable={false}
        onClick={onOpen}
      >
        {isCompact ? (
          people.slice(0, 1).map((person) => <Avatar key={person.id} person={person} size={28} />)
        ) : (
          <AvatarPair people={people} />
        )}
        {isCompact ? (
          <span className={mergeClasses(styles.lines, styles.line)}>
            <span className={styles.compactText}>
              {name}
              <span className={styles.rest}>{preview}</span>
            </span>
            <RowSigns item={item} me={me} />
            <RowTime item={item} />
          </span>
        ) : (
          <span className={styles.lines}>
            <span className={styles.line}>
              {name}
              {lineName}
              <RowTime item={item} />
            </span>
            <span className={styles.line}>
              {preview}
              {/* What was found has nearly the whole line. */}
              {item.hit === null ? (
                <RowSigns item={item} me={me} />
              ) : (
                <>
                  <MentionSign item={item} />
                  <WaitingCount item={item} />
                </>
              )}
            </span>
          </span>
        )}
      </Link>
    </ChatRow>
  )
})
