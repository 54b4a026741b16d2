import { setTimeout as wait } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/** Looks until there is something to see. A test that waits in vain is ended by the runner's own limit. */
export async function until<Seen>(look: () => Promise<Seen | null | undefined | false>): Promise<Seen> {
  for (;;) {
    const seen = await look()
    if (seen) return seen
    await wait(LOOK_EVERY_MS)
  }
}
