export { InputError, jsonObject, readInput, sendInputError, UnknownName } from './read-input.ts'
