import type { ChatChange, ChatId, MemberId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { peopleOf } from '../../core/people.ts'
import { DANA, LUIS, MARTA, ME, MEMBERS, messageId } from '../../core/tests/sample-messages.ts'
import { changeLines, withoutUndone } from './change-lines.ts'

let count = 0
/** The next change, made by Dana unless `parts` says otherwise. */
function nextChange<Kind extends ChatChange['kind']>(kind: Kind, parts: object = {}): ChatChange {
  count += 1
  return {
    id: messageId(count),
    at: `2026-11-20T09:00:00.${count}Z`,
    by: DANA,
    kind,
    ...parts,
  } as unknown as ChatChange
}

const lines = (...changes: ChatChange[]) =>
  changeLines(changes, {
    people: peopleOf(MEMBERS),
    me: ME,
    format: (number) => `<${number}>`,
    until: (at) => `<${at}>`,
  })
const texts = (...changes: ChatChange[]) => lines(...changes).map(({ text }) => text)

it.each<[string, ChatChange]>([
  ['Dana Cole started the chat', nextChange('created')],
  ['The chat started with a text', nextChange('created', { by: null })],
  ['You deleted the chat', nextChange('archived', { by: ME })],
  ['You restored the chat', nextChange('restored', { by: ME })],
  ['The chat was closed', nextChange('archived', { by: null })],
  ['Dana Cole named the chat “Front”', nextChange('renamed', { from: 'Back', to: 'Front' })],
  [
    'Dana Cole changed the number. Texts are now sent from <+12025550101>',
    nextChange('numberChanged', { from: '+12025550100', to: '+12025550101' }),
  ],
  ['Dana Cole turned on forwarding between contacts', nextChange('relayOn')],
  ['Dana Cole turned off forwarding between contacts', nextChange('relayOff')],
  ['Dana Cole added you', nextChange('memberAdded', { memberId: ME })],
  ['Added: Marta Rivera', nextChange('memberAdded', { memberId: MARTA, by: null })],
  ['You joined', nextChange('memberJoined', { memberId: ME, by: ME })],
  ['Dana Cole removed Someone', nextChange('memberRemoved', { memberId: '0' as MemberId })],
  ['Removed: Marta Rivera', nextChange('memberRemoved', { memberId: MARTA, by: null })],
  ['Dana Cole left', nextChange('memberLeft', { memberId: DANA })],
  [
    'Too many texts from Luis Rivera, or the same one twice. Not forwarded.',
    nextChange('relayPaused', { memberId: LUIS, by: null }),
  ],
  [
    'Marta Rivera texted STOP and gets no more texts from this number',
    nextChange('optedOut', { memberId: MARTA, by: null }),
  ],
  [
    'Marta Rivera texted START and gets texts from this number again',
    nextChange('optedIn', { memberId: MARTA, by: null }),
  ],
  ['Marta Rivera agreed to get texts from this number', nextChange('consented', { memberId: MARTA, by: null })],
  ['Dana Cole recorded consent to texts for Marta Rivera', nextChange('consented', { memberId: MARTA })],
  ['Dana Cole marked the chat as done', nextChange('done')],
  ['You reopened the chat', nextChange('reopened', { by: ME })],
  ['Reopened by a new text', nextChange('reopened', { by: null })],
  [
    'Dana Cole snoozed the chat until <2026-11-30T13:00:00.000Z>',
    nextChange('snoozed', { until: '2026-11-30T13:00:00.000Z' }),
  ],
  ['The snooze ended', nextChange('snoozeEnded', { by: null })],
  ['Dana Cole took the chat', nextChange('assigned', { memberId: DANA })],
  ['Dana Cole assigned the chat to you', nextChange('assigned', { memberId: ME })],
  ['You gave up the chat', nextChange('unassigned', { memberId: ME, by: ME })],
  ['Dana Cole unassigned you', nextChange('unassigned', { memberId: ME })],
  ['You unassigned Dana Cole', nextChange('unassigned', { memberId: DANA, by: ME })],
  ['Dana Cole was unassigned because the account is disabled', nextChange('unassigned', { memberId: DANA, by: null })],
])('displays “%s”', (text, change) => {
  expect(texts(change)).toEqual([text])
})

it('links to the chat that a contact moved from or to', () => {
  const otherChat = { id: '019a0000-0000-7000-8000-0000000000aa' as ChatId, name: 'Marta alone' }
  const here = nextChange('phoneMovedHere', { memberId: MARTA, otherChat })
  const away = nextChange('phoneMovedAway', { memberId: MARTA, otherChat })
  expect(lines(here, away)).toMatchObject([
    { text: 'Marta Rivera moved here from ', link: { chatId: otherChat.id, name: 'Marta alone' } },
    { text: 'Marta Rivera moved to ', link: { chatId: otherChat.id, name: 'Marta alone' } },
  ])
})

it('combines changes of the same kind by one user, and users who joined, into one line', () => {
  const added = [MARTA, LUIS].map((memberId) => nextChange('memberAdded', { memberId }))
  const joined = [DANA, ME].map((memberId) => nextChange('memberJoined', { memberId, by: memberId }))
  expect(texts(...added, nextChange('memberAdded', { memberId: ME, by: LUIS }), ...joined)).toEqual([
    'Dana Cole added Marta Rivera and Luis Rivera',
    'Luis Rivera added you',
    'Dana Cole and You joined',
  ])
  expect(lines(...added)[0]).toMatchObject({ key: added[0]?.id, at: added[1]?.at })
})

it('leaves out what a person took back within a minute', () => {
  const at = (time: string) => ({ at: `2026-11-20T09:${time}.000Z` })
  const kinds = (...changes: ChatChange[]) => withoutUndone(changes).map(({ kind }) => kind)
  const done = nextChange('done', at('00:00'))
  expect(kinds(done, nextChange('reopened', at('01:00')))).toEqual([])
  expect(kinds(nextChange('snoozed', at('00:00')), nextChange('reopened', at('00:09')))).toEqual([])
  expect(kinds(done, nextChange('reopened', at('01:01')))).toEqual(['done', 'reopened'])
  expect(kinds(done, nextChange('reopened', { ...at('00:09'), by: ME }))).toEqual(['done', 'reopened'])
  expect(kinds(done, nextChange('reopened', { ...at('00:09'), by: null }))).toEqual(['done', 'reopened'])
  expect(kinds(done, nextChange('renamed', at('00:05')), nextChange('reopened', at('00:09')))).toHaveLength(3)
})
