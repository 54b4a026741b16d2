import { storedText } from './stored-choice.ts'

/** A person's recently used items in this browser, latest first. */
export function recentlyUsed(name: string, owner: string, max: number) {
  const stored = storedText(name, owner)
  const read = (): string[] => {
    try {
      const all: unknown = JSON.parse(stored.read() ?? '[]')
      return Array.isArray(all) ? all.filter((each) => typeof each === 'string') : []
    } catch {
      // Unreadable.
      return []
    }
  }
  return {
    read,
    add: (used: string) =>
      stored.write(JSON.stringify([used, ...read().filter((each) => each !== used)].slice(0, max))),
  }
}
