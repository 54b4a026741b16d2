import type { Chat } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { createTexting } from './texting.ts'
import type { Texting } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const SKIPPED = { status: 'skipped', errorText: expect.stringContaining('can’t be answered') }

/** The contact created for a sender. */
async function contactOf(sender: string) {
  await createTwilioWebhooks(harness).message({ From: sender, To: texting.frontDesk, Body: 'Your code is 1234' })
  return until(async () => {
    const found = await clinic.dana.get('numbers.search', { body: { type: 'Mobile', term: sender } })
    return found.find(({ number }) => number === sender)
  })
}

async function chatOf(sender: string): Promise<Pick<Chat, 'id'>> {
  await contactOf(sender)
  return until(async () => {
    const chats = await clinic.dana.get('chats.search', { body: {} })
    return chats.find(({ members }) => members.some(({ number }) => number === sender))
  })
}

test.each(['24273', 'PARCELS'])('a reply to %s is stored, but not posted to Twilio', async (sender) => {
  const chat = await chatOf(sender)
  await clinic.dana.get('chats.join', { params: { chatId: chat.id } })
  const message = await texting.send(chat, 'Thank you')
  expect(message.delivery.filter(({ status }) => status !== 'read')).toMatchObject([SKIPPED])
  expect(texting.postsTo(sender)).toBe(0)
})

test('a short code is found by its beginning', async () => {
  const code = await contactOf('7726')
  const found = await clinic.dana.get('numbers.search', { body: { type: 'Mobile', term: '772' } })
  expect(found).toContainEqual(code)
})

test('in a group, the other phones get the message, from users and from phones', async () => {
  const { id } = await contactOf('73278')
  const { chat, phones } = await texting.newChat(['Rita', 'Saul'])
  const memberIds = [clinic.dana.id, ...chat.members.flatMap((member) => (member.number ? member.id : []))]
  const body = {
    numberId: clinic.numbers[0].id,
    name: 'Group',
    memberIds: [...memberIds, id],
    relay: true,
    moveMembers: true,
  }
  await clinic.dana.get('chats.update', { params: { chatId: chat.id }, body })
  const message = await texting.send(chat, 'Hello all')
  expect((await texting.settled(chat, message)).map(({ status }) => status).toSorted()).toEqual([
    'delivered',
    'delivered',
    'skipped',
  ])
  await phones[0]?.send(texting.frontDesk, 'Hello from Rita')
  const relayed = (await texting.messages(chat, 2)).at(-1)
  expect(relayed?.delivery).toContainEqual(expect.objectContaining({ memberId: id, ...SKIPPED }))
  expect(texting.postsTo('73278')).toBe(0)
})
