const KEY = 'partyline.setup-asked'

/** Whether this session was asked before, in this browser. */
export function wasAsked(sessionId: string, storage: Pick<Storage, 'getItem'> | null): boolean {
  return storage?.getItem(KEY) === sessionId
}

/** Whether it was not. Remembers that it is now. */
export function isFirstAsking(sessionId: string, storage: Storage | null): boolean {
  if (wasAsked(sessionId, storage)) return false
  try {
    storage?.setItem(KEY, sessionId)
  } catch {
    // A full storage asks once more.
  }
  return true
}
