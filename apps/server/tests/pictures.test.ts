import type { Message } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Outside } from '../src/index.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { phoneOf } from './phone.ts'
import { until } from './until.ts'

// Inbound pictures.

/** More than one tenant’s share of the slots, and more than all slots. */
const MANY = 20
const PIXEL = {
  contentType: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

const twilio = createHoldingTwilio()
let harness: Harness
let clinic: Clinic
/** An Admin of another tenant. */
let priya: Client
let northgateNumber: string
let phones = 0
beforeAll(async () => {
  harness = await startHarness({ outside: twilio.through })
  clinic = await openClinic(harness)
  priya = clinic.stranger
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const { twilioNumbers } = await priya.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const numberId = twilioNumbers[2]?.id ?? ''
  await priya.get('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true } })
  northgateNumber = twilioNumbers[2]?.number ?? ''
})
afterAll(() => harness.close())
afterEach(() => {
  twilio.release()
  harness.sandbox.faults.clear()
})

/** A Twilio that delays some requests for files until they are released. */
function createHoldingTwilio() {
  let isHolding = false
  let released = Promise.withResolvers<void>()
  /** The messages whose files were requested, one entry for each request. */
  const requested: string[] = []
  return {
    requested: (sid: string) => requested.filter((other) => other === sid).length,
    through: (outside: Outside): Outside => ({
      ...outside,
      async fetch(input, init) {
        const { url } = new Request(input, init)
        const sid = /\/Messages\/(MM[0-9a-f]{32})\/Media\/ME/.exec(url)?.[1]
        if (sid) requested.push(sid)
        if (sid && isHolding) await released.promise
        return outside.fetch(input, init)
      },
    }),
    hold: () => (isHolding = true),
    /** Answers new requests at once, while delayed ones stay delayed. */
    answerNew: () => (isHolding = false),
    release() {
      isHolding = false
      released.resolve()
      released = Promise.withResolvers()
    },
  }
}

function newPhone() {
  phones += 1
  return phoneOf(harness.sandbox, `+1202559${String(phones).padStart(4, '0')}`)
}

/** A message visible to this user, by its text. */
async function messageOf(text: string, client: Client = clinic.dana): Promise<Message> {
  return until(async () => {
    const found = await client.get('messages.search', { body: { term: text } })
    const chatId = found.find((message) => message.text === text)?.chatId
    if (!chatId) return null
    const messages = await client.get('messages.list', { params: { chatId } })
    return messages.find((message) => message.text === text)
  })
}

const arrived = (text: string, client?: Client) =>
  until(async () => {
    const message = await messageOf(text, client)
    return message.pendingMedia === 0 && message
  })

const frontDesk = () => clinic.numbers[0].number

const pictures = (count: number) => Array.from({ length: count }, () => PIXEL)

test('a slow picture is announced as pending, and does not delay other phones’ pictures', async () => {
  twilio.hold()
  const slow = await newPhone().send(frontDesk(), 'Slow one', pictures(1))
  await until(async () => twilio.requested(slow) === 1)
  twilio.answerNew()
  await newPhone().send(frontDesk(), 'Quick one', pictures(1))
  expect(await arrived('Quick one')).toMatchObject({ media: [{ contentType: 'image/png' }], missingMedia: 0 })
  expect(await messageOf('Slow one')).toMatchObject({ media: [], pendingMedia: 1, missingMedia: 0 })
  twilio.release()
  expect(await arrived('Slow one')).toMatchObject({ media: [{ contentType: 'image/png' }], missingMedia: 0 })
})

test('the files of one message are fetched concurrently, and a chat’s messages in order', async () => {
  twilio.hold()
  const phone = newPhone()
  const first = await phone.send(frontDesk(), 'First album', pictures(3))
  await until(async () => twilio.requested(first) === 3)
  const second = await phone.send(frontDesk(), 'Second album', pictures(2))
  await messageOf('Second album')
  twilio.answerNew()
  await newPhone().send(frontDesk(), 'Album of another', pictures(1))
  await arrived('Album of another')
  expect(twilio.requested(second)).toBe(0)
  twilio.release()
  expect((await arrived('First album')).media).toHaveLength(3)
  expect((await arrived('Second album')).media).toHaveLength(2)
})

test('slow pictures of one organization do not delay another’s', async () => {
  twilio.hold()
  const sids = await Promise.all(
    Array.from({ length: MANY }, (_, index) => newPhone().send(frontDesk(), `Slow album ${index}`, pictures(1))),
  )
  await until(async () => sids.some((sid) => twilio.requested(sid) > 0))
  await messageOf(`Slow album ${MANY - 1}`)
  twilio.answerNew()
  await newPhone().send(northgateNumber, 'Elsewhere', pictures(1))
  expect((await arrived('Elsewhere', priya)).media).toHaveLength(1)
  expect(sids.filter((sid) => twilio.requested(sid) > 0).length).toBeLessThan(MANY)
  twilio.release()
  for (const index of sids.keys()) await arrived(`Slow album ${index}`)
})

test('a file that is not available at first is fetched later', async () => {
  const phone = newPhone()
  harness.sandbox.faults.set({ phone: phone.number, faults: { mediaNotFound: { times: 1 } } })
  await phone.send(frontDesk(), 'Not there yet', pictures(1))
  expect(await arrived('Not there yet')).toMatchObject({ media: [{ contentType: 'image/png' }], missingMedia: 0 })
})
