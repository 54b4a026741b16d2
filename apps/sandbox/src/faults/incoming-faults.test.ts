import { createHeldClock, outsideThrough, type FaultOrder, type Sandbox } from '@partyline/sandbox'
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

/** Marta texts the front desk with these faults set. */
async function textWith(faults: FaultOrder['faults'], ...answer: Parameters<typeof startListener>) {
  const sandbox = await startSandbox()
  const app = await startListener(...answer)
  await setWebhook(sandbox, { smsUrl: `${app.url}/in` })
  sandbox.faults.set({ phone: MARTA, faults })
  const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
  return { sandbox, app, messageSid }
}

describe('a text from a phone', () => {
  test('arrives twice, as one event of Twilio', async () => {
    const { sandbox, app, messageSid } = await textWith({ webhooksTwice: { times: 1 } })
    const [first, second] = await app.received(2)
    expect(second?.form).toEqual(first?.form)
    expect(first?.form['MessageSid']).toBe(messageSid)
    expect(second?.headers['i-twilio-idempotency-token']).toBe(first?.headers['i-twilio-idempotency-token'])

    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Once' })
    const calls = await app.received(3)
    expect(calls.map(({ form }) => form['Body'])).toEqual(['Hello', 'Hello', 'Once'])
    expect(await sdkFor(sandbox).messages.list()).toHaveLength(2)
  })

  test('twice is answered once', async () => {
    const answer = { contentType: 'text/xml', body: '<Response><Message>Got it</Message></Response>' }
    const { sandbox, app } = await textWith({ webhooksTwice: {} }, () => answer)
    await app.received(2)
    await expect.poll(async () => (await textsOn(sandbox, MARTA)).map(({ text }) => text)).toEqual(['Hello', 'Got it'])
  })

  test('is accompanied by a forged one, altered under the real signature', async () => {
    const { sandbox, app, messageSid } = await textWith({ forgedWebhooks: {} })
    const calls = await app.received(2)
    const real = calls.find(({ form }) => form['MessageSid'] === messageSid)
    const forged = calls.find(({ form }) => form['MessageSid'] !== messageSid)
    expect(real?.form['Body']).toBe('Hello')
    expect(forged?.form).toMatchObject({ From: MARTA, Body: 'This text is forged.' })
    const signature = String(forged?.headers['x-twilio-signature'])
    expect(signature).toBe(real?.headers['x-twilio-signature'])
    const isValid = (form: Record<string, string> = {}) =>
      twilio.validateRequest(sandbox.world.twilio.authToken, signature, `${app.url}/in`, form)
    expect([isValid(real?.form), isValid(forged?.form)]).toEqual([true, false])
    expect(await sdkFor(sandbox).messages.list()).toHaveLength(1)
  })

  test('is accompanied by an unsigned one', async () => {
    const { app, messageSid } = await textWith({ unsignedWebhooks: {} })
    const calls = await app.received(2)
    const signed = calls.filter(({ headers }) => headers['x-twilio-signature'] !== undefined)
    expect(signed.map(({ form }) => form['MessageSid'])).toEqual([messageSid])
  })
})

