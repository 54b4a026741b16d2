import type { Delivery, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { placeOf } from './messages-store.ts'
import type { InChat } from './messages-store.ts'

/** A reader of a chat. Messages up to `joinedAfter` were sent before they joined, and are not unread to them. */
export type Reader = { memberId: MemberId; joinedAfter: MessageId | null }

/** SQL condition: message `m` was added after the reader joined. */
function isAfterJoining(tenantId: TenantId, { joinedAfter }: Pick<Reader, 'joinedAfter'>): RawBuilder<boolean> {
  return joinedAfter ? sql`(m.sent_at, m.message_id) > ${placeOf(tenantId, joinedAfter)}` : sql`true`
}

export type RecordedDelivery = Delivery & { messageId: MessageId }

/** The newest messages of others that the reader has not read, at most `limit` of them, newest first. */
export async function unreadIds(db: Queries, inChat: InChat, reader: Reader & { limit: number }) {
  const { memberId, limit } = reader
  const rows = await db
    .selectFrom('messages as m')
    .select('m.messageId')
    .where('m.tenantId', '=', inChat.tenantId)
    .where('m.chatId', '=', inChat.chatId)
    .where('m.sentBy', '<>', memberId)
    .where('m.automatic', 'is', null)
    .where(isAfterJoining(inChat.tenantId, reader))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .whereRef('d.tenantId', '=', 'm.tenantId')
            .whereRef('d.messageId', '=', 'm.messageId')
            .where('d.memberId', '=', memberId),
        ),
      ),
    )
    .orderBy('m.sentAt', 'desc')
    .orderBy('m.messageId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ messageId }) => messageId)
}

/** Marks these messages of the chat as read by the member. Returns the new records, and how many were unread. */
export async function insertReadRecords(
  trx: Queries,
  { tenantId, chatId }: InChat,
  read: Reader & { messageIds: readonly MessageId[]; newId: () => string; at: Date },
): Promise<{ changed: RecordedDelivery[]; wereUnread: number }> {
  if (read.messageIds.length === 0) return { changed: [], wereUnread: 0 }
  const ids = read.messageIds.map(() => read.newId())
  const { rows } = await sql<{ messageId: MessageId; wasUnread: boolean }>`
    with recorded as (
      insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at)
      select m.tenant_id, wanted.delivery_id, m.message_id, m.chat_id, ${read.memberId}, 'read', ${read.at}
      from unnest(${read.messageIds}::uuid[], ${ids}::uuid[]) as wanted (message_id, delivery_id)
        join messages m on m.tenant_id = ${tenantId} and m.chat_id = ${chatId} and m.message_id = wanted.message_id
          and m.automatic is null
      on conflict (tenant_id, message_id, member_id, part) do nothing
      returning tenant_id, message_id
    )
    select message_id, ${isAfterJoining(tenantId, read)} as was_unread
    from recorded join messages m using (tenant_id, message_id)`.execute(trx)
  const record = {
    memberId: read.memberId,
    status: 'read' as const,
    errorCode: null,
    errorText: null,
    dismissed: false,
  }
  return {
    changed: rows.map(({ messageId }) => ({ ...record, messageId, updatedOn: read.at.toISOString() })),
    wereUnread: rows.filter(({ wasUnread }) => wasUnread).length,
  }
}

/** Marks these messages as unread again, except those that were never unread to the member. */
export async function removeReadRecords(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { memberId, joinedAfter, messageIds }: Reader & { messageIds: readonly MessageId[] },
): Promise<MessageId[]> {
  const rows = await trx
    .deleteFrom('deliveries as d')
    .using('messages as m')
    .where('d.tenantId', '=', tenantId)
    .where('d.chatId', '=', chatId)
    .where('d.memberId', '=', memberId)
    .where('d.status', '=', 'read')
    .where('d.messageId', '=', anyOf(messageIds))
    .whereRef('m.tenantId', '=', 'd.tenantId')
    .whereRef('m.messageId', '=', 'd.messageId')
    .whereRef('m.sentBy', '<>', 'd.memberId')
    .where(isAfterJoining(tenantId, { joinedAfter }))
    .returning('d.messageId')
    .execute()
  return rows.map(({ messageId }) => messageId)
}
