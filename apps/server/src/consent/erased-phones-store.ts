import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export type KeyRow = Selectable<Tables['erasureKeys']>

export async function findKey(db: Queries, tenantId: TenantId): Promise<KeyRow | null> {
  const row = await db.selectFrom('erasureKeys').selectAll().where('tenantId', '=', tenantId).executeTakeFirst()
  return row ?? null
}

export const listKeys = (db: Queries): Promise<KeyRow[]> => db.selectFrom('erasureKeys').selectAll().execute()

/** The tenant's key, which is this one if it had none. */
export async function keepKey(trx: Queries, row: KeyRow): Promise<KeyRow> {
  return trx
    .insertInto('erasureKeys')
    .values(row)
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet({ tenantId: row.tenantId }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Unless it has changed since. */
export async function replaceKey(db: Queries, { tenantId, keyEncrypted }: KeyRow, to: string): Promise<void> {
  await db
    .updateTable('erasureKeys')
    .set({ keyEncrypted: to })
    .where('tenantId', '=', tenantId)
    .where('keyEncrypted', '=', keyEncrypted)
    .execute()
}

export async function dropWritten(trx: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('writtenConsents')
    .where('tenantId', '=', tenantId)
    .where('number', '=', anyOf(numbers.flatMap(phoneSpellings)))
    .execute()
}

/** Deletes the consent state of these numbers that sending reads. Returns the number of each opt-out. */
export async function dropStates(trx: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<string[]> {
  await dropWritten(trx, tenantId, numbers)
  const optOuts = await trx
    .deleteFrom('optOuts')
    .where('tenantId', '=', tenantId)
    .where('number', '=', anyOf(numbers.flatMap(phoneSpellings)))
    .returning('number')
    .execute()
  return optOuts.map(({ number }) => number)
}

/** Takes the number out of the ledger, with the wording of evidence. */
export async function anonymize(
  trx: Queries,
  { tenantId, number, phoneHash }: { tenantId: TenantId; number: string; phoneHash: Buffer | null },
): Promise<void> {
  await sql`
    with person as (
      update consent_people set number = null, phone_hash = ${phoneHash}
      where tenant_id = ${tenantId} and number = ${phoneIdentity(number)}
      returning person_key
    )
    delete from consent_evidence v using consent_entries e, person
    where e.tenant_id = ${tenantId} and e.person_key = person.person_key
      and v.tenant_id = e.tenant_id and v.entry_id = e.entry_id`.execute(trx)
}

/** Those with one of these hashes. */
export function findHashed(
  db: Queries,
  tenantId: TenantId,
  hashes: readonly Buffer[],
): Promise<{ personKey: string; phoneHash: Buffer | null }[]> {
  return db
    .selectFrom('consentPeople')
    .select(['personKey', 'phoneHash'])
    .where('tenantId', '=', tenantId)
    .where('phoneHash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .execute()
}

/**
 * Gives the entries of a person who was erased their number back, unless it has entries again. Returns the lines that they are
 * about.
 */
export async function identify(
  trx: Queries,
  { tenantId, personKey }: { tenantId: TenantId; personKey: string },
  number: string,
): Promise<NumberId[]> {
  const { rows } = await sql<{ lineId: NumberId }>`
    with person as (
      update consent_people set number = ${phoneIdentity(number)}, phone_hash = null
      where tenant_id = ${tenantId} and person_key = ${personKey}
        and not exists (
          select from consent_people o where o.tenant_id = ${tenantId} and o.number = ${phoneIdentity(number)})
      returning person_key
    )
    select distinct e.line_id from consent_entries e join person using (person_key)
    where e.tenant_id = ${tenantId}
    order by e.line_id`.execute(trx)
  return rows.map(({ lineId }) => lineId)
}
