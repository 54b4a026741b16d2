import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { isStorageFull } from './storage-watch.ts'
import type { StorageReserve } from './storage-reserve.ts'

type Stream = { nfd?: number }
type EmscriptenModule = { NODEFS?: FileSystem; FS: { filesystems: { NODEFS: FileSystem } } }
type FileSystem = {
  /** Runs every operation, and maps the system's errors to PostgreSQL's. */
  tryFSOperation: <Result>(operation: () => Result) => Result
  stream_ops: { fsync?: (stream: Stream) => number }
  node_ops: { mknod: (parent: { name: string }, name: string, ...others: unknown[]) => unknown }
}

type Parts = {
  reserve: StorageReserve
  /** Gets the lines of PostgreSQL's own log. */
  onLogLine: (line: string) => void
  /** The write-ahead log needs another segment, because all are in use until the next checkpoint. */
  onWalGrowth: () => unknown
}

/**
 * PGlite's folder with a real sync: its own has none, and starts PostgreSQL without fsync. On a full disk operations use
 * the reserve.
 */
class DurableNodeFS extends NodeFS {
  readonly #parts: Parts

  constructor(folder: string, parts: Parts) {
    super(folder)
    this.#parts = parts
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options)
    const { reserve, onLogLine, onWalGrowth } = this.#parts
    const improve = (module: unknown) => {
      const { NODEFS, FS } = module as EmscriptenModule
      const fileSystem = NODEFS ?? FS.filesystems.NODEFS
      const tryOperation = fileSystem.tryFSOperation
      fileSystem.tryFSOperation = (operation) => tryOperation(() => withReserve(operation, reserve))
      fileSystem.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fileSystem.tryFSOperation(() => fdatasyncSync(nfd))
        return 0
      }
      const { mknod } = fileSystem.node_ops
      fileSystem.node_ops.mknod = (parent, name, ...others) => {
        if (parent.name === 'pg_wal' && name.startsWith('xlogtemp')) onWalGrowth()
        return mknod(parent, name, ...others)
      }
    }
    prepared.emscriptenOpts.printErr = onLogLine
    const { preRun } = prepared.emscriptenOpts
    prepared.emscriptenOpts.preRun = [preRun ?? [], improve].flat()
    return prepared
  }
}

function withReserve<Result>(operation: () => Result, reserve: StorageReserve): Result {
  for (;;) {
    try {
      return operation()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      // PostgreSQL does not know that a quota is a full disk.
      if (!reserve.release()) throw Object.assign(error as Error, { code: 'ENOSPC' })
    }
  }
}

/** Options for a PGlite that syncs its log at each commit. */
export function durableOptions(folder: string, parts: Parts): PGliteOptions {
  return {
    fs: new DurableNodeFS(folder, parts),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      '-c',
      'fsync=on',
    ],
  }
}
