import type {
  ChatId,
  MemberId,
  MessageId,
  NumberId,
  PendingState,
  QuotedMessage,
  ReturnReason,
  TenantId,
  UserId,
} from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { StoredFile } from '../media/index.ts'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { InChat } from './messages-store.ts'

/** A message that was neither sent nor canceled. */
export type PendingMessage = InChat & {
  id: MessageId
  /** The chat's line when it was written. */
  numberId: NumberId
  state: PendingState
  text: string
  parent: QuotedMessage | null
  files: readonly StoredFile[]
  /** The contacts who were to be texted when it was written. */
  recipients: readonly MemberId[]
  writtenBy: UserId
  writtenAt: Date
  sendAt: Date
  cancelOnReply: boolean
  /** Its chat was created with it, so it isn't a reply and assigns no one. */
  opensChat: boolean
  /** Null unless it was returned. */
  reason: ReturnReason | null
  /** Whose draft it is. Null unless it was returned. */
  ownerId: UserId | null
  requestId: string | null
}

/** The pending messages of these chats, in the order of their times. */
export function pendingOf(db: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<PendingMessage[]> {
  return readPending(db, sql`m.tenant_id = ${tenantId} and m.chat_id = ${anyOf(chatIds)}`)
}

export async function findPending(db: Queries, { tenantId, chatId }: InChat, id: MessageId) {
  const which = sql`m.tenant_id = ${tenantId} and m.chat_id = ${chatId} and m.message_id = ${id}`
  return (await readPending(db, which))[0] ?? null
}

/** A page of a tenant's messages that are scheduled, late, or returned but not undone, in the order of their times. */
export function scheduledOf(
  db: Queries,
  tenantId: TenantId,
  { after, limit }: { after: MessageId | null; limit: number },
): Promise<PendingMessage[]> {
  const behind = after
    ? sql`and (m.send_at, m.written_at, m.message_id) > (
        select send_at, written_at, message_id from pending_messages where tenant_id = ${tenantId} and message_id = ${after})`
    : sql``
  return readPending(
    db,
    sql`m.tenant_id = ${tenantId} and m.state in ('scheduled', 'late', 'returned') and m.reason is distinct from 'undone' ${behind}`,
    sql`limit ${limit}`,
  )
}

async function readPending(
  db: Queries,
  which: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`
    select m.tenant_id, m.message_id as id, m.chat_id, m.number_id, m.state, m.text, m.recipients,
      m.written_by, m.written_at, m.send_at, m.cancel_on_reply, m.opens_chat, m.reason, m.owner_id, m.request_id,
      (select json_build_object('id', p.message_id, 'text', p.text, 'sentBy', p.sent_by, 'mediaCount', (
          select count(*) from message_media mm where mm.tenant_id = p.tenant_id and mm.message_id = p.message_id))
        from messages p where p.tenant_id = m.tenant_id and p.message_id = m.parent_id) as parent,
      coalesce((select json_agg(json_build_object('fileId', f.file_id, 'directory', f.directory,
          'fileName', f.file_name, 'contentType', f.content_type, 'length', f.length, 'width', f.width,
          'height', f.height) order by mm.position)
        from message_media mm join files f using (tenant_id, file_id)
        where mm.tenant_id = m.tenant_id and mm.message_id = m.message_id), '[]') as files
    from pending_messages m
    where ${which}
    order by m.send_at, m.written_at, m.message_id ${limit} ${PREPARED}`.execute(db)
  return rows
}

type PendingKey = { tenantId: TenantId; id: MessageId }

/** Deletes its text. The caller erases its files. */
export async function cancelPending(trx: Queries, { tenantId, id }: PendingKey): Promise<void> {
  await sql`select cancel_messages(${tenantId}, ${[id]})`.execute(trx)
}

/** It stays until someone confirms it. */
export async function markLate(trx: Queries, { tenantId, id }: PendingKey): Promise<void> {
  await trx
    .updateTable('pendingMessages')
    .set({ state: 'late' })
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', id)
    .execute()
}

/** It becomes a draft again. */
export async function returnPending(
  trx: Queries,
  { tenantId, id }: PendingKey,
  { ownerId, reason }: { ownerId: UserId; reason: ReturnReason },
): Promise<void> {
  await trx
    .updateTable('pendingMessages')
    .set({ state: 'returned', ownerId, reason })
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', id)
    .execute()
}

/** A chat's messages that are due now or soon. `nextAt`: when the first of those not yet due is due. */
export type PendingQueue = InChat & { dueAt: Date; nextAt: Date | null; hasFiles: boolean }

/** The chats with messages that are due until `soon`; the longest overdue first. */
export function queuesUntil(
  db: Queries,
  { now, soon }: { now: Date; soon: Date },
  limit: number,
): Promise<PendingQueue[]> {
  return db
    .selectFrom('pendingMessages')
    .select(({ fn }) => [
      'tenantId',
      'chatId',
      fn.min('sendAt').as('dueAt'),
      fn.min('sendAt').filterWhere('sendAt', '>', now).as('nextAt'),
      sql<boolean>`bool_or(exists (select from message_media f
        where f.tenant_id = pending_messages.tenant_id and f.message_id = pending_messages.message_id))`.as('hasFiles'),
    ])
    .where('state', 'in', ['held', 'scheduled'])
    .where('sendAt', '<=', soon)
    .groupBy(['tenantId', 'chatId'])
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}
