export { InputError, jsonObject, readInput, sendInputError } from './read-input.ts'
