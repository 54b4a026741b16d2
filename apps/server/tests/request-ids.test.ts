import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { routes } from '@partyline/contract'
import type { Chat } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { keepLog } from './kept-log.ts'
import { createMeddlingOutside } from './meddling-outside.ts'
import { createTexting } from './texting.ts'
import type { Texting } from './texting.ts'
import { until } from './until.ts'

const UUID = /^[0-9a-f-]{36}$/

const way = createMeddlingOutside()
let harness: OwnHarness
let clinic: Clinic
let texting: Texting
let log: ReturnType<typeof keepLog>

beforeAll(async () => {
  const pace = { queued: 5, sending: 5, sent: 5 }
  harness = await startHarness({ outside: way.through, sandbox: { pace }, env: { LOG_LEVEL: 'debug' } })
  log = keepLog(harness.app)
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const named = (message: string) => log.lines().filter(({ msg }) => msg === message)
const calls = (call: string) => log.lines().filter((line) => line.msg === 'call' && line['call'] === call)

/** The next matching log line. */
function nextLine(isWanted: (line: ReturnType<typeof log.lines>[number]) => boolean) {
  const from = log.lines().length
  return until(async () => log.lines().slice(from).find(isWanted))
}

/** Sends a text, and returns the ID of that request. */
async function send(chat: Chat, words: string) {
  const called = nextLine(({ msg, call }) => msg === 'call' && call === 'messages.send')
  const message = await texting.send(chat, words)
  const { requestId = '' } = await called
  expect(requestId).toMatch(UUID)
  return { message, requestId }
}

test('an error has the request ID that is logged', async () => {
  const called = nextLine(({ msg, call }) => msg === 'call' && call === 'users.me')
  const { error } = await harness.anonymous.call('users.me')
  expect((await called).requestId).toBe(error?.requestId)
})

test('a request ID is logged with each step of its text, up to Twilio’s reports', async () => {
  const { chat } = await texting.newChat(['Marta'])
  const { chat: other } = await texting.newChat(['Tom'])
  const [first, second] = [await send(chat, 'Good morning'), await send(other, 'Good evening')]
  await texting.settled(chat, first.message)
  await texting.settled(other, second.message)
  for (const { requestId } of [first, second]) {
    const handed = named('text handed to Twilio').filter((line) => line.requestId === requestId)
    expect(handed).toMatchObject([{ state: 'accepted', messageSid: expect.stringMatching(/^SM/) }])
    const reported = await until(async () => {
      const lines = named('text reported by Twilio').filter((line) => line['originRequestId'] === requestId)
      return lines.some(({ status }) => status === 'delivered') && lines
    })
    expect(new Set(reported.map(({ deliveryId }) => deliveryId))).toEqual(new Set([handed[0]?.['deliveryId']]))
    // A report is a request from Twilio with its own ID.
    const reports = await until(async () => {
      const ids = calls('webhooks.twilioStatus').map((line) => line.requestId)
      return reported.every((line) => ids.includes(line.requestId)) && ids
    })
    expect(reports).not.toContain(requestId)
  }
})

/** Sends the body only after the server has read the headers, as over a slow connection. */
function postLate(path: string, body: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const headers = { authorization: `Bearer ${clinic.dana.accessToken}`, 'content-type': 'application/json' }
  const sent = request(harness.url + path, { method: 'POST', headers: { ...headers, expect: '100-continue' } })
  sent.on('continue', () => sent.end(JSON.stringify(body)))
  sent.on('response', (response) => void json(response).then(resolve, reject))
  sent.on('error', reject)
  sent.flushHeaders()
  return promise
}

test('a delayed body does not lose the request ID', async () => {
  const { chat } = await texting.newChat(['Yara'])
  const member = chat.members.find(({ number }) => number !== null)
  const [, second] = clinic.numbers
  const handed = nextLine(({ msg }) => msg === 'text handed to Twilio')
  const called = nextLine(({ msg, call }) => msg === 'call' && call === 'chats.create')
  const memberIds = [clinic.dana.id, member?.id]
  await postLate(routes['chats.create'].path, { numberId: second.id, name: 'Late', memberIds, message: 'At last' })
  const { requestId, status } = await called
  expect(status).toBe(200)
  expect((await handed).requestId).toBe(requestId)
})

test('a failed request to Twilio has the ID of the message’s request, and resending has its own', async () => {
  const { chat } = await texting.newChat(['Una'])
  way.cut()
  const { message, requestId } = await send(chat, 'Into the dark')
  const [delivery] = await texting.deliveries(chat, message, (all) => all[0]?.status === 'unknown')
  way.repair()
  expect(named('Twilio request failed').at(-1)).toMatchObject({ requestId, operation: 'sendMessage' })

  const handed = nextLine(({ msg }) => msg === 'text handed to Twilio')
  const params = { chatId: chat.id, messageId: message.id, memberId: delivery?.memberId ?? '' }
  await clinic.dana.get('messages.sendAgain', { params })
  await texting.settled(chat, message)
  const again = await until(async () => calls('messages.sendAgain').at(-1))
  expect((await handed).requestId).toBe(again.requestId)
  expect(again.requestId).not.toBe(requestId)
})

test('an inbound text has the ID of its webhook up to its relayed texts', async () => {
  const { chat, phones } = await texting.newChat(['Vera', 'Will'])
  const handled = nextLine(({ msg }) => msg === 'text from a phone handled')
  const messageSid = await phones[0]?.send(texting.frontDesk, 'Is it open today?')
  await phones[1]?.received(1)
  const { requestId } = await handled
  expect(await handled).toMatchObject({ messageSid, requestId: expect.stringMatching(UUID) })
  const webhook = await until(async () => calls('webhooks.twilioMessage').find((line) => line.requestId === requestId))
  expect(webhook).toMatchObject({ status: 200 })
  await until(async () => named('text handed to Twilio').some((line) => line.requestId === requestId))
  expect(await texting.messagesOf(chat)).toHaveLength(1)
})

test('a log line has at most one request ID, and no texts, phone numbers, or tokens', async () => {
  const { chat, phones } = await texting.newChat(['Xenia'])
  const { message } = await send(chat, 'A canary of words')
  await texting.settled(chat, message)
  await phones[0]?.send(texting.frontDesk, 'Another canary')
  await nextLine(({ msg }) => msg === 'text from a phone handled')
  const written = log.text()
  const numbers = harness.sandbox.log.flatMap(({ to, from }) => [to, from ?? ''])
  const secrets = [clinic.dana.accessToken ?? '', harness.sandbox.world.twilio.authToken, 'canary', 'Good morning']
  for (const secret of [...secrets, ...numbers.map((number) => number.slice(1))]) {
    expect(secret).not.toBe('')
    expect(written).not.toContain(secret)
  }
  expect(written.split('\n').filter((line) => line.split('"requestId"').length > 2)).toEqual([])
})
