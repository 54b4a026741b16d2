export { readList, readNumber, readNumbers } from './read-numbers.ts'
export type { ListEntry, NumberEntry } from './read-numbers.ts'
export { phoneLabel } from './phone-labels.ts'
export type { PhoneLabel } from './phone-labels.ts'
