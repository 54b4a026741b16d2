import { CONSENT_BOUNDS, CONSENT_SOURCE_TEXTS, CONSENT_STATE_TEXTS, PAGE, phoneIdentity } from '@partyline/contract'
import type { CallReply, ConsentEntry, ContactId, PhoneConsent, TenantId } from '@partyline/contract'
import { z } from 'zod'
import { recordAuditEntry } from '../audit/index.ts'
import { AppError, invalid, writeCsv, writeCsvRows } from '../platform/index.ts'
import type { Caller, Clock, Database } from '../platform/index.ts'
import { consentAfter, refusalOf, writtenConsentOf } from './consent-state.ts'
import { factsOf, linesOf, listEntries, phonesOfContact } from './consent-store.ts'

/** Of one contact, or of all. */
type Wanted = { contactId?: ContactId | undefined; cursor?: string | undefined; limit: number }
type Page = { entries: ConsentEntry[]; nextCursor: string | null }

export type ConsentLists = {
  /** @throws {AppError} `not-found` */
  ofContact(tenantId: TenantId, contactId: ContactId): Promise<CallReply<'contacts.consent'>>
  /** @throws {AppError} `not-found`, `validation` */
  list(caller: Caller, wanted: Wanted): Promise<Page>
  /** The audit log records who exported all. @throws {AppError} the same */
  export(caller: Caller, wanted: Omit<Wanted, 'limit'>): Promise<CallReply<'consent.export'>>
}

type Parts = { database: Database; clock: Clock }

export function createConsentLists({ database, clock }: Parts): ConsentLists {
  const { queries } = database

  async function numbersOf(tenantId: TenantId, contactId: ContactId): Promise<string[]> {
    const phones = await phonesOfContact(queries, { tenantId, contactId })
    if (!phones) throw new AppError('not-found')
    return phones.map(({ number }) => number)
  }

  async function list(caller: Caller, { contactId, cursor, limit }: Wanted): Promise<Page> {
    const { tenantId } = caller
    const numbers = contactId ? await numbersOf(tenantId, contactId) : null
    const after = readCursor(cursor)
    const rows = await listEntries(queries, { tenantId, numbers, after, limit: limit + 1 })
    const entries = rows.slice(0, limit)
    return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
  }

  return {
    list,
    async ofContact(tenantId, contactId) {
      const numbers = await numbersOf(tenantId, contactId)
      const [facts, entries] = await Promise.all([
        factsOf(queries, tenantId, numbers),
        listEntries(queries, { tenantId, numbers, after: null, limit: PAGE.maxConsentEntries }),
      ])
      const lines = await linesOf(queries, { tenantId, lineIds: [...new Set(facts.map(({ lineId }) => lineId))] })
      const phones = [...Map.groupBy(facts, ({ number, lineId }) => `${number}/${lineId}`).values()].flatMap((all) => {
        const [{ number, lineId } = missing()] = all
        const line = lines.get(lineId)
        const written = numbers.find((one) => phoneIdentity(one) === number) ?? number
        return line ? [presentState(written, line, consentAfter(all))] : []
      })
      return { phones, entries }
    },
    async export(caller, wanted) {
      const { entries, nextCursor } = await list(caller, { ...wanted, limit: CONSENT_BOUNDS.exported })
      const isFirst = wanted.cursor === undefined
      const now = clock.now()
      if (isFirst && !wanted.contactId) {
        await database.transaction((trx) => recordAuditEntry(trx, caller, { kind: 'consentExported', at: now }))
      }
      const rows = entries.map((entry) => COLUMNS.map(([, cellOf]) => cellOf(entry)))
      const head = COLUMNS.map(([name]) => name)
      return {
        fileName: `consent-${now.toISOString().slice(0, 10)}.csv`,
        csv: isFirst ? writeCsv([head, ...rows]) : writeCsvRows(rows),
        nextCursor,
      }
    },
  }
}

function presentState(
  number: string,
  line: PhoneConsent['line'],
  state: ReturnType<typeof consentAfter>,
): PhoneConsent {
  const deciding = refusalOf(state) ?? state.grant
  return {
    number,
    line,
    state: deciding && deciding.state !== 'asked' ? deciding.state : 'none',
    since: deciding?.at.toISOString() ?? null,
    source: deciding?.source ?? null,
    isWritten: writtenConsentOf(state) !== null,
    isByPhone: state.stop !== null,
    askedAt: state.request?.at.toISOString() ?? null,
  }
}

/** The columns of an export, with the cell of each entry. */
const COLUMNS: readonly (readonly [string, (entry: ConsentEntry) => string])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Phone', ({ number }) => number ?? ''],
  ['State', ({ state }) => CONSENT_STATE_TEXTS[state]],
  ['How', ({ source }) => CONSENT_SOURCE_TEXTS[source]],
  ['Wording', ({ wording }) => wording],
  ['Source', ({ address }) => address],
  ['Message', ({ message }) => message?.messageId ?? ''],
  ['Our number', ({ line }) => line.number],
  ['Name of our number', ({ line }) => line.name],
  ['Recorded by', ({ by }) => by ?? ''],
  ['Recorded (UTC)', ({ recordedAt }) => recordedAt],
  ['Entry', ({ id }) => id],
]

/** @throws {AppError} `validation` */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const read = z.guid().safeParse(cursor)
  if (!read.success) throw invalid({ cursor: ['The cursor is not valid. Start with the first page.'] })
  return read.data
}

function missing(): never {
  throw new Error('A group has at least one entry.')
}
