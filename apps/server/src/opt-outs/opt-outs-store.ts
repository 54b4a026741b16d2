import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, OptOutEntry, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf, newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** A phone, in any spelling, and the number of ours that it does, or does not, want texts from. */
export type OptOutKey = { tenantId: TenantId; lineId: NumberId; number: string }

/** How we learned of it: from a keyword, from Twilio's own OptOutType, a send that Twilio refused (21610), or a person. */
export type OptOutSource = Tables['optOuts']['source']

type OptOut = OptOutKey & { source: OptOutSource; since: Date; doneBy?: UserId }

/** The opt-outs of a phone from a line that are in force, by spelling. */
const inForce = (trx: Queries, { tenantId, lineId, number }: OptOutKey) =>
  trx
    .selectFrom('optOuts')
    .select(['source', 'manualBy'])
    .where('tenantId', '=', tenantId)
    .where('lineId', '=', lineId)
    .where('number', '=', anyOf(phoneSpellings(number)))
    .forUpdate()
    .execute()

const update = (trx: Queries, { tenantId, lineId, number }: OptOutKey, set: Updateable<Tables['optOuts']>) =>
  trx
    .updateTable('optOuts')
    .set(set)
    .where('tenantId', '=', tenantId)
    .where('lineId', '=', lineId)
    .where('number', '=', anyOf(phoneSpellings(number)))
    .execute()

const insert = (trx: Queries, row: Insertable<Tables['optOuts']>) =>
  trx
    .insertInto('optOuts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A STOP. False where it was known. */
export async function optOut(trx: Queries, wished: OptOut): Promise<boolean> {
  const { tenantId, lineId, number, source, since } = wished
  const known = await inForce(trx, wished)
  if (known.some((one) => one.source !== 'manual')) return false
  if (known.length > 0) await update(trx, wished, { source, since })
  else await insert(trx, { tenantId, lineId, number, source, since })
  await recordWish(trx, 'stop', wished)
  return true
}

/** An opt-out by hand, which may be added to a STOP. False where it was known. */
export async function optOutByHand(
  trx: Queries,
  { tenantId, lineId, number, since, by }: OptOutKey & { since: Date; by: UserId },
): Promise<boolean> {
  const pair = { tenantId, lineId, number }
  const manual = { manualBy: by, manualSince: since }
  const known = await inForce(trx, pair)
  if (known.some(({ manualBy }) => manualBy !== null)) return false
  if (known.length > 0) await update(trx, pair, manual)
  else await insert(trx, { ...pair, source: 'manual', since, ...manual })
  await recordWish(trx, 'stop', { ...pair, source: 'manual', since, doneBy: by })
  return true
}

/** `keepsManual`: an opt-out by hand stays in force. False where there was nothing to take back. */
export async function optIn(trx: Queries, wished: OptOut, { keepsManual = false } = {}): Promise<boolean> {
  const known = await inForce(trx, wished)
  if (known.length === 0 || (keepsManual && known.some(({ manualBy }) => manualBy !== null))) return false
  await trx
    .deleteFrom('optOuts')
    .where('tenantId', '=', wished.tenantId)
    .where('lineId', '=', wished.lineId)
    .where('number', '=', anyOf(phoneSpellings(wished.number)))
    .execute()
  await recordWish(trx, 'start', wished)
  return true
}

/** Whether the phone itself wants no texts, which only the phone can take back. */
export async function isStopped(trx: Queries, pair: OptOutKey): Promise<boolean> {
  return (await inForce(trx, pair)).some(({ source }) => source !== 'manual')
}

async function recordWish(
  trx: Queries,
  wish: OptOutEntry['wish'],
  { tenantId, lineId, number, source, since, doneBy }: OptOut,
): Promise<void> {
  await trx
    .insertInto('optOutChanges')
    .values({ tenantId, changeId: newId(), lineId, number, wish, source, doneBy: doneBy ?? null, changedAt: since })
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
