import type { Chat, ChatId, UserId } from '@partyline/contract'
import { useContext, useMemo } from 'react'
import { ChatChangedError, triageActionsOf } from '../../core/chats/triage.ts'
import type { TriageChange, TriageParts } from '../../core/chats/triage.ts'
import type { ChatCaches } from '../../core/chats/chat-caches.ts'
import type { ReadTracker } from '../../core/chats/read-tracker.ts'
import { errorText } from '../../platform/api-error.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import type { Times } from '../../platform/times.ts'
import { errorModal, openModal, showToast } from '../../ui/index.ts'
import { awayUntil } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { messageToUnread } from './mark-unread.ts'
import { LeaveChatContext } from './next-chat.ts'
import type { LeaveChat } from './next-chat.ts'
import { openPicker } from './pickers.ts'
import type { Assignee } from './pickers.ts'
import { focusAfter, focusIfLost, rowOf } from './row-focus.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

/** The origin of an action: an anchor for its menu, and the focused element: the chat's row, a button, or the composer. */
export type Origin = { anchor: HTMLElement; opener: HTMLElement | null }

/** Marking as done, snoozing, and assigning, each with a toast that can undo it. */
export function useTriage() {
  const { triage, caches, readTracker, me } = useChatClient()
  const times = useTimes()
  const leave = useContext(LeaveChatContext)
  return useMemo(
    () => createActions({ triage, caches, readTracker, times, me: me as string as UserId, leave }),
    [triage, caches, readTracker, times, me, leave],
  )
}

type Parts = {
  triage: TriageParts
  caches: ChatCaches
  readTracker: ReadTracker
  times: Times
  me: UserId
  leave: LeaveChat
}

export function createActions({ triage, caches, readTracker, times, me, leave }: Parts) {
  function change(chatId: ChatId, wanted: TriageChange, text: string, opener: HTMLElement | null) {
    const chat = caches.find(chatId)
    if (chat === undefined || chat.archived) return
    const findFocus = focusAfter(opener)
    const goBack = 'state' in wanted && wanted.state.state === 'done' ? leave(chatId) : null
    const { saved, undo } = triageActionsOf(triage).change(chat, wanted)
    showToast({ kind: 'done', text, onUndo: () => void undoing(chatId, undo, goBack) })
    focusIfLost(findFocus)
    saved.catch((error: unknown) => {
      goBack?.({ ifThere: true })
      const reason = failureText(error, { times, me })
      const text = error instanceof ChatChangedError ? reason : `${TRIAGE_TEXTS.notSaved} ${reason}`
      showToast({ kind: 'failed', text })
    })
  }

  async function undoing(chatId: ChatId, undo: () => Promise<unknown>, goBack: (() => void) | null) {
    goBack?.()
    showToast({ kind: 'done', text: TRIAGE_TEXTS.undone })
    focusIfLost(() => rowOf(chatId) ?? focusAfter(null)())
    try {
      await undo()
    } catch (error) {
      showToast({ kind: 'failed', text: `${failureText(error, { times, me })} ${TRIAGE_TEXTS.notUndone}` })
    }
  }

  function reopen(chatId: ChatId, { opener }: Origin) {
    change(chatId, { state: { state: 'open' } }, TRIAGE_TEXTS.reopened, opener)
  }

  /** Does nothing if the chat is done already: a second click, or someone else, may have been faster than the screen. */
  function markDone(chatId: ChatId, { opener }: Origin) {
    if (caches.find(chatId)?.state !== 'done')
      change(chatId, { state: { state: 'done' } }, TRIAGE_TEXTS.markedDone, opener)
  }

  function assignTo(chatId: ChatId, person: Assignee | null, { opener }: Origin) {
    const text =
      person === null
        ? TRIAGE_TEXTS.unassigned
        : person.id === me
          ? TRIAGE_TEXTS.assignedToMe
          : withAway(TRIAGE_TEXTS.assignedTo(person.name), person, times)
    change(chatId, { assignee: person?.id ?? null }, text, opener)
  }

  return {
    reopen,
    markDone,
    assignTo,

    toggleDone: (chatId: ChatId, origin: Origin) => {
      if (caches.find(chatId)?.state === 'done') reopen(chatId, origin)
      else markDone(chatId, origin)
    },

    /** Marks the newest message by someone else as unread; an event brings the count. */
    markUnread: async (chatId: ChatId) => {
      const chat = caches.find(chatId)
      if (!chat || chat.unreadCount > 0) return
      try {
        const { api, me: member } = triage
        await readTracker.markUnread(chatId, [await messageToUnread(api, chat, member)])
        showToast({ kind: 'done', text: TRIAGE_TEXTS.markedUnread })
      } catch (error) {
        openModal(errorModal, { title: TRIAGE_TEXTS.unreadFailed, message: errorText(error) })
      }
    },

    snooze: (chatId: ChatId, { anchor, opener }: Origin) => {
      openPicker({
        kind: 'snooze',
        anchor,
        opener,
        onChoose: (until) =>
          change(chatId, { state: { state: 'snoozed', until } }, TRIAGE_TEXTS.snoozed(times.until(until)), opener),
      })
    },

    assign: (chatId: ChatId, origin: Origin) => {
      const chat = caches.find(chatId)
      if (chat === undefined) return
      const { members, assignedTo } = chat
      const onChoose = (person: Assignee | null) => assignTo(chatId, person, origin)
      openPicker({
        kind: 'assign',
        ...origin,
        members,
        assignedTo,
        hasAssignee: assignedTo !== null,
        joins: TRIAGE_TEXTS.joins,
        onChoose,
      })
    },
  }
}

/** Adds to the text of an assignment that the assignee is away. */
export function withAway(assigned: string, { away }: Assignee, times: Times): string {
  return away ? TRIAGE_TEXTS.butAway(assigned, awayUntil(away, times)) : assigned
}

function failureText(error: unknown, parts: { times: Times; me: UserId }): string {
  return error instanceof ChatChangedError ? `${TRIAGE_TEXTS.changed} ${nowText(error, parts)}` : errorText(error)
}

/** The chat's current state, after someone else changed it. */
function nowText({ now, what }: ChatChangedError, { times, me }: { times: Times; me: UserId }): string {
  if (what === 'messages') return TRIAGE_TEXTS.newMessage
  if (what === 'assignee') return assigneeText(now, me)
  if (now.state === 'snoozed' && now.snoozedUntil !== null)
    return TRIAGE_TEXTS.nowSnoozed(times.until(now.snoozedUntil))
  return now.state === 'done' ? TRIAGE_TEXTS.nowDone : TRIAGE_TEXTS.nowOpen
}

function assigneeText({ assignedTo, members }: Chat, me: UserId): string {
  if (assignedTo === null) return TRIAGE_TEXTS.nowUnassigned
  const name = members.find(({ id }) => (id as string) === assignedTo)?.name ?? ''
  return assignedTo === me ? TRIAGE_TEXTS.nowAssignedToMe : TRIAGE_TEXTS.nowAssigned(name)
}
