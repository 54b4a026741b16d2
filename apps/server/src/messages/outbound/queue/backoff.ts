const FIRST_MS = 1_000
const MOST_MS = 60_000

/** How long to wait before the next try: doubling, half of it by chance so that many do not come back at once. */
export function backoffMs(attempts: number, random: () => number): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** (attempts - 1))
  return Math.round(ceiling / 2 + (random() * ceiling) / 2)
}
