import type { MemberId, Mention, Note } from '@partyline/contract'
import type { People } from '../../core/people.ts'
import type { Range } from '../../core/matches.ts'

/** A mention, whose name is in the note's text after `@`. */
export type NamedMention = { mention: Mention; name: string }

/** The mentions of a note whose names are known. */
export function namedMentions({ mentions }: Pick<Note, 'mentions'>, people: People): NamedMention[] {
  return mentions.flatMap((mention) => {
    const name = mention === 'everyone' ? mention : people.get(mention as string as MemberId)?.name
    return name === undefined ? [] : [{ mention, name }]
  })
}

/** Where a text has `@` and the name of a mention. `@Ann Lee` does not mention Ann. */
export function mentionRanges(text: string, mentions: readonly NamedMention[]): (Range & NamedMention)[] {
  const longestFirst = mentions.toSorted((one, other) => other.name.length - one.name.length)
  const ranges: (Range & NamedMention)[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const from = at
    const found = longestFirst.find(
      ({ name }) => text.startsWith(name, from + 1) && endsWord(text, from + 1 + name.length),
    )
    if (found) ranges.push({ from, to: from + 1 + found.name.length, ...found })
  }
  return ranges
}

/** The mentions of a note after its text was edited. Those without a known name stay. */
export function keptMentions(
  { mentions }: Pick<Note, 'mentions'>,
  text: string,
  named: readonly NamedMention[],
): Mention[] {
  const names = new Map(named.map(({ mention, name }) => [mention, name]))
  const inText = new Set(mentionRanges(text, named).map(({ name }) => name))
  return mentions.filter((mention) => {
    const name = names.get(mention)
    return name === undefined || inText.has(name)
  })
}

const endsWord = (text: string, at: number) => !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at, at + 2))
