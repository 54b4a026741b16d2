import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number }
type EmscriptenModule = { NODEFS?: FileSystem; FS: { filesystems: { NODEFS: FileSystem } } }
type FileSystem = { stream_ops: { fsync?: (stream: Stream) => number } }

/** PGlite's folder with a real sync: its own has none, and starts PostgreSQL without fsync. */
class DurableNodeFS extends NodeFS {
  readonly #onLogLine: (line: string) => void

  constructor(folder: string, onLogLine: (line: string) => void) {
    super(folder)
    this.#onLogLine = onLogLine
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options)
    const addSync = (module: unknown) => {
      const { NODEFS, FS } = module as EmscriptenModule
      const operations = (NODEFS ?? FS.filesystems.NODEFS).stream_ops
      operations.fsync = ({ nfd }) => {
        if (nfd !== undefined) fdatasyncSync(nfd)
        return 0
      }
    }
    prepared.emscriptenOpts.printErr = this.#onLogLine
    const { preRun } = prepared.emscriptenOpts
    prepared.emscriptenOpts.preRun = [preRun ?? [], addSync].flat()
    return prepared
  }
}

/** Options for a PGlite that syncs its log at each commit. `onLogLine` gets what PostgreSQL writes to its own log. */
export function durableOptions(folder: string, onLogLine: (line: string) => void): PGliteOptions {
  return {
    fs: new DurableNodeFS(folder, onLogLine),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      '-c',
      'fsync=on',
    ],
  }
}
