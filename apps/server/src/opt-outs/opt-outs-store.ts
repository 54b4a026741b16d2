import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, OptOutEntry, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf, newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** A phone, in any spelling, and the number of ours that it does, or does not, want texts from. */
export type OptOutKey = { tenantId: TenantId; lineId: NumberId; number: string }

/** How we learned of it: from a keyword, from Twilio's own OptOutType, or from a send that Twilio refused (21610). */
export type OptOutSource = Tables['optOuts']['source']

type OptOut = OptOutKey & { source: OptOutSource; since: Date }

/** False where it was known. */
export async function optOut(trx: Queries, wished: OptOut): Promise<boolean> {
  const { tenantId, lineId, number, source, since } = wished
  const known = await optedOut(trx, { tenantId, lineId, numbers: [number] })
  if (known.size > 0) return false
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('optOuts')
    .values({ tenantId, lineId, number, source, since })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) await recordWish(trx, 'stop', wished)
  return isNew
}

/** False where there was nothing to take back. */
export async function optIn(trx: Queries, wished: OptOut): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('optOuts')
    .where('tenantId', '=', wished.tenantId)
    .where('lineId', '=', wished.lineId)
    .where('number', '=', anyOf(phoneSpellings(wished.number)))
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await recordWish(trx, 'start', wished)
  return numDeletedRows > 0n
}

async function recordWish(
  trx: Queries,
  wish: OptOutEntry['wish'],
  { tenantId, lineId, number, source, since }: OptOut,
): Promise<void> {
  await trx
    .insertInto('optOutChanges')
    .values({ tenantId, changeId: newId(), lineId, number, wish, source, changedAt: since })
    .execute()
}

/** Opt-outs and returns of a phone for each of our lines, newest first. */
export async function listWishes(
  db: Queries,
  { tenantId, number, limit }: { tenantId: TenantId; number: string; limit: number },
): Promise<OptOutEntry[]> {
  const { rows } = await sql<Omit<OptOutEntry, 'at'> & { at: Date }>`
    select c.wish, c.source, c.changed_at as at, u.name as by,
      json_build_object('id', p.number_id, 'name', p.name, 'number', p.number) as twilio_number,
      row_number() over (partition by c.line_id order by c.changed_at desc, c.change_id desc) = 1 as current
    from opt_out_changes c
      join lines p on p.tenant_id = c.tenant_id and p.number_id = c.line_id
      left join users u on u.tenant_id = c.tenant_id and u.user_id = c.done_by
    where c.tenant_id = ${tenantId} and c.number = ${anyOf(phoneSpellings(number))}
    order by c.changed_at desc, c.change_id desc
    limit ${limit}`.execute(db)
  return rows.map(({ at, ...wish }) => ({ ...wish, at: at.toISOString() }))
}

/** Those of the phones that want no texts from this number. */
export async function optedOut(
  trx: Queries,
  { tenantId, lineId, numbers }: Omit<OptOutKey, 'number'> & { numbers: readonly string[] },
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('optOuts')
    .select('number')
    .where('tenantId', '=', tenantId)
    .where('lineId', '=', lineId)
    .where('number', '=', anyOf(numbers.flatMap(phoneSpellings)))
    .forShare()
    .execute()
  const phones = new Set(rows.map(({ number }) => phoneIdentity(number)))
  return new Set(numbers.filter((number) => phones.has(phoneIdentity(number))))
}
