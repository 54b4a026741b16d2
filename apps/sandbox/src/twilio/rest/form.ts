/** A query or form from Fastify, where a repeated name becomes a list. */
type Parsed = Readonly<Record<string, string | string[]>>

/** The first value of each name. */
export function firstValues(parsed: unknown): Record<string, string> {
  const entries = Object.entries((parsed ?? {}) as Parsed)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? (value[0] ?? '') : value]))
}

/** Every value of one name. */
export function allOf(parsed: unknown, name: string): string[] {
  const value = ((parsed ?? {}) as Parsed)[name]
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
