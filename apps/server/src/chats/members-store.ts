import type {
  ChatId,
  ChatNotify,
  MemberId,
  MemberRole,
  MessageId,
  NumberId,
  TenantId,
  UserId,
} from '@partyline/contract'
import { sql } from 'kysely'
import type { NotNull, RawBuilder } from 'kysely'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ChatMember, ChatRow } from './stored-chat.ts'

type InChat = Pick<ChatRow, 'tenantId' | 'chatId'>

/** A current or possible member. */
export type Person = { id: MemberId; role: MemberRole; name: string; number: string | null; disabled: boolean }

export async function findPeople(db: Queries, tenantId: TenantId, ids: readonly MemberId[]): Promise<Person[]> {
  return db
    .selectFrom('people')
    .select(['memberId as id', 'role', 'name', 'number', 'disabled'])
    .where('tenantId', '=', tenantId)
    .where('memberId', '=', anyOf(ids))
    .execute()
}

/**
 * The owner of a returned message: its author, the chat's assignee, or the first Admin. Disabled users are passed over. If
 * none of them is enabled, it is another user or, if all are disabled, the author.
 */
export async function findNewOwner(
  db: Queries,
  tenantId: TenantId,
  { author, assignedTo }: { author: UserId; assignedTo: UserId | null },
): Promise<UserId> {
  const { userId } = await db
    .selectFrom('users')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .orderBy('enabled', 'desc')
    .orderBy(({ eb }) => eb('userId', '=', author), 'desc')
    .orderBy(({ fn, eb }) => fn.coalesce(eb('userId', '=', assignedTo), sql<boolean>`false`), 'desc')
    .orderBy(({ eb }) => eb('role', '=', 'Admin'), 'desc')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  return userId
}

/** Memberships `m` with their people `p` and their chats `c`. */
const selectMembers = (db: Queries) =>
  db
    .selectFrom('chatMembers as m')
    .innerJoin('people as p', (join) =>
      join.onRef('p.tenantId', '=', 'm.tenantId').onRef('p.memberId', '=', 'm.memberId').onRef('p.role', '=', 'm.role'),
    )
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'm.tenantId').onRef('c.chatId', '=', 'm.chatId'))
    .modifyEnd(PREPARED)

/** All current and former members of these chats, in the order in which they joined. */
export function membersOf(
  db: Queries,
  tenantId: TenantId,
  chats: readonly Pick<ChatRow, 'chatId' | 'numberId'>[],
): Promise<Map<ChatId, ChatMember[]>> {
  const [chatIds, lineIds] = [chats.map(({ chatId }) => chatId), chats.map(({ numberId }) => numberId)]
  return readMembers(db, tenantId, sql`unnest(${chatIds}::uuid[], ${lineIds}::uuid[])`)
}

/** The same for chats whose lines are not known yet. */
export function membersOfChats(db: Queries, tenantId: TenantId, chatIds: readonly ChatId[]) {
  const lines = sql`select chat_id, number_id from chats where tenant_id = ${tenantId} and chat_id = any(${chatIds})`
  return readMembers(db, tenantId, sql`(${lines})`)
}

/** Most chats share their people: each person is read once. */
async function readMembers(
  db: Queries,
  tenantId: TenantId,
  chatsWithLines: RawBuilder<unknown>,
): Promise<Map<ChatId, ChatMember[]>> {
  const { rows } = await sql<ChatMember & { chatId: ChatId }>`${PREPARED}
    with m as materialized (
      select m.chat_id, page.line_id, m.member_id, m.role, m.added_at, m.deleted_at, m.joined_after, m.unread_count,
        m.notify, l.consent
      from ${chatsWithLines} as page (chat_id, line_id)
        join chat_members m on m.tenant_id = ${tenantId} and m.chat_id = page.chat_id
        join lines l on l.tenant_id = ${tenantId} and l.number_id = page.line_id
    ), p as materialized (
      select member_id, role, name, number, disabled, left_directory_at from people
      where tenant_id = ${tenantId} and member_id = any(array(select distinct member_id from m))
    )
    select m.chat_id, m.member_id as id, m.role, p.name, p.number, m.added_at as added_on, m.deleted_at as deleted_on,
      p.disabled as is_person_disabled, p.left_directory_at, m.joined_after, m.unread_count, m.notify,
      exists (
        select from opt_outs o
        where o.tenant_id = ${tenantId} and o.line_id = m.line_id and o.number = any(phone_spellings(p.number))
      ) as opted_out, (
        select o.manual_by from opt_outs o
        where o.tenant_id = ${tenantId} and o.line_id = m.line_id and o.number = any(phone_spellings(p.number))
          and o.source = 'manual'
        limit 1
      ) as opted_out_by,
      case when m.consent <> 'off' and p.number is not null
        then lacks_consent(${tenantId}, m.line_id, p.member_id, p.number) end as lacks_consent,
      case when m.consent <> 'off' and p.number is not null
        then consent_asked_at(${tenantId}, m.line_id, p.number) end as consent_asked_at,
      (select allowed_countries from tenants where tenant_id = ${tenantId}) as allowed_countries
    from m join p using (member_id, role)
    order by m.added_at, p.name, m.member_id`.execute(db)
  const byChat = new Map<ChatId, ChatMember[]>()
  for (const { chatId, ...member } of rows) {
    const others = byChat.get(chatId)
    if (others) others.push(member)
    else byChat.set(chatId, [member])
  }
  return byChat
}

