import type { ChatId, NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { ChatRow, Pair } from './stored-chat.ts'

/** The columns of a {@link ChatRow}, of a table that the query names `c`. */
export const CHAT = sql.raw(`c.tenant_id as "tenantId", c.chat_id as "chatId", c.number_id as "numberId", c.name,
  c.relay, c.version, c.message_count as "messageCount", c.last_message_id as "lastMessageId",
  c.last_message_at as "lastMessageAt", c.list_rank = 1 as "hasUnread", c.unclaimed_count as "unclaimedCount",
  c.failed_count as "failedCount", c.archived_at as "archivedAt"`)

export async function findChat(db: Queries, tenantId: TenantId, chatId: ChatId): Promise<ChatRow | null> {
  const { rows } = await sql<ChatRow>`
    select ${CHAT} from chats c where c.tenant_id = ${tenantId} and c.chat_id = ${chatId}`.execute(db)
  return rows[0] ?? null
}

/** Holds the open ones of these chats until the transaction ends, in the order of their ids, so that none waits in a circle. */
export async function lockOpenChats(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`${PREPARED}
    select ${CHAT} from chats c
    where c.tenant_id = ${tenantId} and c.chat_id = any(${chatIds}::uuid[]) and c.archived_at is null
    order by c.chat_id
    for update`.execute(trx)
  return rows
}

/** The same for the open chats in which a number and a phone text each other. */
export async function lockOpenChatsOf(trx: Queries, tenantId: TenantId, pairs: readonly Pair[]): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`${PREPARED}
    select ${CHAT} from chats c
    where c.tenant_id = ${tenantId} and c.archived_at is null and c.chat_id in (
      select m.chat_id
      from unnest(${pairs.map(({ numberId }) => numberId)}::uuid[], ${pairs.map(({ memberId }) => memberId)}::uuid[])
          as pair (number_id, member_id)
        join chat_members m
          on m.tenant_id = ${tenantId} and m.holds_number_id = pair.number_id and m.member_id = pair.member_id)
    order by c.chat_id
    for update of c`.execute(trx)
  return rows
}

/** Holds one chat until the transaction ends, also an archived one. */
export async function holdChat(trx: Queries, tenantId: TenantId, chatId: ChatId): Promise<void> {
  await sql`${PREPARED} select 1 from chats where tenant_id = ${tenantId} and chat_id = ${chatId} for update`.execute(
    trx,
  )
}

export type NewChat = {
  tenantId: TenantId
  chatId: ChatId
  numberId: NumberId
  name: string
  relay: boolean
  /** Null where a text from a phone opened it. */
  createdBy: UserId | null
  createdAt: Date
}

/** Without members and at version 0: the event that announces it makes it 1. */
export async function insertChat(trx: Queries, chat: NewChat): Promise<void> {
  await sql`
    insert into chats (tenant_id, chat_id, number_id, name, relay, version, last_message_at, created_by, created_at)
    values (${chat.tenantId}, ${chat.chatId}, ${chat.numberId}, ${chat.name}, ${chat.relay}, 0, ${chat.createdAt},
      ${chat.createdBy}, ${chat.createdAt})`.execute(trx)
}

export type ChatDetails = Pick<ChatRow, 'tenantId' | 'chatId' | 'numberId' | 'name' | 'relay'>

export async function updateDetails(trx: Queries, chat: ChatDetails): Promise<void> {
  await sql`
    update chats set number_id = ${chat.numberId}, name = ${chat.name}, relay = ${chat.relay}
    where tenant_id = ${chat.tenantId} and chat_id = ${chat.chatId}`.execute(trx)
}

export async function archive(trx: Queries, chat: { tenantId: TenantId; chatId: ChatId; at: Date }): Promise<void> {
  await sql`
    update chats set archived_at = ${chat.at}
    where tenant_id = ${chat.tenantId} and chat_id = ${chat.chatId}`.execute(trx)
}

/** Somebody on the team answers here from now on. */
export async function claimChat(
  trx: Queries,
  { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
): Promise<void> {
  await sql`
    update chats set unclaimed_count = 0
    where tenant_id = ${tenantId} and chat_id = ${chatId} and unclaimed_count > 0`.execute(trx)
}

export async function countOpenChats(db: Queries, tenantId: TenantId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from chats where tenant_id = ${tenantId} and archived_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
