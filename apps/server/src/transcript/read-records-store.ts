import type { Delivery, MemberId, MessageId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'
import type { InChat } from './messages-store.ts'

/** A reader of a chat. What came up to `joinedAfter` was there before they joined, and is not unread to them. */
export type Reader = { memberId: MemberId; joinedAfter: MessageId | null }

export type RecordedDelivery = Delivery & { messageId: MessageId }

/** The newest messages of others that the reader has not read, at most `limit` of them, newest first. */
export async function unreadIds(db: Queries, inChat: InChat, reader: Reader & { limit: number }) {
  const { rows } = await sql<{ id: MessageId }>`
    select m.message_id as id from messages m
    where m.tenant_id = ${inChat.tenantId} and m.chat_id = ${inChat.chatId} and m.sent_by <> ${reader.memberId}
      and (${reader.joinedAfter}::uuid is null or m.message_id > ${reader.joinedAfter}::uuid)
      and not exists (select from deliveries d
        where d.tenant_id = m.tenant_id and d.message_id = m.message_id and d.member_id = ${reader.memberId})
    order by m.message_id desc
    limit ${reader.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes that the member has read these messages of the chat, and returns what is new. */
export async function insertReadRecords(
  trx: Queries,
  { tenantId, chatId }: InChat,
  read: { memberId: MemberId; messageIds: readonly MessageId[]; newId: () => string; at: Date },
): Promise<RecordedDelivery[]> {
  if (read.messageIds.length === 0) return []
  const ids = read.messageIds.map(() => read.newId())
  const { rows } = await sql<{ messageId: MessageId }>`
    insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_on)
    select m.tenant_id, wanted.delivery_id, m.message_id, m.chat_id, ${read.memberId}, 'read', ${read.at}
    from unnest(${read.messageIds}::uuid[], ${ids}::uuid[]) as wanted (message_id, delivery_id)
      join messages m on m.tenant_id = ${tenantId} and m.chat_id = ${chatId} and m.message_id = wanted.message_id
    on conflict (tenant_id, message_id, member_id, part) do nothing
    returning message_id as "messageId"`.execute(trx)
  const record = {
    memberId: read.memberId,
    status: 'read' as const,
    errorCode: null,
    errorText: null,
    dismissed: false,
  }
  return rows.map(({ messageId }) => ({ ...record, messageId, updatedOn: read.at.toISOString() }))
}

/** Takes back that the member has read these messages, as far as they were unread to them once. */
export async function removeReadRecords(
  trx: Queries,
  { tenantId, chatId }: InChat,
  reader: Reader & { messageIds: readonly MessageId[] },
): Promise<MessageId[]> {
  const { rows } = await sql<{ messageId: MessageId }>`
    delete from deliveries d using messages m
    where d.tenant_id = ${tenantId} and d.chat_id = ${chatId} and d.member_id = ${reader.memberId}
      and d.status = 'read' and d.message_id = any(${reader.messageIds}::uuid[])
      and m.tenant_id = d.tenant_id and m.message_id = d.message_id and m.sent_by <> d.member_id
      and (${reader.joinedAfter}::uuid is null or m.message_id > ${reader.joinedAfter}::uuid)
    returning d.message_id as "messageId"`.execute(trx)
  return rows.map(({ messageId }) => messageId)
}
