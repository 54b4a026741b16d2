import {
  CONSENT_BOUNDS,
  CONSENT_SOURCE_TEXTS,
  consentEntryText,
  isDayOnly,
  PAGE,
  phoneIdentity,
  wallClock,
} from '@partyline/contract'
import type { CallBody, CallReply, ConsentEntry, ContactId, PhoneConsent, TenantId } from '@partyline/contract'
import { z } from 'zod'
import { recordAuditEntry } from '../audit/index.ts'
import { AppError, invalid, writePage, writeTime } from '../platform/index.ts'
import type { Caller, Clock, Database, TablePage } from '../platform/index.ts'
import { consentAfter, refusalOf, writtenConsentOf } from './consent-state.ts'
import { factsOf, linesOf, listEntries, phonesOfContact } from './consent-store.ts'
import type { OwnPhone } from './consent-store.ts'

/** The entries of one contact, or of all contacts. */
type Wanted = { contactId?: ContactId | undefined; cursor?: string | undefined; limit: number }
type Page = { entries: ConsentEntry[]; nextCursor: string | null }

export type ConsentLists = {
  /** @throws {AppError} `not-found` */
  ofContact(tenantId: TenantId, contactId: ContactId): Promise<CallReply<'contacts.consent'>>
  /** @throws {AppError} `not-found`, `validation` */
  list(tenantId: TenantId, wanted: Wanted): Promise<Page>
  /** The audit log records who exported all. @throws {AppError} the same */
  export(caller: Caller, wanted: CallBody<'consent.export'>): Promise<CallReply<'consent.export'>>
  /** A page of the same table. @throws {AppError} the same */
  table(tenantId: TenantId, wanted: CallBody<'consent.export'>): Promise<TablePage>
}

type Parts = { database: Database; clock: Clock }

export function createConsentLists({ database, clock }: Parts): ConsentLists {
  const { queries } = database

  async function phonesOf(tenantId: TenantId, contactId: ContactId): Promise<OwnPhone[]> {
    const phones = await phonesOfContact(queries, { tenantId, contactId })
    if (!phones) throw new AppError('not-found')
    return phones
  }

  async function list(tenantId: TenantId, { contactId, cursor, limit }: Wanted): Promise<Page> {
    const phones = contactId ? await phonesOf(tenantId, contactId) : null
    const after = readCursor(cursor)
    const rows = await listEntries(queries, { tenantId, phones, after, limit: limit + 1 })
    const entries = rows.slice(0, limit)
    return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
  }

  const table: ConsentLists['table'] = async (tenantId, wanted) => {
    const { entries, nextCursor } = await list(tenantId, { ...wanted, limit: CONSENT_BOUNDS.exported })
    const columns = columnsIn(wanted.timeZone)
    const rows = entries.map((entry) => columns.map(([, cellOf]) => cellOf(entry)))
    const head = columns.map(([name]) => name)
    return { head, rows, nextCursor }
  }

  return {
    list,
    async ofContact(tenantId, contactId) {
      const own = await phonesOf(tenantId, contactId)
      const numbers = own.filter(({ isFormer }) => !isFormer).map(({ number }) => number)
      const [facts, entries] = await Promise.all([
        factsOf(queries, tenantId, numbers),
        listEntries(queries, { tenantId, phones: own, after: null, limit: PAGE.maxConsentEntries }),
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
    table,
    async export(caller, wanted) {
      const page = await table(caller.tenantId, wanted)
      const isFirst = wanted.cursor === undefined
      const now = clock.now()
      if (isFirst && !wanted.contactId) {
        await database.transaction((trx) => recordAuditEntry(trx, caller, { kind: 'consentExported', at: now }))
      }
      const fileName = `consent-${now.toISOString().slice(0, 10)}.csv`
      return { fileName, csv: writePage(page, { isFirst }), nextCursor: page.nextCursor }
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
const columnsIn = (timeZone: string): readonly (readonly [string, (entry: ConsentEntry) => string])[] => [
  [
    `Time (${timeZone})`,
    (entry) => (isDayOnly(entry) ? wallClock(timeZone, new Date(entry.at)).date : writeTime(entry.at, timeZone)),
  ],
  ['Phone', ({ number }) => number ?? ''],
  ['State', consentEntryText],
  ['How', ({ source }) => CONSENT_SOURCE_TEXTS[source]],
  ['Wording', ({ wording }) => wording],
  ['Source', ({ address }) => address],
  ['Message', ({ message }) => message?.messageId ?? ''],
  ['Our number', ({ line }) => line.number],
  ['Name of our number', ({ line }) => line.name],
  ['Recorded by', ({ by }) => by ?? ''],
  [`Recorded (${timeZone})`, ({ recordedAt }) => writeTime(recordedAt, timeZone)],
  ['Entry', ({ id }) => id],
  [
    `Number reassigned (${timeZone})`,
    ({ reassignedAt }) => (reassignedAt === null ? '' : writeTime(reassignedAt, timeZone)),
  ],
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
