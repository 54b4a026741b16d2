import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'

type StoragePlace = 'database' | 'media'

export type StorageWatch = {
  /** Reports a failed write because the disk is full. `check` throws while it is. */
  noteFull(place: StoragePlace, check: () => Promise<unknown>): void
  isFull(place: StoragePlace): boolean
  stop(): void
}

const CHECK_EVERY_MS = 5_000

/** Tracks which storage is full, from the first failed write until a check succeeds. Logs both. */
export function createStorageWatch({ clock, log }: { clock: Clock; log: FastifyBaseLogger }): StorageWatch {
  const cancelOf = new Map<StoragePlace, () => void>()

  function checkLater(place: StoragePlace, check: () => Promise<unknown>) {
    const run = () => void checkOnce(place, check)
    cancelOf.set(place, clock.after(CHECK_EVERY_MS, run))
  }

  async function checkOnce(place: StoragePlace, check: () => Promise<unknown>) {
    const error: unknown = await check().then(
      () => null,
      (cause: unknown) => cause,
    )
    if (!cancelOf.has(place)) return
    // A check that failed for another reason has not found space.
    if (error) {
      if (!isStorageFull(error)) log.warn({ err: error, place }, 'the free space could not be checked')
      checkLater(place, check)
      return
    }
    cancelOf.delete(place)
    log.info({ place }, 'there is space in the storage again')
  }

  return {
    noteFull(place, check) {
      if (cancelOf.has(place)) return
      log.error({ place }, 'the storage is full')
      checkLater(place, check)
    },
    isFull: (place) => cancelOf.has(place),
    stop() {
      for (const cancel of cancelOf.values()) cancel()
      cancelOf.clear()
    },
  }
}

/** PostgreSQL's code for a full disk. */
export const DISK_FULL = '53100'

const CODES: ReadonlySet<string | undefined> = new Set([DISK_FULL, 'ENOSPC', 'EDQUOT'])

/** Whether there was no space left, on PostgreSQL's disk or on one of ours. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (CODES.has((cause as { code?: string }).code)) return true
  }
  return false
}
