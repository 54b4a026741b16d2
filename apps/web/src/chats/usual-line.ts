import type { NumberId, TwilioNumber } from '@partyline/contract'
import { storedText } from '../platform/stored-choice.ts'

const storedLine = (owner: string) => storedText('line', owner)

/** Remembers the line on which a person wrote last in this browser. */
export function rememberLine(owner: string, numberId: NumberId): void {
  storedLine(owner).write(numberId)
}

type Choice = {
  usual: TwilioNumber | undefined
  /** The lines from which the phone agreed to texts. */
  agreedTo: readonly NumberId[]
  mayText: (numberId: NumberId) => boolean
}

/** The line to text a phone from: one with its consent, or else one that it hasn't opted out of. The usual one comes first. */
export function lineToText(numbers: readonly TwilioNumber[], { usual, agreedTo, mayText }: Choice) {
  const all = usual ? [usual, ...numbers] : numbers
  return all.find(({ id }) => agreedTo.includes(id)) ?? all.find(({ id }) => mayText(id)) ?? usual
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
