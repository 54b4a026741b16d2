import { sql } from 'kysely'
import { AppError } from '../platform/index.ts'
import type { Database, Queries } from '../platform/index.ts'

/** A statement that takes longer is canceled. A typical one takes a few milliseconds. */
const STATEMENT_TIMEOUT_MS = 5_000
/** For bitmaps of the messages with each of several words: with less, PostgreSQL reads whole pages of messages. */
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
      // The bounds only hold for index scans: a planner that overestimates a term would scan the whole table.
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
  /** Steps of a call that continues at a cursor, or has found something. */
  stepsPerCall: number
  /** Chats to search in parallel. */
  chatsAtOnce: number
}

export const SEARCH_LIMITS: SearchLimits = {
  collectedHits: 1_500,
  messagesPerStep: 500,
  stepsPerCall: 40,
  chatsAtOnce: 100,
}

/** Where the caller of a search can continue, and the time back to which everything was searched. */
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
