import { randomUUID } from 'node:crypto'
import type { TenantId, UserId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestChats } from '../../tests/test-chats.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { TestDatabase } from '../../tests/test-database.ts'
import { createHeldClock } from '../auth/tests/held-clock.ts'
import { createGraph } from '../microsoft/index.ts'
import { AppError } from '../platform/index.ts'
import { createDepartures } from './departures-service.ts'
import { createPollDirectory } from './poll-directory.ts'
import { createUsers } from './users-service.ts'

// Random histories of a directory that sometimes fails or lies, and of an Admin, against a model.

const FAULTS = {
  none: null,
  broken: () => new Response('oops', { status: 500 }),
  throttled: () => new Response('{}', { status: 429, headers: { 'retry-after': '20' } }),
  refused: () => Response.json({ error: { code: 'Authorization_RequestDenied' } }, { status: 403 }),
  unreachable: () => Promise.reject(new TypeError('fetch failed')),
  withoutLink: () => Response.json({ value: [] }),
  otherShape: () => Response.json({ value: [{ id: 'somebody' }], '@odata.deltaLink': 'https://evil.example/' }),
  notJson: () => new Response('<html>', { status: 200 }),
  /** The first page is true, all others fail. */
  cutOff: null,
  /** No one, and no changes. */
  empty: null,
  /** A delta query reports everyone as removed. */
  everyoneRemoved: null,
} as const
type Fault = keyof typeof FAULTS

type State = 'enabled' | 'disabled' | 'deleted'

const DELTA = 'https://graph.microsoft.com/v1.0/users/delta'
const PAGE_SIZE = 3

