import type { NumberId, TwilioNumber } from '@partyline/contract'
import { browserStorage } from '../../platform/browser-storage.ts'

const keyOf = (owner: string) => `partyline.line.${owner}`

/** Remembers the line of a person's latest new chat in this browser. */
export function rememberLine(owner: string, numberId: NumberId): void {
  try {
    browserStorage('localStorage')?.setItem(keyOf(owner), numberId)
  } catch {
    // Storage is full: the next chat starts with the first line.
  }
}

/** The line that a person's new chats start with: the latest one, or one they answer. */
export function usualLine(numbers: readonly TwilioNumber[], owner: string): TwilioNumber | undefined {
  const latest = browserStorage('localStorage')?.getItem(keyOf(owner))
  return (
    numbers.find(({ id }) => id === latest) ??
    numbers.find(({ assignedUsers }) => assignedUsers.some((id) => id === owner)) ??
    numbers[0]
  )
}
