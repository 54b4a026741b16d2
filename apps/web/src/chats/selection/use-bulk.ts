import type { ChatId, ChatListItem, Member, MessageId, UserId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { inParallel } from '../../core/chats/in-parallel.ts'
import { ChatChangedError, triageActionsOf } from '../../core/chats/triage.ts'
import type { TriageChange } from '../../core/chats/triage.ts'
import { isUnreadBy } from '../../core/history/history.ts'
import { inWords } from '../../core/people.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { showToast } from '../../ui/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { messageToUnread } from '../triage/mark-unread.ts'
import { openPicker } from '../triage/pickers.ts'
import type { Assignee } from '../triage/pickers.ts'
import { focusIfLost } from '../triage/row-focus.ts'
import { TRIAGE_TEXTS } from '../triage/triage-texts.ts'
import { withAway } from '../triage/use-triage.ts'
import type { BulkAction, Selection } from './selection.ts'
import { SELECTION_TEXTS } from './selection-texts.ts'

/** Chats that are changed at the same time. */
const MAX_AT_ONCE = 4

type Chat = Omit<ChatListItem, 'hit'>
type Place = { anchor: HTMLElement; opener: HTMLElement }
type Undo = () => Promise<unknown>
type Named = { item: Pick<Chat, 'id' | 'name'> }

/** The actions on all selected chats, each with one toast that can undo it. */
export function useBulk(selection: Selection) {
  const { triage, caches, me } = useChatClient()
  const api = useApi()
  const times = useTimes()
  const chats = [...selection.current().ids].flatMap((id) => caches.find(id) ?? [])
  const isDone = chats.length > 0 && chats.every(({ state }) => state === 'done')

  /** Changes the chats. Failed ones are named, and stay selected. */
  async function run(change: (chat: Chat) => Promise<Undo>, textOf: (count: number) => string) {
    const total = chats.length
    selection.report(0, total)
    const outcomes = await inParallel(chats, change, {
      limit: MAX_AT_ONCE,
      onProgress: (done) => selection.report(done, total),
    })
    const undos = outcomes.flatMap((outcome) =>
      'result' in outcome ? [{ ...outcome.item, undo: outcome.result }] : [],
    )
    const failed = outcomes.filter((outcome) => 'error' in outcome)
    selection.finish(failed.map(({ item }) => item.id))
    const onUndo = undos.length > 0 ? () => void undoAll(undos) : undefined
    const done = undos.length > 0 ? textOf(undos.length) : null
    if (failed.length === 0) return showToast({ kind: 'done', text: done ?? '', onUndo })
    const text = SELECTION_TEXTS.failed(...namesAndReason(failed))
    const sentence = done?.endsWith('.') ? done : `${done}.`
    showToast({ kind: 'failed', text: done === null ? text : `${sentence} ${text}`, onUndo })
  }

  async function undoAll(undos: readonly (Pick<Chat, 'id' | 'name'> & { undo: Undo })[]) {
    const outcomes = await inParallel(undos, async ({ undo }) => undo(), { limit: MAX_AT_ONCE })
    const failed = outcomes.filter((outcome) => 'error' in outcome)
    // The toast that was clicked is gone.
    focusIfLost(() => document.querySelector<HTMLElement>('#chat-list [data-chat][tabindex="0"]'))
    if (failed.length === 0) return showToast({ kind: 'done', text: SELECTION_TEXTS.undone(undos.length) })
    showToast({ kind: 'failed', text: SELECTION_TEXTS.notUndone(...namesAndReason(failed)) })
  }

  const runTriage = (wanted: TriageChange, textOf: (count: number) => string) =>
    run(async (chat) => {
      const { saved, undo } = triageActionsOf(triage).change(chat, wanted)
      await saved
      return undo
    }, textOf)

  /** Only the messages that were read here become unread again. */
  async function markRead({ id: chatId, unreadCount, mentionCount }: Chat): Promise<Undo> {
    const params = { chatId }
    // Mentions can't become unseen again.
    if (mentionCount > 0) {
      await api.call('notes.view', { params, body: {} })
      caches.setMentions(chatId, 0)
    }
    if (unreadCount === 0) return async () => undefined
    const newest = await api.call('messages.list', { params, query: { limit: PAGE.maxMessages } })
    const messageIds = newest.filter((message) => isUnreadBy(message, me)).map(({ id }) => id)
    await api.call('chats.viewChat', { params })
    caches.setRead(chatId, 0)
    return () => markUnread(chatId, messageIds.slice(-unreadCount))
  }

  async function markUnreadAgain(chat: Chat): Promise<Undo> {
    if (chat.unreadCount > 0) return async () => undefined
    const messageIds = [await messageToUnread(api, chat, me)]
    await markUnread(chat.id, messageIds)
    const params = { chatId: chat.id }
    return () => api.call('chats.viewMessages', { params, body: { messageIds, asRead: true } })
  }

  async function markUnread(chatId: ChatId, messageIds: MessageId[]) {
    await api.call('chats.viewMessages', { params: { chatId }, body: { messageIds, asRead: false } })
  }

  function assign({ anchor, opener }: Place) {
    const [assignedTo = null, ...others] = new Set(chats.map((chat) => chat.assignedTo))
    openPicker({
      kind: 'assign',
      anchor,
      opener,
      members: commonMembers(chats),
      assignedTo: others.length > 0 ? null : assignedTo,
      hasAssignee: chats.some((chat) => chat.assignedTo !== null),
      joins: chats.length === 1 ? TRIAGE_TEXTS.joins : TRIAGE_TEXTS.joinsSeveral,
      onChoose: (person: Assignee | null) =>
        void runTriage({ assignee: person?.id ?? null }, (count) =>
          person === null
            ? SELECTION_TEXTS.unassigned(count)
            : withAway(SELECTION_TEXTS.assigned(count, nameOf(person)), person, times),
        ),
    })
  }

  const nameOf = ({ id, name }: Assignee) => (id === (me as string as UserId) ? 'you' : name)

  function snooze({ anchor, opener }: Place) {
    const onChoose = (until: string) =>
      void runTriage({ state: { state: 'snoozed', until } }, (count) =>
        SELECTION_TEXTS.snoozed(count, times.until(until)),
      )
    openPicker({ kind: 'snooze', anchor, opener, onChoose })
  }

  /** Runs an action. Those that ask for a time or a person do so at its button, and the focus returns to the opener. */
  function act(action: BulkAction, place: Place) {
    if (selection.current().progress !== null) return
    if (action === 'assign') assign(place)
    else if (action === 'snooze') snooze(place)
    else if (action === 'read') void run(markRead, SELECTION_TEXTS.markedRead)
    else if (action === 'unread') void run(markUnreadAgain, SELECTION_TEXTS.markedUnread)
    else if (isDone) void runTriage({ state: { state: 'open' } }, SELECTION_TEXTS.reopened)
    else void runTriage({ state: { state: 'done' } }, SELECTION_TEXTS.markedDone)
  }

  /** `isDone`: all selected chats are done, and can be reopened. */
  return { isDone, act }
}

/** People who are in all of the chats, so no one has to be added. */
function commonMembers([first, ...others]: readonly Chat[]): readonly Member[] {
  const isCommon = ({ id }: Member) => others.every(({ members }) => members.some((member) => member.id === id))
  return first?.members.filter(isCommon) ?? []
}

/** The chats that failed, and why the first of them did. */
function namesAndReason(failed: readonly (Named & { error: unknown })[]): [string, string] {
  const [first] = failed
  const reason = first?.error instanceof ChatChangedError ? TRIAGE_TEXTS.changed : errorText(first?.error)
  return [inWords(failed.map(({ item }) => item.name)), reason]
}
