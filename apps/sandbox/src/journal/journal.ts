import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import path from 'node:path'

/** What one part of the sandbox has lived through: its past, and a way to add to it. */
export type Section<Event> = {
  past: readonly Event[]
  append(event: Event): void
}

export interface Journal {
  section<Event>(name: string): Section<Event>
  close(): void
}

type Line = { section: string; event: unknown }

/** Without a data folder the sandbox forgets everything when it ends. */
export function createMemoryJournal(): Journal {
  return { section: () => ({ past: [], append: () => {} }), close: () => {} }
}

/**
 * One JSON line an event. Each line is handed to the operating system before `append` returns,
 * so it outlives kill -9 of this process (not a power cut: a sandbox does not need that).
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
          // An answer that comes in while the sandbox ends is not kept.
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
  // A process killed while it wrote leaves half a line, which nobody was told about.
  if (end < bytes.length) truncateSync(file, end)
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
