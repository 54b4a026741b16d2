import { CONTACT_BOUNDS, CONTACT_TEXTS, wallClock } from '@partyline/contract'
import type {
  CallBody,
  CallReply,
  Contact,
  ContactFilters,
  ContactId,
  ContactSelection,
  ContactSort,
  ListedContact,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { z } from 'zod'
import { recordAuditEntry } from '../audit/index.ts'
import { announceNumbers } from '../numbers/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { invalid, newId, readCursor, writeCursor, writePage } from '../platform/index.ts'
import type { Caller, Clock, Database, TablePage, Topic } from '../platform/index.ts'
import { listFields } from './contact-fields-store.ts'
import { countContacts, walkContacts, walkIds } from './contact-search-store.ts'
import type { Place, Wanted } from './contact-search-store.ts'
import { keepTags, listTags, lockTagged, setTags } from './contact-tags-store.ts'
import { sortTags } from './contact-values.ts'
import { contactsById, insertChanges } from './contacts-store.ts'

/** A page, and where the next one starts. */
type FoundContacts = { found: ListedContact[]; nextCursor: string | null }

export type ContactLists = {
  search(tenantId: TenantId, wanted: CallBody<'contacts.search'>): Promise<FoundContacts>
  count(tenantId: TenantId, wanted: CallBody<'contacts.count'>): Promise<CallReply<'contacts.count'>>
  listTags(tenantId: TenantId): Promise<string[]>
  /** @throws {AppError} `validation` if a contact or the tenant would have too many tags */
  tag(caller: Caller, change: CallBody<'contacts.tag'>): Promise<CallReply<'contacts.tag'>>
  /** The audit log records who exported. */
  export(caller: Caller, wanted: CallBody<'contacts.export'>): Promise<CallReply<'contacts.export'>>
  /** A page of the same table. */
  table(tenantId: TenantId, wanted: CallBody<'contacts.export'>): Promise<TablePage>
}

type Parts = {
  database: Database
  clock: Clock
  numbers: Pick<Numbers, 'numbersIn'>
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createContactLists({ database, clock, numbers, announcements }: Parts): ContactLists {
  const announce = announceNumbers(announcements)
  const { queries } = database

  async function wantedOf(
    tenantId: TenantId,
    { term, filters }: { term?: string | undefined; filters: ContactFilters },
  ): Promise<Wanted> {
    return { tenantId, term, filters: atTimes(filters, clock.now()), numbers: await numbers.numbersIn(tenantId, term) }
  }

  /** The ids of a part of the selection. */
  async function idsOf(
    tenantId: TenantId,
    of: ContactSelection,
    { cursor, limit }: { cursor: string | undefined; limit: number },
  ): Promise<{ ids: ContactId[]; nextCursor: string | null }> {
    if ('contactIds' in of) return { ids: of.contactIds, nextCursor: null }
    const wanted = await wantedOf(tenantId, of.matching)
    const { page, nextCursor } = pageOf(
      await walkIds(queries, wanted, { after: readPlace(cursor, 'name'), limit: limit + 1 }),
      limit,
    )
    return { ids: page.map(({ id }) => id), nextCursor }
  }

  const table: ContactLists['table'] = async (tenantId, { of, timeZone, cursor }) => {
    const { ids, nextCursor } = await idsOf(tenantId, of, { cursor, limit: CONTACT_BOUNDS.exported })
    const [fields, contacts] = await Promise.all([listFields(queries, tenantId), contactsById(queries, tenantId, ids)])
    const columns = columnsIn(timeZone)
    const rows = contacts.map((contact) => [
      ...columns.map(([, cellOf]) => cellOf(contact)),
      ...fields.map(({ id }) => contact.fields[id] ?? ''),
    ])
    const head = [...columns.map(([name]) => name), ...fields.map(({ name }) => name)]
    return { head, rows, nextCursor }
  }

  return {
    async search(tenantId, { sort, limit, cursor, ...conditions }) {
      const wanted = await wantedOf(tenantId, conditions)
      const rows = await walkContacts(queries, wanted, { sort, after: readPlace(cursor, sort.by), limit: limit + 1 })
      const { page, nextCursor } = pageOf(rows, limit)
      return { found: page.map(({ contact: { remarks: _remarks, ...listed } }) => listed), nextCursor }
    },
    async count(tenantId, conditions) {
      const counted = await countContacts(queries, await wantedOf(tenantId, conditions), CONTACT_BOUNDS.counted + 1)
      return { count: Math.min(counted, CONTACT_BOUNDS.counted), isMore: counted > CONTACT_BOUNDS.counted }
    },
    listTags: (tenantId) => listTags(queries, tenantId),
    async tag(caller, { of, add, remove, cursor }) {
      const { tenantId, userId } = caller
      const { ids, nextCursor } = await idsOf(tenantId, of, { cursor, limit: CONTACT_BOUNDS.tagged })
      const changed = await database.transaction(async (trx) => {
        const added = await keepTags(trx, tenantId, add)
        if (!added) throw invalid({ add: [CONTACT_TEXTS.tooManyTags(CONTACT_BOUNDS.tagsOfTenant)] })
        const gone = new Set(remove.map((tag) => tag.toLowerCase()))
        const tagged = (await lockTagged(trx, tenantId, ids)).map(({ contactId, name, tags: before }) => {
          const tags = sortTags([...before.filter((tag) => !gone.has(tag.toLowerCase())), ...added])
          return { contactId, name, before: before.join(', '), tags }
        })
        const changes = tagged.filter(({ before, tags }) => before !== tags.join(', '))
        const full = changes.find(({ tags }) => tags.length > CONTACT_BOUNDS.tags)
        if (full) throw invalid({ add: [CONTACT_TEXTS.tooManyTagsOn(full.name, CONTACT_BOUNDS.tags)] })
        await setTags(trx, tenantId, changes)
        await insertChanges(
          trx,
          { tenantId, by: userId, at: clock.now() },
          changes.map(({ contactId, before: from, tags }) => ({
            contactId,
            changeId: newId(),
            kind: 'changed',
            changes: [{ field: 'tags', fieldName: null, from, to: tags.join(', ') }],
          })),
        )
        return changes.length
      })
      if (changed > 0) announce(tenantId, 'PhoneNumbersUpdated')
      return { changed, nextCursor }
    },
    table,
    async export(caller, wanted) {
      const page = await table(caller.tenantId, wanted)
      const isFirst = wanted.cursor === undefined
      const now = clock.now()
      if (isFirst) {
        await database.transaction((trx) => recordAuditEntry(trx, caller, { kind: 'contactsExported', at: now }))
      }
      const fileName = `contacts-${now.toISOString().slice(0, 10)}.csv`
      return { fileName, csv: writePage(page, { isFirst }), nextCursor: page.nextCursor }
    },
  }
}

const DAY_MS = 86_400_000

/** Filters by days that pass, as the times that these are now. */
function atTimes(
  { textedWithinDays, textedOverDaysAgo, notTextedForDays, ...filters }: ContactFilters,
  now: Date,
): Wanted['filters'] {
  const ago = (days: number | undefined) =>
    days === undefined ? [] : [new Date(now.getTime() - days * DAY_MS).toISOString()]
  const since = [...ago(textedWithinDays), ...(filters.textedSince ? [filters.textedSince] : [])]
  const before = [...ago(textedOverDaysAgo), ...(filters.textedBefore ? [filters.textedBefore] : [])]
  const times = (all: string[]) => all.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  const [notTextedSince] = ago(notTextedForDays)
  return { ...filters, textedSince: times(since).at(-1), textedBefore: times(before).at(0), notTextedSince }
}

/** The columns of an export, with the cell of each contact. */
const columnsIn = (timeZone: string): readonly (readonly [string, (contact: Contact) => string])[] => [
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company],
  ['Phones', ({ phones }) => phones.map(({ number }) => number).join('; ')],
  ['Emails', ({ emails }) => emails.join('; ')],
  ['Tags', ({ tags }) => tags.join('; ')],
  ['Language', ({ language }) => language ?? ''],
  ['Time zone', ({ timeZone }) => timeZone ?? ''],
  ['Last text', ({ lastTextAt }) => (lastTextAt === null ? '' : wallClock(timeZone, new Date(lastTextAt)).date)],
  ['Added', ({ createdAt }) => wallClock(timeZone, new Date(createdAt)).date],
  ['Opted out of', ({ phones }) => [...new Set(phones.flatMap(({ optedOutOf }) => optedOutOf))].join('; ')],
  ['Remarks', ({ remarks }) => remarks],
]

function pageOf<Row extends { place: Place }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last ? writeCursor(last.place) : null }
}

/** A `timestamptz` as PostgreSQL writes it. */
const time = z
  .string()
  .regex(/^(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?)$/)
  .refine((text) => text === '-infinity' || !Number.isNaN(Date.parse(text.slice(0, 19))))
/** The contents of a cursor, by order. */
const PLACES = {
  name: z.tuple([z.string(), z.guid()]),
  lastText: z.tuple([time, z.string(), z.guid()]),
  created: z.tuple([time, z.guid()]),
} as const

/** @throws {AppError} `validation` */
function readPlace(cursor: string | undefined, by: ContactSort['by']): Place | null {
  return cursor === undefined ? null : readCursor<Place>(cursor, PLACES[by])
}