/** Graph with one directory. */
function createDirectory(ids: readonly string[]) {
  const states = new Map<string, State>(ids.map((id) => [id, 'enabled']))
  const log: string[] = []
  let resets = 0
  const directory = {
    fault: 'none' as Fault,
    states,
    set(id: string, state: State) {
      states.set(id, state)
      log.push(id)
    },
    reset: () => (resets += 1),
    async fetch(...request: Parameters<typeof fetch>): Promise<Response> {
      const url = new URL(new Request(...request).url)
      const fail = FAULTS[directory.fault]
      if (fail) return fail()
      const [epoch = 0, from = 0, until = 0] = (url.searchParams.get('$skiptoken') ?? '').split('.').map(Number)
      if (directory.fault === 'cutOff' && url.searchParams.has('$skiptoken')) return new Response('', { status: 504 })
      if (!url.pathname.endsWith('/delta')) return usersOf(url)
      const token = url.searchParams.get('$deltatoken')
      if (token === 'latest') return deltaPage([], `$deltatoken=${resets}.${log.length}`)
      const [tokenEpoch = epoch, tokenFrom = from] = token?.split('.').map(Number) ?? []
      const again = `$deltatoken=${tokenEpoch}.${tokenFrom}`
      // It lies about a link that is too old, too.
      if (directory.fault === 'everyoneRemoved') return deltaPage(ids.map(removed), again)
      if (tokenEpoch !== resets) return Response.json({ error: { code: 'resyncRequired' } }, { status: 410 })
      if (directory.fault === 'empty') return deltaPage([], again)
      const end = until || log.length
      const next = tokenFrom + PAGE_SIZE
      const value = log.slice(tokenFrom, Math.min(next, end)).map(present)
      if (next >= end) return deltaPage(value, `$deltatoken=${resets}.${end}`)
      return Response.json({ value, '@odata.nextLink': `${DELTA}?$skiptoken=${resets}.${next}.${end}` })
    },
  }

  function usersOf(url: URL) {
    if (directory.fault === 'empty') return Response.json({ value: [] })
    const filter = url.searchParams.get('$filter')
    const asked = filter === null ? ids : [...filter.matchAll(/'([^']+)'/g)].map((found) => found[1] ?? '')
    const value = asked.filter((id) => states.get(id) !== 'deleted').map(present)
    // A stranger whom Partyline does not know.
    return Response.json({ value: filter === null ? [{ id: randomUUID() }] : value })
  }
  const removed = (id: string) => ({ id, '@removed': { reason: 'changed' } })
  const present = (id: string) =>
    states.get(id) === 'deleted' ? removed(id) : { id, accountEnabled: states.get(id) === 'enabled' }
  const deltaPage = (value: object[], query: string) =>
    Response.json({ value, '@odata.deltaLink': `${DELTA}?${query}` })
  return directory
}

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A tenant whose users are all members of one chat, of whose last message half of them have a record. */
async function openTenant(size: number) {
  const clock = createHeldClock()
  const [tenantId, chatId, messageId, lineId] = Array.from({ length: 4 }, () => randomUUID())
  const ids = Array.from({ length: size }, () => randomUUID()) as UserId[]
  const records = Math.floor(size / 2)
  const { queries } = database
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Lakeside', now())`.execute(queries)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    select ${tenantId}, id, 'User ' || place, case when place <= 2 then 'Admin' else 'User' end, now()
    from unnest(${ids}::uuid[]) with ordinality as u (id, place)`.execute(queries)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${lineId}, 'PN1', '+12025550100', 'Desk', now())`.execute(queries)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, last_message_id, list_rank, created_at)
    values (${tenantId}, ${chatId}, ${lineId}, 'Team', now(), ${messageId}, 1, now())`.execute(queries)
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, list_rank)
    select ${tenantId}, ${chatId}, id, 'TeamsUser', now(), now(), 1 from unnest(${ids}::uuid[]) id`.execute(queries)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Hello', now(), ${ids[0]})`.execute(queries)
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at, part, parts)
    select ${tenantId}, gen_random_uuid(), ${messageId}, ${chatId}, id, 'read', now(), 1, 1
    from unnest(${ids.slice(0, records)}::uuid[]) id`.execute(queries)

  const directory = createDirectory(ids)
  const sessions = { shutOut: async () => ({ ended: 0, announceEnd: () => {} }) }
  const graph = createGraph({
    outside: { fetch: (...request) => directory.fetch(...request), browserUrl: (url) => url },
    appAccess: { tokenFor: async () => 'token of the app' },
    clock,
  })
  const parts = { database, clock, sessions, graph, ...createTestChats({ database, clock }) }
  const users = createUsers(parts)
  const pollDirectory = createPollDirectory({ ...parts, departures: createDepartures(parts) })
  let link: string | null = null
  return {
    ids,
    directory,
    async seen() {
      const list = await users.list(tenantId as TenantId)
      const byId = new Map(list.map((user) => [user.id, user]))
      const { rows } = await sql<{ listRank: number; mine: number; left: number; back: number }>`
        select list_rank,
          (select max(list_rank) from chat_members where tenant_id = ${tenantId}) as mine,
          (select count(*)::int from audit_log where tenant_id = ${tenantId} and kind = 'leftDirectory') as "left",
          (select count(*)::int from audit_log where tenant_id = ${tenantId} and kind = 'returnedToDirectory') as back
        from chats where tenant_id = ${tenantId}`.execute(queries)
      const { listRank, mine, left, back } = rows[0]!
      return {
        disabled: ids.map((id) => byId.get(id)?.disabled),
        left: ids.map((id) => byId.get(id)?.leftDirectoryAt !== null),
        isUnreadBySome: listRank === 1,
        isUnreadBySomeInLists: mine === 1,
        entries: [left, back],
      }
    },
    expected({ left, disabled, entries }: Model) {
      const inactive = ids.map((_, at) => left[at] === true || disabled[at] === true)
      const isUnreadBySome = records < inactive.filter((is) => !is).length
      const counts = { isUnreadBySome, isUnreadBySomeInLists: isUnreadBySome, entries: [...entries] }
      return { disabled: inactive, left: [...left], ...counts }
    },
    /** Whether the poll is complete. */
    async poll(fault: Fault): Promise<boolean> {
      clock.pass(5 * 60_000)
      directory.fault = fault
      try {
        const poll = { tenantId: tenantId as TenantId, link, signal: AbortSignal.timeout(60_000) }
        const result = await pollDirectory({ ...poll, extendLease: async () => {} })
        if (result.state === 'complete') link = result.link
        return result.state === 'complete'
      } catch {
        return false
      }
    },
    async save(admin: number, at: number, disabled: boolean): Promise<boolean> {
      const userId = ids[at]!
      const by = { tenantId: tenantId as TenantId, userId: ids[admin]! }
      const change = { userId, name: `User ${at + 1}`, role: at < 2 ? ('Admin' as const) : ('User' as const), disabled }
      try {
        await database.transaction((trx) =>
          parts.chats.changePerson(trx, { tenantId: by.tenantId, id: userId }, () => users.update(trx, by, change)),
        )
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'last-admin') return false
        throw error
      }
    },
  }
}

type Model = { left: boolean[]; disabled: boolean[]; entries: [number, number] }

const who = fc.nat()
const step = fc.oneof(
  fc.record({ do: fc.constant('account' as const), who, to: fc.constantFrom('enabled', 'disabled', 'deleted') }),
  fc.record({ do: fc.constant('everyone' as const), to: fc.constantFrom('enabled', 'deleted') }),
  fc.record({ do: fc.constant('half' as const), to: fc.constantFrom('enabled', 'disabled', 'deleted') }),
  fc.record({ do: fc.constant('save' as const), who, disabled: fc.boolean() }),
  fc.record({ do: fc.constant('saveShown' as const), who }),
  fc.record({ do: fc.constant('reset' as const) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('poll' as const), fault: fc.constant('none' as const) }) },
  fc.record({ do: fc.constant('poll' as const), fault: fc.constantFrom(...(Object.keys(FAULTS) as Fault[])) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Returns the observed state after each step, and the one that the model expects. */
async function play(size: number, steps: readonly Step[]) {
  const tenant = await openTenant(size)
  const { ids, directory } = tenant
  const model: Model = { left: ids.map(() => false), disabled: ids.map(() => false), entries: [0, 0] }
  const [seen, expected]: [unknown[], unknown[]] = [[], []]
  const shown = (at: number) => model.left[at] === true || model.disabled[at] === true
  for (const one of steps) {
    if (one.do === 'account') directory.set(ids[one.who % size]!, one.to)
    if (one.do === 'everyone') for (const id of ids) directory.set(id, one.to)
    if (one.do === 'half') for (const id of ids.slice(0, size / 2)) directory.set(id, one.to)
    if (one.do === 'reset') directory.reset()
    const admin = [0, 1].find((at) => !shown(at))
    if (one.do === 'saveShown' && admin !== undefined) {
      await tenant.save(admin, one.who % size, shown(one.who % size))
    }
    if (one.do === 'save' && admin !== undefined) {
      const at = one.who % size
      const isDone = await tenant.save(admin, at, one.disabled)
      const isRepeated = one.disabled === shown(at)
      const otherAdmin = [0, 1].some((other) => other !== at && !shown(other))
      seen.push(isDone)
      expected.push(at > 1 || shown(at) || !one.disabled || otherAdmin)
      if (isDone && !isRepeated) model.disabled[at] = one.disabled
    }
    if (one.do === 'poll') {
      const isComplete = await tenant.poll(one.fault)
      const isTrue = one.fault === 'none' || one.fault === 'cutOff' || one.fault === 'everyoneRemoved'
      // A directory that claims to have lost people whom Partyline has already noted tells nothing.
      const tellsNothing = one.fault === 'everyoneRemoved' && model.left.every(Boolean)
      seen.push(isComplete || one.fault !== 'none')
      expected.push(true)
      if (isComplete && isTrue && !tellsNothing) {
        for (const [at, id] of ids.entries()) {
          const left = directory.states.get(id) !== 'enabled'
          if (left !== model.left[at]) model.entries[left ? 0 : 1] += 1
          model.left[at] = left
        }
      }
    }
    seen.push(await tenant.seen())
    expected.push(tenant.expected(model))
  }
  return { seen, expected }
}

test.each([
  [4, 60],
  [40, 40],
])(
  'a tenant of %i people is always what its directory last said completely, and what its Admins set',
  async (size, runs) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { seen, expected } = await play(size, steps)
        expect(seen).toEqual(expected)
      }),
      { numRuns: runs },
    )
  },
)
