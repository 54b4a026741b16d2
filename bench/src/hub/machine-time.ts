/** Milliseconds on the machine's monotonic clock, which all processes share. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
