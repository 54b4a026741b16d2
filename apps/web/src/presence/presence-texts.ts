import { isolated } from '../platform/isolated.ts'

const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

/** More names than this are counted. */
const NAMES_MOST = 2

/** What is said of others who have the same chat before them. */
export const PRESENCE_TEXTS = {
  writing: (names: readonly string[]) => `${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} typing…`,
  looking: (names: readonly string[]) => `${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} also here`,
} as const

/** `Omar`, `Omar and Mei`, `Omar, Mei, and 2 others`. */
function namesOf(written: readonly string[]): string {
  const names = written.map(isolated)
  if (names.length <= NAMES_MOST) return LIST.format(names)
  const rest = names.length - NAMES_MOST
  return LIST.format([...names.slice(0, NAMES_MOST), rest === 1 ? '1 other' : `${rest} others`])
}
