import type { ChatId, MemberId, MemberRole, MessageId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { ChatMember, ChatRow } from './stored-chat.ts'

type InChat = Pick<ChatRow, 'tenantId' | 'chatId'>

/** Somebody who is, or could become, a member. */
export type Person = { id: MemberId; role: MemberRole; name: string; number: string | null; disabled: boolean }

export async function findPeople(db: Queries, tenantId: TenantId, ids: readonly MemberId[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select member_id as id, role, name, number, disabled from people
    where tenant_id = ${tenantId} and member_id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Everybody who is or was in these chats, in the order in which they came. */
export async function membersOf(db: Queries, tenantId: TenantId, chatIds: readonly ChatId[]) {
  const { rows } = await sql<ChatMember & { chatId: ChatId }>`${PREPARED}
    select m.chat_id as "chatId", m.member_id as id, m.role, p.name, p.number, m.added_on as "addedOn",
      m.deleted_on as "deletedOn", p.disabled as "isPersonDisabled", m.joined_after as "joinedAfter",
      m.unread_count as "unreadCount", o.number is not null as "optedOut",
      (select allowed_countries from tenants where tenant_id = ${tenantId}) as "allowedCountries"
    from chat_members m
      join people p using (tenant_id, member_id, role)
      join chats c using (tenant_id, chat_id)
      left join opt_outs o
        on o.tenant_id = m.tenant_id and o.provider_number_id = c.number_id and o.number = p.number
    where m.tenant_id = ${tenantId} and m.chat_id = any(${chatIds}::uuid[])
    order by m.added_on, p.name, m.member_id`.execute(db)
  const byChat = new Map<ChatId, ChatMember[]>(chatIds.map((chatId) => [chatId, []]))
  for (const { chatId, ...member } of rows) byChat.get(chatId)?.push(member)
  return byChat
}

export type Joining = {
  numberId: NumberId
  /** The chat's last message at this moment. */
  joinedAfter: MessageId | null
  at: Date
}

/** Adds people to a chat. Whoever was in it before comes back, with nothing unread. */
export async function addMembers(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { people, ...joining }: Joining & { people: readonly Pick<Person, 'id' | 'role'>[] },
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(
    ({ id, role }) => sql`(${tenantId}, ${chatId}, ${id}, ${role}, ${joining.at}, ${joining.at}, ${joining.joinedAfter},
      ${role === 'ExternalMobile' ? joining.numberId : null})`,
  )
  await sql`
    insert into chat_members
      (tenant_id, chat_id, member_id, role, added_on, last_message_at, joined_after, holds_number_id)
    values ${sql.join(rows)}
    on conflict (tenant_id, chat_id, member_id) do update set
      added_on = excluded.added_on, deleted_on = null, unread_count = 0, joined_after = excluded.joined_after,
      holds_number_id = excluded.holds_number_id`.execute(trx)
}

export async function removeMembers(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { ids, at }: { ids: readonly MemberId[]; at: Date },
): Promise<void> {
  await sql`
    update chat_members set deleted_on = ${at}, unread_count = 0, holds_number_id = null
    where tenant_id = ${tenantId} and chat_id = ${chatId} and member_id = any(${ids}::uuid[])
      and deleted_on is null`.execute(trx)
}

/** The phones of the chat hold this number from now on; null: they are free, because the chat has ended. */
export async function holdNumber(trx: Queries, { tenantId, chatId }: InChat, numberId: NumberId | null): Promise<void> {
  await sql`
    update chat_members set holds_number_id = ${numberId}
    where tenant_id = ${tenantId} and chat_id = ${chatId} and role = 'ExternalMobile'
      and deleted_on is null`.execute(trx)
}

export async function setUnreadCount(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { memberId, unreadCount }: { memberId: MemberId; unreadCount: number },
): Promise<void> {
  await sql`
    update chat_members set unread_count = ${unreadCount}
    where tenant_id = ${tenantId} and chat_id = ${chatId} and member_id = ${memberId}`.execute(trx)
}

/** A phone, and the open chat that it is in on a number. */
export type Holder = { memberId: MemberId; memberName: string; numberId: NumberId; chatId: ChatId; chatName: string }

/** Every open chat that one of these phones is in. */
export async function findHolders(db: Queries, tenantId: TenantId, memberIds: readonly MemberId[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`${PREPARED}
    select m.member_id as "memberId", p.name as "memberName", m.holds_number_id as "numberId", c.chat_id as "chatId",
      c.name as "chatName"
    from chat_members m
      join people p using (tenant_id, member_id, role)
      join chats c using (tenant_id, chat_id)
    where m.tenant_id = ${tenantId} and m.member_id = any(${memberIds}::uuid[]) and m.holds_number_id is not null
    order by p.name, c.chat_id`.execute(db)
  return rows
}
