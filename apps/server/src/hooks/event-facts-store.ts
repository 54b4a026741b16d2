import type { ChatId, ContactId, KeyId, MemberId, MessageId, NumberId, TenantId, UserId } from '@partyline/contract'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

// Reads the current data for the bodies of events.

/** A chat and its line. */
export function chatWithLine(db: Queries, tenantId: TenantId, chatId: ChatId) {
  return db
    .selectFrom('chats as c')
    .innerJoin('lines as l', (join) =>
      join.onRef('l.tenantId', '=', 'c.tenantId').onRef('l.numberId', '=', 'c.numberId'),
    )
    .select(['c.chatId', 'c.name', 'l.numberId as lineId', 'l.name as lineName', 'l.number as lineNumber'])
    .where('c.tenantId', '=', tenantId)
    .where('c.chatId', '=', chatId)
    .executeTakeFirst()
}

export function lineOf(db: Queries, tenantId: TenantId, lineId: NumberId) {
  return db
    .selectFrom('lines')
    .select(['numberId as id', 'name', 'number'])
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', lineId)
    .executeTakeFirst()
}

/** The user, or API key. Null for neither. */
export async function userOf(db: Queries, tenantId: TenantId, id: MemberId | null) {
  if (id === null) return null
  const user = await db
    .selectFrom('users')
    .select(['userId as id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', id as string as never)
    .executeTakeFirst()
  return user ?? keyOf(db, tenantId, id)
}

/** A program can be the actor, too. */
async function keyOf(db: Queries, tenantId: TenantId, id: MemberId) {
  const key = await db
    .selectFrom('apiKeys')
    .select(({ ref }) => [ref('keyId').$castTo<UserId>().as('id'), 'name'])
    .where('tenantId', '=', tenantId)
    .where('keyId', '=', id as string as KeyId)
    .executeTakeFirst()
  return key ?? null
}

function phones(db: Queries, tenantId: TenantId) {
  return db
    .selectFrom('contacts as n')
    .leftJoin('contactPhones as p', (join) =>
      join.onRef('p.tenantId', '=', 'n.tenantId').onRef('p.numberId', '=', 'n.numberId'),
    )
    .select(['n.numberId as id', 'p.contactId', 'n.name', 'n.number'])
    .where('n.tenantId', '=', tenantId)
    .orderBy('n.numberId')
}

/** Null for no phone. */
export async function phoneOf(db: Queries, tenantId: TenantId, id: MemberId | null) {
  if (id === null) return null
  const phone = await phones(db, tenantId)
    .where('n.numberId', '=', id as string as NumberId)
    .executeTakeFirst()
  return phone ?? null
}

/** The phones that are in the chat. */
export function phonesIn(db: Queries, tenantId: TenantId, chatId: ChatId) {
  return phones(db, tenantId)
    .innerJoin('chatMembers as m', (join) =>
      join
        .onRef('m.tenantId', '=', 'n.tenantId')
        .on(({ eb, ref }) => eb(ref('m.memberId').$castTo<string>(), '=', ref('n.numberId'))),
    )
    .where('m.tenantId', '=', tenantId)
    .where('m.chatId', '=', chatId)
    .where('m.role', '=', 'ExternalMobile')
    .where('m.deletedAt', 'is', null)
    .execute()
}

/** The phones that a message was sent to. */
export function recipientsOf(db: Queries, tenantId: TenantId, messageId: MessageId) {
  return phones(db, tenantId)
    .where('n.numberId', 'in', (eb) =>
      eb
        .selectFrom('deliveries as d')
        .select((d) => d.ref('d.memberId').$castTo<NumberId>().as('id'))
        .where('d.tenantId', '=', tenantId)
        .where('d.messageId', '=', messageId),
    )
    .execute()
}

export async function messageOf(db: Queries, tenantId: TenantId, messageId: MessageId) {
  return db
    .selectFrom('messages as m')
    .select(['m.messageId', 'm.chatId', 'm.text', 'm.sentAt', 'm.sentBy', 'm.recovered', 'm.automatic'])
    .select((eb) =>
      eb
        .selectFrom('messageMedia as f')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('f.tenantId', '=', 'm.tenantId')
        .whereRef('f.messageId', '=', 'm.messageId')
        .as('mediaCount'),
    )
    .where('m.tenantId', '=', tenantId)
    .where('m.messageId', '=', messageId)
    .executeTakeFirst()
}

export async function contactOf(db: Queries, tenantId: TenantId, contactId: ContactId) {
  const card = await db
    .selectFrom('contactCards')
    .select(['name', 'company', 'emails', 'tags', 'timeZone', 'language', 'fields'])
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  if (!card) return null
  const own = await phones(db, tenantId).where('p.contactId', '=', contactId).where('n.deletedAt', 'is', null).execute()
  const fields = await db
    .selectFrom('contactFields')
    .select(['fieldId', 'name'])
    .where('tenantId', '=', tenantId)
    .execute()
  return { ...card, phones: own.map(({ id, name, number }) => ({ id, name, number })), fieldNames: fields }
}

/** An entry of the ledger, with the number that it is about unless that was erased. */
export function consentEntryOf(db: Queries, tenantId: TenantId, entryId: string) {
  return db
    .selectFrom('consentEntries as e')
    .innerJoin('consentPeople as p', (join) =>
      join.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.personKey', '=', 'e.personKey'),
    )
    .select(['e.lineId', 'e.source', 'e.recordedBy', 'p.number'])
    .where('e.tenantId', '=', tenantId)
    .where('e.entryId', '=', entryId as never)
    .executeTakeFirst()
}

/** The phone that has one of these numbers now. */
export async function phoneWithNumber(db: Queries, tenantId: TenantId, spellings: readonly string[]) {
  const phone = await phones(db, tenantId)
    .where('n.number', '=', anyOf(spellings))
    .where('n.deletedAt', 'is', null)
    .executeTakeFirst()
  return phone ?? null
}
