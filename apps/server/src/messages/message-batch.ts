import type { ChatId, FileId, Message, MessageId, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { addNotices, answerWaiting, assignToAuthor, resultOf } from '../chats/index.ts'
import type { Chats, NewMessageIn, RepeatableRequest } from '../chats/index.ts'
import { sendsOf } from '../delivery/index.ts'
import type { Send } from '../delivery/index.ts'
import type { Media, StoredFile } from '../media/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import { findQuote, isInChat, markLate, pendingOf } from '../transcript/index.ts'
import type { InChat, PendingMessage, Transcript } from '../transcript/index.ts'
import { admit } from './admit.ts'
import type { Admitted, ChatNow, Draft, DueText, NewText } from './admit.ts'
import { findSenders, NO_SENDERS } from './pending-store.ts'

/** The ID of the message that an earlier request with the same key has written. */
export type Repeated = { repeated: MessageId }

/** A chat with pending messages that are due. `missing`: files whose bytes are gone. */
export type DueChat = InChat & { missing: ReadonlySet<FileId> }

/** To publish after the commit. `pending`: messages that are held or scheduled from now on. `unused`: files to erase. */
export type Written = { events: RealtimeEvent[]; sends: Send[]; pending: PendingMessage[]; unused: StoredFile[] }

/** `isRelease`: due messages in the chats are sent. */
type Locking = { chatIds: readonly ChatId[]; requests?: readonly RepeatableRequest[]; isRelease?: boolean }
type Recipient = { chatId: ChatId; userId: UserId; isKey?: boolean; request: RepeatableRequest | null }
type Parts = {
  clock: Clock
  chats: Chats
  transcript: Pick<Transcript, 'presentNew' | 'presentPending'>
  media: Pick<Media, 'forget'>
}

/**
 * Locks chats of a tenant in a transaction. Then messages are admitted one after the other, each of which changes the chat for
 * the next, and written together at the end.
 */
export async function beginMessages(
  { clock, chats, transcript, media }: Parts,
  trx: Queries,
  tenantId: TenantId,
  { chatIds, requests = [], isRelease = false }: Locking,
) {
  const [{ chats: open, known, ...options }, pending, senders] = await Promise.all([
    chats.lockForMessages(trx, tenantId, { chatIds, requests }),
    pendingOf(trx, tenantId, chatIds),
    isRelease ? findSenders(trx, tenantId, chatIds) : NO_SENDERS,
  ])
  const pendingByChat = new Map(chatIds.map((id) => [id, pending.filter(({ chatId }) => chatId === id)]))
  const pendingIn = (chatId: ChatId) => pendingByChat.get(chatId) ?? []
  const byId = new Map<ChatId, ChatNow>(open.map((chat) => [chat.chatId, { ...chat, pending: pendingIn(chat.chatId) }]))

  const events: RealtimeEvent[] = []
  const added: NewMessageIn[] = []
  const waiting: { message: PendingMessage; request: RepeatableRequest | null }[] = []
  const canceled: PendingMessage[] = []
  const changed = new Set<ChatId>()

  /** Joins the author to an unclaimed chat, and a key to the chat that it writes in. */
  async function join({ chatId, userId, isKey = false }: Recipient): Promise<void> {
    const joinAs = isKey ? chats.joinKey : chats.join
    events.push(...(await joinAs(trx, { tenantId, userId }, chatId)))
    const [joined] = (await chats.lockForMessages(trx, tenantId, { chatIds: [chatId], requests: [] })).chats
    if (!joined) throw new Error(`The chat ${chatId} is locked and cannot be gone.`)
    byId.set(chatId, { ...joined, pending: pendingIn(chatId) })
  }

  async function decide(text: NewText | DueText, to: Recipient): Promise<Admitted> {
    const admitted = () => admit(text, byId.get(to.chatId) ?? null, { ...options, ...senders }, clock.now())
    const first = admitted()
    if (first.outcome !== 'unclaimed') return first
    await join(to)
    return admitted()
  }

  /** Changes the pending messages of a chat. */
  function replace(chatId: ChatId, before: PendingMessage | null, after: PendingMessage | null): void {
    if (!before && !after) return
    const pending = pendingIn(chatId)
    if (before) pending.splice(pending.indexOf(before), 1)
    if (after) pending.push(after)
    changed.add(chatId)
  }

  /** The next message of the chat finds it as it will be with this one. */
  function add(admitted: Extract<Admitted, { outcome: 'sent' | 'pending' }>, to: Recipient): Message {
    const { chatId, userId, request } = to
    const { replaced } = admitted
    if (replaced && replaced.id !== admitted.message.id) canceled.push(replaced)
    if (admitted.outcome === 'pending') {
      const { message } = admitted
      replace(chatId, replaced, message)
      waiting.push({ message, request })
      return transcript.presentPending(message)
    }
    const { message, assigns } = admitted
    const chat = byId.get(chatId)
    if (!chat) throw new Error(`A message was admitted to the chat ${chatId}, which is not open.`)
    replace(chatId, replaced, null)
    const effect = assigns ? assignToAuthor(chat, { userId }) : null
    answerWaiting(chat, message)
    added.push({ chat, message, request, effect })
    Object.assign(chat, { lastMessageId: message.id, lastMessageAt: message.sentOn })
    return transcript.presentNew(message)
  }

  async function giveBack(admitted: Extract<Admitted, { outcome: 'late' | 'returned' }>, chatId: ChatId) {
    const { due } = admitted
    if (admitted.outcome === 'late') {
      await markLate(trx, due)
      const { id: itemId, writtenBy: userId } = due
      await addNotices(trx, [{ tenantId, chatId, kind: 'notSent', itemId, userId, happenedAt: clock.now() }])
      replace(chatId, due, { ...due, state: 'late' })
      return
    }
    const { assignedTo = null } = byId.get(chatId) ?? {}
    replace(chatId, due, await chats.returnToOwner(trx, due, { reason: admitted.reason, assignedTo }))
  }

  /** The message as it is shown from now on; null if its author has it back. @throws {AppError} if it is refused */
  async function settle(admitted: Admitted, to: Recipient): Promise<Message | null> {
    const { outcome } = admitted
    if (outcome === 'sent' || outcome === 'pending') return add(admitted, to)
    if (outcome === 'refused') throw admitted.error
    if (outcome === 'unclaimed') throw new Error(`Nobody claims the chat ${to.chatId}, which the author has joined.`)
    await giveBack(admitted, to.chatId)
    return null
  }

  return {
    /** A message that is refused affects no other. @throws {AppError} */
    async write(draft: Draft): Promise<Message | Repeated> {
      const { caller, chatId, parentId, replaces, request } = draft
      const repeated = request && resultOf(request, known)
      if (repeated) return { repeated: repeated as MessageId }
      const inChat = { tenantId, chatId }
      const parent = parentId && (await findQuote(trx, inChat, parentId))
      const isPending = pendingIn(chatId).some(({ id }) => id === replaces)
      const isSent = replaces !== null && !isPending && (await isInChat(trx, inChat, replaces))
      const to = { chatId, userId: caller.userId, isKey: caller.key !== undefined, request }
      const settled = await settle(await decide({ draft, parent, isSent }, to), to)
      if (!settled) throw new Error('A new message cannot come back.')
      return settled
    },

    /** Sends a chat's due messages, in order. Messages that cannot be sent are returned to their authors. */
    async release({ chatId, missing }: DueChat): Promise<void> {
      const now = clock.now()
      for (const due of pendingIn(chatId).filter(({ state, sendAt }) => WAITING.has(state) && sendAt <= now)) {
        const to = { chatId, userId: due.writtenBy, request: null }
        const author = senders.authors.get(due.writtenBy) ?? null
        await settle(await decide({ due, author, missing }, to), to)
      }
    },

    /** Writes everything. `isLast`: nothing follows in the transaction, so it may commit with the messages. */
    async finish({ isLast = false } = {}): Promise<Written> {
      const left = new Map([...changed].map((chatId) => [chatId, pendingIn(chatId).toSorted(inOrder)]))
      const ids = canceled.map(({ id }) => id)
      const pending = changed.size > 0 ? { tenantId, added: waiting, canceled: ids, left } : null
      const files = canceled.flatMap((message) => message.files)
      events.push(...(await chats.addMessages(trx, added, { pending, isLast: isLast && files.length === 0 })))
      const unused = await media.forget(trx, tenantId, files)
      const waits = waiting.map(({ message }) => message)
      return { events, sends: added.flatMap(({ chat, message }) => sendsOf(chat, message)), pending: waits, unused }
    },
  }
}

export type MessageBatch = Awaited<ReturnType<typeof beginMessages>>

const WAITING: ReadonlySet<PendingMessage['state']> = new Set(['held', 'scheduled'])

/** As the database orders them. */
function inOrder(one: PendingMessage, other: PendingMessage): number {
  const ms = Number(one.sendAt) - Number(other.sendAt) || Number(one.writtenAt) - Number(other.writtenAt)
  return ms || (one.id < other.id ? -1 : 1)
}
