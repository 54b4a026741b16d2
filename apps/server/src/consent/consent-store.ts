import { phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { ConsentEntry, ContactId, NumberId, OptOutEntry, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ConsentFact } from './consent-state.ts'
import type { ConsentKey } from './ledger-store.ts'
import { optOutSourceOf } from './ledger-store.ts'

/** The phones that have opted out of this line. */
export async function optedOut(
  trx: Queries,
  { tenantId, lineId, numbers }: Omit<ConsentKey, 'number'> & { numbers: readonly string[] },
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

/** A phone of a contact. `isFormer`: someone else has its number now. Otherwise, it is not deleted. */
export type OwnPhone = { id: NumberId; number: string; isFormer: boolean }

/** Null if there is no such contact. */
export async function phonesOfContact(
  db: Queries,
  { tenantId, contactId }: { tenantId: TenantId; contactId: ContactId },
): Promise<OwnPhone[] | null> {
  const { rows } = await sql<{ phones: OwnPhone[] }>`
    select (
      select coalesce(json_agg(json_build_object('id', n.number_id, 'number', n.number,
        'isFormer', n.reassigned_at is not null) order by n.number), '[]')
      from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
      where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id
        and (n.deleted_at is null or n.reassigned_at is not null)
    ) as phones
    from contact_cards c
    where c.tenant_id = ${tenantId} and c.contact_id = ${contactId}`.execute(db)
  return rows[0]?.phones ?? null
}

/** The tenant's lines, by ID. */
export async function linesOf(
  db: Queries,
  { tenantId, lineIds }: { tenantId: TenantId; lineIds: readonly NumberId[] },
): Promise<Map<NumberId, ConsentEntry['line']>> {
  const lines = await db
    .selectFrom('lines')
    .select(['numberId as id', 'name', 'number'])
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', anyOf(lineIds))
    .execute()
  return new Map(lines.map((line) => [line.id, line]))
}

/** The phones that have not given the written consent that the line requires. */
export async function lackingConsent(
  db: Queries,
  { tenantId, lineId, numberIds }: { tenantId: TenantId; lineId: NumberId; numberIds: readonly NumberId[] },
): Promise<NumberId[]> {
  const { rows } = await sql<{ id: NumberId }>`
    select n.number_id as id
    from contacts n
    where n.tenant_id = ${tenantId} and n.number_id = any(${numberIds})
      and lacks_consent(n.tenant_id, ${lineId}, n.number_id, n.number) is not null
    order by n.number_id`.execute(db)
  return rows.map(({ id }) => id)
}

type Dates = Pick<ConsentEntry, 'at' | 'recordedAt' | 'reassignedAt'>
export type EntryRow = Omit<ConsentEntry, keyof Dates> & { at: Date; recordedAt: Date; reassignedAt: Date | null }
export type Walk = { tenantId: TenantId; phones: readonly OwnPhone[] | null; after: string | null; limit: number }

/** Entries, the last recorded first: of all phones, or of these. */
export async function listEntries(db: Queries, { tenantId, phones, after, limit }: Walk): Promise<ConsentEntry[]> {
  const numbers = phones?.filter(({ isFormer }) => !isFormer).map(({ number }) => phoneIdentity(number))
  const formerIds = phones?.filter(({ isFormer }) => isFormer).map(({ id }) => id)
  const ofPhones: RawBuilder<unknown> =
    numbers && formerIds
      ? sql`and e.person_key = any(array(select person_key from consent_people
        where tenant_id = ${tenantId} and (number = ${anyOf(numbers)} or former_phone_id = ${anyOf(formerIds)})))`
      : sql``
  const { rows } = await sql<EntryRow>`
    select e.entry_id as id, e.happened_at as at, e.recorded_at, e.state, e.source,
      coalesce(p.number, nullif(f.number, '')) as number, f.reassigned_at,
      json_build_object('id', l.number_id, 'name', l.name, 'number', l.number) as line, coalesce(u.name, k.name) as by,
      coalesce(v.wording, '') as wording, coalesce(v.address, '') as address,
      case when e.message_id is not null then json_build_object('chatId', e.chat_id, 'messageId', e.message_id) end
        as message
    from consent_entries e
      join consent_people p on p.tenant_id = e.tenant_id and p.person_key = e.person_key
      join lines l on l.tenant_id = e.tenant_id and l.number_id = e.line_id
      left join consent_evidence v on v.tenant_id = e.tenant_id and v.entry_id = e.entry_id
      left join users u on u.tenant_id = e.tenant_id and u.user_id = e.recorded_by
      left join api_keys k on k.tenant_id = e.tenant_id and k.key_id = e.recorded_by
      left join contacts f on f.tenant_id = p.tenant_id and f.number_id = p.former_phone_id
    where e.tenant_id = ${tenantId} ${ofPhones} ${after === null ? sql`` : sql`and e.entry_id < ${after}::uuid`}
    order by e.entry_id desc
    limit ${limit}`.execute(db)
  return rows.map(({ at, recordedAt, reassignedAt, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    recordedAt: recordedAt.toISOString(),
    reassignedAt: reassignedAt?.toISOString() ?? null,
  }))
}

type LineFact = ConsentFact & { number: string; lineId: NumberId }

/** The entries that determine the state of these phones, oldest first. */
export async function factsOf(db: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<LineFact[]> {
  return db
    .selectFrom('consentPeople as p')
    .innerJoin('consentEntries as e', (join) =>
      join.onRef('e.tenantId', '=', 'p.tenantId').onRef('e.personKey', '=', 'p.personKey'),
    )
    .select(['e.lineId', 'e.state', 'e.source', 'e.happenedAt as at', 'e.recordedBy as by'])
    .select((eb) => eb.ref('p.number').$notNull().as('number'))
    .where('p.tenantId', '=', tenantId)
    .where('p.number', '=', anyOf(numbers.map(phoneIdentity)))
    .orderBy('e.happenedAt')
    .orderBy('e.entryId')
    .execute()
}

/** Opt-outs and returns of a phone for each of our lines, newest first. */
export async function listWishes(
  db: Queries,
  { tenantId, number, limit }: { tenantId: TenantId; number: string; limit: number },
): Promise<OptOutEntry[]> {
  const { rows } = await sql<
    Pick<ConsentFact, 'state' | 'source' | 'at'> & Pick<OptOutEntry, 'by' | 'twilioNumber' | 'current'>
  >`
    select e.state, e.source, e.happened_at as at, coalesce(u.name, k.name) as by,
      json_build_object('id', l.number_id, 'name', l.name, 'number', l.number) as twilio_number,
      row_number() over (partition by e.line_id order by e.happened_at desc, e.entry_id desc) = 1 as current
    from consent_people p
      join consent_entries e on e.tenant_id = p.tenant_id and e.person_key = p.person_key
      join lines l on l.tenant_id = e.tenant_id and l.number_id = e.line_id
      left join users u on u.tenant_id = e.tenant_id and u.user_id = e.recorded_by
      left join api_keys k on k.tenant_id = e.tenant_id and k.key_id = e.recorded_by
    where p.tenant_id = ${tenantId} and p.number = ${phoneIdentity(number)} and e.state <> 'asked'
    order by e.happened_at desc, e.entry_id desc
    limit ${limit}`.execute(db)
  return rows.map(({ state, source, at, ...wish }) => ({
    ...wish,
    wish: state === 'granted' ? 'start' : 'stop',
    source: optOutSourceOf(source),
    at: at.toISOString(),
  }))
}
