import { randomUUID } from 'node:crypto'
import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { ChatId, ConsentEntryId, MessageId, NumberId, OptOutEntry, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { consentAfter, refusalOf, writtenConsentOf } from './consent-state.ts'
import type { ConsentFact, ConsentState } from './consent-state.ts'

/** A phone, in any spelling, and a line. */
export type ConsentKey = { tenantId: TenantId; lineId: NumberId; number: string }

export type NewEntry = ConsentFact & {
  recordedAt: Date
  wording?: string
  address?: string
  /** The text that it came from. */
  message?: { chatId: ChatId; messageId: MessageId } | null
}

export type Ledger = {
  state: ConsentState
  /** Adds an entry, and returns the state with it. */
  add(entry: NewEntry): Promise<ConsentState>
}

/** The entries of a phone for a line, locked until the transaction ends. */
export async function lockLedger(trx: Queries, key: ConsentKey): Promise<Ledger> {
  const { tenantId, lineId, number } = key
  const { personKey } = await trx
    .insertInto('consentPeople')
    .values({ tenantId, personKey: randomUUID(), number: phoneIdentity(number) })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'number']).doUpdateSet((eb) => ({ number: eb.ref('excluded.number') })),
    )
    .returning('personKey')
    .executeTakeFirstOrThrow()
  const facts: ConsentFact[] = await trx
    .selectFrom('consentEntries')
    .select(['state', 'source', 'happenedAt as at', 'recordedBy as by'])
    .where('tenantId', '=', tenantId)
    .where('personKey', '=', personKey)
    .where('lineId', '=', lineId)
    .orderBy('happenedAt')
    .orderBy('entryId')
    .execute()
  return {
    state: consentAfter(facts),
    async add({ state, source, at, by, recordedAt, wording = '', address = '', message }) {
      const entryId = newId<ConsentEntryId>()
      const { chatId = null, messageId = null } = message ?? {}
      const entry = { tenantId, entryId, personKey, lineId, state, source, chatId, messageId }
      await trx
        .insertInto('consentEntries')
        .values({ ...entry, happenedAt: at, recordedAt, recordedBy: by })
        .execute()
      if (wording || address) {
        await trx.insertInto('consentEvidence').values({ tenantId, entryId, wording, address }).execute()
      }
      facts.push({ state, source, at, by })
      const after = consentAfter(inOrder(facts))
      await keepStates(trx, tenantId, [{ lineId, number, state: after }])
      return after
    },
  }
}

/** Restores the state from the entries of a phone. */
export async function restoreState(trx: Queries, key: ConsentKey): Promise<void> {
  const { state } = await lockLedger(trx, key)
  await keepStates(trx, key.tenantId, [{ ...key, state }])
}

/** Stable: facts of the same time stay in the order in which they were recorded. */
export const inOrder = (facts: readonly ConsentFact[]) =>
  facts.toSorted((one, other) => Number(one.at) - Number(other.at))

/** Whether the phone was ever asked for consent. */
export async function wasAsked(db: Queries, { tenantId, lineId, number }: ConsentKey): Promise<boolean> {
  const asked = await db
    .selectFrom('consentPeople as p')
    .innerJoin('consentEntries as e', (join) =>
      join.onRef('e.tenantId', '=', 'p.tenantId').onRef('e.personKey', '=', 'p.personKey'),
    )
    .select('e.entryId')
    .where('p.tenantId', '=', tenantId)
    .where('p.number', '=', phoneIdentity(number))
    .where('e.lineId', '=', lineId)
    .where('e.state', '=', 'asked')
    .limit(1)
    .executeTakeFirst()
  return asked !== undefined
}

type LineKey = { lineId: NumberId; number: string }

