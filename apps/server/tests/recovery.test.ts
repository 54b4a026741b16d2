import type { Chat } from '@partyline/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { createMeddlingOutside } from './meddling-outside.ts'
import { createMovingClock } from './moving-clock.ts'
import { phoneOf } from './phone.ts'
import type { Phone } from './phone.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const clock = createMovingClock()
const way = createMeddlingOutside()
let harness: OwnHarness
let clinic: Clinic
let contacts = 0

beforeAll(async () => {
  const pace = { queued: 5, sending: 5, sent: 5 }
  harness = await startHarness({ clock, outside: way.through, sandbox: { pace } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

async function chatWith(...names: string[]): Promise<{ chat: Chat; phones: Phone[] }> {
  const phones: Phone[] = []
  const memberIds = [clinic.dana.id]
  for (const name of names) {
    contacts += 1
    const contact = await clinic.contact(name, `+1202558${String(contacts).padStart(4, '0')}`)
    memberIds.push(contact.memberId)
    phones.push(phoneOf(harness.sandbox, contact.number))
  }
  return { chat: await clinic.chat(names.join(', '), memberIds), phones }
}

const frontDesk = () => clinic.numbers[0].number
const messagesOf = (chat: Chat) => clinic.dana.get('messages.list', { params: { chatId: chat.id } })

test('texts sent while the server is down are recovered from Twilio’s list, labeled, and stored once', async () => {
  const { chat, phones } = await chatWith('Marta')
  await phones[0]?.send(frontDesk(), 'By webhook')
  await until(async () => (await messagesOf(chat)).length === 1)
  await harness.restart(async () => {
    await phones[0]?.send(frontDesk(), 'Nobody at home')
    await phones[0]?.send(frontDesk(), 'Still nobody')
  })
  const seen = () => messagesOf(chat).then((all) => all.map(({ text, recovered }) => [text, recovered]))
  const all = [
    ['By webhook', false],
    ['Nobody at home', true],
    ['Still nobody', true],
  ]
  await until(async () => (await seen()).length >= 3)
  expect(await seen()).toEqual(all)

  // Another round lists the same texts again, and one more whose webhook was missed.
  const { chat: other, phones: others } = await chatWith('Tom')
  await harness.restart(() => others[0]?.send(frontDesk(), 'The last one') ?? Promise.resolve())
  await until(async () => (await messagesOf(other)).length === 1)
  expect(await seen()).toEqual(all)
})

test('a failed round is made up for by the next one', async () => {
  const { chat, phones } = await chatWith('Ulla')
  way.cut()
  await harness.restart(() => phones[0]?.send(frontDesk(), 'In the dark') ?? Promise.resolve())
  await until(async () => way.lost('GET') > 0)
  way.repair()
  clock.pass(5 * MINUTE)
  await until(async () => (await messagesOf(chat)).length === 1)
  expect(await messagesOf(chat)).toMatchObject([{ text: 'In the dark', recovered: true }])
})

test('a rejected text is listed for Admins with the reason', async () => {
  const { chat, phones } = await chatWith('Pia')
  const { dana } = clinic
  const pia = chat.members.find(({ name }) => name === 'Pia')
  const params = { numberId: pia?.id ?? '' }
  await dana.get('settings.updateMobileNumber', { params, body: { name: 'Pia', disabled: true } })
  await phones[0]?.send(frontDesk(), 'Is anybody there?')
  const rejected = await until(async () => {
    const all = await dana.get('settings.rejectedMessages')
    return all.length > 0 && all
  })
  expect(rejected).toEqual([
    {
      from: phones[0]?.number,
      to: frontDesk(),
      receivedOn: expect.any(String),
      reason: 'contact disabled',
      text: 'Is anybody there?',
    },
  ])
  expect(await clinic.stranger.get('settings.rejectedMessages')).toEqual([])
})

test('a picture that cannot be fetched is reported as missing, and the text is relayed without it', async () => {
  const { chat, phones } = await chatWith('Rosa', 'Sam')
  harness.sandbox.faults.set({ faults: { mediaNotFound: {} } })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await phones[0]?.send(frontDesk(), 'Look', [{ contentType: 'image/png', base64: picture.toString('base64') }])
  const [waiting] = await until(async () => (await messagesOf(chat)).length === 1 && messagesOf(chat))
  expect(waiting).toMatchObject({ text: 'Look', media: [], missingMedia: 0 })
  clock.pass(11 * MINUTE)
  expect(await phones[1]?.received(1)).toMatchObject([{ text: 'Rosa: Look', media: [] }])
  const dana = await harness.signIn('dana@lakeside.example')
  const messages = await dana.get('messages.list', { params: { chatId: chat.id } })
  expect(messages).toMatchObject([{ text: 'Look', media: [], missingMedia: 1 }])
})

test('a rejected text is listed for 30 days', async () => {
  const dana = await harness.signIn('dana@lakeside.example')
  const number = '+12025559001'
  const [quinn] = await dana.get('numbers.addMobile', { body: { name: 'Quinn', number } })
  await dana.get('settings.updateMobileNumber', {
    params: { numberId: quinn?.id ?? '' },
    body: { name: 'Quinn', disabled: true },
  })
  await phoneOf(harness.sandbox, number).send(frontDesk(), 'Hello?')
  const isListed = async () => {
    const someone = await harness.signIn('dana@lakeside.example')
    return (await someone.get('settings.rejectedMessages')).some(({ text }) => text === 'Hello?')
  }
  await until(isListed)
  clock.pass(30 * DAY - HOUR)
  expect(await isListed()).toBe(true)
  clock.pass(2 * HOUR)
  await until(async () => !(await isListed()))
})
