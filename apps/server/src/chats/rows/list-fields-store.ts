import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { ChatRow } from './stored-chat.ts'

/** What the list shows and sorts by, after a change. */
export type Settled = {
  version: number
  messageCount: number
  hasUnread: boolean
  /** Of the team members whose count a new message raised. */
  unreadCounts: Record<string, number>
}

export const SETTLED = sql.raw(
  'version, message_count as "messageCount", has_unread as "hasUnread", unread_counts as "unreadCounts"',
)

/**
 * Brings what the list shows and sorts by in line with the chat's members and its last message's records. Call it
 * last, with the chat's row locked. The version grows by `raise`: one for each event that will be announced.
 */
export async function settle(
  trx: Queries,
  { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
  { raise }: { raise: number },
): Promise<Settled> {
  const { rows } = await sql<Settled>`${PREPARED}
    select ${SETTLED} from settle_chat(${tenantId}, ${chatId}, ${raise}, null, null, null)`.execute(trx)
  const settled = rows[0]
  if (!settled) throw new Error(`There is no chat ${chatId} to settle.`)
  return settled
}

/** Counts anew the messages of the team with a failed text that nobody has dealt with. The chat's row is locked. */
export async function recountFailures(
  trx: Queries,
  { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
): Promise<number> {
  const { rows } = await sql<{ failedCount: number }>`
    update chats set failed_count = (
      select count(distinct d.message_id)
      from deliveries d join messages m on m.tenant_id = d.tenant_id and m.message_id = d.message_id
      where d.tenant_id = ${tenantId} and d.chat_id = ${chatId}
        and d.status in ('failed', 'undelivered', 'unknown') and d.dismissed_at is null
        and exists (select from chat_members s where s.tenant_id = d.tenant_id and s.chat_id = d.chat_id
          and s.member_id = m.sent_by and s.role = 'TeamsUser'))
    where tenant_id = ${tenantId} and chat_id = ${chatId}
    returning failed_count as "failedCount"`.execute(trx)
  return rows[0]?.failedCount ?? 0
}

/** The open chats of a member, each locked until the transaction ends. */
export async function lockChatsOf(trx: Queries, tenantId: TenantId, memberId: MemberId): Promise<ChatId[]> {
  const { rows } = await sql<{ chatId: ChatId }>`
    select c.chat_id as "chatId" from chats c join chat_members m using (tenant_id, chat_id)
    where c.tenant_id = ${tenantId} and m.member_id = ${memberId} and m.deleted_on is null and c.archived_at is null
    order by c.chat_id
    for update of c`.execute(trx)
  return rows.map(({ chatId }) => chatId)
}

/** Ranks all open chats of a member anew, because they were enabled or disabled in this transaction. */
export async function settleChatsOf(trx: Queries, tenantId: TenantId, memberId: MemberId): Promise<void> {
  const chatIds = await lockChatsOf(trx, tenantId, memberId)
  await sql`
    update chats set version = version + 1, unclaimed_count = 0
    where tenant_id = ${tenantId} and chat_id = any(${chatIds}::uuid[]) and unclaimed_count > 0
      and exists (select from users where tenant_id = ${tenantId} and user_id = ${memberId} and not disabled)`.execute(
    trx,
  )
  await sql`
    with ranked as (
      select c.tenant_id, c.chat_id, rank_of_chat(c.tenant_id, c.chat_id, c.last_message_id) as list_rank
      from chats c where c.tenant_id = ${tenantId} and c.chat_id = any(${chatIds}::uuid[])
    ), changed as (
      update chats c set version = version + 1, list_rank = r.list_rank
      from ranked r
      where c.tenant_id = r.tenant_id and c.chat_id = r.chat_id and c.list_rank <> r.list_rank
      returning c.tenant_id, c.chat_id, c.list_rank
    )
    update chat_members m set list_rank = c.list_rank
    from changed c
    where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.list_rank < 2`.execute(trx)
}
