const KEY = 'partyline.setup-asked'

/** Whether this session was not asked before, in this browser. Remembers that it is now. */
export function isFirstAsking(sessionId: string, storage: Storage | null): boolean {
  try {
    if (storage?.getItem(KEY) === sessionId) return false
    storage?.setItem(KEY, sessionId)
  } catch {
    // A full storage asks once more.
  }
  return true
}
