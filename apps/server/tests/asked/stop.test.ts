import type { Chat } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../clinic.ts'
import type { Clinic } from '../clinic.ts'
import type { Harness } from '../harness.ts'
import { shareHarness } from '../shared-harness.ts'
import { listen } from '../hub.ts'
import { createTexting } from '../texting.ts'
import { createTwilioWebhooks } from '../twilio-webhook.ts'
import type { Texting } from '../texting.ts'
import { until } from '../until.ts'

// Spoke 599, 1016, 2009, 2042, 2184: texts after a STOP, and no way to see or undo it.

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const optedOut = ({ members }: Pick<Chat, 'members'>, name: string) =>
  members.find((member) => member.name === name)?.optedOut

test.each(['STOP', ' stop ', 'Unsubscribe', 'STOPALL', 'cancel', 'END', 'quit', 'OptOut', 'REVOKE'])(
  'after “%s” nothing is sent to the phone until it texts START',
  async (word) => {
    const { chat, phones } = await texting.newChat(['Abel'])
    const abel = phones[0]
    await abel?.send(texting.frontDesk, word)
    await texting.messages(chat, 1)
    const skipped = await texting.send(chat, 'Are you there?')
    expect(skipped.delivery.find(({ memberId }) => memberId !== skipped.sentBy)).toMatchObject({
      status: 'skipped',
      errorText: 'Opted out of texts from this number.',
    })
    await abel?.send(texting.frontDesk, 'start')
    await texting.messages(chat, 3)
    expect(await texting.settled(chat, await texting.send(chat, 'Welcome back'))).toMatchObject([
      { status: 'delivered' },
    ])
    expect(texting.postsTo(abel?.number ?? '')).toBe(1)
  },
)

test('a STOP opts out even if Twilio’s OptOutType is empty', async () => {
  const { chat, phones } = await texting.newChat(['Ava'])
  const parameters = { From: phones[0]?.number ?? '', To: texting.frontDesk, Body: 'STOP', OptOutType: '' }
  await createTwilioWebhooks(harness).message(parameters)
  await texting.messages(chat, 1)
  expect((await texting.send(chat, 'Hello')).delivery).toContainEqual(expect.objectContaining({ status: 'skipped' }))
})

test('“Stop please” is not a STOP', async () => {
  const { chat, phones } = await texting.newChat(['Abby'])
  await phones[0]?.send(texting.frontDesk, 'Stop please')
  await texting.messages(chat, 1)
  expect(await texting.settled(chat, await texting.send(chat, 'Stop what?'))).toMatchObject([{ status: 'delivered' }])
})

test('a STOP marks the member in every browser without a refetch', async () => {
  const { chat, phones } = await texting.newChat(['Bea', 'Ben'])
  const before = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
  expect([optedOut(before, 'Bea'), optedOut(before, 'Ben')]).toEqual([false, false])
  const listener = await listen(harness.url, clinic.omar)
  const told = (version: number) =>
    until(async () => listener.events().find((event) => event.chatId === chat.id && event.version === version))

  await phones[0]?.send(texting.frontDesk, 'STOP')
  // The text is the first change, the opt-out the second.
  const stopped = await told(before.version + 2)
  expect(stopped).toMatchObject({
    kind: 'ChatUpdated',
    data: { changes: [{ kind: 'optedOut', memberId: chat.members.find(({ name }) => name === 'Bea')?.id }] },
  })
  const after = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
  expect([optedOut(after, 'Bea'), optedOut(after, 'Ben')]).toEqual([true, false])
  const [listed] = await clinic.omar.get('chats.search', { body: { limit: 1 } })
  expect(stopped.data).toMatchObject({ patch: { members: listed?.members } })

  await phones[0]?.send(texting.frontDesk, 'UNSTOP')
  await until(async () => {
    const { members } = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    return optedOut({ members }, 'Bea') === false
  })
  await listener.connection.stop()
})

test('a STOP applies to one line, and the phone can be texted from another', async () => {
  const { chat, phones } = await texting.newChat(['Cleo'])
  await phones[0]?.send(texting.frontDesk, 'STOP')
  await texting.messages(chat, 1)
  const cleo = chat.members.find(({ name }) => name === 'Cleo')
  const other = await clinic.chat('Cleo, by the other number', [clinic.dana.id, cleo?.id ?? clinic.dana.id], {
    numberId: clinic.numbers[1].id,
  })
  expect(optedOut(other, 'Cleo')).toBe(false)
  expect(await texting.settled(other, await texting.send(other, 'Hello'))).toMatchObject([{ status: 'delivered' }])
  const moved = await clinic.dana.get('chats.update', {
    params: { chatId: other.id },
    body: { numberId: chat.numberId, name: other.name, memberIds: [clinic.dana.id, cleo?.id], moveMembers: true },
  })
  expect(optedOut(moved, 'Cleo')).toBe(true)
})

test('a STOP known only to Twilio is recorded when Twilio refuses a text', async () => {
  const optedOutContact = await clinic.contact('Dirk', '+15005550004')
  const chat = await clinic.chat('Dirk', [clinic.dana.id, optedOutContact.memberId])
  const refused = await texting.send(chat, 'Hello')
  expect(await texting.settled(chat, refused)).toMatchObject([{ status: 'failed', errorCode: 21610 }])
  expect(optedOut(await clinic.dana.get('chats.get', { params: { chatId: chat.id } }), 'Dirk')).toBe(true)
  expect((await texting.send(chat, 'Hello?')).delivery).toContainEqual(expect.objectContaining({ status: 'skipped' }))
})

test('a disabled contact’s STOP is in force after they are enabled again', async () => {
  const { chat, phones } = await texting.newChat(['Edda'])
  const edda = chat.members.find(({ name }) => name === 'Edda')
  const params = { numberId: edda?.id ?? '' }
  await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Edda', disabled: true } })
  await phones[0]?.send(texting.frontDesk, 'STOP')
  await until(async () => optedOut(await clinic.dana.get('chats.get', { params: { chatId: chat.id } }), 'Edda'))
  await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Edda', disabled: false } })
  expect((await texting.send(chat, 'Hello')).delivery).toContainEqual(expect.objectContaining({ status: 'skipped' }))
})
