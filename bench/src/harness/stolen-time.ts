import { existsSync, readFileSync } from 'node:fs'

/** Processor time of all cores since the start, in ticks. */
export type ProcessorTime = { readonly used: number; readonly stolen: number }

const PROC_STAT = '/proc/stat'

/** From Linux. In a virtual machine, `steal` is time that was given to another machine instead. See proc_stat(5). */
export function processorTime(stat = readStat()): ProcessorTime | null {
  const all = /^cpu +(.+)$/m.exec(stat)?.[1]
  if (!all) return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = all.split(' ').map(Number)
  return { used: user + nice + system + irq + softirq, stolen }
}

/** Not available on other systems. */
const readStat = () => (existsSync(PROC_STAT) ? readFileSync(PROC_STAT, 'utf8') : '')

/** Reports how reliable a run is, if known. */
export function stolenBetween(before: ProcessorTime | null, after: ProcessorTime | null): readonly string[] {
  if (!before || !after) return []
  const stolen = after.stolen - before.stolen
  const wanted = after.used - before.used + stolen
  const share = wanted > 0 ? (stolen / wanted) * 100 : 0
  return [`the machine did not get ${share.toFixed(0)} % of the processor time that it wanted during the run`]
}
