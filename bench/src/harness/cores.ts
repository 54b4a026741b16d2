import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The command prefix that pins a process to a core, or nothing if that is not possible. */
export function pinnedTo(core: number): readonly string[] {
  if (core >= availableParallelism()) return []
  const words = ['taskset', '-c', String(core)]
  const { status } = spawnSync(words[0] ?? '', [...words.slice(1), 'true'], { stdio: 'ignore' })
  return status === 0 ? words : []
}
