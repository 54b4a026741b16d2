import { isBlank } from '@partyline/contract'
import type { ChatChange, Member, MemberId, Message, MessageId, NoteId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowDownRegular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUpRegular } from '@fluentui/react-icons/svg/arrow-up'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import { Gallery } from '../../media/index.ts'
import { isNorthAmerican } from '../../numbers/index.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { useMe } from '../../users/index.ts'
import { announce, EmptyState, VirtualRows } from '../../ui/index.ts'
import { ChangeList } from '../changes/change-list.tsx'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { NOTE_TEXTS } from '../notes/note-texts.ts'
import { STATUS_TEXTS } from '../delivery/status-texts.ts'
import { activePhones } from '../../core/people.ts'
import { newestTexts } from '../opt-out-offer/newest-texts.ts'
import type { People } from '../../core/people.ts'
import type { Jump } from './jump-line.tsx'
import { MessageRow } from './message-row.tsx'
import type { RowActions } from './transcript-rows.ts'
import type { Paging } from './paging.tsx'
import { authorName, picturesOf } from './transcript-rows.ts'
import { arrivals } from './row-changes.ts'
import type { TranscriptRow } from './transcript-rows.ts'
import { useTranscriptStyles } from './transcript.styles.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { usePlace } from './use-place.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import type { SeenMessages } from '../../core/chats/read-tracker.ts'
import { useTarget } from './use-target.ts'

const JumpLine = lazyComponent(optionalChunk(async () => (await import('./jump-line.tsx')).JumpLine, { soon: true }))

/** A search in the chat, and its current match. */
export type Found = { term: string; messageId: MessageId | null }

type Props = {
  chatName: string
  rows: readonly TranscriptRow[]
  /** The changes of the chat, for a chat without messages. */
  changes: readonly ChatChange[]
  /** The newest messages of the chat, even while the rows show older ones. */
  latest: readonly Message[]
  people: People
  members: readonly Member[]
  me: MemberId
  older: Paging
  newer: Paging
  jump: Jump
  /** The search in this chat; null without one. */
  found: Found | null
  /** Whether the notes among the rows are loaded. */
  hasNotes: boolean
  /** How many messages this person has not read, on screen or not. */
  unreadCount: number
  /** How many mentions this person has not seen. */
  mentionCount: number
  /** Whether unread messages start before the loaded ones. */
  hasOlderUnread: boolean
  onSeen: (seen: SeenMessages) => void
  onMentionsSeen: (ids: readonly NoteId[]) => void
  canReply: boolean
  actions: RowActions
}

