import { setTimeout as wait } from 'node:timers/promises'

/** At first soon, because most things happen at once; then less often, because each look is work for the app. */
const PAUSE_MS = { first: 10, most: 100 }

/** Looks until there is something to see. A test that waits in vain is ended by the runner's own limit. */
export async function until<Seen>(look: () => Promise<Seen | null | undefined | false>): Promise<Seen> {
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.most)) {
    const seen = await look()
    if (seen) return seen
    await wait(pauseMs)
  }
}
