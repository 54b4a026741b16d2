import { pino } from 'pino'
import type { App } from '../src/index.ts'

type Line = Record<string, unknown> & { msg?: string; requestId?: string }

/** Collects the server's log lines instead of printing them. */
export function keepLog(app: App) {
  const written: string[] = []
  const log = app.http.log as unknown as Record<symbol, { write(line: string): void }>
  const output = log[pino.symbols.streamSym]
  if (!output) throw new Error('The log has no output.')
  output.write = (line) => void written.push(line)
  return {
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Line),
  }
}
