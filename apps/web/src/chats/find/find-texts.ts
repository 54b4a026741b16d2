/** The texts of the find bar. */
export const FIND_TEXTS = {
  find: 'Find in this chat',
  older: 'Older match',
  newer: 'Newer match',
  close: 'Close',
  searching: 'Searching…',
  none: 'No matches',
  spokenNone: (term: string) => `No matches for “${term}”`,
  failed: 'The search failed',
  retry: 'Try again',
  /** A plus means that older messages are still to be searched. */
  place: (at: number, count: number, isAll: boolean) => `${at} of ${isAll ? count : `${count}+`}`,
  spokenPlace: (at: number, count: number, isAll: boolean) => `Match ${at} of ${isAll ? count : `at least ${count}`}`,
} as const
