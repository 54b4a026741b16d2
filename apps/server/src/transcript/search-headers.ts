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
