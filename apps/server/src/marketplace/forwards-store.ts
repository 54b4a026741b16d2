import { newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { sql } from 'kysely'

/** An event that waits to be forwarded. */
export type Forward = {
  forwardId: string
  operationId: string
  target: string
  body: string
  /** The marketplace's header, encrypted. */
  sealedAuthorization: string
  /** The webhook's. */
  requestId: string | null
  /** Including this one. */
  attempts: number
}

export async function addForward(
  trx: Queries,
  { at, ...forward }: Omit<Forward, 'forwardId' | 'attempts'> & { at: Date },
): Promise<void> {
  await trx
    .insertInto('saasForwards')
    .values({ ...forward, forwardId: newId(), queuedAt: at, dueAt: at })
    .execute()
}

/** Takes the oldest due event of each target that is not busy, until the lease ends. */
export function claimForwards(
  db: Queries,
  { now, leasedUntil, busy }: { now: Date; leasedUntil: Date; busy: readonly string[] },
): Promise<Forward[]> {
  return (
    db
      .updateTable('saasForwards')
      .set(({ eb }) => ({ dueAt: leasedUntil, attempts: eb('attempts', '+', 1) }))
      // Another process may have taken it since it was found.
      .where('dueAt', '<=', now)
      .where('forwardId', 'in', ({ selectFrom }) =>
        selectFrom('saasForwards')
          .distinctOn('target')
          .select('forwardId')
          .where('dueAt', '<=', now)
          .where('target', '<>', sql<string>`all(${busy})`)
          .orderBy('target')
          .orderBy('dueAt'),
      )
      .returning(['forwardId', 'operationId', 'target', 'body', 'sealedAuthorization', 'requestId', 'attempts'])
      .execute()
  )
}

export async function postponeForward(db: Queries, { forwardId }: Forward, until: Date): Promise<void> {
  await db.updateTable('saasForwards').set({ dueAt: until }).where('forwardId', '=', forwardId).execute()
}

export async function removeForward(db: Queries, { forwardId }: Forward): Promise<void> {
  await db.deleteFrom('saasForwards').where('forwardId', '=', forwardId).execute()
}
