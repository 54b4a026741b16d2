/** The outcome of each item, in the order of the items. */
export type Outcome<Item, Result> = { item: Item } & ({ result: Result } | { error: unknown })

type Options = { limit: number; onProgress?: (done: number) => void }

/** Works on all items, on at most `limit` at a time. Never rejects: one failure stops none of the others. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { limit, onProgress }: Options,
): Promise<Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = []
  const waiting = items.entries()
  let done = 0
  async function next() {
    for (const [at, item] of waiting) {
      try {
        outcomes[at] = { item, result: await work(item) }
      } catch (error) {
        outcomes[at] = { item, error }
      }
      done += 1
      onProgress?.(done)
    }
  }
  await Promise.all(Array.from({ length: limit }, next))
  return outcomes
}
