type Place = {
  from: number
  count: number
  /** How many items the page keys go; absent: they are the browser's. */
  page?: number
}

/** Which item of a list a key leads to; null for keys that lead nowhere. */
export function itemByKey(key: string, { from, count, page }: Place): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'ArrowDown':
      return Math.min(count - 1, from + 1)
    case 'PageUp':
      return page === undefined ? null : Math.max(0, from - page)
    case 'PageDown':
      return page === undefined ? null : Math.min(count - 1, from + page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
