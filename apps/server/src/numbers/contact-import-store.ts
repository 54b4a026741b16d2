import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ContactRow } from './contacts-store.ts'

/** Until the transaction ends, no one else can add or revive a contact of the tenant. */
export async function lockAllContacts(trx: Queries, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}/contacts`}, 0))`.execute(trx)
}

/** For several numbers, in one order: see `lockContactNumber`. */
export async function lockContactNumbers(trx: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  const keys = [...new Set(numbers.map((number) => `${tenantId}/${phoneIdentity(number)}`))].toSorted()
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`${tenantId}/contacts`}, 0)),
      (select count(pg_advisory_xact_lock(hashtextextended(key, 0))::text)::integer
        from unnest(${keys}::text[]) key)`.execute(trx)
}

type Found = Pick<ContactRow, 'numberId' | 'number' | 'name' | 'deletedAt'>

/** Those of the phones, in any spelling, that a contact has or had, unless they were reassigned, by {@link phoneIdentity}. */
export async function findWithNumbers(
  db: Queries,
  tenantId: TenantId,
  numbers: readonly string[],
): Promise<Map<string, Found>> {
  if (numbers.length === 0) return new Map()
  const found = await db
    .selectFrom('contacts')
    .distinctOn('number')
    .select(['numberId', 'number', 'name', 'deletedAt'])
    .where('tenantId', '=', tenantId)
    .where('number', '=', anyOf(numbers.flatMap(phoneSpellings)))
    .where('reassignedAt', 'is', null)
    .orderBy('number')
    .orderBy('deletedAt', (order) => order.desc().nullsFirst())
    .execute()
  // The one who is there takes the place of one who was deleted.
  const byAge = found.toSorted((one, other) => Number(one.deletedAt === null) - Number(other.deletedAt === null))
  return new Map(byAge.map((contact) => [phoneIdentity(contact.number), contact]))
}

type NewRow = { id: NumberId; number: string; name: string }

export async function insertContacts(
  trx: Queries,
  tenantId: TenantId,
  { rows, at }: { rows: readonly NewRow[]; at: Date },
): Promise<void> {
  if (rows.length === 0) return
  const [ids, numbers, names] = [
    rows.map(({ id }) => id),
    rows.map(({ number }) => number),
    rows.map(({ name }) => name),
  ]
  await sql`
    insert into contacts (tenant_id, number_id, number, name, disabled, created_at)
    select ${tenantId}::uuid, id, number, name, false, ${at}::timestamptz
    from unnest(${ids}::uuid[], ${numbers}::text[], ${names}::text[]) as added (id, number, name)`.execute(trx)
}

/** Deleted contacts come back, enabled and under these names. */
export async function reviveContacts(
  trx: Queries,
  tenantId: TenantId,
  contacts: readonly { id: NumberId; name: string }[],
): Promise<void> {
  if (contacts.length === 0) return
  const [ids, names] = [contacts.map(({ id }) => id), contacts.map(({ name }) => name)]
  await sql`
    update contacts m set name = back.name, disabled = false, deleted_at = null
    from unnest(${ids}::uuid[], ${names}::text[]) as back (id, name)
    where m.tenant_id = ${tenantId} and m.number_id = back.id`.execute(trx)
}

/** Those of them that are not deleted yet. */
export async function deletePhones(
  trx: Queries,
  tenantId: TenantId,
  ids: readonly NumberId[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('contacts')
    .set({ deletedAt: at })
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', anyOf(ids))
    .where('deletedAt', 'is', null)
    .execute()
}
