import type { NumberId, TwilioNumber } from '@partyline/contract'
import { storedText } from '../platform/stored-choice.ts'

const storedLine = (owner: string) => storedText('line', owner)

/** Remembers the line on which a person wrote last in this browser. */
export function rememberLine(owner: string, numberId: NumberId): void {
  storedLine(owner).write(numberId)
}

/** The line that a person's new chats start with: the one on which they wrote last, or one they answer. */
export function usualLine(numbers: readonly TwilioNumber[], owner: string): TwilioNumber | undefined {
  const latest = storedLine(owner).read()
  return (
    numbers.find(({ id }) => id === latest) ??
    numbers.find(({ assignedUsers }) => assignedUsers.some((id) => id === owner)) ??
    numbers[0]
  )
}
