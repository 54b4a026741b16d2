import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export type ContactRow = Omit<Selectable<Tables['contacts']>, 'words'>

/**
 * Until the transaction ends, no one else can add or revive this phone, in any spelling. So it is found or added once, without a
 * conflict that would end the caller's transaction.
 */
export async function lockContactNumber(trx: Queries, tenantId: TenantId, number: string): Promise<void> {
  // An import adds many, and waits for those who add one.
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`${tenantId}/contacts`}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`${tenantId}/${phoneIdentity(number)}`}, 0))`.execute(trx)
}

/**
 * The contact with this phone, best in this spelling; a deleted one only where no other has it, and never a reassigned one. Nobody
 * else changes it until the transaction ends.
 */
export async function lockByNumber(trx: Queries, tenantId: TenantId, number: string): Promise<ContactRow | null> {
  const row = await trx
    .selectFrom('contacts')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('number', '=', anyOf(phoneSpellings(number)))
    .where('reassignedAt', 'is', null)
    .orderBy(({ eb }) => eb('deletedAt', 'is', null), 'desc')
    .orderBy(({ eb }) => eb('number', '=', number), 'desc')
    .orderBy('deletedAt', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

const selectByNumbers = (db: Queries, tenantId: TenantId, numbers: string[]) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('number', '=', anyOf(numbers))
    .where('deletedAt', 'is', null)

/** Those of the numbers, in this spelling, that belong to a contact who is not deleted. */
export function findByNumbers(db: Queries, tenantId: TenantId, numbers: string[]): Promise<ContactRow[]> {
  return selectByNumbers(db, tenantId, numbers).execute()
}

/** The contact with this phone in this spelling, who can be neither deleted nor erased until the transaction ends. */
export async function keepByNumber(trx: Queries, tenantId: TenantId, number: string): Promise<ContactRow | null> {
  return (await selectByNumbers(trx, tenantId, [number]).forShare().executeTakeFirst()) ?? null
}

export function selectContacts(db: Queries, tenantId: TenantId, limit: number): Promise<ContactRow[]> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('deletedAt', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Deleted ones too: a history still names them. */
export function findContacts(db: Queries, tenantId: TenantId, ids: NumberId[]): Promise<ContactRow[]> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', anyOf(ids))
    .execute()
}

/** As it is until the transaction ends. */
export async function lockContactRow(trx: Queries, tenantId: TenantId, numberId: NumberId): Promise<ContactRow | null> {
  const row = await trx
    .selectFrom('contacts')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', numberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function insertContact(db: Queries, row: ContactRow): Promise<void> {
  await db.insertInto('contacts').values(row).execute()
}

/** Deleted phones with this number, in any spelling, never come back: someone else has it. */
export async function markReassigned(trx: Queries, tenantId: TenantId, number: string, at: Date): Promise<void> {
  await trx
    .updateTable('contacts')
    .set({ reassignedAt: at })
    .where('tenantId', '=', tenantId)
    .where('number', '=', anyOf(phoneSpellings(number)))
    .where('deletedAt', 'is not', null)
    .where('reassignedAt', 'is', null)
    .execute()
}

type Change = Partial<Pick<ContactRow, 'number' | 'name' | 'disabled' | 'deletedAt'>>

export async function updateContactRow(
  db: Queries,
  { tenantId, numberId }: { tenantId: TenantId; numberId: NumberId },
  change: Change,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set(change)
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', numberId)
    .execute()
}
