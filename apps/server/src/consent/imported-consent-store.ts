import { randomUUID } from 'node:crypto'
import { phoneIdentity } from '@partyline/contract'
import type { ConsentEntryId, NumberId, TenantId, UserId, StatedConsent } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf, newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { consentAfter } from './consent-state.ts'
import type { ConsentFact, ConsentState } from './consent-state.ts'
import { inOrder, keepStates } from './ledger-store.ts'

/** A user's statement about the people in a file. */
export type Statement = {
  state: StatedConsent
  by: UserId
  at: Date
  recordedAt: Date
  wording: string
  address: string
}
/** An entry of an import, with the state before and after it. `number`: as `phoneIdentity` spells it. */
export type ImportedEntry = { lineId: NumberId; number: string; before: ConsentState; after: ConsentState }

/** Adds a user's statement about these phones, in any spelling, for each of the lines. The same statement is added only once. */
export async function addImported(
  trx: Queries,
  { tenantId, lineIds, numbers }: { tenantId: TenantId; lineIds: readonly NumberId[]; numbers: readonly string[] },
  { state, by, at, recordedAt, wording, address }: Statement,
): Promise<ImportedEntry[]> {
  const fact: ConsentFact = { state, source: 'import', at, by }
  const isSame = (one: ConsentFact) =>
    one.state === fact.state && one.source === fact.source && one.by === by && Number(one.at) === Number(at)
  const known = await lockLedgers(trx, tenantId, { lineIds, numbers })
  const entries = known
    .filter(({ facts }) => !facts.some(isSame))
    .map(({ facts, ...ledger }) => {
      const after = consentAfter(inOrder([...facts, fact]))
      return { ...ledger, entryId: newId<ConsentEntryId>(), before: consentAfter(facts), after }
    })
  if (entries.length === 0) return []
  await insertImported(trx, tenantId, { entries, state, by, at, recordedAt })
  await insertEvidence(trx, tenantId, { entries, wording, address })
  await keepStates(
    trx,
    tenantId,
    entries.map(({ lineId, number, after }) => ({ lineId, number, state: after })),
  )
  return entries
}

type LockedLedger = { personKey: string; number: string; lineId: NumberId; facts: ConsentFact[] }

/** The ledgers of these phones for these lines, locked in the order in which all callers lock them. */
async function lockLedgers(
  trx: Queries,
  tenantId: TenantId,
  { lineIds, numbers }: { lineIds: readonly NumberId[]; numbers: readonly string[] },
): Promise<LockedLedger[]> {
  const identities = [...new Set(numbers.map(phoneIdentity))].toSorted()
  const people = await lockPeople(trx, tenantId, identities)
  const entries = await trx
    .selectFrom('consentEntries')
    .select(['personKey', 'lineId', 'state', 'source', 'happenedAt as at', 'recordedBy as by'])
    .where('tenantId', '=', tenantId)
    .where('personKey', '=', anyOf(people.map(({ personKey }) => personKey)))
    .where('lineId', '=', anyOf(lineIds))
    .orderBy('happenedAt')
    .orderBy('entryId')
    .execute()
  const facts = Map.groupBy(entries, ({ personKey, lineId }) => `${personKey}/${lineId}`)
  return people.flatMap((person) =>
    lineIds.map((lineId) => ({ ...person, lineId, facts: facts.get(`${person.personKey}/${lineId}`) ?? [] })),
  )
}

export async function lockPeople(
  trx: Queries,
  tenantId: TenantId,
  identities: readonly string[],
): Promise<{ personKey: string; number: string }[]> {
  const keys = identities.map(() => randomUUID())
  const { rows } = await sql<{ personKey: string; number: string }>`
    insert into consent_people (tenant_id, person_key, number)
    select ${tenantId}::uuid, p.person_key, p.number
    from unnest(${keys}::uuid[], ${identities}::text[]) with ordinality as p (person_key, number, place)
    order by p.place
    on conflict (tenant_id, number) do update set number = excluded.number
    returning person_key, number`.execute(trx)
  return rows
}

type NewEntry = Omit<LockedLedger, 'number' | 'facts'> & { entryId: ConsentEntryId }

export async function insertImported(
  trx: Queries,
  tenantId: TenantId,
  { entries, state, by, at, recordedAt }: Omit<Statement, 'wording' | 'address'> & { entries: readonly NewEntry[] },
): Promise<void> {
  const [ids, people, lines] = [
    entries.map(({ entryId }) => entryId),
    entries.map(({ personKey }) => personKey),
    entries.map(({ lineId }) => lineId),
  ]
  await sql`
    insert into consent_entries (tenant_id, entry_id, person_key, line_id, state, source, happened_at, recorded_at,
      recorded_by)
    select ${tenantId}::uuid, e.entry_id, e.person_key, e.line_id, ${state}::text, 'import', ${at}::timestamptz,
      ${recordedAt}::timestamptz, ${by}::uuid
    from unnest(${ids}::uuid[], ${people}::uuid[], ${lines}::uuid[]) as e (entry_id, person_key, line_id)`.execute(trx)
}

export async function insertEvidence(
  trx: Queries,
  tenantId: TenantId,
  { entries, wording, address }: { entries: readonly Pick<NewEntry, 'entryId'>[]; wording: string; address: string },
): Promise<void> {
  await sql`
    insert into consent_evidence (tenant_id, entry_id, wording, address)
    select ${tenantId}::uuid, entry_id, ${wording}::text, ${address}::text
    from unnest(${entries.map(({ entryId }) => entryId)}::uuid[]) as entry_id`.execute(trx)
}
