import { createPostgresCluster, hasPostgres } from '@partyline/driver'
import { Client as Connection } from 'pg'
import type { Benchmark, Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import { describeMachine } from '../harness/machine.ts'
import { createWorld } from '../web/world.ts'
import type { TenantName, World } from '../web/world.ts'
import { startTwilioEndpoint } from '../harness/twilio-endpoint.ts'
import { archiveTable, measureArchive, measureSending, sendingTable } from './archives.ts'
import type { Archived } from './archives.ts'
import { callsOf, hookCallsOf } from './calls.ts'
import { costOf } from './meters.ts'
import type { Cost } from './meters.ts'
import { LOG_PLANS, measureSearches, searchGoals, searchTable } from './search-steps.ts'
import { openTexting, reportDelivered } from './texting.ts'
import { addWebhooks, measureSteps, measureTexts, startReceiver, stepTable, textGoals, textTable } from './webhooks.ts'

const SMALL_CHATS = 1_000
const MAX_GROWTH = 1.3
const ROUNDS_OF_TEXTS = 7
const TEXTS_A_ROUND = 10
/** How long an archive is followed. */
const SECONDS = 300
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

type Costs = Map<string, Cost>

/** The yardstick is the same call in a tenant of 1,000 chats, in the same database. */
export const growthBenchmark: Benchmark = {
  name: 'growth',
  about: 'what each call costs with 100,000 chats and 10,000,000 messages, compared with 1,000 chats',
  async run({ chats = 100_000, messages = 99, contacts = chats, rounds = 20, seconds = SECONDS }, progress) {
    if (!hasPostgres) throw new Error('Install the PostgreSQL server: the benchmark starts one that counts blocks.')
    const machine = describeMachine([])
    const cluster = await createPostgresCluster({ durable: false, settings: [...COUNT_STATEMENTS, ...FOR_MUCH_DATA] })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => cluster.close())
    const small = Math.min(SMALL_CHATS, chats)
    progress(`seeding ${chats} and ${small} chats of ${messages} messages, and ${contacts} and ${small} contacts`)
    const size = { messagesAChat: messages, messagesInLongChat: messages }
    const reports: Promise<void>[] = []
    const twilio = stack.use(await startTwilioEndpoint((text) => void reports.push(reportDelivered(world, text))))
    const world: World = stack.use(
      await createWorld(
        { large: { chats, contacts, ...size }, small: { chats: small, contacts: small, ...size } },
        cluster.url,
        twilio.url,
      ),
    )
    // The app hears of the last texts before it stops.
    stack.defer(async () => void (await Promise.all(reports)))
    const statistics = new Connection({ connectionString: world.databaseUrl })
    await statistics.connect()
    stack.defer(() => statistics.end())
    await statistics.query('create extension pg_stat_statements')
    const meters = { world, statistics, rounds }
    const costs = async (tenant: TenantName, callsOfTenant: typeof callsOf): Promise<Costs> => {
      // As autovacuum does on a working server.
      await statistics.query('vacuum analyze')
      const measured = new Map<string, Cost>()
      await world.renewTokens()
      for (const [name, call] of await callsOfTenant(world.clients[tenant], world.renewTokens)) {
        progress(`${tenant} tenant: ${name}`)
        await world.renewTokens()
        measured.set(name, await costOf(call, meters))
      }
      return measured
    }
    const [before, after] = [await costs('small', callsOf), await costs('large', callsOf)]
    progress('large tenant: the steps of searches')
    await world.renewTokens()
    const searches = await measureSearches(world.clients.large, { cluster, statistics, rounds })

    progress('adding webhooks')
    await world.renewTokens()
    const receiver = stack.use(await startReceiver())
    const hooked = await addWebhooks(world, statistics, { receiver, chats: { small, large: chats } })
    const withHooks = [await costs('small', hookCallsOf), await costs('large', hookCallsOf)] as const
    const texting = {
      small: stack.use(await openTexting(world, twilio, 'small')),
      large: stack.use(await openTexting(world, twilio, 'large')),
    }
    progress('texts with and without webhooks')
    const roundsOfTexts = Math.min(rounds, ROUNDS_OF_TEXTS)
    const parts = { world, database: statistics, receiver, hooked, texting, rounds: roundsOfTexts, seconds }
    const texts = await measureTexts(parts)
    const steps = await measureSteps(parts, texts)
    for (const [tenant, costsOfTenant] of [
      ['small', withHooks[0]],
      ['large', withHooks[1]],
    ] as const) {
      progress(`${tenant} tenant: hooks.delete`)
      await world.renewTokens()
      const remove = () => world.clients[tenant].get('hooks.delete', { params: { hookId: hooked[tenant].working } })
      costsOfTenant.set('hooks.delete', await costOf(remove, { ...meters, rounds: 1 }, 0))
    }
    await statistics.query('delete from hooks')

    const following = { world, database: statistics, messages, seconds }
    const archives = new Map<string, Archived>()
    for (const tenant of ['small', 'large'] as const) {
      progress(`${tenant} tenant: an archive`)
      await world.renewTokens()
      archives.set(tenant, await measureArchive(following, tenant))
    }
    progress('texts while an archive is made')
    await world.renewTokens()
    const sending = await measureSending(world, texting.small, rounds * TEXTS_A_ROUND)
    return {
      machine: [
        ...machine,
        `${chats} and ${small} chats, ${figure((chats + small) * messages)} messages, ${contacts} and ${small} contacts`,
      ],
      tables: [
        tableOf(new Map([...before, ...withHooks[0]]), new Map([...after, ...withHooks[1]]), [small, chats]),
        searchTable(searches),
        textTable(texts, [small, chats]),
        stepTable(steps, [small, chats]),
        archiveTable(archives, following),
        sendingTable(sending),
      ],
      goals: [...goalsOf(before, after), ...goalsOf(...withHooks), ...searchGoals(searches), ...textGoals(texts)],
    }
  },
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
