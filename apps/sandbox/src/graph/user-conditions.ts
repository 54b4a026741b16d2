import { badRequest } from './graph-error.ts'
import { knownProperty, type GraphUser } from './graph-user.ts'

export type UserTest = (user: GraphUser) => boolean

/** One quoted clause of $search: `"displayName:ali"`, with `\"` and `\\` escaped. */
const SEARCH_CLAUSE = /"(\w+):((?:[^"\\]|\\.)*)"/y

/** `$search`: beginnings of words of the name in any order; beginnings of other fields. */
export function parseSearch(text: string): UserTest {
  return parseCondition(text, SEARCH_CLAUSE, ([, property = '', escaped = '']) => {
    const name = knownProperty(property)
    const term = escaped.replace(/\\(.)/g, '$1')
    return name === 'displayName' ? (user) => hasWords(user.displayName, term) : startsWith(name, term)
  })
}

/** `startswith(mail,'a')`, `id eq 'x'`, `accountEnabled eq true`, `id in ('x','y')`; a quote within is doubled. */
const FILTER_CLAUSE =
  /(?:startswith\((\w+),\s*'((?:[^']|'')*)'\)|(\w+) eq (?:'((?:[^']|'')*)'|(true|false))|(\w+) in \(('(?:[^']|'')*'(?:,\s*'(?:[^']|'')*')*)\))/y
const MAX_IN = 15

/** The supported part of `$filter`. */
export function parseFilter(text: string): UserTest {
  return parseCondition(
    text,
    FILTER_CLAUSE,
    ([, startProperty, start = '', property = '', quoted, plain, inProperty, list]) => {
      if (startProperty) return startsWith(knownProperty(startProperty), start.replaceAll("''", "'"))
      if (inProperty) return isIn(knownProperty(inProperty), list ?? '')
      const name = knownProperty(property)
      const wanted = (quoted?.replaceAll("''", "'") ?? plain ?? '').toLowerCase()
      return (user) => textOf(user, name) === wanted
    },
  )
}

const CONNECTOR = /\s+(and|or)\s+/iy

/** Clauses joined by `and` and `or`; `and` binds tighter. */
function parseCondition(text: string, clause: RegExp, toTest: (match: RegExpExecArray) => UserTest): UserTest {
  const trimmed = text.trim()
  const alternatives: UserTest[][] = [[]]
  let at = 0
  while (at < trimmed.length || at === 0) {
    clause.lastIndex = at
    const match = clause.exec(trimmed)
    if (!match) throw badRequest(`Syntax error at position ${at} in '${trimmed}'.`)
    alternatives.at(-1)?.push(toTest(match))
    at = clause.lastIndex
    if (at === trimmed.length) break
    CONNECTOR.lastIndex = at
    const connector = CONNECTOR.exec(trimmed)
    if (!connector) throw badRequest(`Syntax error at position ${at} in '${trimmed}'.`)
    if (connector[1]?.toLowerCase() === 'or') alternatives.push([])
    at = CONNECTOR.lastIndex
  }
  return (user) => alternatives.some((all) => all.every((test) => test(user)))
}

function hasWords(name: string, term: string): boolean {
  const words = wordsOf(name)
  return wordsOf(term).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function startsWith(property: keyof GraphUser, start: string): UserTest {
  return (user) => textOf(user, property).startsWith(start.toLowerCase())
}

function isIn(property: keyof GraphUser, list: string): UserTest {
  const values = [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) =>
    value.replaceAll("''", "'").toLowerCase(),
  )
  if (values.length > MAX_IN) {
    throw badRequest(
      `Too many child clauses specified in search filter expression containing 'OR' operators: ${values.length}. Max allowed: ${MAX_IN}.`,
    )
  }
  return (user) => values.includes(textOf(user, property))
}

function textOf(user: GraphUser, property: keyof GraphUser): string {
  return String(user[property] ?? '').toLowerCase()
}
