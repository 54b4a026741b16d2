import { randomUUID } from 'node:crypto'
import type { Message } from '@partyline/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../clinic.ts'
import type { Clinic } from '../clinic.ts'
import type { Harness } from '../harness.ts'
import { shareHarness } from '../shared-harness.ts'
import { listen } from '../hub.ts'
import { createTexting, formOf } from '../texting.ts'
import type { Texting } from '../texting.ts'
import { createTwilioWebhooks } from '../twilio-webhook.ts'
import { until } from '../until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
let webhooks: ReturnType<typeof createTwilioWebhooks>
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  webhooks = createTwilioWebhooks(harness)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

describe('a status that is wrong or stale (Chatwoot 1021, 8097; twilio-csharp 633)', () => {
  test.each([
    [['delivered', 'sent', 'queued', 'sending'], { status: 'delivered', errorCode: null }],
    [['undelivered', 'sent', 'undelivered'], { status: 'undelivered', errorCode: 30_005 }],
    [['sent', 'sent', 'failed', 'delivered'], { status: 'failed', errorCode: 30_005 }],
    [['read', 'delivered', 'what is this', 'sent'], { status: 'delivered', errorCode: null }],
  ])('reports in the order %j result in the right status', async (statuses, wanted) => {
    const { chat, phones } = await texting.newChat(['Ann'])
    harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: { missingCallbacks: {} } })
    const message = await texting.send(chat, 'Where is it?')
    const posted = await until(async () => harness.sandbox.log.find(({ to }) => to === phones[0]?.number))
    if (posted.outcome.kind !== 'accepted') throw new Error('Twilio takes the text.')
    for (const MessageStatus of statuses) {
      const failure = ['failed', 'undelivered'].includes(MessageStatus) && { ErrorCode: '30005' }
      const report = { MessageSid: posted.outcome.messageSid, MessageStatus, ...failure }
      expect((await webhooks.status(posted.statusCallback ?? '', report)).status).toBe(200)
    }
    expect(await texting.deliveries(chat, message, () => true)).toMatchObject([wanted])
  })
})

describe('no reason for a failure (Spoke 1757), and landlines and invalid numbers (Spoke 316)', () => {
  test('the error for an unregistered number says who can fix it', async () => {
    const { chat, phones } = await texting.newChat(['Bob'])
    harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: { carrierError: { times: 1, code: 30_034 } } })
    const [delivery] = await texting.settled(chat, await texting.send(chat, 'Hello'))
    expect(delivery).toMatchObject({ status: 'undelivered', errorCode: 30_034 })
    expect(delivery?.errorText).toContain('An administrator can')
  })

  test('a landline in a group does not prevent delivery to the others', async () => {
    const landline = await clinic.contact('Landline', '+15005550009')
    const { chat, phones } = await texting.newChat(['Cid'])
    const memberIds = [...chat.members.map(({ id }) => id), landline.memberId]
    const body = { numberId: chat.numberId, name: 'With a landline', memberIds }
    await clinic.dana.get('chats.update', { params: { chatId: chat.id }, body })
    const deliveries = await texting.settled(chat, await texting.send(chat, 'To all'))
    expect(deliveries.map(({ status }) => status).toSorted()).toEqual(['delivered', 'failed'])
    expect(await phones[0]?.received(1)).toMatchObject([{ text: 'To all' }])
  })

  test('an invalid phone number is refused on entry', async () => {
    const { status, error } = await clinic.dana.call('numbers.addMobile', { body: { name: 'Nobody', number: '12' } })
    expect([status, error?.errors]).toEqual([400, { number: ['Number should be a valid phone number.'] }])
  })
})

describe('length (Spoke 438, Chatwoot 2333) and pictures (Chatwoot 2311, 2971)', () => {
  test('smart quotes, emoji, and line breaks arrive unchanged', async () => {
    const { chat, phones } = await texting.newChat(['Dot'])
    const text = '“It’s fine” – see you…\n👩‍👩‍👧‍👦 + 1 = 🎉'
    await texting.send(chat, text)
    expect(await phones[0]?.received(1)).toMatchObject([{ text }])
  })

  test('too many or too large pictures are refused with the reason, and the message can still be sent with fewer', async () => {
    const { chat, phones } = await texting.newChat(['Eve'])
    const key = randomUUID()
    const post = (files: Blob[]) => {
      const form = formOf('With pictures')
      for (const file of files) form.append('Media', file)
      return clinic.dana.call('messages.send', {
        params: { chatId: chat.id },
        form,
        headers: { 'idempotency-key': key },
      })
    }
    const picture = new Blob([
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    ])
    for (const file of [picture, new Blob([Buffer.alloc(400_000)])]) {
      const tooMany = await post(Array.from({ length: 11 }, () => file))
      expect([tooMany.status, tooMany.error?.errors]).toEqual([400, { Media: ['Use at most 10 files.'] }])
    }
    const tooLarge = await post([new Blob([Buffer.alloc(5_500_000)])])
    expect([tooLarge.status, tooLarge.error?.message]).toEqual([413, expect.stringContaining('too large')])
    expect((await post(Array.from({ length: 10 }, () => picture))).status).toBe(200)
    const [received] = (await phones[0]?.received(1)) ?? []
    expect(received?.media).toHaveLength(10)
    expect(await texting.messagesOf(chat)).toHaveLength(1)
  })
})

describe('inbound pictures (Chatwoot 11295, 9954; Rocket.Chat 36491)', () => {
  test('all arrive through Twilio’s redirect, even after a 404, and are announced', async () => {
    const { chat, phones } = await texting.newChat(['Fay'])
    const listener = await listen(harness.url, clinic.omar)
    harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: { mediaNotFound: { times: 1 } } })
    const media = ['red', 'green', 'blue'].map(async (background) => {
      const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } }).png()
      return { contentType: 'image/png', base64: (await picture.toBuffer()).toString('base64') }
    })
    await phones[0]?.send(texting.frontDesk, 'Three', await Promise.all(media))
    const told = await until(async () =>
      listener
        .events()
        .map(messageOf)
        .find((message) => message?.media.length === 3),
    )
    expect(told).toMatchObject({ text: 'Three', missingMedia: 0 })
    expect((await texting.messagesOf(chat))[0]?.media).toHaveLength(3)
    await listener.connection.stop()
  })
})

function messageOf({ data }: { data: unknown }): Message | null {
  return data !== null && typeof data === 'object' && 'message' in data ? (data.message as Message) : null
}

test('texts keep their order if Twilio is busy for one of them (Courier 362)', async () => {
  const { chat, phones } = await texting.newChat(['Gil'])
  const phone = phones[0]?.number ?? ''
  harness.sandbox.faults.set({ phone, faults: { tooManyRequests: { times: 1, retryAfter: 1 } } })
  const texts = Array.from({ length: 4 }, (_, index) => `Text ${index}`)
  for (const text of texts) await texting.send(chat, text)
  expect((await phones[0]?.received(texts.length))?.map(({ text }) => text)).toEqual(texts)
})
