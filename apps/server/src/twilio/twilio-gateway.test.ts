import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox, outsideThrough } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog, systemClock } from '../platform/index.ts'
import type { Clock, Outside } from '../platform/index.ts'
import { createTwilio, errorTextOf, TwilioFailure } from './index.ts'
import { startFailingTwilio } from './tests/failing-twilio.ts'
import type { FailingTwilio } from './tests/failing-twilio.ts'

const log = createLog('silent')
const browserUrl = (url: string) => url
const account = { accountSid: `AC${'a'.repeat(32)}`, authToken: 'secret' }
const text = { from: '+12025550100', to: '+12025550142', body: 'Hello', mediaUrls: [], statusCallback: 'https://us/cb' }

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = []
  for await (const row of rows) list.push(row)
  return list
}

describe('with the sandbox', () => {
  let sandbox: Sandbox
  const gateway = (authToken = sandbox.world.twilio.authToken) =>
    createTwilio({ outside: outsideThrough(sandbox.url), clock: systemClock, log }).forAccount({
      accountSid: sandbox.world.twilio.accountSid,
      authToken,
    })
  const phone = (number: string) => `${sandbox.url}/sandbox/phones/${encodeURIComponent(number)}/messages`

  beforeAll(async () => {
    sandbox = await createSandbox({ port: 0, appUrl: 'http://127.0.0.1:9' })
  })
  afterAll(() => sandbox.close())

  test('the account is returned without its token', async () => {
    expect(await gateway().fetchAccount()).toEqual({
      sid: sandbox.world.twilio.accountSid,
      friendlyName: 'Lakeside Clinic',
      status: 'active',
      isTrial: false,
      toldAt: expect.any(Date),
    })
  })

  test('a wrong token is refused with Twilio’s code', async () => {
    const failed = await gateway('wrong')
      .fetchAccount()
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(TwilioFailure)
    expect((failed as TwilioFailure).failure).toMatchObject({ state: 'refused', status: 401, code: 20003 })
  })

  test('a line’s settings are changed and read back', async () => {
    const [number] = await gateway().listNumbers()
    expect(number).toMatchObject({ phoneNumber: '+12025550100', friendlyName: 'Front desk', hasSms: true, smsUrl: '' })
    const sid = number?.sid ?? ''
    await gateway().updateNumber(sid, { smsUrl: 'https://example.com/in#rc=3&rp=all', smsMethod: 'POST' })
    expect((await gateway().fetchNumber(sid)).smsUrl).toBe('https://example.com/in#rc=3&rp=all')
    await gateway().updateNumber(sid, { smsUrl: '' })
    expect((await gateway().fetchNumber(sid)).smsUrl).toBe('')
  })

  test('a text is accepted, and can be fetched', async () => {
    const sent = await gateway().sendMessage({
      ...text,
      body: 'Grüße & 1+1=2 🎉',
      statusCallback: 'http://127.0.0.1:9/',
    })
    if (sent.state !== 'accepted') throw new Error(sent.state)
    expect(sent.status).toBe('queued')
    expect(await gateway().fetchMessage(sent.sid)).toMatchObject({
      sid: sent.sid,
      direction: 'outbound-api',
      body: 'Grüße & 1+1=2 🎉',
      from: text.from,
      to: text.to,
      mediaCount: 0,
    })
  })

  test('a text to an invalid number is refused permanently, with a text for users', async () => {
    const sent = await gateway().sendMessage({ ...text, to: '+15005550001' })
    expect(sent).toMatchObject({ state: 'refused', code: 21211 })
    expect(errorTextOf(21211)).toBe('This is not a phone number that Twilio can text. Check the contact’s number.')
    expect(errorTextOf(29999)).toBe(
      'The text could not be delivered. Ask an administrator to look up Twilio’s error 29999.',
    )
  })

  test('a list is read to its end, page by page, newest first', async () => {
    const from = '+12025550101'
    for (let index = 0; index < 5; index += 1) await gateway().sendMessage({ ...text, from, body: `Text ${index}` })
    const listed = await all(gateway().listMessages({ from, pageSize: 2 }))
    expect(listed.map(({ body }) => body)).toEqual(['Text 4', 'Text 3', 'Text 2', 'Text 1', 'Text 0'])
    const later = new Date(Date.now() + 60_000)
    expect(await all(gateway().listMessages({ from, sentAfter: later }))).toEqual([])
    expect(await all(gateway().listMessages({ from, sentBefore: later }))).toHaveLength(5)
  })

  test('an inbound picture is listed and fetched', async () => {
    const bytes = Buffer.from('not really a picture')
    const media = [{ contentType: 'image/png', base64: bytes.toString('base64') }]
    const body = JSON.stringify({ to: '+12025550100', text: 'Look', media })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(phone('+12025550143'), { method: 'POST', headers, body })
    const { messageSid } = (await answer.json()) as { messageSid: string }
    const [listed] = await gateway().listMedia(messageSid)
    expect(listed?.contentType).toBe('image/png')
    expect(await gateway().fetchMedia(listed?.url ?? '')).toEqual({ bytes, contentType: 'image/png' })
  })
})

