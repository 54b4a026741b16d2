import type { TenantId } from '@partyline/contract'
import { beforeEach, expect, test } from 'vitest'
import { createHeldClock } from '../auth/tests/held-clock.ts'
import { createGraph } from './index.ts'
import type { Graph } from './index.ts'

const TENANT = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01' as TenantId
const OTHER = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02' as TenantId
const NEXT = 'https://graph.microsoft.com/v1.0/users?$skiptoken=2'

let graph: Graph
let answers: (() => Response)[]
let asked: Request[]
let waits: number[]
beforeEach(() => {
  answers = []
  asked = []
  waits = []
  const clock = createHeldClock()
  graph = createGraph({
    outside: {
      async fetch(...request) {
        const asking = new Request(...request)
        asked.push(asking)
        return answers.shift()?.() ?? Response.json({ value: [] })
      },
      browserUrl: (url) => url,
    },
    appAccess: { tokenFor: async () => 'token of the app' },
    // Timers fire at once and advance the clock.
    clock: {
      now: () => clock.now(),
      after(ms, callback) {
        waits.push(ms)
        clock.pass(ms)
        const timer = setImmediate(callback)
        return () => clearImmediate(timer)
      },
    },
  })
})

const search = (change: Partial<Parameters<Graph['searchPeople']>[0]> = {}) =>
  graph.searchPeople({ tenantId: TENANT, term: 'ann', most: 20, signal: new AbortController().signal, ...change })

function person(number: number, change: object = {}) {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  return { id, displayName: `Ann ${number}`, mail: null, userPrincipalName: `ann${number}@lakeside.example`, ...change }
}
const pageOf = (people: object[], next?: string) => () =>
  Response.json({ value: people, ...(next && { '@odata.nextLink': next }) })
const busy = (retryAfter?: string) => () =>
  new Response('{}', { status: 429, headers: retryAfter ? { 'retry-after': retryAfter } : {} })

test('a search term is escaped in $search', async () => {
  await search({ term: String.raw`a"b\ OR "x` })
  const [asking] = asked
  expect(asking?.headers.get('consistencylevel')).toBe('eventual')
  expect(asking?.headers.get('authorization')).toBe('Bearer token of the app')
  expect(new URL(asking?.url ?? '').searchParams.get('$search')).toBe(
    ['displayName', 'mail', 'userPrincipalName']
      .map((property) => String.raw`"${property}:a\"b\\ OR \"x"`)
      .join(' OR '),
  )
})

test('guests and disabled accounts are omitted, and the next page is fetched instead', async () => {
  answers = [
    pageOf(
      [person(1, { userType: 'Guest' }), person(2, { accountEnabled: false }), person(3, { mail: 'a@b.c' })],
      NEXT,
    ),
    pageOf([person(4, { displayName: null })]),
  ]
  expect(await search()).toEqual([
    { userId: person(3).id, name: 'Ann 3', email: 'a@b.c' },
    { userId: person(4).id, name: 'ann4@lakeside.example', email: null },
  ])
  expect(asked[1]?.url).toBe(NEXT)
  expect(asked[1]?.headers.get('consistencylevel')).toBe('eventual')
})

test('a search ends with enough results, after four pages, and at a next link outside Graph', async () => {
  answers = [pageOf([person(1), person(2), person(3)], NEXT)]
  expect(await search({ most: 2 })).toHaveLength(2)
  expect(asked).toHaveLength(1)
  answers = Array.from({ length: 9 }, () => pageOf([], NEXT))
  await search()
  expect(asked).toHaveLength(5)
  answers = [pageOf([person(1)], 'https://evil.example/users')]
  await search()
  expect(asked).toHaveLength(6)
})

test('a short Retry-After is waited for, once', async () => {
  answers = [busy('2'), pageOf([person(1)])]
  expect(await search()).toHaveLength(1)
  expect(waits).toEqual([2_000])
  answers = [busy('1'), busy('1'), pageOf([person(1)])]
  await expect(search()).rejects.toMatchObject({ retryAfterSeconds: 1 })
})

test('a long Retry-After is returned to the caller, and pauses requests for that tenant only', async () => {
  answers = [busy('30')]
  await expect(search()).rejects.toMatchObject({ retryAfterSeconds: 30 })
  await expect(search()).rejects.toMatchObject({ name: 'DirectoryFailure' })
  expect(asked).toHaveLength(1)
  await search({ tenantId: OTHER })
  expect(asked).toHaveLength(2)
})

test('a missing Retry-After counts as five seconds', async () => {
  answers = [busy()]
  await expect(search()).rejects.toMatchObject({ retryAfterSeconds: 5 })
})

test('an aborted search is not retried', async () => {
  const stale = new AbortController()
  answers = [
    () => {
      stale.abort()
      return busy('2')()
    },
  ]
  await expect(search({ signal: stale.signal })).rejects.toThrow('abort')
  expect(asked).toHaveLength(1)
})

test.each([
  ['an error', () => new Response('{}', { status: 500 })],
  ['another shape', () => Response.json({ value: [{ id: 'x' }] })],
])('%s is a DirectoryFailure', async (_, answer) => {
  answers = [answer]
  await expect(search()).rejects.toMatchObject({ name: 'DirectoryFailure', retryAfterSeconds: null })
})

test.each([
  [410, 'anything', true],
  [400, 'syncStateNotFound', true],
  [400, 'BadRequest', false],
  [500, 'syncStateUnknown', false],
])('a delta link answered with %i %s is lost: %j', async (status, code, isTrackingLost) => {
  answers = [() => Response.json({ error: { code } }, { status })]
  const asking = graph.accountChanges({ tenantId: TENANT, link: null, signal: new AbortController().signal })
  await expect(asking).rejects.toMatchObject({ name: 'DirectoryFailure', isTrackingLost })
})
