import type { MemberId, Mention, Note } from '@partyline/contract'
import { stillMentioned } from '../../core/notes/mentions.ts'
import type { Mentioned } from '../../core/notes/mentions.ts'
import type { People } from '../../core/people.ts'

/** The mentions of a note whose names are known. */
export function namedMentions({ mentions }: Pick<Note, 'mentions'>, people: People): Mentioned[] {
  return mentions.flatMap((id) => {
    const name = id === 'everyone' ? id : people.get(id as string as MemberId)?.name
    return name === undefined ? [] : [{ id, name }]
  })
}

/** The mentions of a note after its text was edited. Those without a known name stay. */
export function keptMentions(
  { mentions }: Pick<Note, 'mentions'>,
  text: string,
  named: readonly Mentioned[],
): Mention[] {
  const inText = stillMentioned(text, named).map(({ id }) => id)
  return mentions.filter((id) => inText.includes(id) || !named.some((one) => one.id === id))
}
