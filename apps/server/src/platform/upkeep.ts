import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { createLoop } from './loop.ts'
import type { Loop } from './loop.ts'
import { tablesToVacuum, vacuum } from './upkeep-store.ts'

const PAUSE_MS = 10 * 60_000

type Parts = { database: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'info' | 'error'> }

/** Replaces autovacuum on the embedded database. Each table is its own statement, so that others can run in between. */
export function createUpkeep({ database: { queries }, clock, log }: Parts): Loop {
  const loop: Loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    startsWithPause: true,
    async run() {
      for (const table of await tablesToVacuum(queries)) {
        if (loop.isStopped()) return
        const began = clock.now().getTime()
        await vacuum(queries, table)
        log.info({ table, ms: clock.now().getTime() - began }, 'table vacuumed')
      }
    },
    onError: (error) => log.error({ err: error }, 'a table could not be vacuumed'),
  })
  return loop
}
