import { BOUNDS } from './limits.ts'

/** The name of a chat that no one has named: all of its phones, or the first and how many more. Null without phones. */
export function automaticName(phones: readonly { name: string }[]): string | null {
  const [first, second] = phones.map(({ name }) => name)
  if (first === undefined) return null
  if (second === undefined) return first
  const both = `${first}, ${second}`
  if (phones.length === 2 && both.length <= BOUNDS.nameLength) return both
  const rest = ` +${phones.length - 1}`
  return first.slice(0, BOUNDS.nameLength - rest.length) + rest
}
