import type { ChatId, Message, MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import { answerRequests, nameOf } from '../chats/index.ts'
import type { Chats, LockedChat, LockedForMessages, NewMessageIn, RepeatableRequest } from '../chats/index.ts'
import { sendsOf } from '../delivery/index.ts'
import type { QueuedText, Send } from '../delivery/index.ts'
import { AppError, createBatches, isUniqueViolation } from '../platform/index.ts'
import type { Caller, Database, Queries, Topic } from '../platform/index.ts'
import { deletePending, insertPending } from '../transcript/index.ts'
import type { PendingMessage, StoredFile, Transcript } from '../transcript/index.ts'
import type { Timing } from './timing.ts'

/** A message that a user sends to a chat. */
export type Draft = {
  caller: Caller
  chatId: ChatId
  text: string
  files: readonly StoredFile[]
  parentId: MessageId | null
  timing: Timing
  /** The pending message that it takes the place of. */
  replaces: MessageId | null
  request: RepeatableRequest | null
  /** The request's id in the log. */
  requestId: string | null
}

/** The ID of the message that an earlier request with the same key has written. */
export type Repeated = { repeated: MessageId }

/** Chats of a tenant, locked, and what writing into them depends on. */
export type LockedChats = Omit<LockedForMessages, 'chats'> & {
  trx: Queries
  find(chatId: ChatId): LockedChat | null
  /** Adds the author of the first reply to an unclaimed chat, and returns the chat with its new member. */
  join(caller: Caller, chatId: ChatId): Promise<LockedChat>
}

/** A message, or a pending one. */
type Composed = ({ added: NewMessageIn } | { pending: PendingMessage }) & { replaced: PendingMessage | null }

/** Decides whether a draft may be written, and composes its message. @throws {AppError} if it is refused */
export type Compose = (draft: Draft, chats: LockedChats) => Promise<Composed | Repeated>

type Parts = {
  database: Database
  chats: Chats
  compose: Compose
  transcript: Pick<Transcript, 'presentPending'>
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
  /** Called for each pending message after the commit. */
  onPending: (sendAt: Date) => void
}

/** The outcome of each draft, and what to publish after the commit. */
type Batch = {
  outcomes: Map<Draft, PromiseSettledResult<Message | Repeated>>
  events: RealtimeEvent[]
  sends: Send[]
  pending: PendingMessage[]
}

/** Messages in one commit. */
const MAX_PER_COMMIT = 64
/** Commits at the same time: while one waits for the disk, PostgreSQL works on the other. */
const SHARDS = 2

/** Writes messages, many in one transaction, and announces them once it has committed. See {@link createBatches}. */
export function createMessageWriter(parts: Parts) {
  const { database, chats, compose, transcript, announcements, textsQueued, onPending } = parts

  async function lockChatsOf(
    drafts: readonly Draft[],
    trx: Queries,
    { tenantId, events }: { tenantId: TenantId; events: RealtimeEvent[] },
  ): Promise<LockedChats> {
    const chatIds = [...new Set(drafts.map(({ chatId }) => chatId))]
    const requests = drafts.flatMap(({ request }) => request ?? [])
    const { chats: open, ...locked } = await chats.lockForMessages(trx, tenantId, { chatIds, requests })
    const byId = new Map(open.map((chat) => [chat.chatId, chat]))
    return {
      ...locked,
      trx,
      find: (chatId) => byId.get(chatId) ?? null,
      async join(caller, chatId) {
        events.push(...(await chats.join(trx, caller, chatId)))
        const [chat] = (await chats.lockForMessages(trx, tenantId, { chatIds: [chatId], requests: [] })).chats
        if (!chat) throw new Error(`The chat ${chatId} is locked and cannot be gone.`)
        byId.set(chatId, chat)
        return chat
      },
    }
  }

  async function writeOfTenant(
    trx: Queries,
    drafts: readonly Draft[],
    { tenantId, batch, isLast }: { tenantId: TenantId; batch: Batch; isLast: boolean },
  ) {
    const { outcomes, events, sends } = batch
    const locked = await lockChatsOf(drafts, trx, { tenantId, events })
    const composed: { draft: Draft; added: NewMessageIn }[] = []
    const pending: { draft: Draft; message: PendingMessage }[] = []
    const replaced: PendingMessage[] = []
    for (const draft of drafts) {
      try {
        const result = await compose(draft, locked)
        if ('repeated' in result) {
          outcomes.set(draft, { status: 'fulfilled', value: result })
          continue
        }
        if (result.replaced) {
          // Before the next draft: only one can replace it.
          await deletePending(trx, [result.replaced])
          replaced.push(result.replaced)
        }
        if ('added' in result) composed.push({ draft, added: result.added })
        else pending.push({ draft, message: result.pending })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes.set(draft, { status: 'rejected', reason: error })
      }
    }
    const written = await chats.addMessages(
      trx,
      composed.map(({ added }) => added),
      { isLast: isLast && pending.length + replaced.length === 0 },
    )
    for (const [index, { message, event }] of written.entries()) {
      const draft = composed[index]?.draft
      if (draft) outcomes.set(draft, { status: 'fulfilled', value: message })
      events.push(event)
    }
    await answerRequests(
      trx,
      pending.map(({ draft: { request }, message }) => ({ request, resultId: message.id, at: message.writtenAt })),
    )
    await insertPending(
      trx,
      pending.map(({ message }) => message),
    )
    for (const { draft, message } of pending) {
      outcomes.set(draft, { status: 'fulfilled', value: transcript.presentPending(message) })
      batch.pending.push(message)
    }
    const changed = new Set([...replaced, ...pending.map(({ message }) => message)].map(({ chatId }) => chatId))
    events.push(...(await chats.recordPending(trx, tenantId, [...changed])))
    sends.push(...composed.flatMap(({ added: { chat, message } }) => sendsOf(chat, message)))
  }

  async function run(drafts: readonly Draft[]) {
    try {
      return await writeTogether(drafts)
    } catch (error) {
      // A request to another chat had the same key, and was not written yet when this one looked. Now it is found.
      if (drafts.length > 1 || !isUniqueViolation(error, 'idempotency_keys_pkey')) throw error
      return writeTogether(drafts)
    }
  }

  async function writeTogether(drafts: readonly Draft[]) {
    const batch: Batch = { outcomes: new Map(), events: [], sends: [], pending: [] }
    // All batches lock in the same order, so that there is no deadlock.
    const byTenant = [...Map.groupBy(drafts, ({ caller }) => caller.tenantId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    await database.transaction(async (trx) => {
      for (const [index, [tenantId, ofTenant]] of byTenant.entries()) {
        await writeOfTenant(trx, ofTenant, { tenantId, batch, isLast: index === byTenant.length - 1 })
      }
    })
    announcements.publish(batch.events)
    textsQueued.publish(batch.sends)
    for (const { sendAt } of batch.pending) onPending(sendAt)
    return drafts.flatMap((draft) => batch.outcomes.get(draft) ?? [])
  }

  const keyOf = ({ caller: { tenantId }, request }: Draft) => request && `${tenantId}/${nameOf(request)}`
  const shards = Array.from({ length: SHARDS }, () => createBatches({ most: MAX_PER_COMMIT, keyOf, run }))

  /** Messages of one chat keep their order, so they share a shard. */
  return function write(draft: Draft): Promise<Message | Repeated> {
    const shard = shards[Number.parseInt(draft.chatId.slice(-1), 16) % SHARDS]
    if (!shard) throw new Error(`There is no shard for the chat ${draft.chatId}.`)
    return shard(draft)
  }
}
