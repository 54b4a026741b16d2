import { openCompanies } from '../acting/company.ts'
import { createRandom } from '../plan/random.ts'
import type { DatabaseKind } from '../world/database.ts'
import type { Measurement } from '../world/measurement.ts'
import { createWorld } from '../world/world.ts'
import { hostileRequest } from './hostile-request.ts'
import type { Knowledge } from './hostile-request.ts'
import { hubSession } from './hub-session.ts'
import { sendRequest } from './send-request.ts'

export type FuzzOptions = { readonly seed: number; readonly count: number; readonly database: DatabaseKind }

export type FuzzReport = FuzzOptions & {
  readonly seconds: number
  /** How often each status or outcome came. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Requests that a 5xx answered or nothing: their number, target and outcome. */
  readonly failures: readonly string[]
  /** Times that the server's process ended by itself. */
  readonly crashes: number
  /** The longest delay of the server's event loop. */
  readonly maxDelayMs: number
  /** The server's memory after a garbage collection, at intervals. */
  readonly memory: readonly (Measurement & { readonly requests: number })[]
  /** The log of a run that failed. */
  readonly folder: string | null
}

/** Requests at a time. */
const CONCURRENCY = 24
const MEASUREMENTS = 10
const HUB_PERCENT = 3

/** Sends as many hostile requests as wanted. The seed and a request's number decide what it is, but for the ids in it. */
export async function runFuzz(options: FuzzOptions, progress: (text: string) => void): Promise<FuzzReport> {
  const { seed, count, database } = options
  const world = await createWorld(database)
  const outcomes: Record<string, number> = {}
  const failures: string[] = []
  const memory: (Measurement & { requests: number })[] = []
  let keepsFolder = true
  try {
    await world.server.start()
    const companies = await openCompanies(world.sandbox, world.server.url)
    const people = companies.flatMap((company) => company.people)
    const { accountSid, authToken, numbers } = world.sandbox.world.twilio
    const knowledge: Knowledge = {
      url: world.server.url,
      tokens: () => [null, ...people.map(({ accessToken }) => accessToken)],
      ids: companies.flatMap(({ chats }) => chats),
      twilio: { accountSid, authToken, numbers: numbers.map(({ phoneNumber }) => phoneNumber) },
    }
    const note = (index: number, target: string, outcome: string | number) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      const isFailure =
        typeof outcome === 'number' ? outcome >= 500 : outcome === 'hang' || outcome === 'connection ended'
      if (isFailure) failures.push(`request ${index}, ${target}: ${outcome}`)
    }
    const attack = async (index: number) => {
      const random = createRandom(seed * 2_654_435_761 + index)
      if (random.chance(HUB_PERCENT)) {
        const token = random.pick(knowledge.tokens())
        note(index, 'hub', (await hubSession(random, knowledge.url, token)) === 'hang' ? 'hang' : 'hub session')
        return
      }
      const request = hostileRequest(random, knowledge)
      note(index, `${request.method} ${request.target}`, await sendRequest(knowledge.url, request))
    }
    const take = async () => {
      memory.push({ requests: memory.length === 0 ? 0 : next, ...(await world.server.measure()) })
    }

    const startedAt = performance.now()
    let next = 0
    await take()
    for (let part = 1; part <= MEASUREMENTS && world.server.isUp; part += 1) {
      const end = Math.floor((count * part) / MEASUREMENTS)
      const worker = async () => {
        while (next < end && world.server.isUp) {
          next += 1
          await attack(next)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
      if (!world.server.isUp) break
      await take()
      progress(`${next} requests, ${failures.length} failures, ${Math.round(performance.now() - startedAt)} ms`)
      // The first try after a token has expired drops it, and the second one signs in again.
      for (const person of people) {
        if (!(await person.tryOnce('users.me'))) await person.tryOnce('users.me')
      }
    }
    const crashes = world.server.endedByItself
    keepsFolder = failures.length > 0 || crashes > 0
    return {
      ...options,
      seconds: (performance.now() - startedAt) / 1_000,
      outcomes,
      failures,
      crashes,
      maxDelayMs: Math.max(...memory.slice(1).map(({ maxDelayMs }) => maxDelayMs)),
      memory,
      folder: keepsFolder ? world.folder : null,
    }
  } finally {
    await world.close(keepsFolder)
  }
}
