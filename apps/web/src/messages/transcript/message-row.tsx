import { isBlank } from '@partyline/contract'
import type { Member, MemberId, Message, MessageId } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { ArrowReplyRegular } from '@fluentui/react-icons/svg/arrow-reply'
import { memo, Suspense } from 'react'
import { MessageMedia } from '../../media/index.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { Avatar, useLongPress } from '../../ui/index.ts'
import { ChangeList } from '../changes/change-list.tsx'
import { MessageStatus } from '../delivery/message-status.tsx'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { STATUS_TEXTS } from '../delivery/status-texts.ts'
import { isWritten } from '../../core/history/history.ts'
import type { People } from '../../core/people.ts'
import { NoteContent } from '../notes/lazy-note-content.ts'
import { openMenu } from './menu-button.tsx'
import { MessageMenuButton } from './message-menu-button.tsx'
import { PagingLine } from './paging.tsx'
import type { Paging } from './paging.tsx'
import { MessageText } from '../text/message-text.tsx'
import { Quote } from './quote.tsx'
import { spokenMessage } from './spoken-message.ts'
import { authorName } from './transcript-rows.ts'
import type { RowActions, TranscriptRow } from './transcript-rows.ts'
import { useRowStyles } from './transcript.styles.ts'

const OptOutOffer = lazyComponent(
  optionalChunk(async () => (await import('../opt-out-offer/opt-out-offer.tsx')).OptOutOffer, { soon: true }),
)

type Props = {
  row: TranscriptRow
  /** Above the first row only. */
  older: Paging | null
  /** Below the last row only. */
  newer: Paging | null
  people: People
  members: readonly Member[]
  me: MemberId
  position: number
  size: number
  /** Whether Tab stops at this message. */
  active: boolean
  /** Whether the person just jumped to it, or it is the current match. */
  marked: boolean
  /** The term that the chat is searched for; empty without a search. */
  found: string
  /** Whether phone numbers in texts may be in North American format. */
  northAmerican: boolean
  canReply: boolean
  /** Its sender, who could be opted out if the text asks for it. Null for all but the newest text of a contact. */
  wisher: Member | null
  actions: RowActions
}

/** A message or a note, and the parts above it. A new message moves every row, without rendering their contents again. */
export const MessageRow = memo(function MessageRow({ older, newer, position, size, marked, ...content }: Props) {
  const { row, people, members, me, active } = content
  const styles = useRowStyles()
  const times = useTimes()
  return (
    <div className={mergeClasses(styles.row, row.startsGroup && styles.startsGroup)}>
      {older && <PagingLine paging={older} towards="older" />}
      <ChangeList changes={row.before} people={people} me={me} reachable={active} />
      {row.startsDay && <div className={styles.line}>{times.day(row.message.sentOn)}</div>}
      <ChangeList changes={row.above} people={people} me={me} reachable={active} />
      {row.newFromHere > 0 && (
        <div className={mergeClasses(styles.line, styles.newLine)}>{MESSAGE_TEXTS.newMessages(row.newFromHere)}</div>
      )}
      <article
        className={mergeClasses(styles.message, marked && styles.marked)}
        aria-label={spokenMessage(row, { members, me, clock: times.clock })}
        aria-posinset={position}
        aria-setsize={size}
        // Like ARIA's feed pattern, arrow keys move the focus between articles.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={active ? 0 : -1}
        data-message={row.key}
      >
        {row.note ? (
          <Suspense fallback={null}>
            <NoteContent
              row={row}
              note={row.note}
              people={people}
              me={me}
              active={active}
              found={content.found}
              northAmerican={content.northAmerican}
              actions={content.actions.notes}
            />
          </Suspense>
        ) : (
          <MessageContent {...content} />
        )}
      </article>
      <ChangeList changes={row.below} people={people} me={me} reachable={active} />
      {newer && <PagingLine paging={newer} towards="newer" />}
    </div>
  )
})

type ContentProps = Omit<Props, 'older' | 'newer' | 'position' | 'size' | 'marked'>

