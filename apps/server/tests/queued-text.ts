import type { ChatId, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Send } from '../src/messages/outbound/queue/queue-store.ts'
import { newId } from '../src/platform/index.ts'
import type { Queries } from '../src/platform/index.ts'
import type { DeliveryId } from '../src/transcript/index.ts'

/** A text of a new tenant that waits for its turn. */
export async function insertQueuedText(db: Queries, { number, at }: { number: string; at: Date }): Promise<Send> {
  const [tenantId, chatId, fromNumberId] = [newId<TenantId>(), newId<ChatId>(), newId<NumberId>()]
  const [messageId, id] = [newId<MessageId>(), newId<DeliveryId>()]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Clinic', now())`.execute(db)
  await sql`insert into provider_numbers (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${fromNumberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_id, last_message_at, created_at)
    values (${tenantId}, ${chatId}, ${fromNumberId}, 'Chat', ${messageId}, now(), now())`.execute(db)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_on, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Hello', now(), ${newId()})`.execute(db)
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_on,
      from_number_id, to_number, body, due_at)
    values (${tenantId}, ${id}, ${messageId}, ${chatId}, ${newId<MemberId>()}, 'queued', now(), ${fromNumberId},
      ${number}, 'Hello', ${at})`.execute(db)
  return { tenantId, chatId, id, fromNumberId, toNumber: number, requestId: null }
}