/** Stores the states that sending reads: whether texts are refused, and whether consent is in writing. */
export async function keepStates(
  trx: Queries,
  tenantId: TenantId,
  states: readonly (LineKey & { state: ConsentState })[],
): Promise<void> {
  const refusals = states.flatMap(({ lineId, number, state }) => {
    const refusal = refusalOf(state)
    if (!refusal) return []
    const { stop, refusal: byUser } = state
    return {
      lineId,
      number,
      source: stop ? optOutSourceOf(stop.source) : ('manual' as const),
      since: refusal.at,
      manualBy: byUser?.by ?? null,
      manualSince: byUser?.by ? byUser.at : null,
    }
  })
  const allowed = states.filter(({ state }) => !refusalOf(state))
  const written = states.flatMap(({ lineId, number, state }) => {
    const consent = writtenConsentOf(state)
    return consent ? { lineId, number: phoneIdentity(number), since: consent.at } : []
  })
  const unwritten = states.filter(({ state }) => !writtenConsentOf(state))
  if (refusals.length > 0) await keepRefusals(trx, tenantId, refusals)
  if (allowed.length > 0) {
    const spelled = allowed.flatMap(({ lineId, number }) =>
      phoneSpellings(number).map((spelling) => ({ lineId, number: spelling })),
    )
    await trx.deleteFrom('optOuts').where('tenantId', '=', tenantId).where(isAmong(spelled)).execute()
  }
  if (written.length > 0) await keepWritten(trx, tenantId, written)
  if (unwritten.length > 0) {
    const keys = unwritten.map(({ lineId, number }) => ({ lineId, number: phoneIdentity(number) }))
    await trx.deleteFrom('writtenConsents').where('tenantId', '=', tenantId).where(isAmong(keys)).execute()
  }
}

const isAmong = (keys: readonly LineKey[]) => sql<boolean>`(line_id, number) in (
  select * from unnest(${keys.map(({ lineId }) => lineId)}::uuid[], ${keys.map(({ number }) => number)}::text[]))`

type Refusal = LineKey & {
  source: OptOutEntry['source']
  since: Date
  manualBy: UserId | null
  manualSince: Date | null
}

/** In the spelling that is kept already, or else in this one. */
async function keepRefusals(trx: Queries, tenantId: TenantId, refusals: readonly Refusal[]): Promise<void> {
  const spelled = refusals.flatMap((one) => phoneSpellings(one.number).map((number) => ({ ...one, number })))
  const kept = await updateOptOuts(trx, tenantId, spelled)
  const isKept = new Set(kept.map(keyOf))
  const missing = refusals.filter((one) => !isKept.has(keyOf(one)))
  if (missing.length > 0) await insertOptOuts(trx, tenantId, missing)
}

const keyOf = ({ lineId, number }: LineKey) => `${lineId}/${phoneIdentity(number)}`

/** Those of them that are kept already. */
export async function updateOptOuts(
  trx: Queries,
  tenantId: TenantId,
  refusals: readonly Refusal[],
): Promise<LineKey[]> {
  const { rows } = await sql<LineKey>`
    update opt_outs o set source = r.source, since = r.since, manual_by = r.manual_by, manual_since = r.manual_since
    from ${recordsOf(refusals)}
    where o.tenant_id = ${tenantId} and o.line_id = r.line_id and o.number = r.number
    returning o.line_id, o.number`.execute(trx)
  return rows
}

export async function insertOptOuts(trx: Queries, tenantId: TenantId, refusals: readonly Refusal[]): Promise<void> {
  await sql`
    insert into opt_outs (tenant_id, line_id, number, source, since, manual_by, manual_since)
    select ${tenantId}::uuid, r.line_id, r.number, r.source, r.since, r.manual_by, r.manual_since
    from ${recordsOf(refusals)}`.execute(trx)
}

function recordsOf(refusals: readonly Refusal[]) {
  const rows = refusals.map(({ lineId, number, source, since, manualBy, manualSince }) => ({
    line_id: lineId,
    number,
    source,
    since,
    manual_by: manualBy,
    manual_since: manualSince,
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (line_id uuid, number text, source text,
    since timestamptz, manual_by uuid, manual_since timestamptz)`
}

export async function keepWritten(
  trx: Queries,
  tenantId: TenantId,
  consents: readonly { lineId: NumberId; number: string; since: Date }[],
): Promise<void> {
  const [lines, numbers, since] = [
    consents.map(({ lineId }) => lineId),
    consents.map(({ number }) => number),
    consents.map((consent) => consent.since),
  ]
  await sql`
    insert into written_consents (tenant_id, line_id, number, since)
    select ${tenantId}::uuid, w.line_id, w.number, w.since
    from unnest(${lines}::uuid[], ${numbers}::text[], ${since}::timestamptz[]) as w (line_id, number, since)
    on conflict (tenant_id, line_id, number) do update set since = excluded.since`.execute(trx)
}

/** The calls about opt-outs have names of their own for the sources. */
export function optOutSourceOf(source: ConsentFact['source']): OptOutEntry['source'] {
  if (source === 'twilioError') return 'refused'
  return source === 'keyword' || source === 'twilio' ? source : 'manual'
}
