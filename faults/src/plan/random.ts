/** Random numbers from a seed. */
export type Random = {
  /** An integer from 0 to `end`, exclusive. */
  below(end: number): number
  /** An integer, both ends inclusive. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** True in this percentage of cases. */
  chance(percent: number): boolean
}

/** Mulberry32: small, fast, and uniform enough. https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
export function createRandom(seed: number): Random {
  let state = Math.trunc(seed)

  function next(): number {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    chance: (percent) => below(100) < percent,
  }
}
