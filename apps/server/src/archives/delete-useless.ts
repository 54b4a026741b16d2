import type { FastifyBaseLogger } from 'fastify'
import type { MediaStore } from '../media/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { deleteArchive, deletePart, emptyArchives, uselessParts } from './archives-store.ts'
import type { OneArchive } from './archives-store.ts'

/** Where the bytes of a part are. */
export const keyOf = ({ tenantId, archiveId, part }: OneArchive & { part: number }) =>
  `archives/${tenantId}/${archiveId}/${part}.zip`

type Parts = { database: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'error'>; store: MediaStore }

/** Deletes useless parts, bytes before their rows. Failed ones, and those still being written, are left for the next run. */
export function createDeleteUseless({ database: { queries }, clock, log, store }: Parts): () => Promise<void> {
  return async function deleteUseless() {
    try {
      for (const part of await uselessParts(queries, clock.now())) {
        await store.remove(keyOf(part))
        await deletePart(queries, part)
      }
      for (const archive of await emptyArchives(queries, clock.now())) await deleteArchive(queries, archive)
    } catch (error) {
      log.error({ err: error }, 'parts of archives could not be deleted')
    }
  }
}
