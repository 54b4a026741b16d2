import path from 'node:path'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DatabaseFault } from './database-fault.ts'
import { lockFolder } from './folder-lock.ts'
import { OperatorError, RESTORE } from './operator-error.ts'
import { retryDelayMs } from './retry-delay.ts'

export type EmbeddedDatabase = {
  /** The folder of the Unix socket, to be given to `pg` as its host. */
  host: string
  /** Whether the disk is full: write only to finish work in progress. */
  isFull(): boolean
  close(): Promise<void>
}

/** Messages from the worker. `reason`: why it ends. */
export type EmbeddedNews = 'ready' | 'walGrowth' | { isFull: boolean } | { reason: string }

type Listeners = {
  onError: (error: Error) => void
  onStorage: (isFull: boolean) => void
  /** The write-ahead log grows until there is a checkpoint, and PGlite makes none by itself. */
  onWalGrowth: () => void
}

/**
 * Starts PGlite in a worker thread behind a Unix socket that only this user can reach. If PostgreSQL crashes, for example
 * because it cannot write its log, it is opened again.
 * @throws {OperatorError} if another process holds the folder, or the database in it is damaged
 */
export async function startEmbeddedDatabase(folder: string, listeners: Listeners): Promise<EmbeddedDatabase> {
  const unlock = await lockFolder(folder)
  const host = await mkdtemp(path.join(tmpdir(), 'partyline-'))
  const socket = path.join(host, '.s.PGSQL.5432')
  let isFull = false
  let isClosing = false
  let current: Worker
  let restarting: Promise<void> | undefined

  async function open(): Promise<void> {
    const isNew = !(await hasEmbeddedDatabase(folder))
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { folder: await realpath(folder), isNew, socket },
    })
    let reason = 'its thread ended'
    const ready = Promise.withResolvers<void>()
    worker
      .on('message', (news: EmbeddedNews) => {
        if (news === 'ready') ready.resolve()
        else if (news === 'walGrowth') listeners.onWalGrowth()
        else if ('isFull' in news) listeners.onStorage((isFull = news.isFull))
        else reason = news.reason
      })
      .once('error', (error: Error) => ready.reject(error))
      .once('exit', () => ready.reject(new Error(reason)))
    await ready.promise.catch((cause: Error) => {
      throw faultOf(cause, folder, isNew)
    })
    current = worker
    worker.once('exit', () => {
      if (isClosing) return
      listeners.onError(new Error(`The embedded database stopped (${reason}). It is opened again.`))
      restarting = reopen()
    })
  }

  async function reopen() {
    for (let attempt = 0; ; attempt += 1) {
      if (isClosing) return
      try {
        await rm(socket, { force: true })
        await open()
        return
      } catch (error) {
        listeners.onError(error as Error)
        await wait(retryDelayMs(attempt))
      }
    }
  }

  async function release() {
    await rm(host, { recursive: true, force: true })
    await unlock()
  }
  try {
    await open()
  } catch (error) {
    await release()
    throw error
  }
  return {
    host,
    isFull: () => isFull,
    async close() {
      isClosing = true
      await restarting
      if (current.threadId !== -1) {
        current.postMessage('stop')
        await once(current, 'exit')
      }
      await release()
    },
  }
}

function faultOf(cause: Error, folder: string, isNew: boolean): OperatorError {
  const { message } = cause
  if (/No space left on device|ENOSPC|EDQUOT/.test(message)) {
    return new DatabaseFault(`The disk of ${folder} is full (${message}).`, { cause, isPassing: true })
  }
  return isNew
    ? new OperatorError(`The embedded database cannot be created in ${folder}: ${message}.`, { cause })
    : new OperatorError(`The embedded database in ${folder} cannot be opened: ${message}. ${RESTORE}`, { cause })
}

/** The file that PostgreSQL has in every data folder. PGlite takes a folder without it for a new one. */
const MARKER = 'PG_VERSION'

/**
 * Whether there is an embedded database in the folder; false for a folder that is missing or empty.
 * @throws {OperatorError} if files of the database are missing: a new one must not replace what is left of it
 */
export async function hasEmbeddedDatabase(folder: string): Promise<boolean> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (files.length > 0 && !files.includes(MARKER)) {
    throw new OperatorError(`The embedded database in ${folder} is damaged: its file ${MARKER} is missing. ${RESTORE}`)
  }
  return files.length > 0
}
