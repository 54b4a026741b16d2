import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PAGE } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import type { Benchmark } from '../harness/benchmark.ts'
import { describeMachine } from '../harness/machine.ts'
import { postgresCpu } from '../harness/postgres-cpu.ts'
import { inAlternatingOrder } from '../harness/rounds.ts'
import { bareCommits, prepareBareCommits } from './bare-commit.ts'
import { ingestGoals } from './ingest-goals.ts'
import { ingestTables } from './ingest-tables.ts'
import type { ContestantName, Measured, PacedResults, Results } from './results.ts'
import type { Target } from './targets.ts'
import { countMessages, createWorld } from './world.ts'
import type { World } from './world.ts'

export const CONTESTANTS: readonly ContestantName[] = [
  'bare commit',
  'empty call',
  'bare call',
  'send',
  'send with listener',
  'webhook',
]
/** Messages that are delivered at the same time. */
const DELIVERED_AT_ONCE = 32
/** Rates of the paced webhooks, per second. */
const PACES = [100, 250, 500, 1_000]
const MAX_CHATS = PAGE.maxChats / 2
/** Timeout for texts to reach their chats, in ms. */
const TIMEOUT_MS = 120_000
const POLL_MS = 100
const WARM_UP = { atOnce: 8, seconds: 1 }

export const ingestBenchmark: Benchmark = {
  name: 'ingest',
  about:
    'messages and webhooks on their way into PostgreSQL, compared with bare commits and empty calls (DATABASE_URL)',
  async run({ seconds = 3, rounds = 3, connections = [1, 8, 32, 64] }, progress) {
    const machine = describeMachine(['fastify', 'pg'])
    // With fewer chats than clients, bare commits would wait for each other's rows.
    await using world = await createWorld(Math.min(MAX_CHATS, Math.max(...connections)))
    const warmUp = { ...WARM_UP, seconds: Math.min(seconds, WARM_UP.seconds) }

    // First, because the texts of bare commits would be delivered, too.
    await measure(world, 'delivery', warmUp)
    const deliveries = await inAlternatingOrder<ContestantName, Measured>(['delivery'], rounds, (contestant, round) => {
      progress(`${DELIVERED_AT_ONCE} at once, round ${round + 1} of ${rounds}: ${contestant}`)
      return measure(world, contestant, { atOnce: DELIVERED_AT_ONCE, seconds })
    })
    const delivered = { atOnce: DELIVERED_AT_ONCE, rounds: deliveries }
    await world.server.call('slowDownTwilio')

    await prepareBareCommits(world.databaseUrl)
    for (const contestant of CONTESTANTS) await measure(world, contestant, warmUp)
    const flooded: Results[] = []
    for (const atOnce of connections) {
      const measured = await inAlternatingOrder(CONTESTANTS, rounds, (contestant, round) => {
        progress(`${atOnce} at once, round ${round + 1} of ${rounds}: ${contestant}`)
        return measure(world, contestant, { atOnce, seconds })
      })
      flooded.push({ atOnce, rounds: measured })
    }
    const paced = await inAlternatingOrder(PACES, rounds, async (webhooksPerSecond, round) => {
      progress(`${webhooksPerSecond} webhooks a second, round ${round + 1} of ${rounds}`)
      return paceWebhooks(world, { webhooksPerSecond, seconds })
    })
    const pacedResults: PacedResults[] = [...paced].map(([webhooksPerSecond, results]) => ({
      webhooksPerSecond,
      rounds: results,
    }))
    return {
      machine,
      tables: ingestTables(flooded, delivered, pacedResults),
      goals: ingestGoals(flooded, delivered, pacedResults),
    }
  },
}

type Load = { readonly atOnce: number; readonly seconds: number }

async function measure(world: World, contestant: ContestantName, load: Load): Promise<Measured> {
  const { client, database, databaseUrl, chatIds } = world
  await tidyUp(databaseUrl)
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postgresUsed = () => postgresCpu(rows[0]?.pid ?? 0)
  if (contestant === 'bare commit') {
    const postgresBefore = postgresUsed()
    const result = await bareCommits({ databaseUrl, chats: chatIds.length, ...load })
    return { ...result, cpu: Number.NaN, postgresCpu: (postgresUsed() - postgresBefore) / result.answered }
  }
  const person = await world.signIn()
  const accessToken = person.accessToken ?? ''
  await client.call('listen', { count: contestant === 'send with listener' ? 1 : 0, port: world.port, accessToken })
  const { server, port } = contestant === 'bare call' ? world.bareServer : world
  const before = await countMessages(person)
  const [cpuBefore, postgresBefore] = [await server.call('cpu'), postgresUsed()]
  const result = await client.call('flood', { target: targetOf(world, contestant, accessToken), port, ...load })
  const wanted = contestant === 'empty call' ? before : before + result.answered
  await waitForMessages(person, wanted)
  if (contestant === 'delivery') await waitForOutcomes(world)
  const cpu = (await server.call('cpu')) - cpuBefore
  return { ...result, cpu: cpu / result.answered, postgresCpu: (postgresUsed() - postgresBefore) / result.answered }
}

/**
 * Does the work of autovacuum. Here, minutes of writes follow an empty database, and plans that
 * were made for tables of a few rows would be kept for tables of thousands.
 */
async function tidyUp(databaseUrl: string): Promise<void> {
  await promisify(execFile)('psql', ['-q', '-c', 'vacuum analyze', databaseUrl])
}

/** Rejects the result of a server that loses messages. @throws if the number of messages differs */
async function waitForMessages(person: Client, wanted: number): Promise<void> {
  let written = await countMessages(person)
  for (let waited = 0; written < wanted && waited < TIMEOUT_MS; waited += POLL_MS) {
    await setTimeout(POLL_MS)
    written = await countMessages(person)
  }
  if (written !== wanted) throw new Error(`${wanted} messages should be there, and ${written} are.`)
}

/** Waits until Twilio has accepted every text, and PostgreSQL has its answer. @throws after the timeout */
async function waitForOutcomes({ database }: World): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
    const { rows } = await database.query(
      "select from deliveries where status in ('queued', 'sending') and provider_sid is null limit 1",
    )
    if (rows.length === 0) return
    await setTimeout(POLL_MS)
  }
  throw new Error('The texts of the messages were not delivered in time.')
}

function targetOf(
  { chatIds, onePhoneChatIds, webhook }: World,
  contestant: ContestantName,
  accessToken: string,
): Target {
  if (contestant === 'empty call') return { kind: 'empty' }
  if (contestant === 'bare call') return { kind: 'bare' }
  if (contestant === 'webhook') return webhook
  return { kind: 'send', accessToken, chatIds: contestant === 'delivery' ? onePhoneChatIds : chatIds }
}

async function paceWebhooks(world: World, pace: { webhooksPerSecond: number; seconds: number }) {
  const { client, port, databaseUrl, webhook } = world
  await tidyUp(databaseUrl)
  const person = await world.signIn()
  const accessToken = person.accessToken ?? ''
  await client.call('listen', { count: 0, port, accessToken })
  const before = await countMessages(person)
  const result = await client.call('paceWebhooks', { target: webhook, port, accessToken, ...pace })
  await waitForMessages(person, before + result.answers.answered)
  return result
}
