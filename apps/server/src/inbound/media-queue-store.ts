import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** Media of an inbound message that are still at Twilio. */
export type PendingMedia = {
  tenantId: TenantId
  chatId: ChatId
  messageId: MessageId
  urls: string[]
  receivedAt: Date
  /** The webhook's. */
  requestId: string | null
}

export type ClaimedMedia = PendingMedia & {
  /** Including this one. */
  attempts: number
}

const PENDING = ['tenantId', 'chatId', 'messageId', 'urls', 'receivedAt', 'requestId'] as const

type Key = Pick<PendingMedia, 'tenantId' | 'messageId'>

export async function addPendingMedia(trx: Queries, added: readonly PendingMedia[]): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(({ tenantId, chatId, messageId, urls, receivedAt, requestId }) => ({
    tenantId,
    chatId,
    messageId,
    urls,
    receivedAt,
    dueAt: receivedAt,
    requestId,
  }))
  await trx
    .insertInto('inboundMedia')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type DueMediaQuery = {
  now: Date
  limit: number
  busyChats: readonly ChatId[]
  busyTenants: readonly TenantId[]
}

/** The oldest due message of each chat. Tenants take turns. */
export function dueMedia(db: Queries, { now, limit, ...busy }: DueMediaQuery): Promise<PendingMedia[]> {
  return db
    .with('ofChats', (with_) =>
      with_
        .selectFrom('inboundMedia')
        .distinctOn(['tenantId', 'chatId'])
        .selectAll()
        .where('dueAt', '<=', now)
        .where('chatId', '<>', sql<ChatId>`all(${busy.busyChats})`)
        .where('tenantId', '<>', sql<TenantId>`all(${busy.busyTenants})`)
        .orderBy('tenantId')
        .orderBy('chatId')
        .orderBy('messageId'),
    )
    .with('inTurns', (with_) =>
      with_
        .selectFrom('ofChats')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('tenantId').orderBy('dueAt').orderBy('messageId'))
            .as('turn'),
        ),
    )
    .selectFrom('inTurns')
    .select(PENDING)
    .orderBy('turn')
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

/** Null if another process was faster. */
export async function claimMedia(
  db: Queries,
  { tenantId, messageId }: Key,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<ClaimedMedia | null> {
  const claimed = await db
    .updateTable('inboundMedia')
    .set(({ eb }) => ({ dueAt: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', messageId)
    .where('dueAt', '<=', now)
    .returning([...PENDING, 'attempts'])
    .executeTakeFirst()
  return claimed ?? null
}

export async function postponeMedia(db: Queries, { tenantId, messageId }: Key, dueAt: Date): Promise<void> {
  await db
    .updateTable('inboundMedia')
    .set({ dueAt })
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', messageId)
    .execute()
}

/** False if another process has settled it. */
export async function removePendingMedia(trx: Queries, { tenantId, messageId }: Key): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('inboundMedia')
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', messageId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
