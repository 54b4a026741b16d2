import type { ChatListItem, NumberId, TwilioNumber } from '@partyline/contract'
import { expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { MARTAS_MEMBER, MY_MEMBER, sampleItem } from '../../core/tests/sample-chats.ts'
import { findBusyPhones } from './busy-phones.ts'

const LUIS = { ...MARTAS_MEMBER, id: MY_MEMBER.id, name: 'Luis Rivera', number: '+12025550143' }

const number = (digit: number): TwilioNumber => ({
  id: `0000000c-0000-4000-8000-00000000000${digit}` as NumberId,
  number: `+1202555010${digit}`,
  name: `Number ${digit}`,
  type: 'Twilio',
  disabled: false,
  twilioUrl: '',
  webhookConfigured: true,
  capabilities: { sms: true, mms: true },
  assignedUsers: [],
  hours: null,
  consent: 'off',
  consentRequest: null,
})
const [FRONT, BILLING, THIRD] = [number(1), number(2), number(3)]

/** An API whose server knows these chats. */
function apiWith(chats: ChatListItem[]) {
  const network: typeof fetch = async (_, init = {}) => {
    const { memberId } = (await new Response(init.body).json()) as { memberId: string }
    return Response.json({ data: chats.filter(({ members }) => members.some(({ id }) => id === memberId)) })
  }
  return createApi({ fetch: network, base: 'https://api.test', tokens: SAMPLE_TOKENS })
}

it('returns the contacts already in a chat on the line, and the lines free for all of them', async () => {
  const api = apiWith([
    sampleItem(1, { numberId: FRONT.id, members: [MARTAS_MEMBER] }),
    sampleItem(2, { numberId: BILLING.id, members: [LUIS] }),
  ])
  const wanted = { members: [MARTAS_MEMBER, LUIS], numberId: FRONT.id, numbers: [FRONT, BILLING, THIRD] }
  const busy = await findBusyPhones(api, wanted)
  expect(busy.phones).toMatchObject([{ name: 'Marta Rivera', chat: { name: 'Chat 1' } }])
  expect(busy.freeNumbers).toEqual([THIRD])
})

it('ignores the chat that is being edited', async () => {
  const chat = sampleItem(1, { numberId: FRONT.id, members: [MARTAS_MEMBER] })
  const wanted = { members: [MARTAS_MEMBER], numberId: FRONT.id, chatId: chat.id, numbers: [FRONT, BILLING] }
  expect(await findBusyPhones(apiWith([chat]), wanted)).toEqual({
    phones: [],
    freeNumbers: [FRONT, BILLING],
    closing: [],
  })
})

it('names the chats that no phone would be left in', async () => {
  const ours = { ...MARTAS_MEMBER, id: 'ours' as typeof MARTAS_MEMBER.id }
  const left = { ...LUIS, deletedOn: '2026-01-01T00:00:00.000Z' }
  const busyWith = async (members: ChatListItem['members']) => {
    const api = apiWith([sampleItem(1, { numberId: FRONT.id, members })])
    return findBusyPhones(api, { members: [MARTAS_MEMBER, ours], numberId: FRONT.id, numbers: [FRONT] })
  }
  expect(await busyWith([MARTAS_MEMBER, ours, left])).toMatchObject({ closing: ['Chat 1'] })
  expect(await busyWith([MARTAS_MEMBER, LUIS])).toMatchObject({ closing: [] })
})
