import { setTimeout as wait } from 'node:timers/promises'
import type { Client as Connection } from 'pg'
import { figure } from '../harness/figures.ts'
import { percentile } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'
import type { TenantName, World } from '../web/world.ts'
import { readStatements, resetStatements, total, UNCOUNTED } from './meters.ts'
import type { Texting } from './texting.ts'

const POLL_MS = 200
const MB = 1_000_000
/** Between the texts of a person who sends one after the other. */
const PAUSE_MS = 50

type Parts = {
  world: World
  database: Connection
  /** In each chat. */
  messages: number
  /** How long an archive is followed. */
  seconds: number
}

/** An archive so far, or all of it. Sizes in bytes. */
export type Archived = {
  readonly chats: number
  readonly seconds: number
  readonly blocks: number
  readonly postgresMs: number
  readonly nodeMs: number
  readonly resident: { readonly before: number; readonly highest: number }
  readonly parts: readonly number[]
}

type Progress = { done: number; parts: number[]; state: string }

/** Makes an archive until it is ready, its first part is, or the time is over; and deletes it. */
export async function measureArchive({ world, database, seconds }: Parts, tenant: TenantName): Promise<Archived> {
  const client = world.clients[tenant]
  const { tenantId } = await client.get('users.me')
  const read = async () => {
    const { rows } = await database.query<Progress>(
      `select ${UNCOUNTED} state, chats_done as done, (
         select coalesce(array_agg(length::float order by part), '{}') from archive_parts p
         where p.tenant_id = a.tenant_id and p.archive_id = a.archive_id and sha256 is not null) as parts
       from archives a where tenant_id = $1 order by archive_id desc limit 1`,
      [tenantId],
    )
    return rows[0] ?? { done: 0, parts: [], state: 'running' }
  }
  const before = await world.memory()
  await resetStatements(database)
  const [startedAt, cpuBefore] = [performance.now(), await world.cpuUsed()]
  const { id: archiveId } = await client.get('archives.start', { body: {} })
  let highest = before
  let measured: Archived | null = null
  for (;;) {
    await wait(POLL_MS)
    highest = Math.max(highest, await world.memory())
    const { state, done, parts } = await read()
    const elapsed = (performance.now() - startedAt) / 1_000
    // The number of chats is written every few seconds.
    if (done > (measured?.chats ?? 0) || state !== 'running') {
      const statements = await readStatements(database)
      measured = {
        chats: done,
        seconds: elapsed,
        blocks: total(statements, 'blocks'),
        postgresMs: total(statements, 'ms'),
        nodeMs: ((await world.cpuUsed()) - cpuBefore) / 1_000,
        resident: { before, highest },
        parts,
      }
    }
    if (measured && (state !== 'running' || parts.length > 0 || elapsed > seconds)) break
  }
  await client.get('archives.delete', { params: { archiveId } })
  return { ...measured, resident: { before, highest } }
}

export function archiveTable(archives: ReadonlyMap<string, Archived>, { messages }: Pick<Parts, 'messages'>): Table {
  return {
    title: 'An archive',
    head: [
      'of',
      'messages',
      'seconds',
      'blocks a message',
      'PostgreSQL / Node, ms a message',
      'resident MB before / highest',
      'parts, MB',
    ],
    rows: [...archives].map(([name, { chats, seconds, blocks, postgresMs, nodeMs, resident, parts }]) => {
      const count = chats * messages
      return [
        name,
        figure(count),
        figure(seconds),
        figure(blocks / count),
        `${figure(postgresMs / count)} / ${figure(nodeMs / count)}`,
        `${figure(resident.before / MB)} / ${figure(resident.highest / MB)}`,
        parts.map((length) => figure(length / MB)).join(', ') || 'none yet',
      ]
    }),
  }
}

export type Latencies = Readonly<Record<'without' | 'during' | 'after', Float64Array>>

/** Texts of the small tenant, from the call to Twilio, while an archive of the large one is made. */
export async function measureSending({ clients }: World, { send }: Texting, texts: number): Promise<Latencies> {
  const series = async () => {
    const latencies: number[] = []
    for (let sent = 0; sent < texts; sent += 1) {
      latencies.push(await send())
      await wait(PAUSE_MS)
    }
    return Float64Array.from(latencies).toSorted()
  }
  const without = await series()
  const { id: archiveId } = await clients.large.get('archives.start', { body: {} })
  const during = await series()
  await clients.large.get('archives.delete', { params: { archiveId } })
  return { without, during, after: await series() }
}

export function sendingTable(latencies: Latencies): Table {
  const names = {
    without: 'without an archive',
    during: 'while one of the larger organization is made',
    after: 'afterwards',
  }
  return {
    title: 'Texts of the smaller organization, from the call to Twilio',
    head: ['', 'texts', 'p50 / p95 / longest, ms'],
    rows: (['without', 'during', 'after'] as const).map((time) => [
      names[time],
      String(latencies[time].length),
      [0.5, 0.95, 1].map((share) => figure(percentile(latencies[time], share))).join(' / '),
    ]),
  }
}
