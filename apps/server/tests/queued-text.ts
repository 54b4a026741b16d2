import type { ChatId, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Send } from '../src/delivery/queue-store.ts'
import { newId } from '../src/platform/index.ts'
import type { Queries } from '../src/platform/index.ts'
import type { DeliveryId } from '../src/transcript/index.ts'

/** A text of a new tenant that waits for its turn. */
export async function insertQueuedText(db: Queries, { number, at }: { number: string; at: Date }): Promise<Send> {
  const [tenantId, chatId, fromNumberId] = [newId<TenantId>(), newId<ChatId>(), newId<NumberId>()]
  const [messageId, id] = [newId<MessageId>(), newId<DeliveryId>()]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Clinic', now())`.execute(db)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${fromNumberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, message_count, last_message_id, last_message_at,
      created_at)
    values (${tenantId}, ${chatId}, ${fromNumberId}, 'Chat', 1, ${messageId}, now(), now())`.execute(db)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Hello', now(), ${newId()})`.execute(db)
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at,
      from_number_id, to_number, body, due_at)
    values (${tenantId}, ${id}, ${messageId}, ${chatId}, ${newId<MemberId>()}, 'queued', now(), ${fromNumberId},
      ${number}, 'Hello', ${at})`.execute(db)
  return { tenantId, chatId, id, messageId, fromNumberId, toNumber: number, requestId: null, hasMedia: false }
}

/** Another text of the same message, the same but for these columns. */
export async function insertTextLike(
  db: Queries,
  { tenantId, id }: Pick<Send, 'tenantId' | 'id'>,
  columns: Record<string, unknown> = {},
): Promise<DeliveryId> {
  const own = { delivery_id: newId<DeliveryId>(), member_id: newId<MemberId>(), ...columns }
  await sql`insert into deliveries
    select copied.* from deliveries d, jsonb_populate_record(d, ${JSON.stringify(own)}::jsonb) copied
    where d.tenant_id = ${tenantId} and d.delivery_id = ${id}`.execute(db)
  return own.delivery_id
}

/** Copies the tenant of a queued text to another one under the same ids. */
export async function insertTwin(db: Queries, { tenantId }: Pick<Send, 'tenantId'>): Promise<TenantId> {
  const twin = newId<TenantId>()
  const own = JSON.stringify({ tenant_id: twin })
  const copy = (table: string) =>
    sql`insert into ${sql.table(table)}
      select copied.* from ${sql.table(table)} t, jsonb_populate_record(t, ${own}::jsonb) copied
      where t.tenant_id = ${tenantId}`.execute(db)
  for (const table of ['tenants', 'lines', 'chats']) await copy(table)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${twin}, message_id, chat_id, text, sent_at, sent_by from messages where tenant_id = ${tenantId}`.execute(db)
  await copy('deliveries')
  return twin
}
