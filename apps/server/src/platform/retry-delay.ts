const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

/** Until a database is tried again: doubles with each attempt, up to a limit. */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS)
}
