import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@partyline/driver'
import type { Benchmark, Goal } from '../harness/benchmark.ts'
import { figure } from '../harness/figures.ts'
import { describeMachine } from '../harness/machine.ts'
import { percentile } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'
import { newestChats, searchesFor } from '../growth/search-steps.ts'
import { createWorld } from '../web/world.ts'

const SMALL = { chats: 10, messagesAChat: 20, messagesInLongChat: 20 }
const MAX_WAIT_MS = 100
const PAUSE_MS = 5
const IDLE = 'nothing else'
const IDLE_MS = 1_000

/** In ms: how long the searches took, and how long the other tenant waited for each read during them. */
type Times = { readonly searches: number[]; readonly waits: number[] }

/** The yardstick is the other tenant's call while nothing else runs. */
export const embeddedBenchmark: Benchmark = {
  name: 'embedded',
  about: 'how long searches in 1,000,000 messages of the embedded database delay another tenant',
  async run({ chats = 10_000, messages = 99, rounds = 10 }, progress) {
    const machine = describeMachine([])
    const size = { messagesAChat: messages, messagesInLongChat: messages }
    progress(`seeding ${chats} chats of ${messages} messages`)
    await using world = await createWorld({ large: { chats, ...size }, small: SMALL }, null)
    const read = await readerOf(world.clients.small)
    const newest = await newestChats(world.clients.large)
    const measured = new Map<string, Times>()
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`)
      const searches = { [IDLE]: () => wait(IDLE_MS), ...searchesFor(world.clients.large, newest, round) }
      for (const [name, search] of Object.entries(searches)) {
        const times = measured.get(name) ?? { searches: [], waits: [] }
        measured.set(name, times)
        await measure(search, read, times)
      }
    }
    return {
      machine: [...machine, `${figure(chats * messages)} messages in the embedded database`],
      tables: [tableOf(measured)],
      goals: goalsOf(measured),
    }
  },
}

/** Reads a chat, which people do most. */
async function readerOf(client: Client) {
  const [chat] = await newestChats(client)
  if (!chat) throw new Error('The tenant has no chats.')
  return () => client.get('messages.list', { params: { chatId: chat.id } })
}

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Searches, and reads again and again until the search has ended. */
async function measure(search: () => Promise<unknown>, read: () => Promise<unknown>, { searches, waits }: Times) {
  const state = { isSearching: true }
  const searched = timed(search).finally(() => (state.isSearching = false))
  while (state.isSearching) {
    await wait(PAUSE_MS)
    waits.push(await timed(read))
  }
  searches.push(await searched)
}

const spread = (values: readonly number[]) => {
  const sorted = Float64Array.from(values).toSorted()
  return [0.5, 0.95, 1].map((share) => figure(percentile(sorted, share))).join(' / ')
}

function tableOf(measured: ReadonlyMap<string, Times>): Table {
  return {
    title: 'Reading a chat while another tenant searches',
    head: ['the other tenant', 'takes: p50 / p95 / longest, ms', 'reads', 'a read: p50 / p95 / longest, ms'],
    rows: [...measured].map(([name, { searches, waits }]) => [
      name,
      name === IDLE ? '–' : spread(searches),
      String(waits.length),
      spread(waits),
    ]),
  }
}

function goalsOf(measured: ReadonlyMap<string, Times>): readonly Goal[] {
  return [...measured].map(([name, { waits }]) => {
    const longest = Math.max(...waits)
    return {
      text: `${name}: the longest read, at most ${MAX_WAIT_MS} ms`,
      measured: `${figure(longest)} ms`,
      met: longest <= MAX_WAIT_MS,
    }
  })
}
