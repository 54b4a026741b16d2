import { existsSync, readFileSync } from 'node:fs'

/** Of all cores since they started, in ticks. */
export type ProcessorTime = { readonly used: number; readonly stolen: number }

const PROC_STAT = '/proc/stat'

/** What Linux counts: in a virtual machine, `steal` is what was wanted and given to another one. See proc_stat(5). */
export function processorTime(stat = readStat()): ProcessorTime | null {
  const all = /^cpu +(.+)$/m.exec(stat)?.[1]
  if (!all) return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = all.split(' ').map(Number)
  return { used: user + nice + system + irq + softirq, stolen }
}

/** No other system tells. */
const readStat = () => (existsSync(PROC_STAT) ? readFileSync(PROC_STAT, 'utf8') : '')

/** Says how far a run can be trusted, where that is known. */
export function stolenBetween(before: ProcessorTime | null, after: ProcessorTime | null): readonly string[] {
  if (!before || !after) return []
  const stolen = after.stolen - before.stolen
  const wanted = after.used - before.used + stolen
  const share = wanted > 0 ? (stolen / wanted) * 100 : 0
  return [`the machine did not get ${share.toFixed(0)} % of the processor time that it wanted during the run`]
}
