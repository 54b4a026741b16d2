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

/**
 * One page in the format of the 2010 API. The token identifies the last row of the previous page,
 * so that new rows do not shift pages.
 */
export function paginate<Row extends { sid: string }>(
  rows: Rows<Row>,
  query: Readonly<Record<string, string>>,
  list: { path: string; key: string; present: (row: Row) => object },
) {
  const size = pageSize(query['PageSize'])
  const page = Math.max(0, Math.trunc(Number(query['Page'] ?? 0)) || 0)
  const { found, hasNext } = readPage(rows, query['PageToken'] ?? '', size)

  const filters = new URLSearchParams(Object.entries(query).filter(([name]) => !PAGING.has(name)))
  const uri = (toPage: number, token: string | null) => {
    const parameters = new URLSearchParams(filters)
    parameters.set('PageSize', String(size))
    parameters.set('Page', String(toPage))
    if (token !== null) parameters.set('PageToken', token)
    return `${list.path}?${parameters.toString()}`
  }

  const start = page * size
  const last = found.at(-1)
  const first = found[0]
  return {
    [list.key]: found.map((row) => list.present(row)),
    first_page_uri: uri(0, null),
    next_page_uri: hasNext && last ? uri(page + 1, `PA${last.sid}`) : null,
    previous_page_uri: page > 0 && first ? uri(page - 1, `PB${first.sid}`) : null,
    page,
    page_size: size,
    start,
    end: found.length === 0 ? start : start + found.length - 1,
    uri: uri(page, query['PageToken'] ?? null),
  }
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

function pageSize(written: string | undefined) {
  const size = Number(written ?? DEFAULT_PAGE_SIZE)
  if (size > MAX_PAGE_SIZE) throw new TwilioError(20007, 'Page size too large')
  return Number.isInteger(size) && size > 0 ? size : DEFAULT_PAGE_SIZE
}

/** Rows of a short list in memory. */
export function rowsOf<Row extends { sid: string }>(all: readonly Row[]): Rows<Row> {
  const placeOf = (sid: string) => all.findIndex((row) => row.sid === sid)
  return {
    after: (sid) => (sid === null ? all : all.slice(placeOf(sid) + 1)),
    before: (sid) => all.slice(0, Math.max(0, placeOf(sid))).toReversed(),
  }
}
