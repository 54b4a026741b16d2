import { Suspense, useCallback, useEffect, useMemo, useRef, useSyncExternalStore, useState } from 'react'
import type { RefObject } from 'react'
import {
  Composer,
  createSameRows,
  DropZone,
  PendingStrip,
  sendLaterModal,
  Transcript,
  transcriptRows,
  unreadFrom,
  useDraft,
  useEdited,
  usePending,
  newLineAt,
  newLineFurtherBack,
} from '../../messages/index.ts'
import type { ComposerHandle, Found, Paging, RowActions, TranscriptRow } from '../../messages/index.ts'
import { afterPaint } from '../../platform/after-paint.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { useStable } from '../../platform/use-stable.ts'
import { useMe } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { rememberLine } from '../usual-line.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { useChanges } from './use-changes.ts'
import { useHasHours } from './use-chat-number.ts'
import { useCollision } from './use-collision.ts'
import { useAddNote } from './use-add-note.ts'
import { useDetails } from './use-details.ts'
import type { Find } from './use-find.ts'
import { useChatInView } from './use-in-front.ts'
import { useJump } from './use-jump.ts'
import { useNotes } from './use-notes.ts'
import { usePaging } from './use-paging.ts'
import { usePeople } from './use-people.ts'
import { useSeenMentions } from './use-seen-mentions.ts'
import { activePhones, isUnclaimed, mayWriteIn } from '../../core/people.ts'
import { compareMessages, shownRun } from '../../core/history/history.ts'
import type { SeenMessages } from '../../core/chats/read-tracker.ts'
import { holdSecondsOf } from '../../core/hold-seconds.ts'
import type { Schedule, Timing, Writing } from '../../core/outbox/outgoing.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { isBlank } from '@partyline/contract'
import type { ChatId, MemberId, Message, MessageId, Note } from '@partyline/contract'
import { announce, currentToast, openModal, undoByToast } from '../../ui/index.ts'
import { useOpenedStyles } from './opened.styles.ts'
import { OPENED_TEXTS } from './opened-texts.ts'

const FindBar = lazyComponent(optionalChunk(async () => (await import('../find/find-bar.tsx')).FindBar, { soon: true }))
const ClosedNotice = lazyComponent(
  optionalChunk(async () => (await import('../opening-hours/closed-notice.tsx')).ClosedNotice, { soon: true }),
)
const CollisionBar = lazyComponent(
  optionalChunk(async () => (await import('./collision-bar.tsx')).CollisionBar, { soon: true }),
)
const DeletedBar = lazyComponent(optionalChunk(async () => (await import('./deleted-bar.tsx')).DeletedBar))
const MemberOffer = lazyComponent(optionalChunk(async () => (await import('./member-offer.tsx')).MemberOffer))
const JoinBar = lazyComponent(optionalChunk(async () => (await import('./join-bar.tsx')).JoinBar))

const NOTHING: readonly never[] = []
/** While older messages wait for their notes. */
const LOADING: Paging = { state: 'loading', load: () => undefined }

type Props = {
  chat: OpenedChat
  /** Whether another pane hides it. */
  covered: boolean
  composer: RefObject<ComposerHandle | null>
  find: Find
}

