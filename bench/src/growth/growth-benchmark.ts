import { createPostgresCluster, hasPostgres } from '@partyline/driver'
import { Client as Connection } from 'pg'
import type { Benchmark, Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import { describeMachine } from '../harness/machine.ts'
import { createWorld } from '../web/world.ts'
import type { TenantName, World } from '../web/world.ts'
import { callsOf } from './calls.ts'
import { LOG_PLANS, measureSearches, searchGoals, searchTable } from './search-steps.ts'

const SMALL_CHATS = 1_000
const MAX_GROWTH = 1.3
const WARM_UP = 3
/** `track`: statements within functions count as part of the statement that calls the function. */
const COUNT_STATEMENTS = [
  'shared_preload_libraries=pg_stat_statements,auto_explain',
  'pg_stat_statements.track=top',
  'pg_stat_statements.track_planning=on',
  ...LOG_PLANS,
]
/** As on a server for this much data. While it is filled, it writes no log that replication would need. */
const FOR_MUCH_DATA = [
  'shared_buffers=2GB',
  'maintenance_work_mem=1GB',
  'max_wal_size=8GB',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/** The cost of one call. Blocks are of 8 kB, read from the cache or the disk. Times in ms. */
type Cost = { blocks: number; roundTrips: number; postgresMs: number; nodeMs: number }
type Costs = ReadonlyMap<string, Cost>

/** The yardstick is the same call in a tenant of 1,000 chats, in the same database. */
export const growthBenchmark: Benchmark = {
  name: 'growth',
  about: 'what each call costs with 100,000 chats and 10,000,000 messages, compared with 1,000 chats',
  async run({ chats = 100_000, messages = 99, contacts = chats, rounds = 20 }, progress) {
    if (!hasPostgres) throw new Error('Install the PostgreSQL server: the benchmark starts one that counts blocks.')
    const machine = describeMachine([])
    const cluster = await createPostgresCluster({ durable: false, settings: [...COUNT_STATEMENTS, ...FOR_MUCH_DATA] })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => cluster.close())
    const small = Math.min(SMALL_CHATS, chats)
    progress(`seeding ${chats} and ${small} chats of ${messages} messages, and ${contacts} and ${small} contacts`)
    const size = { messagesAChat: messages, messagesInLongChat: messages }
    const world = stack.use(
      await createWorld(
        { large: { chats, contacts, ...size }, small: { chats: small, contacts: small, ...size } },
        cluster.url,
      ),
    )
    const statistics = new Connection({ connectionString: world.databaseUrl })
    await statistics.connect()
    stack.defer(() => statistics.end())
    await statistics.query('create extension pg_stat_statements')
    const costs = async (tenant: TenantName): Promise<Costs> => {
      const measured = new Map<string, Cost>()
      for (const [name, call] of await callsOf(world.clients[tenant])) {
        progress(`${tenant} tenant: ${name}`)
        measured.set(name, await costOf(call, { world, statistics, rounds }))
      }
      return measured
    }
    const [before, after] = [await costs('small'), await costs('large')]
    progress('large tenant: the steps of searches')
    const searches = await measureSearches(world.clients.large, { cluster, statistics, rounds })
    return {
      machine: [
        ...machine,
        `${chats} and ${small} chats, ${figure((chats + small) * messages)} messages, ${contacts} and ${small} contacts`,
      ],
      tables: [tableOf(before, after, [small, chats]), searchTable(searches)],
      goals: [...goalsOf(before, after), ...searchGoals(searches)],
    }
  },
}

type Meters = { world: World; statistics: Connection; rounds: number }

/** The mean of a call over all rounds. The app's own work in the background, a few statements a second, is included. */
async function costOf(call: () => Promise<unknown>, { world, statistics, rounds }: Meters): Promise<Cost> {
  for (let time = 0; time < WARM_UP; time += 1) await call()
  await statistics.query('select pg_stat_statements_reset()')
  const cpuBefore = await world.cpuUsed()
  for (let round = 0; round < rounds; round += 1) await call()
  const cpu = (await world.cpuUsed()) - cpuBefore
  const { rows } = await statistics.query<{ statements: number; blocks: number; ms: number }>(`
    select sum(calls)::float as statements, sum(shared_blks_hit + shared_blks_read)::float as blocks,
      sum(total_exec_time + total_plan_time)::float as ms
    from pg_stat_statements where query not like '%pg_stat_statements%'`)
  const { statements = 0, blocks = 0, ms = 0 } = rows[0] ?? {}
  return {
    blocks: blocks / rounds,
    roundTrips: statements / rounds,
    postgresMs: ms / rounds,
    nodeMs: cpu / 1_000 / rounds,
  }
}

function tableOf(before: Costs, after: Costs, [small, large]: readonly [number, number]) {
  const pair = (one: number, other: number) => `${figure(one)} → ${figure(other)}`
  return {
    title: `One call, with ${figure(small)} → ${figure(large)} chats`,
    head: ['call', 'blocks', 'ratio', 'round trips', 'PostgreSQL, ms', 'Node, ms'],
    rows: [...after].map(([name, cost]) => {
      const yardstick = before.get(name) ?? cost
      return [
        name,
        pair(yardstick.blocks, cost.blocks),
        figure(cost.blocks / yardstick.blocks),
        figure(cost.roundTrips),
        pair(yardstick.postgresMs, cost.postgresMs),
        pair(yardstick.nodeMs, cost.nodeMs),
      ]
    }),
  }
}

function goalsOf(before: Costs, after: Costs): readonly Goal[] {
  return [...after].map(([name, { blocks }]) => {
    const growth = blocks / (before.get(name)?.blocks ?? blocks)
    return {
      text: `${name}: at most ${MAX_GROWTH} times the blocks`,
      measured: `${figure(growth)} ×`,
      met: growth <= MAX_GROWTH,
    }
  })
}
