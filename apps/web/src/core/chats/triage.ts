import type { CallBody, Chat, ChatId, ChatListItem, MemberId, Message } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import { compareMessages } from '../history/history.ts'
import type { ChatCaches } from './chat-caches.ts'
import { triageOf } from './chat-state.ts'
import type { Triage } from './chat-state.ts'
import { listItemOf } from './opened-chat.ts'
import { saveChat } from './save-chat.ts'

export type TriageChange = { state: CallBody<'chats.setState'> } | { assignee: CallBody<'chats.assign'>['userId'] }

/** Someone else changed the chat in the meantime. */
export class ChatChangedError extends Error {
  override readonly name = 'ChatChangedError'
  readonly now: Chat
  readonly what: 'state' | 'assignee' | 'messages'

  constructor(now: Chat, what: ChatChangedError['what']) {
    super('Someone else just changed this chat.')
    this.now = now
    this.what = what
  }
}

/** A browser that is offline refuses changes, because others would not see them. */
class OfflineError extends Error {
  override readonly name = 'OfflineError'

  constructor() {
    super('You’re offline. Try again when you’re connected.')
  }
}

export type TriageParts = {
  api: Api
  caches: ChatCaches
  me: MemberId
  isOnline: () => boolean
  /** Called after a change that the server may have stored, or did not store. */
  refreshSoon: (chatId: ChatId) => void
  refreshIfOffline: (chatId: ChatId) => void
}

/** A change that is on screen, and on its way to the server. */
export type Changing = {
  /** Rejects if the server has not stored it; the screen then shows again what was there before. */
  saved: Promise<unknown>
  /** Puts the previous value back, unless someone else has changed the chat since. */
  undo: () => Promise<unknown>
}

type Base = Omit<ChatListItem, 'hit'>

/** Changes the states and assignees of chats: docs/product.md#open-done-and-snoozed */
export function createTriage({ api, caches, me, isOnline, refreshSoon, refreshIfOffline }: TriageParts) {
  /** The last change of each chat that is being saved. */
  const latest = new Map<ChatId, Promise<Base>>()

  function save(base: Base, change: TriageChange): Promise<Base> {
    const params = { chatId: base.id }
    return saveChat<Base>(api, {
      base,
      save: (headers) =>
        'state' in change
          ? api.call('chats.setState', { params, headers, body: change.state })
          : api.call('chats.assign', { params, headers, body: { userId: change.assignee } }),
      review(now) {
        if (isDone(now, change)) return listItemOf(now)
        const what = changedBetween(base, now, change)
        if (what === null) return null
        caches.putChat(now)
        throw new ChatChangedError(now, what)
      },
    })
  }

  /** Whether someone changed the same, or wrote what this person has not seen. */
  function changedBetween(base: Base, now: Chat, change: TriageChange): ChatChangedError['what'] | null {
    if ('assignee' in change) return base.assignedTo === now.assignedTo ? null : 'assignee'
    if (base.state !== now.state || base.snoozedUntil !== now.snoozedUntil) return 'state'
    const isNew = (message: Message) =>
      message.sentBy !== me &&
      !message.automatic &&
      (base.lastMessage === null || compareMessages(message, base.lastMessage) > 0)
    return change.state.state !== 'open' && now.messages.some(isNew) ? 'messages' : null
  }

  /** Saves a change after the one before it, whose version it expects. */
  async function saveAfter(before: Promise<Base> | undefined, base: Base, change: TriageChange): Promise<Base> {
    const last = await before?.catch(() => undefined)
    return save({ ...base, version: last?.version ?? base.version }, change)
  }

  /** Shows a change at once, and saves it. */
  async function apply(base: Base, change: TriageChange): Promise<Base> {
    const { id: chatId } = base
    if (!isOnline()) throw new OfflineError()
    caches.setTriage(base, valuesOf(change))
    const saving = saveAfter(latest.get(chatId), base, change)
    latest.set(chatId, saving)
    try {
      const item = await saving
      // The screen shows the next change already.
      if (latest.get(chatId) === saving) caches.putItem(item)
      refreshIfOffline(chatId)
      return item
    } catch (error) {
      if (latest.get(chatId) === saving && !(error instanceof ChatChangedError)) {
        caches.setTriage(base, triageOf(base))
        refreshSoon(chatId)
      }
      throw error
    } finally {
      if (latest.get(chatId) === saving) latest.delete(chatId)
    }
  }

  return {
    change(base: Base, change: TriageChange): Changing {
      const saved = apply(base, change)
      return {
        saved,
        async undo() {
          await apply({ ...(await saved), ...valuesOf(change) }, inverseOf(base, change))
        },
      }
    },
  }
}

export type TriageActions = ReturnType<typeof createTriage>

const created = new WeakMap<TriageParts, TriageActions>()

/** The one that belongs to these parts, so that all changes of a chat wait for each other. */
export function triageActionsOf(parts: TriageParts): TriageActions {
  const actions = created.get(parts) ?? createTriage(parts)
  created.set(parts, actions)
  return actions
}

function valuesOf(change: TriageChange): Partial<Triage> {
  if ('assignee' in change) return { assignedTo: change.assignee }
  return { state: change.state.state, snoozedUntil: change.state.until ?? null }
}

function inverseOf(base: Base, change: TriageChange): TriageChange {
  if ('assignee' in change) return { assignee: base.assignedTo }
  const { state, snoozedUntil } = base
  return { state: snoozedUntil === null ? { state } : { state, until: snoozedUntil } }
}

function isDone(now: Chat, change: TriageChange): boolean {
  return Object.entries(valuesOf(change)).every(([field, value]) => now[field as keyof Triage] === value)
}
