import { randomUUID } from 'node:crypto'
import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { ChatId, ConsentEntryId, MessageId, NumberId, OptOutEntry, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf, newId } from '../platform/index.ts'
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
      await keepState(trx, key, after)
      return after
    },
  }
}

/** Restores the state from the entries of a phone. */
export async function restoreState(trx: Queries, key: ConsentKey): Promise<void> {
  const { state } = await lockLedger(trx, key)
  await keepState(trx, key, state)
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

/** Stores the state that sending reads: whether texts are refused, and whether consent is in writing. */
async function keepState(trx: Queries, key: ConsentKey, state: ConsentState): Promise<void> {
  const { tenantId, lineId, number } = key
  const refusal = refusalOf(state)
  const written = writtenConsentOf(state)
  const spellings = anyOf(phoneSpellings(number))
  if (refusal) {
    const { stop, refusal: byUser } = state
    const row = {
      source: stop ? optOutSourceOf(stop.source) : ('manual' as const),
      since: refusal.at,
      manualBy: byUser?.by ?? null,
      manualSince: byUser?.by ? byUser.at : null,
    }
    const updated = await trx
      .updateTable('optOuts')
      .set(row)
      .where('tenantId', '=', tenantId)
      .where('lineId', '=', lineId)
      .where('number', '=', spellings)
      .returning('number')
      .execute()
    if (updated.length === 0)
      await trx
        .insertInto('optOuts')
        .values({ tenantId, lineId, number, ...row })
        .execute()
  } else {
    await trx
      .deleteFrom('optOuts')
      .where('tenantId', '=', tenantId)
      .where('lineId', '=', lineId)
      .where('number', '=', spellings)
      .execute()
  }
  if (written) {
    await keepWritten(trx, tenantId, [{ lineId, number: phoneIdentity(number), since: written.at }])
  } else {
    await trx
      .deleteFrom('writtenConsents')
      .where('tenantId', '=', tenantId)
      .where('lineId', '=', lineId)
      .where('number', '=', phoneIdentity(number))
      .execute()
  }
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
