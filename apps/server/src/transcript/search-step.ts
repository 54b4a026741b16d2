import { sql } from 'kysely'
import { AppError } from '../platform/index.ts'
import type { Database, Queries } from '../platform/index.ts'

/** A statement that takes longer is canceled. A typical one takes a few milliseconds. */
const STATEMENT_TIMEOUT_MS = 5_000
/** For the places of the messages with each of several words: with less, whole pages of messages would be read. */
const WORK_MEM = '32MB'
const CANCELED = '57014'

/**
 * Runs one step of a search: a bounded statement, or a few small ones. Each step has its own short transaction, so other work gets its turn between
 * the steps, which matters on the single connection of the embedded database.
 * @throws {AppError} unavailable, when the step timed out
 */
export async function searchStep<Result>(
  database: Database,
  work: (db: Queries) => Promise<Result>,
  timeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<Result> {
  try {
    return await database.transaction(async (trx) => {
      // The bounds hold only along indexes: the planner may overestimate a term and would rather read the whole table.
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true),
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
        set_config('work_mem', ${WORK_MEM}, true)`.execute(trx)
      return work(trx)
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CANCELED)) throw error
    throw new AppError('unavailable', { message: 'The search took too long. Please try again.', cause: error })
  }
}

/** Bounds of a search. They keep each of its statements below 3,000 buffers of PostgreSQL. ADR 11. */
export type SearchLimits = {
  /** Hits of a term that are collected through the word index. A term with more is common, and its hits are walked to. */
  collectedHits: number
  /** Messages that one step of a walk reads. */
  messagesPerStep: number
  /** Steps of a call that continues at a cursor, or that has found something. */
  stepsPerCall: number
  /** Chats that are searched side by side. */
  chatsAtOnce: number
}

export const SEARCH_LIMITS: SearchLimits = {
  collectedHits: 1_500,
  messagesPerStep: 500,
  stepsPerCall: 40,
  chatsAtOnce: 100,
}

/** Tells the caller of a search where to continue, and how far back everything has been searched. */
export function searchHeaders({
  nextCursor,
  searchedBackTo,
}: {
  nextCursor: string | null
  searchedBackTo: Date | null
}): Record<string, string> {
  return {
    ...(nextCursor && { 'X-Next-Cursor': nextCursor }),
    ...(searchedBackTo && { 'X-Searched-Back-To': searchedBackTo.toISOString() }),
  }
}
