import type { Mention } from '@partyline/contract'
import type { Range } from '../matches.ts'

/** Who a note mentions: their name is in its text, after `@`. */
export type Mentioned = { id: Mention; name: string }

/** In texts, after `@`. */
export const EVERYONE: Mentioned = { id: 'everyone', name: 'everyone' }

/** `@` and what was typed after it, up to the caret. */
type AtTerm = { from: number; to: number; term: string }

/** At the start or after white space, so that email addresses have none. It may have spaces, as names do. */
const AT_TERM = /(?:^|\s)@((?:[^\s@]+(?: [^\s@]+)* ?)?)$/u

export function atTermAt(text: string, caret: number): AtTerm | null {
  const [, term] = AT_TERM.exec(text.slice(0, caret)) ?? []
  return term === undefined ? null : { from: caret - term.length - 1, to: caret, term }
}

/** Where a text has `@` and the name of someone. */
export function mentionRanges(text: string, mentioned: readonly Mentioned[]): (Range & { mentioned: Mentioned })[] {
  // `@Ann Lee` does not mention Ann. Of two people with the same name, the one who was chosen last.
  const longestFirst = mentioned.toReversed().toSorted((one, other) => other.name.length - one.name.length)
  const ranges: (Range & { mentioned: Mentioned })[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const fitting = longestFirst.filter(
      ({ name }) => text.startsWith(name, at + 1) && endsWord(text, at + 1 + name.length),
    )
    const [longest] = fitting
    // Two people with the same name have a place each.
    const isFree = (one: Mentioned) => !ranges.some((range) => range.mentioned === one)
    const here = fitting.find((one) => one.name === longest?.name && isFree(one)) ?? longest
    if (here) ranges.push({ from: at, to: at + 1 + here.name.length, mentioned: here })
  }
  return ranges
}

/** Those whose `@Name` is still in the text, in the order in which they were chosen. */
export function stillMentioned(text: string, mentioned: readonly Mentioned[]): Mentioned[] {
  const found = new Set(mentionRanges(text, mentioned).map((range) => range.mentioned))
  return mentioned.filter((one) => found.has(one))
}

const endsWord = (text: string, at: number) => !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at, at + 2))
