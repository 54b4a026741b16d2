import type { Evidence } from '../evidence/evidence.ts'

/** One breach: a sentence, and where to look. */
export type Finding = {
  readonly account: string
  /** The step of the plan, where one is to be named. */
  readonly step?: number
  /** The message, delivery, text or chat that it is about. */
  readonly id?: string
}

/** A promise, and how the evidence would show that it was broken. */
export type Rule = {
  readonly name: string
  readonly promise: string
  readonly find: (evidence: Evidence) => Iterable<Finding>
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
