import { pino } from 'pino'
import type { App } from '../src/index.ts'

type Line = Record<string, unknown> & { msg?: string; requestId?: string }

/** Collects the server's log lines instead of printing them, and calls `onLine` for each. */
export function keepLog(app: App, onLine: (line: Line) => void = () => {}) {
  const written: string[] = []
  const log = app.http.log as unknown as Record<symbol, { write(line: string): void }>
  const output = log[pino.symbols.streamSym]
  if (!output) throw new Error('The log has no output.')
  output.write = (line) => {
    written.push(line)
    onLine(JSON.parse(line) as Line)
  }
  return {
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Line),
  }
}
