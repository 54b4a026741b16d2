import { createStoredChoice } from '../platform/stored-choice.ts'

const OFF = 'off'

/** Whether single letters are shortcuts in the chat list for a person in this browser. They are on by default. */
export const letterKeysOf = createStoredChoice({
  name: 'letter-keys',
  read: (stored) => stored !== OFF,
  write: (isOn) => (isOn ? 'on' : OFF),
})
