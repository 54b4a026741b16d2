import type { Message, RealtimeEvent, TenantId } from '@partyline/contract'
import { nameOf } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media } from '../media/index.ts'
import { AppError, createBatches, isUniqueViolation } from '../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { Draft } from './admit.ts'
import { beginMessages } from './message-batch.ts'
import type { DueChat, MessageBatch, Repeated, Written } from './message-batch.ts'

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  transcript: Pick<Transcript, 'presentNew' | 'presentPending'>
  media: Pick<Media, 'forget' | 'erase'>
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
  /** Called for each pending message after the commit. */
  onPending: (sendAt: Date) => void
}

export type MessageWriter = ReturnType<typeof createMessageWriter>

type Outcome = PromiseSettledResult<Message | Repeated>

/** Drafts, or chats, in one commit. */
const MAX_PER_COMMIT = 64
/** Commits at the same time: while one waits for the disk, PostgreSQL works on the other. */
const SHARDS = 2
/** So that a chat for which one of them waits does not delay all. */
const RELEASES_AT_ONCE = 4

/** Writes messages, many in one transaction, and announces them once it has committed. See {@link createBatches}. */
export function createMessageWriter(parts: Parts) {
  const { database, media, announcements, textsQueued, onPending } = parts

  const begin = (trx: Queries, tenantId: TenantId, drafts: readonly Draft[]) =>
    beginMessages(parts, trx, tenantId, {
      chatIds: [...new Set(drafts.map(({ chatId }) => chatId))],
      requests: drafts.flatMap(({ request }) => request ?? []),
    })

  /** One transaction for several tenants. All lock in the same order, to avoid deadlocks. */
  async function commit<Item>(
    items: readonly Item[],
    tenantOf: (item: Item) => TenantId,
    work: (trx: Queries, tenantId: TenantId, ofTenant: readonly Item[]) => Promise<MessageBatch>,
  ): Promise<void> {
    const byTenant = [...Map.groupBy(items, tenantOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const written = await database.transaction(async (trx) => {
      const ofTenants: Written[] = []
      for (const [index, [tenantId, ofTenant]] of byTenant.entries()) {
        const batch = await work(trx, tenantId, ofTenant)
        ofTenants.push(await batch.finish({ isLast: index === byTenant.length - 1 }))
      }
      return ofTenants
    })
    publish(written)
  }

  function publish(written: readonly Written[]): void {
    announcements.publish(written.flatMap(({ events }) => events))
    textsQueued.publish(written.flatMap(({ sends }) => sends))
    for (const { sendAt } of written.flatMap(({ pending }) => pending)) onPending(sendAt)
    void media.erase(written.flatMap(({ unused }) => unused))
  }

  async function writeTogether(drafts: readonly Draft[]): Promise<Outcome[]> {
    const outcomes = new Map<Draft, Outcome>()
    await commit(
      drafts,
      ({ caller }) => caller.tenantId,
      async (trx, tenantId, ofTenant) => {
        const batch = await begin(trx, tenantId, ofTenant)
        for (const draft of ofTenant) outcomes.set(draft, await outcomeOf(batch.write(draft)))
        return batch
      },
    )
    return drafts.flatMap((draft) => outcomes.get(draft) ?? [])
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

  async function releaseTogether(due: readonly DueChat[]): Promise<PromiseFulfilledResult<void>[]> {
    await commit(
      due,
      ({ tenantId }) => tenantId,
      async (trx, tenantId, ofTenant) => {
        const chatIds = ofTenant.map(({ chatId }) => chatId)
        const batch = await beginMessages(parts, trx, tenantId, { chatIds, isRelease: true })
        for (const chat of ofTenant) await batch.release(chat)
        return batch
      },
    )
    return due.map(() => ({ status: 'fulfilled', value: undefined }))
  }

  const keyOf = ({ caller: { tenantId }, request }: Draft) => request && `${tenantId}/${nameOf(request)}`
  const shards = Array.from({ length: SHARDS }, () => createBatches({ most: MAX_PER_COMMIT, keyOf, run }))

  return {
    /** Messages of one chat keep their order, so they share a shard. */
    write(draft: Draft): Promise<Message | Repeated> {
      const shard = shards[Number.parseInt(draft.chatId.slice(-1), 16) % SHARDS]
      if (!shard) throw new Error(`There is no shard for the chat ${draft.chatId}.`)
      return shard(draft)
    },

    /** Sends a chat's due messages. */
    release: createBatches({
      most: MAX_PER_COMMIT,
      run: releaseTogether,
      startsAfterTurn: true,
      sideBySide: { atOnce: RELEASES_AT_ONCE, groupOf: ({ chatId }) => chatId },
    }),

    /** Writes a message in a transaction of the caller, who publishes it after the commit. @throws {AppError} */
    async writeIn(trx: Queries, draft: Draft): Promise<Written & { message: Message }> {
      const batch = await begin(trx, draft.caller.tenantId, [draft])
      const message = await batch.write(draft)
      if ('repeated' in message) throw new AppError('idempotency-mismatch')
      return { ...(await batch.finish()), message }
    },

    publish,
  }
}

/** A message that is refused fails by itself, and any other error fails the batch. */
async function outcomeOf(writing: Promise<Message | Repeated>): Promise<Outcome> {
  try {
    return { status: 'fulfilled', value: await writing }
  } catch (reason) {
    if (!(reason instanceof AppError)) throw reason
    return { status: 'rejected', reason }
  }
}
