import { readdirSync, readFileSync } from 'node:fs'

/** The unit of the times in /proc, in µs. */
const TICK = 10_000
const NOTHING = { parent: Number.NaN, own: 0, ofEnded: 0 }

/**
 * User and system time that a PostgreSQL server has used since it started, with all its processes, in µs. From Linux's /proc; NaN
 * if the process is not there.
 * @param backend the process ID of one of its connections
 */
export function postgresCpu(backend: number): number {
  const server = readProcess(backend).parent
  if (Number.isNaN(server)) return Number.NaN
  let ticks = 0
  for (const id of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const { parent, own, ofEnded } = readProcess(id)
    if (id === server) ticks += own + ofEnded
    if (parent === server) ticks += own
  }
  return ticks * TICK
}

/** Times in ticks; `ofEnded`: those of its children that have ended. Nothing if the process has ended itself. */
function readProcess(id: number): { parent: number; own: number; ofEnded: number } {
  try {
    // The fields after the name, which may contain spaces. See proc_pid_stat(5).
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const field = (index: number) => fields[index] ?? Number.NaN
    return { parent: field(1), own: field(11) + field(12), ofEnded: field(13) + field(14) }
  } catch {
    return NOTHING
  }
}