/** An opened chat: transcript and composer. */
export function Conversation({ chat, covered, composer, find }: Props) {
  const { me, caches, outbox, drafts, readTracker, refreshIfOffline } = useChatClient()
  const times = useTimes()
  const person = useMe()
  const { id: chatId, members, history } = chat
  const isAdmin = person?.role === 'Admin'
  const outgoing = useSyncExternalStore(outbox.subscribe, () => outbox.of(chatId))
  const newLine = useNewLine(chat, me)
  const paging = usePaging(chat)
  const jump = useJump(chat)
  const [found, setFound] = useState<Found | null>(null)
  const changes = useChanges(chat)
  const { notes, messages } = useNotes(chat)
  const people = usePeople(members, notes)
  const { line } = newLine
  const isHeldBack = messages.length < shownRun(history).messages.length
  const older = isHeldBack ? LOADING : paging.older
  // Outgoing messages are newer than all others.
  const shownOutgoing = history.excerpt === null ? outgoing : NOTHING
  const held = useMemo(() => chat.pending.filter(({ pending }) => pending?.state === 'held'), [chat.pending])
  const shownHeld = history.excerpt === null ? held : NOTHING
  const [sameRows] = useState(createSameRows)
  const rows = useMemo(
    () =>
      sameRows(
        transcriptRows({
          messages,
          notes: notes ?? NOTHING,
          held: shownHeld,
          outgoing: shownOutgoing,
          changes,
          people,
          me,
          newLine: line,
          sameDay: times.sameDay,
        }),
      ),
    [sameRows, messages, notes, shownHeld, shownOutgoing, changes, people, me, line, times],
  )
  const inView = useChatInView() && !covered
  const isIn = mayWriteIn(chat, me)
  const unclaimed = !chat.archived && isUnclaimed(chat)
  const mayWrite = isIn || unclaimed
  const details = useDetails(chat, isIn)
  const hasHours = useHasHours(chat.numberId)
  const signature = person?.addSignature ? person.name : null
  const { edited, fate } = useEdited(chat, drafts)
  const pending = usePending({
    chatId,
    me,
    drafts,
    onChanged: () => refreshIfOffline(chatId),
    focusComposer: () => composer.current?.focus(),
  })

  const { addNote, missing, dismissMissing } = useAddNote(chat, { onAdded: () => jump.toNewest() })
  const noteTools = useMemo(() => ({ maySendTexts: mayWrite, onAdd: addNote }), [mayWrite, addNote])
  const isNote = useDraft(drafts, chatId, ({ mode }) => mode === 'note') || !mayWrite
  // Without the chat, an edited message can be neither sent nor made a note.
  const mayNote = !chat.archived && (mayWrite || edited === null)

  const { collision, asks, settle } = useCollision({ chat, people, me, drafts })

  useEffect(() => {
    if (!inView) return undefined
    // After painting: only messages that were seen are read, and the update of the list must not delay them.
    const cancel = afterPaint(() => readTracker.setInFront(chatId))
    return () => {
      cancel()
      readTracker.setInFront(null)
    }
  }, [readTracker, inView, chatId])

  // Messages that arrived without a connection are loaded by a request, not an event.
  useEffect(() => {
    if (chat.unreadCount > 0) readTracker.changed(chatId)
  }, [readTracker, chat.unreadCount, chatId])

  const onMentionsSeen = useSeenMentions({ chat, notes, inView })

  const onSeen = useCallback((seen: SeenMessages) => readTracker.setOnScreen(chatId, seen), [readTracker, chatId])

  const onGoTo = useStable((messageId: MessageId) => jump.goTo(messageId))
  const undo = useStable((message: Message) => pending.undo(message))
  const markUnread = useStable((message: Message) => {
    newLine.moveToMarked()
    return readTracker.markUnread(chatId, unreadFrom(message, shownRun(history).messages, me))
  })
  const isDeleted = chat.archived
  const noteActions = useMemo(
    () => ({ chatId, isAdmin, isDeleted, onChanged: (note: Note) => caches.withNotes(chatId, [note]) }),
    [chatId, isAdmin, isDeleted, caches],
  )
  // The same object until something in it changes, so that messages are not rendered again.
  const actions = useMemo(
    (): RowActions => ({
      onReply: (row) => {
        drafts.replyTo(chatId, quotedFrom(row))
        composer.current?.focus()
      },
      onGoTo,
      onDetails: details.show,
      deliveryActions: details.actionsFor,
      onMarkUnread: isIn ? markUnread : null,
      onRetry: mayWrite ? (failed) => outbox.retry(failed) : null,
      onDiscard: (failed) => outbox.discard(failed),
      undoOf: (message) => (message.sentBy === me || isAdmin ? () => undo(message) : null),
      notes: noteActions,
    }),
    [chatId, me, noteActions, isAdmin, isIn, mayWrite, details, drafts, outbox, composer, onGoTo, undo, markUnread],
  )

  /** The toast that was shown when the last message was sent: it is older than that message. */
  const toastAtSend = useRef<ReturnType<typeof currentToast>>(null)
  /** Undoes the toast's action or the newest held message, whichever is newer. Returns whether there was one. */
  const undoLast = useStable((): boolean => {
    const last = held.findLast(({ sentBy }) => sentBy === me)
    const isMessageNewer = last !== undefined && currentToast() === toastAtSend.current
    if (!isMessageNewer && undoByToast()) return true
    if (last) void pending.undo(last)
    return last !== undefined
  })

  const undone = chat.pending.find(({ id, pending: state }) => id === edited && state?.reason === 'undone')
  const discardUndone = useStable(() => {
    if (undone) void pending.remove(undone)
  })

  function changeTime(message: Message) {
    if (!message.pending) return
    const { sendOn: sendAt, cancelOnReply } = message.pending
    const contacts = activePhones(members)
    const onChoose = (chosen: Schedule) => void pending.reschedule(message, chosen)
    openModal(sendLaterModal, { contacts, initial: { sendAt, cancelOnReply }, onChoose })
  }

  const send = useStable((writing: Writing, timing: Timing = { holdSeconds: holdSecondsOf(me).current() }) => {
    toastAtSend.current = currentToast()
    newLine.clear()
    jump.toNewest()
    readTracker.replied(chatId)
    rememberLine(me, chat.numberId)
    // A message that was sent or deleted while it was edited can't be replaced.
    const isPending = chat.pending.some(({ id }) => id === writing.replaces?.id)
    outbox.send(chatId, me, { ...writing, replaces: isPending ? writing.replaces : null, timing })
  })

  return (
    <DropZone onFiles={mayNote ? (files) => void composer.current?.attach(files) : null}>
      {chat.archived && isAdmin && (
        <Suspense fallback={null}>
          <DeletedBar chat={chat} />
        </Suspense>
      )}
      {find.isOpen && (
        <Suspense fallback={null}>
          <FindBar
            field={find.field}
            chatId={chatId}
            people={people}
            newestId={history.messages.at(-1)?.id ?? null}
            onFound={setFound}
            onShow={(messageId) => jump.goTo(messageId, { keepsFocus: true })}
            onClose={find.close}
          />
        </Suspense>
      )}
      <Transcript
        chatName={chat.name}
        rows={rows}
        changes={changes}
        latest={history.messages}
        people={people}
        members={members}
        me={me}
        older={older}
        newer={paging.newer}
        jump={jump}
        found={found}
        hasNotes={notes !== null}
        unreadCount={chat.unreadCount}
        mentionCount={chat.mentionCount}
        hasOlderUnread={line === null && newLine.isFurtherBack}
        onSeen={onSeen}
        onMentionsSeen={onMentionsSeen}
        canReply={mayWrite}
        actions={actions}
      />
      {unclaimed && (
        <Suspense fallback={null}>
          <JoinBar chatId={chatId} text={OPENED_TEXTS.notClaimed} />
        </Suspense>
      )}
      {mayWrite && hasHours && activePhones(members).length > 0 && (
        <Suspense fallback={null}>
          <ClosedNotice
            numberId={chat.numberId}
            {...(!isNote && {
              sendThen: {
                chatId,
                drafts,
                members,
                signature,
                onClick: (opensAt) => composer.current?.sendAt({ sendAt: opensAt.toISOString(), cancelOnReply: true }),
              },
            })}
          />
        </Suspense>
      )}
      {chat.pending.length > held.length && (
        <Suspense fallback={null}>
          <PendingStrip
            messages={chat.pending}
            members={members}
            me={me}
            isAdmin={isAdmin}
            mayWrite={mayWrite}
            isDeleted={chat.archived}
            edited={mayWrite ? edited : null}
            actions={pending}
            onChangeTime={changeTime}
          />
        </Suspense>
      )}
      {!isNote && collision && (
        <Suspense fallback={null}>
          <CollisionBar
            reply={collision.reply}
            author={people.get(collision.reply.sentBy)?.name ?? ''}
            isHeld={collision.own !== null}
            onSend={() => {
              if (collision.own) settle()
              else composer.current?.send()
              composer.current?.focus()
            }}
            onKeep={() => {
              settle()
              if (collision.own) void pending.undo(collision.own)
              composer.current?.focus()
            }}
          />
        </Suspense>
      )}
      {isIn && missing.length > 0 && (
        <Suspense fallback={null}>
          <MemberOffer
            key={missing.map(({ id }) => id).join(' ')}
            chat={chat}
            people={missing}
            onClose={() => {
              dismissMissing()
              composer.current?.focus()
            }}
          />
        </Suspense>
      )}
      {!mayWrite && !chat.archived && (
        <Suspense fallback={null}>
          <JoinBar chatId={chatId} text={OPENED_TEXTS.notMember} />
        </Suspense>
      )}
      {mayNote && (
        <Composer
          ref={composer}
          chatId={chatId}
          chatName={chat.name}
          members={members}
          relay={chat.relay}
          numberId={chat.numberId}
          drafts={drafts}
          signature={signature}
          onSend={send}
          isHeldBack={asks}
          canSchedule
          onUndo={undoLast}
          fate={fate}
          onDiscard={undone && discardUndone}
          notes={noteTools}
        />
      )}
      {chat.archived && <ClosedBar chatId={chatId} />}
    </DropZone>
  )
}