export type Joining = {
  numberId: NumberId
  /** The chat's last message at this moment. */
  joinedAfter: MessageId | null
  at: Date
}

/** Adds people to a chat. Former members return with nothing unread. */
export async function addMembers(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { people, ...joining }: Joining & { people: readonly Pick<Person, 'id' | 'role'>[] },
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(({ id, role }) => ({
    tenantId,
    chatId,
    memberId: id,
    role,
    addedAt: joining.at,
    lastMessageAt: joining.at,
    joinedAfter: joining.joinedAfter,
    holdsNumberId: role === 'ExternalMobile' ? joining.numberId : null,
  }))
  await trx
    .insertInto('chatMembers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'chatId', 'memberId']).doUpdateSet(({ ref }) => ({
        addedAt: ref('excluded.addedAt'),
        deletedAt: null,
        unreadCount: 0,
        joinedAfter: ref('excluded.joinedAfter'),
        holdsNumberId: ref('excluded.holdsNumberId'),
      })),
    )
    .execute()
}

/** The assignee is a member, or no one. */
export async function removeMembers(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { ids, at }: { ids: readonly MemberId[]; at: Date },
): Promise<void> {
  await trx
    .updateTable('chatMembers')
    .set({ deletedAt: at, unreadCount: 0, holdsNumberId: null })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('memberId', '=', anyOf(ids))
    .where('deletedAt', 'is', null)
    .execute()
  await trx
    .updateTable('chats')
    .set({ assignedTo: null })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('assignedTo', '=', anyOf(ids as readonly string[] as readonly UserId[]))
    .execute()
}

/** The phones of the chat hold this number from now on; null: they are free, because the chat has ended. */
export async function holdNumber(trx: Queries, { tenantId, chatId }: InChat, numberId: NumberId | null): Promise<void> {
  await trx
    .updateTable('chatMembers')
    .set({ holdsNumberId: numberId })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('role', '=', 'ExternalMobile')
    .where('deletedAt', 'is', null)
    .execute()
}

/** Whether viewing an open chat would change nothing for a member. */
export async function hasViewedAll(
  db: Queries,
  { tenantId, chatId, memberId }: InChat & { memberId: MemberId },
): Promise<boolean> {
  const member = await db
    .selectFrom('chatMembers as m')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'm.tenantId').onRef('c.chatId', '=', 'm.chatId'))
    .leftJoin('deliveries as d', (join) =>
      join
        .onRef('d.tenantId', '=', 'c.tenantId')
        .onRef('d.messageId', '=', 'c.lastMessageId')
        .onRef('d.memberId', '=', 'm.memberId'),
    )
    .select('m.memberId')
    .where('m.tenantId', '=', tenantId)
    .where('m.chatId', '=', chatId)
    .where('m.memberId', '=', memberId)
    .where('m.deletedAt', 'is', null)
    .where('m.unreadCount', '=', 0)
    .where('c.archivedAt', 'is', null)
    .where(({ eb, or }) => or([eb('c.lastMessageId', 'is', null), eb('d.memberId', 'is not', null)]))
    .modifyEnd(PREPARED)
    .executeTakeFirst()
  return member !== undefined
}

export async function setUnreadCount(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { memberId, unreadCount }: { memberId: MemberId; unreadCount: number },
): Promise<void> {
  await trx
    .updateTable('chatMembers')
    .set({ unreadCount })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('memberId', '=', memberId)
    .execute()
}

export async function setNotify(
  trx: Queries,
  { tenantId, chatId }: InChat,
  { memberId, notify }: { memberId: MemberId; notify: ChatNotify },
): Promise<void> {
  await trx
    .updateTable('chatMembers')
    .set({ notify })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('memberId', '=', memberId)
    .execute()
}

/** A phone, and the open chat that it is in on a number. */
export type Holder = { memberId: MemberId; memberName: string; numberId: NumberId; chatId: ChatId; chatName: string }

/** Every open chat that one of these phones is in. */
export async function findHolders(db: Queries, tenantId: TenantId, memberIds: readonly MemberId[]): Promise<Holder[]> {
  return (
    selectMembers(db)
      .select(['m.memberId', 'p.name as memberName', 'm.holdsNumberId as numberId', 'c.chatId', 'c.name as chatName'])
      .where('m.tenantId', '=', tenantId)
      .where('m.memberId', '=', anyOf(memberIds))
      // As the index has them: no one else holds a number.
      .where('m.role', '=', sql<MemberRole>`'ExternalMobile'`)
      .where('m.holdsNumberId', 'is not', null)
      .orderBy('p.name')
      .orderBy('c.chatId')
      .$narrowType<{ numberId: NotNull }>()
      .execute()
  )
}

/** The chats of a contact, or null if there are more than the maximum, or for a user, who may be in most of them. */
export async function chatsOfContact(
  db: Queries,
  { tenantId, memberId, max }: { tenantId: TenantId; memberId: MemberId; max: number },
): Promise<ChatId[] | null> {
  const { rows } = await sql<{ isUser: boolean; chatIds: ChatId[] }>`
    select exists (select from users where tenant_id = ${tenantId} and user_id = ${memberId}) as is_user,
      array(select chat_id from chat_members
        where tenant_id = ${tenantId} and member_id = ${memberId} and role = 'ExternalMobile' and deleted_at is null
        limit ${max + 1}) as chat_ids`.execute(db)
  const { isUser = true, chatIds = [] } = rows[0] ?? {}
  return isUser || chatIds.length > max ? null : chatIds
}
