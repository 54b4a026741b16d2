import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Client, PostgresCluster } from '@partyline/driver'
import type { Client as Connection } from 'pg'
import type { Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import { percentile } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'

const MAX_STEP_MS = 150
const MAX_STEP_BLOCKS = 3_000
const DAY = 86_400_000

/** PostgreSQL writes the time and the blocks of each statement to its log, once `log_min_duration` is set. */
export const LOG_PLANS = [
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
]
const PLAN = /duration: ([\d.]+) ms {2}plan:\n(\t\{\n[^]*?\n\t\})/g

type Step = { readonly ms: number; readonly blocks: number }
/** The statements of each call. */
type Calls = readonly (readonly Step[])[]
type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

type Chats = Awaited<ReturnType<typeof newestChats>>
export const newestChats = (client: Client) => client.get('chats.search', { body: { mode: 'all' } })

/** Searches for what people remember of texts, another one each round. */
export function searchesFor(client: Client, chats: Chats, round: number) {
  const { text = '', sentOn = '' } = chats[round % chats.length]?.lastMessage ?? {}
  const [first = '', second = ''] = text.split(' ')
  const newest = Date.parse(sentOn)
  const messages = (body: object) => client.get('messages.search', { body })
  const inChats = (term: string) => client.get('chats.search', { body: { mode: 'all', term } })
  const at = (daysAgo: number) => new Date(newest - daysAgo * DAY).toISOString()
  return {
    'messages, a word': () => messages({ term: first }),
    'messages, two words': () => messages({ term: `${first} ${second}` }),
    'messages, the beginning of a word': () => messages({ term: first.slice(0, 3) }),
    'messages, a phrase': () => messages({ term: `"${first} ${second}"` }),
    'messages, a rare word': () => messages({ term: 'zebrafish' }),
    'messages, a frequent word': () => messages({ term: 'thanks' }),
    'messages, a word, two days of last week': () => messages({ term: first, from: at(8), to: at(6) }),
    'chats, a word': () => inChats(first),
    'chats, two words': () => inChats(`${first} ${second}`),
    'chats, a rare word': () => inChats('zebrafish'),
    'chats, a name': () => inChats('family 77'),
  }
}

/** Measures the steps of searches. The app's own statements in the background are included. */
export async function measureSearches(client: Client, { cluster, statistics, rounds }: Meters) {
  await statistics.query('alter system set auto_explain.log_min_duration = 0')
  await statistics.query('select pg_reload_conf()')
  const log = await followLog(cluster)
  const chats = await newestChats(client)
  const measured = new Map<string, Step[][]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, search] of Object.entries(searchesFor(client, chats, round))) {
      await log.take()
      await search()
      measured.set(name, [...(measured.get(name) ?? []), stepsIn(await log.take())])
    }
  }
  await log.close()
  await statistics.query('alter system reset auto_explain.log_min_duration')
  await statistics.query('select pg_reload_conf()')
  return measured as ReadonlyMap<string, Calls>
}

type Meters = { cluster: PostgresCluster; statistics: Connection; rounds: number }

async function followLog({ folder }: PostgresCluster) {
  const file = await open(path.join(folder, 'log'))
  let { size: end } = await file.stat()
  return {
    /** Returns the lines that were logged since the last time. */
    async take() {
      const { size } = await file.stat()
      const { buffer } = await file.read(Buffer.alloc(size - end), 0, size - end, end)
      end = size
      return buffer.toString()
    },
    close: () => file.close(),
  }
}

function stepsIn(log: string): Step[] {
  return [...log.matchAll(PLAN)].map(([, ms, json = '']) => {
    const { Plan: plan } = JSON.parse(json) as { Plan: Plan }
    return { ms: Number(ms), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
  })
}

/** Only the slowest step of each call counts, so that quick ones hide nothing. */
const slowestSteps = (calls: Calls) =>
  Float64Array.from(calls, (steps) => Math.max(...steps.map(({ ms }) => ms))).toSorted()
const mostBlocks = (calls: Calls) => Math.max(...calls.flat().map(({ blocks }) => blocks))

export function searchTable(measured: ReadonlyMap<string, Calls>): Table {
  return {
    title: 'The slowest step of each search',
    head: ['search', 'statements of a call', 'p50 / p95 / longest, ms', 'most blocks'],
    rows: [...measured].map(([name, calls]) => {
      const slowest = slowestSteps(calls)
      return [
        name,
        figure(calls.flat().length / calls.length),
        [0.5, 0.95, 1].map((share) => figure(percentile(slowest, share))).join(' / '),
        figure(mostBlocks(calls)),
      ]
    }),
  }
}

export function searchGoals(measured: ReadonlyMap<string, Calls>): readonly Goal[] {
  return [...measured].map(([name, calls]) => {
    const [ms, blocks] = [percentile(slowestSteps(calls), 0.95), mostBlocks(calls)]
    return {
      text: `${name}: the slowest step, p95, at most ${MAX_STEP_MS} ms and ${figure(MAX_STEP_BLOCKS)} blocks`,
      measured: `${figure(ms)} ms, ${figure(blocks)}`,
      met: ms <= MAX_STEP_MS && blocks <= MAX_STEP_BLOCKS,
    }
  })
}
