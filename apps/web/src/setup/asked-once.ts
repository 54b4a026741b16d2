import type { SetupStep } from './tenant-setup.ts'

const KEY = 'partyline.setup-asked'

/** The session, and the steps it was prompted for in this browser: a page under /admin may come between two prompts. */
function stepsAsked(sessionId: string, storage: Pick<Storage, 'getItem'> | null): string[] {
  const [session, ...steps] = storage?.getItem(KEY)?.split(' ') ?? []
  return session === sessionId ? steps : []
}

/** Whether this session was prompted for the step before, or did not have to be. */
export function wasAsked(sessionId: string, step: SetupStep, storage: Pick<Storage, 'getItem'> | null): boolean {
  return stepsAsked(sessionId, storage).includes(step)
}

/** Remembers that this session needs no more prompts for these steps. */
export function rememberAsked(sessionId: string, steps: readonly SetupStep[], storage: Storage | null): void {
  const asked = new Set([...stepsAsked(sessionId, storage), ...steps])
  try {
    storage?.setItem(KEY, [sessionId, ...asked].join(' '))
  } catch {
    // Storage is full: prompt again next time.
  }
}
