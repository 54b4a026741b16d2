import { Suspense, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { Composer, DropZone, peopleOf, shownRun, Transcript, transcriptRows, unreadFrom } from '../../messages/index.ts'
import type { ComposerHandle, RowActions, SeenMessages, TranscriptRow, Writing } from '../../messages/index.ts'
import { afterPaint } from '../../platform/after-paint.ts'
import { laterExtra, lazyPart } from '../../platform/later.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { useMe } from '../../users/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChats } from '../chats-context.tsx'
import { isUnclaimed, mayWriteIn } from '../updates/chat-state.ts'
import type { OpenedChat } from '../updates/chat-state.ts'
import { ClosedBar } from './closed-bar.tsx'
import { useChanges } from './use-changes.ts'
import { useDetails } from './use-details.ts'
import { useInFront } from './use-in-front.ts'
import { useJump } from './use-jump.ts'
import { useNewLine } from './use-new-line.ts'
import { usePaging } from './use-paging.ts'

const JoinBar = lazyPart(laterExtra(async () => (await import('./join-bar.tsx')).JoinBar))

const NOTHING: readonly never[] = []

/** What is said in a chat, and where one answers. */
export function Conversation({ chat, composer }: { chat: OpenedChat; composer: RefObject<ComposerHandle | null> }) {
  const { me, outbox, drafts, viewing } = useChats()
  const times = useTimes()
  const person = useMe()
  const { id: chatId, members, history } = chat
  const outgoing = useSyncExternalStore(outbox.subscribe, () => outbox.of(chatId))
  const newLine = useNewLine(chat, me)
  const paging = usePaging(chat)
  const jump = useJump(chat)
  const changes = useChanges(chat)
  const people = useMemo(() => peopleOf(members), [members])
  const { line } = newLine
  const { messages } = shownRun(history)
  // What is on its way is newer than all that is there.
  const onItsWay = history.excerpt === null ? outgoing : NOTHING
  const rows = useMemo(
    () => transcriptRows({ messages, outgoing: onItsWay, changes, people, me, newLine: line, sameDay: times.sameDay }),
    [messages, onItsWay, changes, people, me, line, times],
  )
  const inFront = useInFront()
  const isIn = mayWriteIn(chat, me)
  const unclaimed = !chat.archived && isUnclaimed(chat)
  const mayWrite = isIn || unclaimed
  const details = useDetails(chat, isIn)

  useEffect(() => {
    if (!inFront) return undefined
    // Only what was seen is read, and the list that changes with it must not hold up the messages.
    const cancel = afterPaint(() => viewing.setInFront(chatId))
    return () => {
      cancel()
      viewing.setInFront(null)
    }
  }, [viewing, inFront, chatId])

  // What came while the connection was away comes with an answer, not with an event.
  useEffect(() => {
    if (chat.unreadCount > 0) viewing.changed(chatId)
  }, [viewing, chat.unreadCount, chatId])

  const onSeen = useCallback((seen: SeenMessages) => viewing.setOnScreen(chatId, seen), [viewing, chatId])

  const actions: RowActions = {
    onReply: (row) => {
      drafts.replyTo(chatId, quotedFrom(row))
      composer.current?.focus()
    },
    onGoTo: jump.goTo,
    onDetails: details.show,
    deliveryActions: details.actionsFor,
    onMarkUnread: isIn ? (message) => viewing.markUnread(chatId, unreadFrom(message, messages, me)) : null,
    onRetry: mayWrite ? (failed) => outbox.retry(failed) : null,
    onDiscard: (failed) => outbox.discard(failed),
  }

  function send(writing: Writing) {
    newLine.clear()
    jump.toNewest()
    viewing.replied(chatId)
    outbox.send(chatId, me, writing)
  }

  return (
    <DropZone onFiles={mayWrite ? (files) => void composer.current?.attach(files) : null}>
      <Transcript
        chatName={chat.name}
        rows={rows}
        changes={changes}
        latest={history.messages}
        people={people}
        members={members}
        me={me}
        older={paging.older}
        newer={paging.newer}
        jump={jump}
        unreadCount={chat.unreadCount}
        hasOlderUnread={line === null && newLine.isFurtherBack}
        onSeen={onSeen}
        canReply={mayWrite}
        actions={actions}
        onType={() => composer.current?.focus()}
      />
      {unclaimed && (
        <Suspense fallback={null}>
          <JoinBar chatId={chatId} text={CHAT_TEXTS.notClaimed} />
        </Suspense>
      )}
      {mayWrite ? (
        <Composer
          ref={composer}
          chatId={chatId}
          chatName={chat.name}
          members={members}
          drafts={drafts}
          signature={person?.addSignature ? person.name : null}
          onSend={send}
        />
      ) : chat.archived ? (
        <ClosedBar chatId={chatId} />
      ) : (
        <Suspense fallback={null}>
          <JoinBar chatId={chatId} text={CHAT_TEXTS.notMember} />
        </Suspense>
      )}
    </DropZone>
  )
}

function quotedFrom({ message }: TranscriptRow) {
  return { id: message.id, text: message.text, sentBy: message.sentBy, mediaCount: message.media.length }
}
