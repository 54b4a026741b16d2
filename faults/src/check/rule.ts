import type { Evidence } from '../evidence/evidence.ts'

/** One violation: a sentence, and where to look. */
export type Finding = {
  readonly account: string
  /** The step of the plan, if known. */
  readonly step?: number
  /** The message, delivery, text, or chat. */
  readonly id?: string
}

/** A rule, and how to find violations in the evidence. */
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
