import { createHeldClock } from '@partyline/sandbox'
import twilio from 'twilio'
import { describe, expect, test } from 'vitest'
import {
  FRONT_DESK,
  MARTA,
  PIXEL,
  sdkFor,
  setWebhook,
  startListener,
  startSandbox,
  textFrom,
  textsOn,
} from '../tests/driver.ts'

const EMPTY = { contentType: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' }

describe('a text to one of our numbers', () => {
  test('calls its webhook with Twilio’s parameters, signed', async () => {
    const sandbox = await startSandbox()
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: `${app.url}/in?a=1#rc=0` })
    const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Grüße & Küsse 🙂' })

    const [call] = await app.received(1)
    expect(call).toMatchObject({ method: 'POST', target: '/in?a=1' })
    expect(call?.form).toEqual({
      ToCountry: 'US',
      ToState: 'DC',
      SmsMessageSid: messageSid,
      NumMedia: '0',
      ToCity: 'WASHINGTON',
      FromZip: '20001',
      SmsSid: messageSid,
      FromState: 'DC',
      SmsStatus: 'received',
      FromCity: 'WASHINGTON',
      Body: 'Grüße & Küsse 🙂',
      FromCountry: 'US',
      To: FRONT_DESK,
      ToZip: '20001',
      NumSegments: '1',
      MessageSid: messageSid,
      AccountSid: sandbox.world.twilio.accountSid,
      From: MARTA,
      ApiVersion: '2010-04-01',
    })
    expect(call?.headers).toMatchObject({ 'user-agent': 'TwilioProxy/1.1', 'x-home-region': 'us1' })
    expect(call?.headers['i-twilio-idempotency-token']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const signature = String(call?.headers['x-twilio-signature'])
    const { authToken } = sandbox.world.twilio
    expect(twilio.validateRequest(authToken, signature, `${app.url}/in?a=1`, call?.form ?? {})).toBe(true)

    const [kept] = await sdkFor(sandbox).messages.list()
    expect(kept).toMatchObject({ sid: messageSid, direction: 'inbound', status: 'received', from: MARTA })
  })

  test('has empty parameters for what Twilio does not know about a number', async () => {
    const sandbox = await startSandbox()
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: app.url })
    await textFrom(sandbox, '72345', { to: FRONT_DESK, text: 'From a short code' })
    const [call] = await app.received(1)
    expect(call?.form).toMatchObject({ From: '72345', FromCountry: '', FromState: '', FromCity: '', FromZip: '' })
  })

  test('with pictures has their addresses at Twilio', async () => {
    const sandbox = await startSandbox()
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: app.url })
    const media = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
    const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: '', media })

    expect(messageSid).toMatch(/^MM/)
    const [call] = await app.received(1)
    expect(call?.form).toMatchObject({ NumMedia: '1', MediaContentType0: 'image/png' })
    const path = `/2010-04-01/Accounts/${sandbox.world.twilio.accountSid}/Messages/${messageSid}/Media/ME`
    expect(call?.form['MediaUrl0']).toMatch(new RegExp(`^https://api\\.twilio\\.com${path}[0-9a-f]{32}$`))
  })

  test('by GET has all parameters in the query, and only the address is signed', async () => {
    const sandbox = await startSandbox()
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: `${app.url}/in?a=1`, smsMethod: 'GET' })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })

    const [call] = await app.received(1)
    const url = new URL(call?.target ?? '', app.url)
    expect(call?.method).toBe('GET')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ a: '1', Body: 'Hello', From: MARTA })
    const signature = String(call?.headers['x-twilio-signature'])
    expect(twilio.validateRequest(sandbox.world.twilio.authToken, signature, url.href, {})).toBe(true)
  })

  test('from another number of the account arrives like any other', async () => {
    const sandbox = await startSandbox()
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: app.url })
    await sdkFor(sandbox).messages.create({ from: '+12025550101', to: FRONT_DESK, body: 'To ourselves' })
    const [call] = await app.received(1)
    expect(call?.form).toMatchObject({ From: '+12025550101', To: FRONT_DESK, Body: 'To ourselves' })
  })
})