describe('if the network or Twilio fails', () => {
  let twilio: FailingTwilio
  const gateway = (clock: Clock = systemClock) =>
    createTwilio({ outside: twilio.outside, clock, log }).forAccount(account)

  beforeEach(async () => {
    twilio = await startFailingTwilio()
  })
  afterEach(() => twilio.close())

  test('a 429 and a full queue are busy', async () => {
    twilio.answerJson(429, { code: 20429, message: 'Too Many Requests', status: 429 }, { 'retry-after': '3' })
    expect(await gateway().sendMessage(text)).toEqual({ state: 'busy', retryAfterMs: 3_000 })
    twilio.answerJson(400, { code: 21611, message: 'SMS queue is full.', status: 400 })
    expect(await gateway().sendMessage(text)).toEqual({ state: 'busy', retryAfterMs: 1_000 })
  })

  test('a refusal without a code is refused', async () => {
    twilio.answerWith((_, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'),
    )
    const sent = await gateway().sendMessage(text)
    expect(sent).toEqual({ state: 'refused', status: 403, code: null, message: 'Twilio gave no reason.' })
    twilio.answerJson(400, { type: 'about:blank', title: 'Bad parameter', status: 400, code: 20001 })
    expect(await gateway().sendMessage(text)).toMatchObject({ code: 20001, message: 'Bad parameter' })
  })

  test.each([500, 502, 503, 408, 307])('status %i is unknown', async (status) => {
    twilio.answerWith((_, response) =>
      response.writeHead(status, { location: 'https://elsewhere.example' }).end('sorry'),
    )
    expect(await gateway().sendMessage(text)).toEqual({ state: 'unknown' })
    expect(twilio.asked).toHaveLength(1)
  })

  test.each(['', 'null', '{}', '[]', '{"sid":"', '<xml/>'])('an unreadable response %j is unknown', async (body) => {
    twilio.answerWith((_, response) => response.writeHead(201, { 'content-type': 'application/json' }).end(body))
    expect(await gateway().sendMessage(text)).toEqual({ state: 'unknown' })
  })

  test('a connection that breaks after the request was sent is unknown', async () => {
    twilio.answerWith((request) => request.socket.resetAndDestroy())
    expect(await gateway().sendMessage(text)).toEqual({ state: 'unknown' })
    twilio.answerWith((_, response) => {
      response.writeHead(201, { 'content-length': '1000' }).write('{"sid":')
      response.socket?.destroy()
    })
    expect(await gateway().sendMessage(text)).toEqual({ state: 'unknown' })
  })

  test('no response within 15 seconds is unknown', async () => {
    let fire: (() => void) | undefined
    const held: Clock = {
      now: () => new Date(),
      after(ms, callback) {
        expect(ms).toBe(15_000)
        fire = callback
        return () => {}
      },
    }
    twilio.answerWith(() => fire?.())
    expect(await gateway(held).sendMessage(text)).toEqual({ state: 'unknown' })
  })

  test('a failed connection is unreachable', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    for (const address of [`http://127.0.0.1:${port}`, 'http://nobody.invalid', `http://localhost:${port}`]) {
      const outside: Outside = { browserUrl, fetch: (_, init) => fetch(address, init) }
      const unreachable = createTwilio({ outside, clock: systemClock, log }).forAccount(account)
      expect(await unreachable.sendMessage(text)).toEqual({ state: 'unreachable' })
    }
  })

  test('a failed TLS handshake is unreachable', async () => {
    const plain = createServer()
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { port } = plain.address() as AddressInfo
    const outside: Outside = { browserUrl, fetch: (_, init) => fetch(`https://127.0.0.1:${port}`, init) }
    const unreachable = createTwilio({ outside, clock: systemClock, log }).forAccount(account)
    expect(await unreachable.sendMessage(text)).toEqual({ state: 'unreachable' })
    await new Promise((resolve) => plain.close(resolve))
  })

  test.each([null, ''])('a setting of a number that is %j is none', async (none) => {
    const number = { sid: `PN${'b'.repeat(32)}`, phone_number: text.from, friendly_name: none, capabilities: null }
    const settings = { sms_url: none, sms_method: none, sms_fallback_url: none, sms_application_sid: none }
    twilio.answerJson(200, { ...number, ...settings })
    expect(await gateway().fetchNumber(number.sid)).toEqual({
      sid: number.sid,
      phoneNumber: text.from,
      friendlyName: text.from,
      hasSms: false,
      hasMms: false,
      smsUrl: '',
      smsMethod: '',
      smsFallbackUrl: '',
      smsApplicationSid: '',
    })
  })

  test('environment variables do not redirect the SDK', async () => {
    process.env['TWILIO_EDGE'] = 'sydney'
    process.env['TWILIO_REGION'] = 'au1'
    twilio.answerJson(200, { sid: account.accountSid, friendly_name: 'Us', status: 'suspended', type: 'Trial' })
    try {
      const read = await gateway().fetchAccount()
      expect(read).toMatchObject({ sid: account.accountSid, friendlyName: 'Us', status: 'suspended', isTrial: true })
    } finally {
      delete process.env['TWILIO_EDGE']
      delete process.env['TWILIO_REGION']
    }
  })
})
