import { openCompanies } from '../acting/company.ts'
import type { Company } from '../acting/company.ts'
import { createPerson } from '../acting/person.ts'
import type { Person } from '../acting/person.ts'
import { createRandom } from '../plan/random.ts'
import type { DatabaseKind } from '../world/database.ts'
import type { Measurement } from '../world/measurement.ts'
import { createWorld } from '../world/world.ts'
import type { World } from '../world/world.ts'
import { hostileRequest } from './hostile-request.ts'
import type { Knowledge } from './hostile-request.ts'
import { hubSession } from './hub-session.ts'
import { openMarketplace } from './marketplace-knowledge.ts'
import { sendRequest } from './send-request.ts'

export type FuzzOptions = { readonly seed: number; readonly count: number; readonly database: DatabaseKind }

export type FuzzReport = FuzzOptions & {
  readonly seconds: number
  /** Number of responses by status or outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Requests with a 5xx or without a response: number, target, and outcome. */
  readonly failures: readonly string[]
  /** How often the server's process exited by itself. */
  readonly crashes: number
  /** The maximum delay of the server's event loop. */
  readonly maxDelayMs: number
  /** The maximum processor time between two turns of it: on a busy machine, delays are longer. */
  readonly maxTurnMs: number
  /** The server's memory after a garbage collection, at intervals. */
  readonly memory: readonly (Measurement & { readonly requests: number })[]
  /** The server's log of a failed run. */
  readonly folder: string | null
}

/** Concurrent requests. */
const CONCURRENCY = 24
const MEASUREMENTS = 10
const HUB_PERCENT = 3

/** Sends this many hostile requests. The seed and number of a request determine it, except for IDs. */
export async function runFuzz(options: FuzzOptions, progress: (text: string) => void): Promise<FuzzReport> {
  const { seed, count, database } = options
  const world = await createWorld(database, seed)
  const outcomes: Record<string, number> = {}
  const failures: string[] = []
  const memory: (Measurement & { requests: number })[] = []
  let keepsFolder = true
  try {
    await world.server.start()
    const companies = await openCompanies(world)
    const people = companies.flatMap((company) => company.people)
    const spender = await addSpender(world, companies[0])
    const marketplace = await openMarketplace(world)
    const { accountSid, authToken, numbers } = world.sandbox.world.twilio
    const knowledge: Knowledge = {
      url: world.server.url,
      tokens: () => [null, ...people.map(({ accessToken }) => accessToken)],
      tokenToSpend: () => spender.accessToken,
      ids: [...companies.flatMap(({ chats }) => chats), ...(await sendFiles(companies))],
      twilio: { accountSid, authToken, numbers: numbers.map(({ phoneNumber }) => phoneNumber) },
      marketplace,
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
        const { encoding, end } = await hubSession(random, knowledge.url, token)
        note(index, 'hub', end === 'hang' ? end : `hub in ${encoding}: ${end}`)
        return
      }
      const request = hostileRequest(random, knowledge)
      const outcome = await sendRequest(knowledge.url, request)
      const isRepeatable = request.mayGet503 === true && outcome === 503
      note(index, `${request.method} ${request.target}`, isRepeatable ? '503 to be repeated' : outcome)
      if (request.target === 'sessions.endAll' && outcome === 204) await renew(spender)
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
      await Promise.all([...people, spender].map(renew))
      await marketplace.renew()
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
      maxTurnMs: Math.max(...memory.slice(1).map(({ maxTurnMs }) => maxTurnMs)),
      memory,
      folder: keepsFolder ? world.folder : null,
    }
  } finally {
    await world.close(keepsFolder)
  }
}

/** The first attempt after a token has expired drops it, and the second one signs in again. */
async function renew(person: Person) {
  if (!(await person.tryOnce('users.me'))) await person.tryOnce('users.me')
}

/** A user of the company who is not used otherwise. */
async function addSpender({ sandbox, server }: World, company: Company | undefined): Promise<Person> {
  const known = company?.people.map(({ login }) => login)
  const person = sandbox.world.directories[0]?.people.find(({ login }) => !known?.includes(login))
  if (!company || !person) throw new Error('The sandbox has no user to spare.')
  await company.admin.get('settings.addUser', { body: { userId: person.id, role: 'User', name: person.name } })
  const spender = createPerson(server.url, person.login)
  await spender.get('users.me')
  return spender
}

/** Sends a file in each company's first chat, so that there are messages and files to request. */
async function sendFiles(companies: readonly Company[]): Promise<string[]> {
  const ids: string[] = []
  for (const { admin, chats } of companies) {
    const form = new FormData()
    form.set('Message', 'A file')
    form.set('Media', new File(['a,b'], 'list.csv', { type: 'text/csv' }))
    const { id, media } = await admin.get('messages.send', { params: { chatId: chats[0] ?? '' }, form })
    ids.push(id, ...media.map((file) => file.id))
  }
  return ids
}