describe('a webhook that fails', () => {
  test('is not retried by default: the fallback is called once, with the error', async () => {
    const sandbox = await startSandbox()
    const app = await startListener(({ target }) => (target === '/in' ? { status: 500 } : EMPTY))
    await setWebhook(sandbox, { smsUrl: `${app.url}/in`, smsFallbackUrl: `${app.url}/fallback` })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })

    const [, fallback] = await app.received(2)
    expect(app.requests.map(({ target }) => target)).toEqual(['/in', '/fallback'])
    expect(fallback?.form).toMatchObject({ ErrorCode: '11217', ErrorUrl: `${app.url}/in`, Body: 'Hello' })
  })

  test('is retried according to its connection overrides, each time with the same token', async () => {
    const sandbox = await startSandbox()
    const app = await startListener(() => (app.requests.length < 3 ? { status: 503 } : EMPTY))
    await setWebhook(sandbox, { smsUrl: `${app.url}/in#rc=3&rp=5xx`, smsFallbackUrl: `${app.url}/fallback` })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
    await app.received(3)
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Again' })

    const calls = await app.received(4)
    expect(calls.map(({ target, form }) => `${target} ${form['Body']}`)).toEqual([
      '/in Hello',
      '/in Hello',
      '/in Hello',
      '/in Again',
    ])
    const tokens = calls.map(({ headers }) => headers['i-twilio-idempotency-token'])
    expect(new Set(tokens.slice(0, 3)).size).toBe(1)
    expect(new Set(tokens).size).toBe(2)
  })

  test('by not answering times out after 15 seconds', async () => {
    const clock = createHeldClock(Date.parse('2026-11-21T09:41:00Z'))
    const sandbox = await startSandbox({ clock })
    const app = await startListener(({ target }) => (target === '/in' ? 'never' : EMPTY))
    await setWebhook(sandbox, { smsUrl: `${app.url}/in`, smsFallbackUrl: `${app.url}/fallback` })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })

    await app.received(1)
    clock.advance(15_000)
    const [, fallback] = await app.received(2)
    expect(fallback?.form['ErrorCode']).toBe('11200')
  })

  test('by refusing the connection is reported as a failed connection', async () => {
    const sandbox = await startSandbox()
    const closed = await startListener()
    const app = await startListener()
    await closed.close()
    await setWebhook(sandbox, { smsUrl: `${closed.url}/in`, smsFallbackUrl: `${app.url}/fallback` })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
    const [fallback] = await app.received(1)
    expect(fallback?.form['ErrorCode']).toBe('11205')
  })
})

describe('the response of a webhook', () => {
  test('as TwiML is texted to the phone', async () => {
    const sandbox = await startSandbox()
    const body = '<Response><Message>First</Message><Message><Body>Second</Body></Message></Response>'
    const app = await startListener(() => ({ contentType: 'text/xml', body }))
    await setWebhook(sandbox, { smsUrl: app.url })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })

    await expect.poll(async () => (await textsOn(sandbox, MARTA)).length).toBe(3)
    expect((await textsOn(sandbox, MARTA)).map(({ text }) => text)).toEqual(['Hello', 'First', 'Second'])
    const [reply] = await sdkFor(sandbox).messages.list({ limit: 1 })
    expect(reply).toMatchObject({ direction: 'outbound-reply', from: FRONT_DESK, to: MARTA })
  })

  test('as plain text is texted to the phone unchanged', async () => {
    const sandbox = await startSandbox()
    const app = await startListener(() => ({ contentType: 'text/plain', body: 'OK' }))
    await setWebhook(sandbox, { smsUrl: app.url })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
    await expect
      .poll(async () => (await textsOn(sandbox, MARTA)).at(-1))
      .toMatchObject({ text: 'OK', direction: 'received' })
  })
})

describe('opting out', () => {
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      () => null,
      ({ code }: twilio.RestException) => code,
    )

  test('STOP is answered by Twilio, passed on, and blocks texts from the number to the phone', async () => {
    const sandbox = await startSandbox()
    const app = await startListener(() => EMPTY)
    await setWebhook(sandbox, { smsUrl: app.url })
    const client = sdkFor(sandbox)
    const send = (from: string, to: string) => client.messages.create({ from, to, body: 'Hello' })

    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: ' Stop ' })
    const [call] = await app.received(1)
    expect(call?.form['Body']).toBe(' Stop ')
    await expect
      .poll(async () => (await textsOn(sandbox, MARTA)).at(-1)?.text)
      .toMatch(/^You have successfully been unsubscribed\./)
    expect(await refusalOf(send(FRONT_DESK, MARTA))).toBe(21610)
    expect(await refusalOf(send('+12025550101', MARTA))).toBeNull()
    expect(await refusalOf(send(FRONT_DESK, '+12025550143'))).toBeNull()

    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'START' })
    await expect
      .poll(async () => (await textsOn(sandbox, MARTA)).at(-1)?.text)
      .toMatch(/^You have successfully been re-subscribed/)
    expect(await refusalOf(send(FRONT_DESK, MARTA))).toBeNull()
  })

  test.each(['STOPALL', 'unsubscribe', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'])(
    '%s also opts out',
    async (word) => {
      const sandbox = await startSandbox()
      await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: word })
      const sent = sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
      expect(await refusalOf(sent)).toBe(21610)
    },
  )

  test('a keyword within a sentence has no effect, and YES without a prior STOP is an ordinary text', async () => {
    const sandbox = await startSandbox()
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Stop please' })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'YES' })
    const sent = sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
    expect(await refusalOf(sent)).toBeNull()
    await expect
      .poll(async () => (await textsOn(sandbox, MARTA)).map(({ text }) => text))
      .toEqual(['Stop please', 'YES', 'Hello'])
  })

  test('HELP is answered', async () => {
    const sandbox = await startSandbox()
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'help' })
    await expect
      .poll(async () => (await textsOn(sandbox, MARTA)).at(-1)?.text)
      .toBe('Reply STOP to unsubscribe. Msg&Data Rates May Apply.')
  })
})
