import { MAX_COUNTED_CHATS } from '@partyline/contract'
import type { ChatId, NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import type { ExpressionBuilder, NotNull } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { CHAT } from './stored-chat.ts'
import type { ChatRow, NumberMember } from './stored-chat.ts'

export const hasUnread = (eb: ExpressionBuilder<{ c: Tables['chats'] }, 'c'>) =>
  eb('c.listRank', '=', 1).$castTo<boolean>().as('hasUnread')

export async function findChat(db: Queries, tenantId: TenantId, chatId: ChatId): Promise<ChatRow | null> {
  const chat = await db
    .selectFrom('chats as c')
    .select(CHAT)
    .select(hasUnread)
    .where('c.tenantId', '=', tenantId)
    .where('c.chatId', '=', chatId)
    .executeTakeFirst()
  return chat ?? null
}

/** Open here: not archived, in any state. */
const lockOpen = (trx: Queries, tenantId: TenantId) =>
  trx
    .selectFrom('chats as c')
    .select(CHAT)
    .select(hasUnread)
    .where('c.tenantId', '=', tenantId)
    .where('c.archivedAt', 'is', null)
    .orderBy('c.chatId')
    .forUpdate('c')
    .modifyEnd(PREPARED)

/** Locks the open ones of these chats until the transaction ends, in the order of their ids to avoid deadlocks. */
export function lockOpenChats(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<ChatRow[]> {
  return lockOpen(trx, tenantId).where('c.chatId', '=', anyOf(chatIds)).execute()
}

/** The same for the open chats in which a number and a phone text each other. */
export function lockOpenChatsOf(trx: Queries, tenantId: TenantId, pairs: readonly NumberMember[]): Promise<ChatRow[]> {
  const listed = sql<NumberMember>`unnest(${pairs.map(({ numberId }) => numberId)}::uuid[],
    ${pairs.map(({ memberId }) => memberId)}::uuid[])`
  return lockOpen(trx, tenantId)
    .where('c.chatId', 'in', ({ selectFrom }) =>
      selectFrom(listed.as<'pair'>(sql`pair (number_id, member_id)`))
        .innerJoin('chatMembers as m', (join) =>
          join
            .on('m.tenantId', '=', tenantId)
            .onRef('m.holdsNumberId', '=', 'pair.numberId')
            .onRef('m.memberId', '=', 'pair.memberId'),
        )
        .select('m.chatId'),
    )
    .execute()
}

/** Whether a line and a contact were ever in a chat with a message, which may be deleted by now. */
export async function haveTexted(
  db: Queries,
  tenantId: TenantId,
  { numberId, memberId }: NumberMember,
): Promise<boolean> {
  const chat = await db
    .selectFrom('chatMembers as m')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'm.tenantId').onRef('c.chatId', '=', 'm.chatId'))
    .select('c.chatId')
    .where('m.tenantId', '=', tenantId)
    .where('m.memberId', '=', memberId)
    .where('m.role', '=', 'ExternalMobile')
    .where('c.numberId', '=', numberId)
    .where('c.messageCount', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return chat !== undefined
}

/** Locks one chat until the transaction ends, also an archived one. */
export async function lockRow(trx: Queries, tenantId: TenantId, chatId: ChatId): Promise<void> {
  await trx
    .selectFrom('chats')
    .select('chatId')
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .forUpdate()
    .modifyEnd(PREPARED)
    .execute()
}

/** Until the transaction ends, no one else can open a chat between this number and this phone. */
export async function lockPair(trx: Queries, tenantId: TenantId, { numberId, memberId }: NumberMember): Promise<void> {
  const name = `${tenantId}/${numberId}/${memberId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

export type NewChat = {
  tenantId: TenantId
  chatId: ChatId
  numberId: NumberId
  name: string
  autoNamed: boolean
  relay: boolean
  /** Null if a text from a phone opened it. */
  createdBy: UserId | null
  createdAt: Date
}

/** Without members and at version 0: the event that announces it makes it 1. */
export async function insertChat(trx: Queries, chat: NewChat): Promise<void> {
  const { createdAt, ...details } = chat
  await trx
    .insertInto('chats')
    .values({ ...details, createdAt, version: 0, lastMessageAt: createdAt })
    .execute()
}

export type ChatDetails = Pick<ChatRow, 'tenantId' | 'chatId' | 'numberId' | 'name' | 'autoNamed' | 'relay'>

export async function updateDetails(
  trx: Queries,
  { tenantId, chatId, numberId, name, autoNamed, relay }: ChatDetails,
): Promise<void> {
  await trx
    .updateTable('chats')
    .set({ numberId, name, autoNamed, relay })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .execute()
}

export async function archive(trx: Queries, chat: { tenantId: TenantId; chatId: ChatId; at: Date }): Promise<void> {
  await trx
    .updateTable('chats')
    .set({ archivedAt: chat.at })
    .where('tenantId', '=', chat.tenantId)
    .where('chatId', '=', chat.chatId)
    .execute()
}

export async function unarchive(trx: Queries, chat: { tenantId: TenantId; chatId: ChatId }): Promise<void> {
  await trx
    .updateTable('chats')
    .set({ archivedAt: null })
    .where('tenantId', '=', chat.tenantId)
    .where('chatId', '=', chat.chatId)
    .execute()
}

type ChatWithState = Pick<ChatRow, 'tenantId' | 'chatId' | 'state' | 'snoozedUntil' | 'assignedTo'>

/** Stores the state and the assignee that these locked chats have from now on. */
export async function updateStates(trx: Queries, chats: readonly ChatWithState[]): Promise<void> {
  if (chats.length === 0) return
  const given = chats.map(({ tenantId, chatId, state, snoozedUntil, assignedTo }) => {
    return { tenant_id: tenantId, chat_id: chatId, state, snoozed_until: snoozedUntil, assigned_to: assignedTo }
  })
  await sql`${PREPARED}
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}) as g (
        tenant_id uuid, chat_id uuid, state text, snoozed_until timestamptz, assigned_to uuid)
    ), changed as (
      update chats c set state = g.state, snoozed_until = g.snoozed_until, assigned_to = g.assigned_to
      from given g where c.tenant_id = g.tenant_id and c.chat_id = g.chat_id
    )
    update chat_members m set state = g.state
    from given g where m.tenant_id = g.tenant_id and m.chat_id = g.chat_id and m.state <> g.state`.execute(trx)
}

/** A snoozed chat and the end of its snooze. */
export type Snooze = { tenantId: TenantId; chatId: ChatId; until: Date }

/** Snoozes that end before a time, the first ones first. */
export async function snoozesUntil(db: Queries, before: Date, limit: number): Promise<Snooze[]> {
  return db
    .selectFrom('chats')
    .select(['tenantId', 'chatId', 'snoozedUntil as until'])
    .where('state', '=', 'snoozed')
    .where('archivedAt', 'is', null)
    .where('snoozedUntil', '<=', before)
    .orderBy('snoozedUntil')
    .limit(limit)
    .$narrowType<{ until: NotNull }>()
    .execute()
}

/** Call when someone on the team starts answering here. */
export async function resetUnclaimedCount(
  trx: Queries,
  { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
): Promise<void> {
  await trx
    .updateTable('chats')
    .set({ unclaimedCount: 0 })
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('unclaimedCount', '>', 0)
    .execute()
}

/** All chats until a time, archived ones too, in the order in which they were created; those after a chat. */
export async function chatIdsUntil(
  db: Queries,
  tenantId: TenantId,
  { until, after, limit }: { until: Date; after: ChatId | null; limit: number },
): Promise<ChatId[]> {
  const rows = await db
    .selectFrom('chats')
    .select('chatId')
    .where('tenantId', '=', tenantId)
    .where('createdAt', '<=', until)
    .$if(after !== null, (query) => query.where('chatId', '>', after as ChatId))
    .orderBy('chatId')
    .limit(limit)
    .execute()
  return rows.map(({ chatId }) => chatId)
}

export async function countChatsUntil(db: Queries, tenantId: TenantId, until: Date): Promise<number> {
  const { count } = await db
    .selectFrom('chats')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('createdAt', '<=', until)
    .executeTakeFirstOrThrow()
  return count
}

/** In any state, but not archived. Up to {@link MAX_COUNTED_CHATS}, so that a tenant with many chats costs no more. */
export async function countOpenChats(db: Queries, tenantId: TenantId): Promise<number> {
  const { count } = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('chats')
        .select('chatId')
        .where('tenantId', '=', tenantId)
        .where('archivedAt', 'is', null)
        .limit(MAX_COUNTED_CHATS)
        .as('open'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
