import { closeSync, constants, fstatSync, openSync, statfsSync, truncateSync, writeSync } from 'node:fs'
import { randomFillSync } from 'node:crypto'
import path from 'node:path'
import { isStorageFull } from './storage-watch.ts'

const MB = 2 ** 20
/** Two segments of PostgreSQL's log: more than a transaction and a shutdown write. */
const SIZE = 32 * MB
const STEP = MB
/** Space that must be free in addition to the reserve before writing resumes, so that it does not stop again immediately. */
const MARGIN = 16 * MB
const CHECK_EVERY_MS = 1_000

export type StorageReserve = {
  /** Frees part of the reserve; false if none is left. From now on, the storage counts as full. */
  release(): boolean
  /** Checks for free space no longer. */
  close(): void
}

/**
 * Space that is kept for the embedded database, in a file. PostgreSQL stops at once, and cannot be opened again, where it
 * cannot write its log. With the reserve it commits what it has begun and can be read for as long as the disk is full.
 */
export function holdReserve(file: string, onChange: (isFull: boolean) => void): StorageReserve {
  // Random, because some file systems compress.
  const chunk = randomFillSync(Buffer.alloc(STEP))
  let held = 0
  let timer: NodeJS.Timeout | undefined

  function fillUp(): boolean {
    const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      held = fstatSync(fd).size
      const missing = SIZE - held
      if (missing > 0 && freeBytes() < missing + MARGIN) return false
      while (held < SIZE) held += writeSync(fd, chunk, 0, Math.min(STEP, SIZE - held), held)
      return true
    } finally {
      closeSync(fd)
    }
  }

  function freeBytes(): number {
    const { bavail, bsize } = statfsSync(path.dirname(file))
    return bavail * bsize
  }

  function isComplete(): boolean {
    try {
      return fillUp()
    } catch (error) {
      if (isStorageFull(error)) return false
      throw error
    }
  }

  function noteFull() {
    if (timer) return
    onChange(true)
    timer = setInterval(() => {
      if (!isComplete()) return
      clearInterval(timer)
      timer = undefined
      onChange(false)
    }, CHECK_EVERY_MS).unref()
  }

  if (!isComplete()) noteFull()
  return {
    release() {
      noteFull()
      if (held === 0) return false
      held = Math.max(0, held - STEP)
      truncateSync(file, held)
      return true
    },
    close: () => clearInterval(timer),
  }
}
