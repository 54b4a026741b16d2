import type { ChatListItem } from '@partyline/contract'
import { expect, it } from 'vitest'
import { MARTAS_MEMBER, messageId, sampleItem } from '../../core/tests/sample-chats.ts'
import { foundMember } from './found-member.ts'

const item = sampleItem(1, { name: 'After-visit' })
const found = (term: string, changed: Partial<ChatListItem> = {}) =>
  foundMember({ ...item, ...changed }, term)?.name ?? null

it('returns the member whose name or number matches the search', () => {
  expect(found(MARTAS_MEMBER.name.slice(0, 3))).toBe(MARTAS_MEMBER.name)
  expect(found(String(MARTAS_MEMBER.number).slice(-4))).toBe(MARTAS_MEMBER.name)
})

it('returns null if the chat name or a message matches, or the search is empty', () => {
  expect(found('after visit')).toBe(null)
  expect(
    found(MARTAS_MEMBER.name, { hit: { messageId: messageId(1), text: 'Marta', sentOn: '2026-03-03T10:00:00.000Z' } }),
  ).toBe(null)
  expect(found('')).toBe(null)
})

it('ignores members who have left', () => {
  const members = [{ ...MARTAS_MEMBER, deletedOn: '2026-11-02T09:00:00.000Z' }]
  expect(found(MARTAS_MEMBER.name, { members })).toBe(null)
})