describe('a picture from a phone', () => {
  async function pictureFromMarta(sandbox: Sandbox) {
    const media = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
    const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: '', media })
    const [picture] = await sdkFor(sandbox).messages(messageSid).media.list()
    const { accountSid, authToken } = sandbox.world.twilio
    const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` }
    const url = `https://api.twilio.com${picture?.uri.replace('.json', '')}`
    return () => outsideThrough(sandbox.url).fetch(url, { headers })
  }

  test('is not found at first, and found later', async () => {
    const sandbox = await startSandbox()
    sandbox.faults.set({ phone: MARTA, faults: { mediaNotFound: { times: 2 } } })
    const ask = await pictureFromMarta(sandbox)
    const first = await ask()
    expect(first.status).toBe(404)
    expect(await first.json()).toMatchObject({ code: 20404 })
    expect((await ask()).status).toBe(404)
    expect(Buffer.from(await (await ask()).arrayBuffer())).toEqual(PIXEL)
  })

  test('is slow', async () => {
    const clock = createHeldClock(Date.parse('2026-11-21T09:41:00Z'))
    const sandbox = await startSandbox({ clock })
    sandbox.faults.set({ phone: MARTA, faults: { slowMedia: { milliseconds: 30_000, times: 1 } } })
    const ask = await pictureFromMarta(sandbox)
    let isHere = false
    const answer = ask().then((answer) => {
      isHere = true
      return answer
    })
    await expect.poll(() => sandbox.faults.inForce().struck).toEqual({ slowMedia: 1 })
    clock.advance(29_999)
    // A second picture overtakes it while the first one is delayed.
    expect((await ask()).status).toBe(200)
    expect(isHere).toBe(false)
    clock.advance(1)
    expect(Buffer.from(await (await answer).arrayBuffer())).toEqual(PIXEL)
  })
})

describe('an outage of our server', () => {
  test('while phones keep texting: each text is retried as configured, and then sent to the fallback', async () => {
    const sandbox = await startSandbox()
    const app = await startListener(({ target }) => (target === '/in' ? { status: 503 } : {}))
    await setWebhook(sandbox, { smsUrl: `${app.url}/in#rc=2&rp=all`, smsFallbackUrl: `${app.url}/fallback` })
    for (const text of ['One', 'Two']) {
      await textFrom(sandbox, MARTA, { to: FRONT_DESK, text })
      await expect.poll(() => app.requests.at(-1)).toMatchObject({ target: '/fallback', form: { Body: text } })
    }
    const tries = ['/in', '/in', '/in', '/fallback']
    expect(app.requests.map(({ target }) => target)).toEqual([...tries, ...tries])
  })

  test('the fallback is retried as configured too', async () => {
    const sandbox = await startSandbox()
    const app = await startListener(() => (app.requests.length < 4 ? { status: 500 } : {}))
    await setWebhook(sandbox, { smsUrl: `${app.url}/in`, smsFallbackUrl: `${app.url}/fallback#rc=5&rp=5xx` })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
    await app.received(4)
    expect(app.requests.map(({ target }) => target)).toEqual(['/in', '/fallback', '/fallback', '/fallback'])
  })

  test('as a fault: each try is one time, and the fallback gets the text afterwards', async () => {
    const sandbox = await startSandbox()
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: `${app.url}/in#rc=2&rp=all`, smsFallbackUrl: `${app.url}/fallback` })
    sandbox.faults.set({ phone: MARTA, faults: { unreachableServer: { times: 3 } } })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
    const [call] = await app.received(1)
    expect(call).toMatchObject({ target: '/fallback', form: { Body: 'Hello', ErrorCode: '11205' } })
    expect(sandbox.faults.inForce()).toMatchObject({ phones: {}, struck: { unreachableServer: 3 } })
  })

  test('without a listener: texts are in Twilio’s list, and the next text arrives normally', async () => {
    const sandbox = await startSandbox()
    const gone = await startListener()
    await setWebhook(sandbox, { smsUrl: `${gone.url}/in#rc=3&rp=all` })
    await gone.close()
    const meanwhile = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => textFrom(sandbox, MARTA, { to: FRONT_DESK, text })),
    )
    const app = await startListener()
    await setWebhook(sandbox, { smsUrl: `${app.url}/in` })
    const { messageSid } = await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Four' })

    const [call] = await app.received(1)
    expect(call?.form['MessageSid']).toBe(messageSid)
    const listed = (await sdkFor(sandbox).messages.list({ to: FRONT_DESK })).map(({ sid }) => sid)
    expect(listed.toSorted()).toEqual([...meanwhile.map((text) => text.messageSid), messageSid].toSorted())
  })
})
