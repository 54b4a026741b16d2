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