const MessageContent = memo(function MessageContent(props: ContentProps) {
  const { row, people, members, me, active, found, northAmerican, canReply, wisher, actions } = props
  const styles = useRowStyles()
  const times = useTimes()
  const { message, author, mine, side, outgoing } = row
  const ours = side === 'ours'
  const name = authorName(row)
  const longPress = useLongPress(openMenu)
  return (
    <>
      {!ours && (
        <span className={styles.avatar}>
          {row.startsGroup && <Avatar person={author ?? { id: message.sentBy, name }} size={32} />}
        </span>
      )}
      <div className={mergeClasses(styles.column, ours && styles.oursColumn)}>
        {row.startsGroup && (
          <div className={styles.meta}>
            {!mine && <bdi className={styles.author}>{name}</bdi>}
            <time dateTime={message.sentOn} title={times.full(message.sentOn)}>
              {times.clock(message.sentOn)}
            </time>
          </div>
        )}
        <div className={mergeClasses(styles.body, ours && styles.oursBody)}>
          <div
            className={mergeClasses(
              styles.bubble,
              ours && styles.ours,
              !row.startsGroup && (ours ? styles.oursFollows : styles.theirsFollows),
              (outgoing !== null || message.pending) && styles.waiting,
              isBlank(message.text) && message.media.length > 0 && message.parent === null && styles.onlyMedia,
            )}
            title={times.full(message.sentOn)}
            {...longPress}
          >
            <QuoteOf message={message} people={people} reachable={active} onGoTo={actions.onGoTo} />
            <MessageMedia media={message.media} previews={row.previews} reachable={active} />
            {!isBlank(message.text) && (
              <p className={styles.text}>
                <MessageText text={message.text} found={found} northAmerican={northAmerican} reachable={active} />
              </p>
            )}
            <MessageNotes message={message} />
          </div>
          {outgoing === null && !message.pending && (
            <MessageTools row={row} reachable={active} canReply={canReply && isWritten(message)} actions={actions} />
          )}
        </div>
        <MessageStatus row={row} members={members} me={me} reachable={active} actions={actions} />
        {wisher && (
          <Suspense fallback={null}>
            <OptOutOffer chatId={actions.notes.chatId} member={wisher} message={message} reachable={active} />
          </Suspense>
        )}
      </div>
    </>
  )
})

type ToolsProps = { row: TranscriptRow; reachable: boolean; canReply: boolean; actions: RowActions }

/** The tools next to a message. */
function MessageTools({ row, reachable, canReply, actions }: ToolsProps) {
  const styles = useRowStyles()
  const { message, mine } = row
  const { onMarkUnread } = actions
  const isAutomatic = !isWritten(message)
  const author = mine ? null : authorName(row)
  const tabIndex = reachable ? 0 : -1
  return (
    <span className={mergeClasses(styles.tools, row.side === 'ours' && styles.oursTools)}>
      {canReply && (
        <Button
          appearance="subtle"
          size="small"
          icon={<ArrowReplyRegular />}
          data-tip={MESSAGE_TEXTS.reply}
          aria-label={MESSAGE_TEXTS.replyTo(author)}
          tabIndex={tabIndex}
          onClick={() => actions.onReply(row)}
        />
      )}
      <MessageMenuButton
        label={isAutomatic ? MESSAGE_TEXTS.moreAutomatic : MESSAGE_TEXTS.more(author)}
        text={message.text}
        tabIndex={tabIndex}
        onReply={canReply ? () => actions.onReply(row) : null}
        onDetails={() => actions.onDetails(message)}
        onMarkUnread={!mine && !isAutomatic && onMarkUnread !== null ? () => onMarkUnread(message) : null}
      />
    </span>
  )
}

type QuoteProps = {
  message: Message
  people: People
  reachable: boolean
  onGoTo: (messageId: MessageId) => void
}

/** The quoted message, with a link to it. */
function QuoteOf({ message: { parent }, people, reachable, onGoTo }: QuoteProps) {
  if (parent === null) return null
  return (
    <Quote
      quoted={parent}
      author={nameOf(people.get(parent.sentBy))}
      tabIndex={reachable ? 0 : -1}
      onOpen={() => onGoTo(parent.id)}
    />
  )
}

/** Notes about how a text arrived. */
function MessageNotes({ message }: { message: Message }) {
  const styles = useRowStyles()
  const { recovered, pendingMedia, missingMedia } = message
  return (
    <>
      {isEmpty(message) && <p className={styles.note}>{STATUS_TEXTS.empty}</p>}
      {pendingMedia > 0 && <p className={styles.note}>{STATUS_TEXTS.pendingMedia(pendingMedia)}</p>}
      {missingMedia > 0 && <p className={styles.note}>{STATUS_TEXTS.missingMedia(missingMedia)}</p>}
      {recovered && <p className={styles.note}>{STATUS_TEXTS.recoveredShort}</p>}
    </>
  )
}

function isEmpty({ text, media, pendingMedia, missingMedia }: Message): boolean {
  return isBlank(text) && media.length + pendingMedia + missingMedia === 0
}

function nameOf(member: Member | undefined): string {
  return member?.name ?? MESSAGE_TEXTS.formerMember
}
