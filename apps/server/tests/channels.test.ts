import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { createTexting } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

const LOCATION = { Latitude: '52.5163', Longitude: '13.3777', Label: 'Main entrance', Address: 'Pariser Platz, Berlin' }

test.each(['whatsapp', 'rcs', 'messenger'])(
  'a text through %s is listed as rejected with the reason',
  async (channel) => {
    const [from, to] = [`${channel}:+12025550171`, `${channel}:${clinic.numbers[0].number}`]
    await createTwilioWebhooks(harness).message({ From: from, To: to, Body: 'Hello?' })
    const rejected = await until(async () => {
      const all = await clinic.dana.get('settings.rejectedMessages')
      return all.find((message) => message.from === from)
    })
    expect(rejected).toMatchObject({ from, to, reason: 'channel not supported', text: 'Hello?' })
    expect(await clinic.dana.get('chats.search', { body: { term: '+12025550171' } })).toEqual([])
  },
)

test.each([
  ['a location', LOCATION, 'Main entrance\nPariser Platz, Berlin\nhttps://maps.google.com/?q=52.5163,13.3777'],
  [
    'a location with text',
    { ...LOCATION, Label: '', Body: 'Here' },
    'Here\nPariser Platz, Berlin\nhttps://maps.google.com/?q=52.5163,13.3777',
  ],
  ['an invalid location', { Latitude: '952', Longitude: 'x', Body: 'Where?' }, 'Where?'],
])('%s is shown as text, with a link to a map if it is valid', async (_, parameters, text) => {
  const { dana } = clinic
  const texting = createTexting(harness, clinic)
  const { chat, phones } = await texting.newChat(['Lena'])
  const From = phones[0]?.number ?? ''
  await createTwilioWebhooks(harness).message({ From, To: clinic.numbers[0].number, ...parameters })
  await texting.messages(chat, 1)
  expect(await dana.get('messages.list', { params: { chatId: chat.id } })).toMatchObject([{ text }])
})
