import { TwilioError } from '../twilio-error.ts'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 1000
const PAGING = new Set(['PageSize', 'Page', 'PageToken'])

/** A list that can be read from any row in both directions. */
export type Rows<Row> = {
  /** From the first row after this SID, or from the start for null. */
  after(sid: string | null): Iterable<Row>
  /** Backwards, from the row before this SID. */
  before(sid: string): Iterable<Row>
}

type List<Row> = { path: string; key: string; present: (row: Row) => object }
type Query = Readonly<Record<string, string>>

/** One page in the format of the 2010 API. */
export function paginate<Row extends { sid: string }>(rows: Rows<Row>, query: Query, list: List<Row>) {
  const { presented, page, size, links } = readList(rows, query, list)
  const start = page * size
  return {
    [list.key]: presented,
    first_page_uri: links.first,
    next_page_uri: links.next,
    previous_page_uri: links.previous,
    page,
    page_size: size,
    start,
    end: presented.length === 0 ? start : start + presented.length - 1,
    uri: links.own,
  }
}

/** One page in the format of newer APIs. */
export function paginateWithMeta<Row extends { sid: string }>(rows: Rows<Row>, query: Query, list: List<Row>) {
  const { presented, page, size, links } = readList(rows, query, list)
  const meta = {
    page,
    page_size: size,
    first_page_url: links.first,
    previous_page_url: links.previous,
    url: links.own,
    next_page_url: links.next,
    key: list.key,
  }
  return { [list.key]: presented, meta }
}

/** The token identifies the last row of the previous page, so that new rows do not shift pages. */
function readList<Row extends { sid: string }>(rows: Rows<Row>, query: Query, list: List<Row>) {
  const size = integerOf(query, 'PageSize', { min: 1, preset: DEFAULT_PAGE_SIZE })
  if (size > MAX_PAGE_SIZE) throw new TwilioError(20007, 'Page size too large')
  const page = integerOf(query, 'Page', { min: 0, preset: 0 })
  const { found, hasNext } = readPage(rows, query['PageToken'] ?? '', size)

  const filters = new URLSearchParams(Object.entries(query).filter(([name]) => !PAGING.has(name)))
  const link = (toPage: number, token: string | null) => {
    const parameters = new URLSearchParams(filters)
    parameters.set('PageSize', String(size))
    parameters.set('Page', String(toPage))
    if (token !== null) parameters.set('PageToken', token)
    return `${list.path}?${parameters.toString()}`
  }
  const last = found.at(-1)
  const first = found[0]
  const links = {
    first: link(0, null),
    next: hasNext && last ? link(page + 1, `PA${last.sid}`) : null,
    previous: page > 0 && first ? link(page - 1, `PB${first.sid}`) : null,
    own: link(page, query['PageToken'] ?? null),
  }
  return { presented: found.map((row) => list.present(row)), page, size, links }
}

function readPage<Row>(rows: Rows<Row>, token: string, size: number): { found: Row[]; hasNext: boolean } {
  const sid = token.slice(2)
  if (token.startsWith('PB')) return { found: take(rows.before(sid), size).toReversed(), hasNext: true }
  const found = take(rows.after(token.startsWith('PA') ? sid : null), size + 1)
  return { found: found.slice(0, size), hasNext: found.length > size }
}

function take<Row>(rows: Iterable<Row>, count: number): Row[] {
  const taken: Row[] = []
  for (const row of rows) {
    taken.push(row)
    if (taken.length === count) break
  }
  return taken
}

function integerOf(query: Query, name: string, { min, preset }: { min: number; preset: number }) {
  const value = Number(query[name] ?? preset)
  if (Number.isInteger(value) && value >= min && query[name] !== '') return value
  throw new TwilioError(20001, `Invalid ${name}: ${query[name]}`)
}

/** Rows of a short list in memory. */
export function rowsOf<Row extends { sid: string }>(all: readonly Row[]): Rows<Row> {
  const placeOf = (sid: string) => all.findIndex((row) => row.sid === sid)
  return {
    after: (sid) => (sid === null ? all : all.slice(placeOf(sid) + 1)),
    before: (sid) => all.slice(0, Math.max(0, placeOf(sid))).toReversed(),
  }
}
