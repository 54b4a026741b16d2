import { fromKysely, PgBoss } from 'pg-boss'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queries } from './database.ts'
import { currentRequestId, onBehalfOf } from './request-id.ts'
import { isStorageFull } from './storage-watch.ts'

/** Work that is done later and tried again: kept in the database, so that nothing is forgotten in a crash. */
export type Jobs = {
  /** Call before {@link Jobs.start}. A handler that throws is tried again with growing pauses. */
  define<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): void
  /**
   * Part of the caller's transaction: the job exists exactly when the transaction commits. In a process one job of a group
   * is done at a time, and several groups side by side, so that a slow one holds up no other.
   */
  enqueue(trx: Queries, queue: string, job: { group: string; data: object }): Promise<void>
  /** Begins to work. Without a handler, the database is left alone. */
  start(): Promise<void>
  stop(): Promise<void>
}

const SCHEMA = 'jobs'
/** The tables of pg-boss with its queues and jobs. The others hold only its own state. */
export const JOB_TABLES = [`${SCHEMA}.queue`, `${SCHEMA}.job`] as const

/** The work's data, with the request that asked for it. */
type Job = { requestId?: string | null }

// Hours of trying: a handler that has its own idea of when to give up gives up before.
const RETRIES = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 }
/** A process that shows no life for so long has ended, and another one does its work. */
const HEARTBEAT_SECONDS = 60
const POLLING_SECONDS = 1
/** Workers per queue and process. Each polls the database. */
const WORKERS = 4
const DRAIN_MS = 10_000

export function createJobs(database: Database, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: SCHEMA,
    // Nothing is done at set times.
    schedule: false,
  })
  boss.on('error', (thrown) => {
    // pg-boss copies some errors into plain objects.
    const error = thrown instanceof Error ? thrown : Object.assign(new Error((thrown as Error).message), thrown)
    // On a full disk each poll fails. The log says once that it is full.
    if (!isStorageFull(error)) log.error({ err: error }, 'background work failed')
  })
  const handlers = new Map<string, (data: object) => Promise<void>>()
  return {
    define(queue, handler) {
      handlers.set(queue, handler as (data: object) => Promise<void>)
    },
    async enqueue(trx, queue, { group, data }) {
      const job: Job = { ...data, requestId: currentRequestId() }
      await boss.send(queue, job, { db: fromKysely(trx.withoutPlugins()), group: { id: group } })
    },
    async start() {
      if (handlers.size === 0) return
      // If two processes create the schema at once, pg-boss recognizes the second one's error only in English.
      await database.alone(async () => {
        await boss.start()
        for (const queue of handlers.keys()) {
          // One that is there needs no write, so that the server starts on a full disk.
          if (await boss.getQueue(queue)) continue
          await boss.createQueue(queue, { ...RETRIES, heartbeatSeconds: HEARTBEAT_SECONDS })
        }
      })
      for (const [queue, handler] of handlers) {
        // pg-boss looks a queue up through the pool on first use, which inside a transaction would wait for ever.
        await boss.getQueue(queue)
        const workers = { localConcurrency: WORKERS, localGroupConcurrency: 1 }
        await boss.work<Job>(queue, { pollingIntervalSeconds: POLLING_SECONDS, ...workers }, async (jobs) => {
          for (const { data: job } of jobs) {
            const { requestId = null, ...data } = job
            await onBehalfOf(requestId, () => handler(data))
          }
        })
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: DRAIN_MS }),
  }
}

/** Creates pg-boss's tables as {@link Jobs.start} does, without any queue or work. */
export async function createJobTables({ pool }: Database): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({ db, schema: SCHEMA, schedule: false, supervise: false })
  await boss.start()
  await boss.stop({ graceful: false })
}
