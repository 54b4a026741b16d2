import type { ContactFieldId, ContactFilters, ContactSort, ContactView } from '@partyline/contract'
import { CONTACT_BOUNDS } from '@partyline/contract'
import type { ContactSearch } from '../../platform/query-keys.ts'
import type { Times } from '../../platform/times.ts'

/** `without`: also contacts that were never texted. */
export const DAYS_KINDS = ['within', 'without', 'over'] as const
type DaysKind = (typeof DAYS_KINDS)[number]

/** A condition on the last text: by days that pass, or by a fixed day such as `2026-11-22`. */
export type LastText = { kind: 'never' } | { kind: DaysKind; days: number } | { kind: 'since' | 'before'; day: string }

/** A condition on the consent ledger that at least one phone and line must meet. */
export const CONSENTS = {
  agreed: { agreed: true },
  notAgreed: { agreed: false },
  written: { consented: true },
  notWritten: { consented: false },
  optedOut: { optedOut: true },
  notOptedOut: { optedOut: false },
  unrecorded: { consentRecorded: false },
} as const satisfies Record<string, Pick<ContactFilters, 'agreed' | 'consented' | 'optedOut' | 'consentRecorded'>>
export type ConsentFilter = keyof typeof CONSENTS

/** The search, filters, and order of the contact list. Kept in the URL. */
export type ListState = {
  term: string
  tags: readonly string[]
  /** Values of the tenant's own fields. */
  fields: Readonly<Record<ContactFieldId, string>>
  consent: ConsentFilter | null
  lastText: LastText | null
  sort: ContactSort
}

export const FIRST_STATE: ListState = {
  term: '',
  tags: [],
  fields: {},
  consent: null,
  lastText: null,
  sort: { by: 'name', descending: false },
}

const FIELD = 'field-'
const OWN = /^(?:q|tag|consent|lastText|sort|field-.+)$/
const SORT = /^(-?)(name|lastText|created)$/

/** Reads the state from the query of an address. Anything else in it is ignored. */
export function readListState(query: URLSearchParams): ListState {
  const fields = [...query].flatMap(([name, value]) =>
    name.startsWith(FIELD) ? [[name.slice(FIELD.length) as ContactFieldId, value] as const] : [],
  )
  const [, descending, by] = SORT.exec(query.get('sort') ?? '') ?? []
  return {
    term: query.get('q') ?? '',
    tags: query.getAll('tag'),
    fields: Object.fromEntries(fields),
    consent: readConsent(query.get('consent') ?? ''),
    lastText: readLastText(query.get('lastText') ?? ''),
    sort: by === undefined ? FIRST_STATE.sort : { by: by as ContactSort['by'], descending: descending === '-' },
  }
}

export function readConsent(written: string): ConsentFilter | null {
  return Object.hasOwn(CONSENTS, written) ? (written as ConsentFilter) : null
}

export function readLastText(written: string): LastText | null {
  if (written === 'never') return { kind: 'never' }
  const [, kind, rest = ''] = /^([a-z]+)-(.+)$/.exec(written) ?? []
  const daysKind = DAYS_KINDS.find((one) => one === kind)
  if (daysKind) {
    const days = readDays(rest)
    return days === null ? null : { kind: daysKind, days }
  }
  if (kind === 'since' || kind === 'before') return /^\d{4}-\d\d-\d\d$/.test(rest) ? { kind, day: rest } : null
  return null
}

/** The days that someone wrote; null if they are none that can be searched for. */
export function readDays(written: string): number | null {
  const days = /^\d{1,4}$/.test(written) ? Number(written) : 0
  return days >= 1 && days <= CONTACT_BOUNDS.days ? days : null
}

/** The query of an address, with its state replaced by this one. */
export function writeListState(state: ListState, current: URLSearchParams): URLSearchParams {
  const { term, tags, fields, consent, lastText, sort } = state
  const query = new URLSearchParams([...current].filter(([name]) => !OWN.test(name)))
  if (term) query.set('q', term)
  for (const tag of tags) query.append('tag', tag)
  for (const [id, value] of Object.entries(fields)) query.set(FIELD + id, value)
  if (consent) query.set('consent', consent)
  if (lastText) query.set('lastText', writeLastText(lastText))
  const isFirstSort = sort.by === 'name' && !sort.descending
  if (!isFirstSort) query.set('sort', (sort.descending ? '-' : '') + sort.by)
  return query
}

export function writeLastText(lastText: LastText): string {
  if (lastText.kind === 'never') return 'never'
  return `${lastText.kind}-${'days' in lastText ? lastText.days : lastText.day}`
}

/** Whether there are conditions other than the term. */
export function hasFilters({ tags, fields, consent, lastText }: ListState): boolean {
  return tags.length > 0 || Object.keys(fields).length > 0 || consent !== null || lastText !== null
}

export function withoutFilters(state: ListState): ListState {
  return { ...FIRST_STATE, term: state.term, sort: state.sort }
}

type Clock = Pick<Times, 'dayOf' | 'instantOf'>

/** The search for a state. The server counts days that pass. */
export function searchOf(state: ListState, times: Clock): ContactSearch {
  const { term, tags, fields, consent, sort } = state
  return {
    ...(term && { term }),
    filters: {
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(consent && CONSENTS[consent]),
      ...(state.lastText && lastTextFilters(state.lastText, times)),
    },
    sort,
  }
}

const DAYS_FILTERS = {
  within: 'textedWithinDays',
  without: 'notTextedForDays',
  over: 'textedOverDaysAgo',
} as const satisfies Record<DaysKind, keyof ContactFilters>

function lastTextFilters(lastText: LastText, times: Clock): ContactFilters {
  if (lastText.kind === 'never') return { texted: false }
  if ('days' in lastText) {
    return { [DAYS_FILTERS[lastText.kind]]: lastText.days }
  }
  const at = times.instantOf(lastText.day, '00:00')
  return lastText.kind === 'since' ? { textedSince: at } : { textedBefore: at }
}

/** The state that a saved view was made from. */
export function stateOfView({ term, filters, sort }: ContactView, times: Clock): ListState {
  const { tags = [], fields = {}, texted, textedSince, textedBefore } = filters
  let lastText: LastText | null = null
  if (texted === false) lastText = { kind: 'never' }
  else if (textedSince !== undefined) lastText = { kind: 'since', day: times.dayOf(textedSince) }
  else if (textedBefore !== undefined) lastText = { kind: 'before', day: times.dayOf(textedBefore) }
  for (const kind of DAYS_KINDS) {
    const days = filters[DAYS_FILTERS[kind]]
    if (days !== undefined) lastText ??= { kind, days }
  }
  const consents = Object.keys(CONSENTS) as ConsentFilter[]
  const holds = (one: ConsentFilter) =>
    Object.entries(CONSENTS[one]).every(([name, value]) => filters[name as keyof ContactFilters] === value)
  const consent = consents.find(holds) ?? null
  return { term, tags, fields: fields as ListState['fields'], consent, lastText, sort }
}
