import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** A phone and the number of ours that it does, or does not, want texts from. */
export type Pair = { tenantId: TenantId; providerNumberId: NumberId; number: string }

/** Where we know it from: a keyword that came in, Twilio's own OptOutType, or a send that Twilio refused (21610). */
export type OptOutSource = 'keyword' | 'twilio' | 'refused'

/** False where it was known. */
export async function optOut(trx: Queries, pair: Pair & { source: OptOutSource; since: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into opt_outs (tenant_id, provider_number_id, number, source, since)
    values (${pair.tenantId}, ${pair.providerNumberId}, ${pair.number}, ${pair.source}, ${pair.since})
    on conflict do nothing
    returning 1`.execute(trx)
  return rows.length > 0
}

/** False where there was nothing to take back. */
export async function optIn(trx: Queries, { tenantId, providerNumberId, number }: Pair): Promise<boolean> {
  const { rows } = await sql`
    delete from opt_outs
    where tenant_id = ${tenantId} and provider_number_id = ${providerNumberId} and number = ${number}
    returning 1`.execute(trx)
  return rows.length > 0
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
