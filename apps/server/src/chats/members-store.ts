import type { ChatId, MemberId, MemberRole, MessageId, NumberId, TenantId } from '@partyline/contract'
import type { NotNull } from 'kysely'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ChatMember, ChatRow } from './stored-chat.ts'

type InChat = Pick<ChatRow, 'tenantId' | 'chatId'>

/** Somebody who is, or could become, a member. */
export type Person = { id: MemberId; role: MemberRole; name: string; number: string | null; disabled: boolean }

export async function findPeople(db: Queries, tenantId: TenantId, ids: readonly MemberId[]): Promise<Person[]> {
  return db
    .selectFrom('people')
    .select(['memberId as id', 'role', 'name', 'number', 'disabled'])
    .where('tenantId', '=', tenantId)
    .where('memberId', '=', anyOf(ids))
    .execute()
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
export async function membersOf(db: Queries, tenantId: TenantId, chatIds: readonly ChatId[]) {
  const rows = await selectMembers(db)
    .leftJoin('optOuts as o', (join) =>
      join
        .onRef('o.tenantId', '=', 'm.tenantId')
        .onRef('o.lineId', '=', 'c.numberId')
        .onRef('o.number', '=', 'p.number'),
    )
    .select(['m.chatId', 'm.memberId as id', 'm.role', 'p.name', 'p.number', 'm.addedAt as addedOn'])
    .select(['m.deletedAt as deletedOn', 'p.disabled as isPersonDisabled', 'm.joinedAfter', 'm.unreadCount'])
    .select(({ eb, selectFrom }) => [
      eb('o.number', 'is not', null).$castTo<boolean>().as('optedOut'),
      selectFrom('tenants').select('allowedCountries').where('tenantId', '=', tenantId).as('allowedCountries'),
    ])
    .where('m.tenantId', '=', tenantId)
    .where('m.chatId', '=', anyOf(chatIds))
    .orderBy('m.addedAt')
    .orderBy('p.name')
    .orderBy('m.memberId')
    .execute()
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

/** A phone, and the open chat that it is in on a number. */
export type Holder = { memberId: MemberId; memberName: string; numberId: NumberId; chatId: ChatId; chatName: string }

/** Every open chat that one of these phones is in. */
export async function findHolders(db: Queries, tenantId: TenantId, memberIds: readonly MemberId[]): Promise<Holder[]> {
  return selectMembers(db)
    .select(['m.memberId', 'p.name as memberName', 'm.holdsNumberId as numberId', 'c.chatId', 'c.name as chatName'])
    .where('m.tenantId', '=', tenantId)
    .where('m.memberId', '=', anyOf(memberIds))
    .where('m.holdsNumberId', 'is not', null)
    .orderBy('p.name')
    .orderBy('c.chatId')
    .$narrowType<{ numberId: NotNull }>()
    .execute()
}
