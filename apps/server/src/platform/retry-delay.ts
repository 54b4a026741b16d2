const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

/** Until a database is tried again: doubles with each attempt, which count from 0, up to a limit. */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS)
}

const FIRST_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000

/** Until work for another service is tried again. Attempts count from 1. Half of it is random, so that retries spread out. */
export function backoffMs(attempts: number, random: () => number): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1))
  return Math.round(ceiling / 2 + (random() * ceiling) / 2)
}
