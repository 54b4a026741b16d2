import type { NumberId, OptOutEntry, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** A phone and the number of ours that it does, or does not, want texts from. */
export type Pair = { tenantId: TenantId; providerNumberId: NumberId; number: string }

/** Where we know it from: a keyword that came in, Twilio's own OptOutType, or a send that Twilio refused (21610). */
export type OptOutSource = 'keyword' | 'twilio' | 'refused'

type OptOut = Pair & { source: OptOutSource; since: Date }

/** False where it was known. */
export async function optOut(trx: Queries, pair: OptOut): Promise<boolean> {
  const { rows } = await sql`
    insert into opt_outs (tenant_id, provider_number_id, number, source, since)
    values (${pair.tenantId}, ${pair.providerNumberId}, ${pair.number}, ${pair.source}, ${pair.since})
    on conflict do nothing
    returning 1`.execute(trx)
  if (rows.length > 0) await recordWish(trx, 'stop', pair)
  return rows.length > 0
}

/** False where there was nothing to take back. */
export async function optIn(trx: Queries, pair: OptOut): Promise<boolean> {
  const { tenantId, providerNumberId, number } = pair
  const { rows } = await sql`
    delete from opt_outs
    where tenant_id = ${tenantId} and provider_number_id = ${providerNumberId} and number = ${number}
    returning 1`.execute(trx)
  if (rows.length > 0) await recordWish(trx, 'start', pair)
  return rows.length > 0
}

async function recordWish(
  trx: Queries,
  wish: OptOutEntry['wish'],
  { tenantId, number, ...pair }: OptOut,
): Promise<void> {
  await sql`
    insert into opt_out_changes (tenant_id, change_id, provider_number_id, number, wish, source, changed_at)
    values (${tenantId}, ${newId()}, ${pair.providerNumberId}, ${number}, ${wish}, ${pair.source}, ${pair.since})`.execute(
    trx,
  )
}

/** What the owner of a phone wished of each of our numbers, newest first. */
export async function listWishes(
  db: Queries,
  { tenantId, number, limit }: { tenantId: TenantId; number: string; limit: number },
): Promise<OptOutEntry[]> {
  const { rows } = await sql<Omit<OptOutEntry, 'at'> & { at: Date }>`
    select c.wish, c.source, c.changed_at as at,
      json_build_object('id', p.number_id, 'name', p.name, 'number', p.number) as "twilioNumber",
      row_number() over (partition by c.provider_number_id order by c.changed_at desc, c.change_id desc) = 1 as current
    from opt_out_changes c
      join provider_numbers p on p.tenant_id = c.tenant_id and p.number_id = c.provider_number_id
    where c.tenant_id = ${tenantId} and c.number = ${number}
    order by c.changed_at desc, c.change_id desc
    limit ${limit}`.execute(db)
  return rows.map(({ at, ...wish }) => ({ ...wish, at: at.toISOString() }))
}

/** Those of the phones that want no texts from this number. */
export async function optedOut(
  trx: Queries,
  { tenantId, providerNumberId, numbers }: Omit<Pair, 'number'> & { numbers: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from opt_outs
    where tenant_id = ${tenantId} and provider_number_id = ${providerNumberId} and number = any(${numbers})
    for share`.execute(trx)
  return new Set(rows.map(({ number }) => number))
}
