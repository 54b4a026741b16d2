import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { HOOK_LIMITS } from '@partyline/contract'
import type { Client as Connection } from 'pg'
import type { Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import { inAlternatingOrder } from '../harness/rounds.ts'
import { spreadOf } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'
import type { TenantName, World } from '../web/world.ts'
import { readStatements, resetStatements, total } from './meters.ts'
import type { Statement } from './meters.ts'
import { untilStill } from './texting.ts'
import type { Texting } from './texting.ts'

const KINDS = ['message.received', 'message.sent', 'message.status']
/** Events that the log of each webhook has for each chat. */
const EVENTS_A_CHAT = 10
/** Events for each chat that wait for the webhook that fails, up to its bound. */
const WAITING_A_CHAT = 0.1
const TEXTS = 10
const MAX_TRIGGER_GROWTH = 1.05
/** Upkeep runs once a minute. */
const UPKEEP_SECONDS = 70

const TENANTS = ['small', 'large'] as const

/** Answers 204, or 500 at `/fails`. Counts requests. */
export async function startReceiver() {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    request.resume().on('end', () => response.writeHead(request.url === '/fails' ? 500 : 204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** The webhooks of a tenant. */
type Hooked = { readonly tenantId: string; readonly working: string; readonly failing: string }
export type Webhooks = Readonly<Record<TenantName, Hooked>>

/**
 * Gives each tenant a webhook that works, with a log of delivered events, and one that has failed for a day: its queue waits for
 * the next attempt, and what came after it is only in the log.
 */
export async function addWebhooks(
  { clients }: World,
  database: Connection,
  { receiver, chats }: { receiver: Receiver; chats: Readonly<Record<TenantName, number>> },
): Promise<Webhooks> {
  const add = async (tenant: TenantName): Promise<Hooked> => {
    const client = clients[tenant]
    const create = async (path: string) => {
      const body = { url: receiver.url + path, events: KINDS }
      return (await client.get('hooks.create', { body })).hook.id
    }
    const { tenantId } = await client.get('users.me')
    const [working, failing] = [await create('/works'), await create('/fails')]
    const events = chats[tenant] * EVENTS_A_CHAT
    await addLog(database, { tenantId, hookId: working, events, waiting: 0, days: 20 })
    const waiting = Math.min(HOOK_LIMITS.queue, Math.ceil(chats[tenant] * WAITING_A_CHAT))
    await addLog(database, { tenantId, hookId: failing, events, waiting, days: 1 })
    await database.query(`update hooks set failing_since = now() - interval '1 day' where hook_id = $1`, [failing])
    return { tenantId, working, failing }
  }
  const added = { small: await add('small'), large: await add('large') }
  await database.query('vacuum analyze hooks, hook_events')
  return added
}

type Log = { tenantId: string; hookId: string; events: number; waiting: number; days: number }

/** The oldest of them wait, and then all others are missed; or all are delivered. */
const addLog = (database: Connection, { tenantId, hookId, events, waiting, days }: Log) =>
  database.query(
    `insert into hook_events (tenant_id, hook_id, kind, happened_at, created_at, chat_id, item_id, body, state, due_at,
       attempts, log)
     select $1, $2, 'message.received', sent_at, now() - $5::int * interval '1 day' * (1 - place / $3::float), chat_id,
       message_id, case when state <> 'missed' then rpad('{"type":"message.received"}', 600) end, state,
       case state when 'waiting' then now() + interval '1 day' else '-infinity' end, (state <> 'missed')::int,
       case when state = 'missed' then '[]' else jsonb_build_array(jsonb_build_object('at', '2026-01-01T00:00:00.000Z',
         'status', 204, 'failure', null, 'durationMs', 5)) end
     from (
       select *, case when place <= $4::int then 'waiting' when $4::int > 0 then 'missed' else 'delivered' end as state
       from (
         select m.sent_at, m.chat_id, m.message_id, row_number() over () as place
         from generate_series(1, ceil($3::float / $6::int)::int) again, (
           select * from messages where tenant_id = $1 order by message_id desc limit $6) m
       ) placed where place <= $3::int
     ) sorted`,
    [tenantId, hookId, events, waiting, days, Math.min(events, 100_000)],
  )

const VARIANTS = {
  'triggers disabled': { hooks: [] },
  'no webhook': { hooks: [] },
  'a webhook for other events': { hooks: ['working'], events: ['chat.assigned'] },
  'a webhook for texts': { hooks: ['working'], events: KINDS },
  'the same, and one that fails': { hooks: ['working', 'failing'], events: KINDS },
} as const
type Variant = keyof typeof VARIANTS
const NAMES = Object.keys(VARIANTS) as Variant[]
const [DISABLED, NONE, , , FULL] = NAMES as [Variant, Variant, Variant, Variant, Variant]

const DIRECTIONS = ['inbound', 'outbound'] as const
type Direction = (typeof DIRECTIONS)[number]
/** A series of texts. `events`: requests to the receiver. */
type Measured = { readonly statements: readonly Statement[]; readonly events: number }

type Parts = {
  world: World
  database: Connection
  receiver: Receiver
  hooked: Webhooks
  texting: Readonly<Record<TenantName, Texting>>
  rounds: number
  /** How long upkeep is waited for. */
  seconds: number
}
export type TextCosts = ReadonlyMap<string, readonly Record<Direction, Measured>[]>

const keyOf = (variant: Variant, tenant: TenantName) => `${variant}, ${tenant}`

/** The cost of texts with and without webhooks of their tenant, while the other has none. Alternates between all variants. */
export async function measureTexts(parts: Parts): Promise<TextCosts> {
  const { database, receiver, texting } = parts
  await database.query(`create temporary table kept_hooks as select * from hooks`)
  const contestants = NAMES.flatMap((variant) => TENANTS.map((tenant) => ({ variant, tenant })))
  const measured = await inAlternatingOrder(contestants, parts.rounds, async ({ variant, tenant }) => {
    await useVariant(parts, variant, tenant)
    const { send, receive } = texting[tenant]
    const measure = async (text: () => Promise<unknown>): Promise<Measured> => {
      // Statements are replanned after a change of triggers.
      for (const nth of Array(TEXTS).keys()) if (nth < TEXTS / 2) await text()
      await untilStill(receiver.count)
      await resetStatements(database)
      const before = receiver.count()
      for (const _ of Array(TEXTS).keys()) await text()
      await untilStill(receiver.count)
      return { statements: await readStatements(database), events: receiver.count() - before }
    }
    return { inbound: await measure(receive), outbound: await measure(send) }
  })
  await useVariant(parts, NONE, 'small')
  return new Map([...measured].map(([{ variant, tenant }, results]) => [keyOf(variant, tenant), results]))
}

/** Only this tenant has webhooks from now on. What failed in between is not repeated. */
async function useVariant({ world, database, hooked }: Parts, variant: Variant, tenant: TenantName): Promise<void> {
  const { hooks, ...change } = VARIANTS[variant]
  const { tenantId, working, failing } = hooked[tenant]
  await world.renewTokens()
  await database.query(`do $$ declare hook record; begin
    for hook in select tgrelid::regclass as place, tgname from pg_trigger where tgname like 'hooks\\_%' loop
      execute format('alter table %s ${variant === DISABLED ? 'disable' : 'enable'} trigger %I', hook.place, hook.tgname);
    end loop; end $$`)
  await database.query(
    `update hook_events set due_at = now() + interval '1 day'
     where tenant_id = $1 and hook_id = $2 and state = 'waiting' and due_at < now() + interval '1 hour'`,
    [tenantId, failing],
  )
  await database.query(`delete from hooks`)
  await database.query(`insert into hooks select * from kept_hooks where hook_id = any($1)`, [
    hooks.map((name) => hooked[tenant][name]),
  ])
  if (!('events' in change)) return
  await database.query(`update hooks set events = $1 where tenant_id = $2`, [change.events, tenantId])
  // Wakes the worker.
  await world.clients[tenant].get('hooks.update', { params: { hookId: working }, body: { enabled: true } })
}

/** Statements that are run without webhooks, too. */
function ownStatements(costs: TextCosts): ReadonlySet<string> {
  const keys = [DISABLED, NONE].flatMap((variant) => TENANTS.map((tenant) => keyOf(variant, tenant)))
  const measured = keys.flatMap((key) => costs.get(key) ?? []).flatMap((round) => Object.values(round))
  const queries = measured.flatMap(({ statements }) => statements.map(({ query }) => query))
  return new Set(queries.filter((query) => !query.includes('hook')))
}

export function textTable(costs: TextCosts, [small, large]: readonly [number, number]): Table {
  const own = ownStatements(costs)
  const isOwn = ({ query }: Statement) => own.has(query)
  const median = (key: string, direction: Direction, read: (one: Measured) => number) =>
    spreadOf((costs.get(key) ?? []).map((round) => read(round[direction]) / TEXTS)).median
  return {
    title: `One text, with ${figure(small)} → ${figure(large)} chats`,
    head: ['text, and webhooks', 'its blocks', 'PostgreSQL, ms', 'requests', 'blocks for webhooks', 'ms for webhooks'],
    rows: DIRECTIONS.flatMap((direction) =>
      NAMES.map((variant) => {
        const pair = (read: (one: Measured) => number) =>
          TENANTS.map((tenant) => figure(median(keyOf(variant, tenant), direction, read))).join(' → ')
        const sum = (isWanted: (statement: Statement) => boolean, field: 'blocks' | 'ms') =>
          pair(({ statements }) => total(statements.filter(isWanted), field))
        const others = (statement: Statement) => !isOwn(statement)
        return [
          `${direction}, ${variant}`,
          sum(isOwn, 'blocks'),
          sum(isOwn, 'ms'),
          pair(({ events }) => events),
          sum(others, 'blocks'),
          sum(others, 'ms'),
        ]
      }),
    ),
  }
}

export function textGoals(costs: TextCosts): readonly Goal[] {
  const own = ownStatements(costs)
  const blocks = (variant: Variant, direction: Direction) =>
    spreadOf(
      (costs.get(keyOf(variant, 'large')) ?? []).map((round) =>
        total(
          round[direction].statements.filter(({ query }) => own.has(query)),
          'blocks',
        ),
      ),
    ).median
  return DIRECTIONS.map((direction) => {
    const growth = blocks(NONE, direction) / blocks(DISABLED, direction)
    return {
      text: `an ${direction} text without webhooks: at most ${MAX_TRIGGER_GROWTH} times the blocks of one without triggers`,
      measured: `${figure(growth)} ×`,
      met: growth <= MAX_TRIGGER_GROWTH,
    }
  })
}

/** The worker's statements, by what is in their text. */
const STEPS: Readonly<Record<string, RegExp>> = {
  'sees what is due': /^select "h"."tenant_id".* from "hooks" as "h"$/s,
  'claims events': /skip locked/,
  'counts a queue': /^select count\(\*\) as "count" from \(select "event_id" from "hook_events"/,
  'shortens a queue': /^select "event_id" from "hook_events".* offset /s,
}
export type Steps = Readonly<Record<TenantName, readonly Statement[]>>

/** The statements of the worker while texts are sent, and in one upkeep of the queue. */
export async function measureSteps(parts: Parts, costs: TextCosts): Promise<Steps> {
  const { database } = parts
  const stepsOf = async (tenant: TenantName) => {
    await useVariant(parts, FULL, tenant)
    await resetStatements(database)
    const end = performance.now() + Math.min(UPKEEP_SECONDS, parts.seconds) * 1_000
    let upkeep: readonly Statement[] = []
    while (!upkeep.some(({ query }) => STEPS['counts a queue']?.test(query)) && performance.now() < end) {
      await wait(500)
      upkeep = await readStatements(database)
    }
    const texts = (costs.get(keyOf(FULL, tenant)) ?? []).flatMap((round) => Object.values(round))
    return [...texts.flatMap(({ statements }) => statements), ...upkeep]
  }
  const steps = { small: await stepsOf('small'), large: await stepsOf('large') }
  await database.query(`insert into hooks select * from kept_hooks on conflict do nothing`)
  return steps
}

export function stepTable(steps: Steps, [small, large]: readonly [number, number]): Table {
  return {
    title: `The worker of webhooks, with ${figure(small)} → ${figure(large)} chats`,
    head: ['one statement', 'blocks', 'PostgreSQL, ms'],
    rows: Object.entries(STEPS).map(([name, pattern]) => {
      const found = TENANTS.map((tenant) => steps[tenant].filter(({ query }) => pattern.test(query)))
      const mean = (field: 'blocks' | 'ms') =>
        found.map((all) => (all.length > 0 ? figure(total(all, field) / total(all, 'calls')) : 'not run')).join(' → ')
      return [name, mean('blocks'), mean('ms')]
    }),
  }
}
