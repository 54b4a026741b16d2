import type { ChatChange, ChatId, MemberId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { peopleOf } from '../people.ts'
import { DANA, LUIS, MARTA, ME, MEMBERS, messageId } from '../sample-messages.ts'
import { changeLines } from './change-lines.ts'

let count = 0
/** The next thing that happened, done by Dana unless something else is said. */
function happened<Kind extends ChatChange['kind']>(kind: Kind, parts: object = {}): ChatChange {
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
  changeLines(changes, { people: peopleOf(MEMBERS), me: ME, format: (number) => `<${number}>` })
const texts = (...changes: ChatChange[]) => lines(...changes).map(({ text }) => text)

it.each<[string, ChatChange]>([
  ['Dana Cole started the chat', happened('created')],
  ['The chat started with a text', happened('created', { by: null })],
  ['You deleted the chat', happened('archived', { by: ME })],
  ['The chat was closed', happened('archived', { by: null })],
  ['Dana Cole named the chat “Front”', happened('renamed', { from: 'Back', to: 'Front' })],
  [
    'Dana Cole changed the number. Texts are now sent from <+12025550101>',
    happened('numberChanged', { from: '+12025550100', to: '+12025550101' }),
  ],
  ['Dana Cole turned on forwarding between contacts', happened('relayOn')],
  ['Dana Cole turned off forwarding between contacts', happened('relayOff')],
  ['Dana Cole added You', happened('memberAdded', { memberId: ME })],
  ['Added: Marta Rivera', happened('memberAdded', { memberId: MARTA, by: null })],
  ['You joined', happened('memberJoined', { memberId: ME, by: ME })],
  ['Dana Cole removed Someone', happened('memberRemoved', { memberId: '0' as MemberId })],
  ['Removed: Marta Rivera', happened('memberRemoved', { memberId: MARTA, by: null })],
  ['Dana Cole left', happened('memberLeft', { memberId: DANA })],
  ['Too many texts from Luis Rivera. Forwarding is paused.', happened('relayPaused', { memberId: LUIS, by: null })],
  [
    'Marta Rivera texted STOP and gets no more texts from this number',
    happened('optedOut', { memberId: MARTA, by: null }),
  ],
  [
    'Marta Rivera texted START and gets texts from this number again',
    happened('optedIn', { memberId: MARTA, by: null }),
  ],
])('says “%s”', (text, change) => {
  expect(texts(change)).toEqual([text])
})

it('links to the chat that a phone came from or went to', () => {
  const otherChat = { id: '019a0000-0000-7000-8000-0000000000aa' as ChatId, name: 'Marta alone' }
  const here = happened('phoneMovedHere', { memberId: MARTA, otherChat })
  const away = happened('phoneMovedAway', { memberId: MARTA, otherChat })
  expect(lines(here, away)).toMatchObject([
    { text: 'Marta Rivera moved here from ', link: { chatId: otherChat.id, name: 'Marta alone' } },
    { text: 'Marta Rivera moved to ', link: { chatId: otherChat.id, name: 'Marta alone' } },
  ])
})

it('says in one line what one person did to several members', () => {
  const added = [MARTA, LUIS].map((memberId) => happened('memberAdded', { memberId }))
  const joined = [DANA, ME].map((memberId) => happened('memberJoined', { memberId, by: memberId }))
  expect(texts(...added, happened('memberAdded', { memberId: ME, by: LUIS }), ...joined)).toEqual([
    'Dana Cole added Marta Rivera and Luis Rivera',
    'Luis Rivera added You',
    'Dana Cole and You joined',
  ])
  expect(lines(...added)[0]).toMatchObject({ key: added[0]?.id, at: added[1]?.at })
})