/** The transcript, newest at the bottom, where it stays unless the person scrolls away. */
export function Transcript(props: Props) {
  const {
    chatName,
    rows,
    changes,
    latest,
    people,
    members,
    me,
    older,
    newer,
    jump,
    found,
    hasNotes,
    unreadCount,
    mentionCount,
    hasOlderUnread,
    onSeen,
    onMentionsSeen,
    canReply,
    actions,
  } = props
  const styles = useTranscriptStyles()
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const keys = useMessageKeys({ rows, scroller, list })
  const place = usePlace({
    rows,
    latest,
    older,
    newer,
    list,
    scroller,
    foot,
    hasNotes,
    mentionCount,
    onSeen,
    onMentionsSeen,
  })
  const marked = useTarget({ target: jump.target, rows, goTo: place.goTo, focus: keys.focus })
  const northAmerican = isNorthAmerican(useMe()?.defaultCountry ?? '')
  const readPictures = usePictures(rows)
  useArrivalsSpoken(rows, hasNotes)
  const { activeIndex } = keys
  const wishers = useMemo(() => newestTexts(latest, members), [latest, members])
  const messages = useMemo(
    () =>
      rows.map((row, index) => (
        <MessageRow
          key={row.key}
          row={row}
          older={index === 0 ? older : null}
          newer={index === rows.length - 1 ? newer : null}
          people={people}
          members={members}
          me={me}
          position={index + 1}
          size={rows.length}
          active={index === activeIndex}
          marked={row.key === marked || row.message.id === found?.messageId}
          found={found?.term ?? ''}
          northAmerican={northAmerican}
          canReply={canReply}
          wisher={(canReply && wishers.get(row.message.id)) || null}
          actions={actions}
        />
      )),
    [rows, older, newer, people, members, me, activeIndex, marked, found, northAmerican, canReply, wishers, actions],
  )

  if (rows.length === 0) {
    return (
      <div className={styles.empty} role="log" aria-label={MESSAGE_TEXTS.transcript(chatName)}>
        <ChangeList changes={changes} people={people} me={me} reachable />
        <EmptyState
          icon={<ChatRegular />}
          title={older.deleted ? MESSAGE_TEXTS.noMessagesLeft : MESSAGE_TEXTS.noMessages}
          text={older.deleted ?? (canReply ? MESSAGE_TEXTS.noMessagesHint(activePhones(members).length) : undefined)}
        />
      </div>
    )
  }

  const { mention } = place
  const toMention = () => {
    const row = mention && rows[mention.index]
    if (!row) return
    place.goTo(mention.index)
    keys.focus(row.key)
  }

  const toNewest = newer.state === 'all-shown' ? place.toEnd : jump.toNewest
  return (
    <div className={styles.root}>
      <Suspense fallback={null}>
        <JumpLine jump={jump} />
      </Suspense>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the messages */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        // Scrolling adds and removes messages: new ones are announced separately, once.
        aria-live="off"
        aria-label={MESSAGE_TEXTS.transcript(chatName)}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <div className={styles.above} />
        <Gallery value={readPictures}>
          <Virtualizer
            key={place.generation}
            ref={list}
            as={VirtualRows}
            scrollRef={scroller}
            shift={place.shifted}
            keepMounted={keys.activeIndex < 0 ? [] : [keys.activeIndex]}
            onScroll={place.onScroll}
            onResize={place.onResize}
          >
            {messages}
          </Virtualizer>
        </Gallery>
      </div>
      <div className={styles.furtherUp}>
        {unreadCount > 0 && (place.isNewAbove || hasOlderUnread) && (
          <Button
            className={styles.toFirstNew}
            icon={<ArrowUpRegular />}
            shape="circular"
            aria-label={MESSAGE_TEXTS.toFirstNew(unreadCount)}
            onClick={place.toFirstNew}
          >
            {MESSAGE_TEXTS.newMessages(unreadCount)}
          </Button>
        )}
        {mention && (
          <Button
            className={styles.toFirstNew}
            icon={mention.side === 'above' ? <ArrowUpRegular /> : <ArrowDownRegular />}
            shape="circular"
            aria-label={NOTE_TEXTS.toMention(mentionCount)}
            onClick={toMention}
          >
            {NOTE_TEXTS.mentions(mentionCount)}
          </Button>
        )}
      </div>
      {place.isAway && (
        <div ref={foot} className={styles.foot}>
          <Button
            icon={<ArrowDownRegular />}
            shape="circular"
            aria-label={place.missed > 0 ? undefined : MESSAGE_TEXTS.toNewestOf(place.below)}
            onClick={toNewest}
          >
            {place.missed > 0 ? MESSAGE_TEXTS.toNewestCount(place.missed) : place.below > 0 ? place.below : undefined}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Reads the pictures when the viewer opens. The function never changes, so that rows don't render with every message. */
function usePictures(rows: readonly TranscriptRow[]) {
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  }, [rows])
  return useCallback(() => picturesOf(shown.current), [])
}

/** Announces messages and notes from others while the chat is open. Notes loaded after the messages are not new. */
function useArrivalsSpoken(rows: readonly TranscriptRow[], hasNotes: boolean) {
  const spoken = useRef(rows)
  const hadNotes = useRef(hasNotes)
  useEffect(() => {
    const isNews = (row: TranscriptRow) => row.note === null || hadNotes.current
    const arrived = arrivals(spoken.current, rows).filter(isNews)
    spoken.current = rows
    hadNotes.current = hasNotes
    // In one call: of several calls in a row, only the last one is heard.
    if (arrived.length > 0) announce(arrived.map(sentenceOf).join('\n'))
  }, [rows, hasNotes])
}

function sentenceOf(row: TranscriptRow): string {
  const { message } = row
  const files = message.media.length + message.pendingMedia
  const withoutText = files > 0 ? MESSAGE_TEXTS.picture(files) : STATUS_TEXTS.empty
  const text = isBlank(message.text) ? withoutText : message.text
  return (row.note ? NOTE_TEXTS : MESSAGE_TEXTS).arrived(authorName(row), text)
}
