import { LEGAL_HOLD_LIMITS } from '@partyline/contract'
import type { ChatId, ContactId, LegalHold, LegalHoldId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

/** Until the transaction ends, no other hold of the tenant is placed. */
export async function lockHolds(trx: Queries, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}/legal-holds`}, 0))`.execute(trx)
}

/** Newest first. */
export async function listHolds(db: Queries, tenantId: TenantId): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legalHolds as h')
    .leftJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'h.tenantId').onRef('c.chatId', '=', 'h.chatId'))
    .leftJoin('contactCards as k', (join) =>
      join.onRef('k.tenantId', '=', 'h.tenantId').onRef('k.contactId', '=', 'h.contactId'),
    )
    .innerJoin('users as u', (join) => join.onRef('u.tenantId', '=', 'h.tenantId').onRef('u.userId', '=', 'h.placedBy'))
    .select(['h.holdId as id', 'h.chatId', 'h.contactId', 'h.reason', 'h.placedAt', 'u.name as placedBy'])
    .select(({ fn }) => fn.coalesce('c.name', 'k.name').as('name'))
    .select(sql<ContactId[]>`contacts_kept_by(h.tenant_id, h.chat_id, h.contact_id)`.as('contactIds'))
    .where('h.tenantId', '=', tenantId)
    .orderBy('h.placedAt', 'desc')
    .orderBy('h.holdId', 'desc')
    .limit(LEGAL_HOLD_LIMITS.listed)
    .execute()
  return rows.map(({ placedAt, name, ...row }) => ({ ...row, name: name ?? '', placedOn: placedAt.toISOString() }))
}

export type Subject = { chatId: ChatId; contactId?: undefined } | { chatId?: undefined; contactId: ContactId }

/** The name of a chat or contact, which stays as it is until the transaction ends. Null: there is none. */
export async function lockSubject(trx: Queries, tenantId: TenantId, of: Subject): Promise<string | null> {
  const row = of.chatId
    ? await trx
        .selectFrom('chats')
        .select('name')
        .where('tenantId', '=', tenantId)
        .where('chatId', '=', of.chatId)
        .forUpdate()
        .executeTakeFirst()
    : await trx
        .selectFrom('contactCards')
        .select('name')
        .where('tenantId', '=', tenantId)
        .where('contactId', '=', of.contactId ?? null)
        .forUpdate()
        .executeTakeFirst()
  return row?.name ?? null
}

export async function insertHold(trx: Queries, row: Insertable<Tables['legalHolds']>): Promise<void> {
  await trx.insertInto('legalHolds').values(row).execute()
}

export async function deleteHold(trx: Queries, tenantId: TenantId, holdId: LegalHoldId): Promise<void> {
  await trx.deleteFrom('legalHolds').where('tenantId', '=', tenantId).where('holdId', '=', holdId).execute()
}

export async function isContactOnHold(db: Queries, tenantId: TenantId, contactId: ContactId): Promise<boolean> {
  const row = await db
    .selectFrom('legalHolds')
    .select('holdId')
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  return row !== undefined
}

/** The name of a chat on hold that one of the phones is or was in, whether the hold is on the chat or on another contact in it. */
export async function chatOnHoldWith(
  db: Queries,
  tenantId: TenantId,
  phones: readonly NumberId[],
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name from chat_members m join chats c on c.tenant_id = m.tenant_id and c.chat_id = m.chat_id
    where m.tenant_id = ${tenantId} and m.member_id = any(${phones}::uuid[]) and m.role = 'ExternalMobile'
      and is_on_hold(m.tenant_id, m.chat_id)
    order by c.chat_id limit 1`.execute(db)
  return rows[0]?.name ?? null
}
