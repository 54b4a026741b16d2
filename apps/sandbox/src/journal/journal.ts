import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import path from 'node:path'

/** The journal of one part of the sandbox. */
export type Section<Event> = {
  past: readonly Event[]
  append(event: Event): void
}

export interface Journal {
  section<Event>(name: string): Section<Event>
  close(): void
}

type Line = { section: string; event: unknown }

/** Without a data folder, everything is lost when the sandbox ends. */
export function createMemoryJournal(): Journal {
  return { section: () => ({ past: [], append: () => {} }), close: () => {} }
}

/**
 * One JSON line per event. Each line is written to the operating system before `append` returns,
 * so it survives kill -9 of this process. It need not survive a power failure.
 */
export function openJournal(file: string): Journal {
  mkdirSync(path.dirname(file), { recursive: true })
  const lines = existsSync(file) ? readLines(file) : []
  const descriptor = openSync(file, 'a')
  let closed = false

  return {
    section<Event>(name: string): Section<Event> {
      return {
        past: lines.filter((line) => line.section === name).map((line) => line.event as Event),
        append(event) {
          // Responses that arrive while the sandbox closes are not stored.
          if (!closed) writeSync(descriptor, `${JSON.stringify({ section: name, event } satisfies Line)}\n`)
        },
      }
    },
    close() {
      if (closed) return
      closed = true
      closeSync(descriptor)
    },
  }
}

function readLines(file: string): Line[] {
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf('\n') + 1
  // A process killed while writing leaves an incomplete line, which was never acknowledged.
  if (end < bytes.length) truncateSync(file, end)
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
