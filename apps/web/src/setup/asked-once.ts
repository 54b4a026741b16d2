const KEY = 'partyline.setup-asked'

/** Whether this session was prompted before in this browser. */
export function wasAsked(sessionId: string, storage: Pick<Storage, 'getItem'> | null): boolean {
  return storage?.getItem(KEY) === sessionId
}

/** Whether it was not. Remembers the prompt. */
export function isFirstAsking(sessionId: string, storage: Storage | null): boolean {
  if (wasAsked(sessionId, storage)) return false
  try {
    storage?.setItem(KEY, sessionId)
  } catch {
    // Storage is full: prompt again next time.
  }
  return true
}
