import { expect, test } from 'vitest'
import { DANA, LUIS, MARTA, MEMBERS, messageId, sampleMessage } from '../../core/tests/sample-messages.ts'
import { newestTexts } from './newest-texts.ts'

const TEXTS = [
  sampleMessage(1, { sentBy: MARTA }),
  sampleMessage(2, { sentBy: LUIS }),
  sampleMessage(3, { sentBy: MARTA }),
  sampleMessage(4, { sentBy: DANA }),
]
const idsOf = (members = MEMBERS) => [...newestTexts(TEXTS, members).keys()].toSorted()
const withLuis = (parts: object) => MEMBERS.map((member) => (member.id === LUIS ? { ...member, ...parts } : member))

test('the newest text of each contact, also after texts from others', () => {
  expect(idsOf()).toEqual([messageId(2), messageId(3)])
  expect(newestTexts(TEXTS, MEMBERS).get(messageId(2))?.id).toBe(LUIS)
})

test.each([{ optedOut: true }, { disabled: true }, { deletedOn: '2026-11-02T08:00:00.000Z' }])(
  'none of a contact that gets no texts anyway: %o',
  (parts) => expect(idsOf(withLuis(parts))).toEqual([messageId(3)]),
)
