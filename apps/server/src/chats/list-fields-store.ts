import type { ChatId, MemberId, MemberRole, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ChatRow } from './stored-chat.ts'

/** The list fields of a chat after a change. */
export type ListFields = { version: number; messageCount: number; hasUnread: boolean }

/**
 * Brings the fields that the list shows and sorts by in line with the chat's members and its last message's records.
 * Call it last, with the chat's row locked. The version grows by `raise`: one for each event that will be announced.
 */
export async function refreshListFields(
  trx: Queries,
  { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
  { raise }: { raise: number },
): Promise<ListFields> {
  const { rows } = await sql<ListFields>`${PREPARED}
    select version, message_count, has_unread from refresh_list_fields(${tenantId}, ${chatId}, ${raise})`.execute(trx)
  const fields = rows[0]
  if (!fields) throw new Error(`There is no chat ${chatId}.`)
  return fields
}

/** Recounts the team's messages with a failed text that no one has handled. The chat's row must be locked. */
export async function recountFailures(
  trx: Queries,
  { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
): Promise<number> {
  const chat = await trx
    .updateTable('chats')
    .set({ failedCount: sql<number>`count_failures(tenant_id, chat_id)` })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .returning('failedCount')
    .executeTakeFirst()
  return chat?.failedCount ?? 0
}

/** A chat's fields after its pending messages changed. */
export type PendingFields = { chatId: ChatId; version: number; scheduledCount: number; hasUnread: boolean }

/** Recounts the pending messages that concern the team in these locked chats, and raises their versions by one. */
export async function refreshScheduled(
  trx: Queries,
  tenantId: TenantId,
  chatIds: readonly ChatId[],
): Promise<PendingFields[]> {
  const { rows } = await sql<PendingFields>`${PREPARED}
    select chat_id, version, scheduled_count, has_unread from refresh_scheduled(${tenantId}, ${chatIds})`.execute(trx)
  return rows
}

/** The open chats of a member, each locked until the transaction ends. */
export async function lockChatsOf(trx: Queries, tenantId: TenantId, memberId: MemberId): Promise<ChatId[]> {
  const rows = await trx
    .selectFrom('chats as c')
    .innerJoin('chatMembers as m', (join) =>
      join.onRef('m.tenantId', '=', 'c.tenantId').onRef('m.chatId', '=', 'c.chatId'),
    )
    .select('c.chatId')
    .where('c.tenantId', '=', tenantId)
    .where('m.memberId', '=', memberId)
    // The same members, as the two indexes have them.
    .where((eb) => eb.or([eb('m.listRank', 'is not', null), eb('m.role', '=', sql<MemberRole>`'ExternalMobile'`)]))
    .where('m.deletedAt', 'is', null)
    .where('c.archivedAt', 'is', null)
    .orderBy('c.chatId')
    .forUpdate('c')
    .execute()
  return rows.map(({ chatId }) => chatId)
}

/** Recomputes the ranks of a member's open chats after they were enabled or disabled in this transaction. */
export async function refreshChatsOf(trx: Queries, tenantId: TenantId, memberId: MemberId): Promise<void> {
  const chatIds = await lockChatsOf(trx, tenantId, memberId)
  await sql`
    update chats set version = version + 1, unclaimed_count = 0
    where tenant_id = ${tenantId} and chat_id = any(${chatIds}::uuid[]) and unclaimed_count > 0
      and exists (select from users where tenant_id = ${tenantId} and user_id = ${memberId} and enabled)`.execute(trx)
  await sql`
    with ranked as (
      select c.tenant_id, c.chat_id, chat_list_rank(c.tenant_id, c.chat_id, c.last_message_id) as list_rank
      from chats c where c.tenant_id = ${tenantId} and c.chat_id = any(${chatIds}::uuid[])
    ), changed as (
      update chats c set version = version + 1, list_rank = r.list_rank
      from ranked r
      where c.tenant_id = r.tenant_id and c.chat_id = r.chat_id and c.list_rank <> r.list_rank
      returning c.tenant_id, c.chat_id, c.list_rank
    )
    update chat_members m set list_rank = member_list_rank(null, m.unread_count, c.list_rank)
    from changed c
    where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.list_rank is not null`.execute(trx)
}