function quotedFrom({ message }: TranscriptRow) {
  return { id: message.id, text: message.text, sentBy: message.sentBy, mediaCount: message.media.length }
}

/** Replaces the composer in a deleted chat. An unsent draft can still be read. */
function ClosedBar({ chatId }: { chatId: ChatId }) {
  const styles = useOpenedStyles()
  const { drafts } = useChatClient()
  const unsent = drafts.of(chatId).text
  useEffect(() => announce(OPENED_TEXTS.closed), [])
  return (
    <div className={styles.notComposer}>
      <p className={styles.closed}>{OPENED_TEXTS.closed}</p>
      {!isBlank(unsent) && <p className={styles.unsent}>{OPENED_TEXTS.unsent(unsent.trim())}</p>}
    </div>
  )
}

/**
 * Where the line for new messages is. It stays while the person reads, and moves when more arrive that are not on
 * screen, or when they mark messages as unread. If more is new than is loaded, it appears with the older messages.
 */
function useNewLine({ history, unreadCount }: OpenedChat, me: MemberId) {
  const newest = history.messages.at(-1)
  const [line, setLine] = useState(() => newLineAt(history, unreadCount, me))
  const [known, setKnown] = useState({ unreadCount, newest })
  const [isMarking, setMarking] = useState(false)
  if (known.unreadCount !== unreadCount || known.newest?.id !== newest?.id) {
    setKnown({ unreadCount, newest })
    // The count also rises with an answer from before the person read on.
    const isNewer = newest !== undefined && (!known.newest || compareMessages(newest, known.newest) > 0)
    if (unreadCount > known.unreadCount && (isNewer || isMarking)) {
      setLine(newLineAt(history, unreadCount, me))
      setMarking(false)
    }
  }
  const placed = line === null || 'messageId' in line ? line : newLineFurtherBack(shownRun(history), line, me)
  // From then on it stays, even if parts of the history are dropped.
  if (placed !== null && placed !== line) setLine(placed)
  return {
    line: placed,
    isFurtherBack: line !== null && placed === null,
    clear: () => setLine(null),
    /** Moves the line once the count of what the person marks as unread is known. */
    moveToMarked: () => setMarking(true),
  }
}
