import { searchWords } from '@partyline/contract'

/** Words after `@`, at the start or after white space. Two letters are enough to mean somebody. */
const ADDRESSED = /(?<=^|\s)@(\p{L}[\p{L}\p{M}'’-]+)/gu
const APOSTROPHE = /['’]/u

/** Whether a text may address somebody with `@`. */
export const mayAddress = (text: string): boolean => text.includes('@') && text.search(ADDRESSED) >= 0

/** Whether a text has `@` and the start of a word of one of these names, such as `@om` or `@Omar’s`. */
export function addresses(text: string, names: readonly string[]): boolean {
  if (!mayAddress(text)) return false
  const words = names.flatMap((name) => searchWords(name).map((word) => word.text))
  return Array.from(text.matchAll(ADDRESSED)).some(([, addressed = '']) =>
    [addressed, addressed.split(APOSTROPHE)[0] ?? ''].some((one) => {
      const [first] = searchWords(one)
      return first !== undefined && first.text.length > 1 && words.some((word) => word.startsWith(first.text))
    }),
  )
}
