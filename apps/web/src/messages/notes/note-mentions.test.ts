import type { Mention } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { peopleOf } from '../../core/people.ts'
import { DANA, ME, MEMBERS, sampleNote } from '../../core/tests/sample-messages.ts'
import { keptMentions, namedMentions } from './note-mentions.ts'

describe('mentions of a note', () => {
  const mentions = [ME, DANA, 'everyone', 'someone-unknown'] as Mention[]
  const note = sampleNote(1, { mentions })
  const named = namedMentions(note, peopleOf(MEMBERS))

  it('have the names of people, and everyone', () => {
    expect(named.map(({ name }) => name)).toEqual(['Ana Lopez', 'Dana Cole', 'everyone'])
  })

  it('stay after an edit if their names do, or if these are not known', () => {
    expect(keptMentions(note, 'Thanks @Dana Cole', named)).toEqual([DANA, 'someone-unknown'])
  })
})
