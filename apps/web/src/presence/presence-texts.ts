import { isolated } from '../platform/isolated.ts'

const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

/** Further people are counted. */
const MAX_NAMES = 2

/** About others who have the same chat open. */
export const PRESENCE_TEXTS = {
  typing: (names: readonly string[]) => `${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} typing…`,
  present: (names: readonly string[]) => `${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} also here`,
} as const

/** `Omar`, `Omar and Mei`, `Omar, Mei, and 2 others`. */
function namesOf(written: readonly string[]): string {
  const names = written.map(isolated)
  if (names.length <= MAX_NAMES) return LIST.format(names)
  const rest = names.length - MAX_NAMES
  return LIST.format([...names.slice(0, MAX_NAMES), rest === 1 ? '1 other' : `${rest} others`])
}
