import { createHeldClock, createSandbox, type Sandbox } from '@partyline/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import twilio from 'twilio'
import { FRONT_DESK, MARTA, sdkFor, SPARE_LINE, startSandbox, textFrom } from '../../tests/driver.ts'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, status, message, moreInfo }: twilio.RestException) => ({ code, status, message, moreInfo }),
  )

describe('the unmodified SDK', () => {
  test('fetches the account', async () => {
    const sandbox = await startSandbox()
    const account = await sdkFor(sandbox).api.v2010.accounts(sandbox.world.twilio.accountSid).fetch()
    expect(account).toMatchObject({ friendlyName: 'Lakeside Clinic', status: 'active', type: 'Full' })
  })

  test('lists numbers over several pages, and filters them', async () => {
    const client = sdkFor(await startSandbox())
    const numbers = await client.incomingPhoneNumbers.list({ pageSize: 3 })
    expect(numbers.map(({ friendlyName }) => friendlyName)).toEqual([
      'Front desk',
      'Billing',
      'After hours',
      'Spare line',
    ])
    expect(numbers.map(({ capabilities }) => capabilities.mms)).toEqual([true, true, true, false])
    expect(await client.incomingPhoneNumbers.list({ friendlyName: 'Billing' })).toHaveLength(1)
    expect(await client.incomingPhoneNumbers.list({ phoneNumber: '555010*' })).toHaveLength(4)
    expect(await client.incomingPhoneNumbers.list({ phoneNumber: '0103' })).toHaveLength(1)
  })

  test('sets and clears the webhook of a number', async () => {
    const client = sdkFor(await startSandbox())
    const [number] = await client.incomingPhoneNumbers.list({ limit: 1 })
    const context = client.incomingPhoneNumbers(number?.sid ?? '')
    await context.update({ smsUrl: 'http://localhost:3000/in#rc=3&rp=all', smsMethod: 'GET' })
    expect(await context.fetch()).toMatchObject({ smsUrl: 'http://localhost:3000/in#rc=3&rp=all', smsMethod: 'GET' })
    await context.update({ smsUrl: '' })
    expect(await context.fetch()).toMatchObject({ smsUrl: '', friendlyName: 'Front desk' })
    expect(await refusal(context.update({ smsUrl: 'ftp://here' }))).toMatchObject({ code: 21402, status: 400 })
  })

  test('sends a message, which is then delivered', async () => {
    const client = sdkFor(await startSandbox())
    const answer = await client.messages.createWithHttpInfo({ from: FRONT_DESK, to: MARTA, body: 'Good morning' })
    expect(answer.statusCode).toBe(201)
    const { body: message } = answer
    expect(message).toMatchObject({
      status: 'queued',
      direction: 'outbound-api',
      numSegments: '1',
      numMedia: '0',
      dateSent: null,
      price: null,
      errorCode: null,
    })
    expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/)
    expect(answer.headers).toMatchObject({ 'twilio-request-id': `RQ${message.sid.slice(2)}` })
    await expect.poll(async () => (await client.messages(message.sid).fetch()).status).toBe('delivered')
    const delivered = await client.messages(message.sid).fetch()
    expect(delivered.price).toBe('-0.00750')
    expect(delivered.dateSent).toBeInstanceOf(Date)
  })

  test('counts segments as Twilio does', async () => {
    const client = sdkFor(await startSandbox())
    const segments = async (body: string) =>
      (await client.messages.create({ from: FRONT_DESK, to: MARTA, body })).numSegments
    expect(await segments('a'.repeat(160))).toBe('1')
    expect(await segments('a'.repeat(161))).toBe('2')
    expect(await segments('’'.repeat(71))).toBe('2')
  })

  test('pages through messages, newest first, and new rows do not shift pages', async () => {
    const client = sdkFor(await startSandbox())
    const send = (body: string) => client.messages.create({ from: FRONT_DESK, to: MARTA, body })
    for (const body of ['one', 'two', 'three', 'four', 'five']) await send(body)

    const first = await client.messages.page({ pageSize: 2 })
    await send('six')
    const second = await first.nextPage()
    const third = await second?.nextPage()
    const bodies = [first, second, third].map((page) => page?.instances.map(({ body }) => body))
    expect(bodies).toEqual([['five', 'four'], ['three', 'two'], ['one']])
    expect(third?.nextPageUrl).toBeUndefined()
    const back = await third?.previousPage()
    expect(back?.instances.map(({ body }) => body)).toEqual(['three', 'two'])
    expect(await client.messages.list({ pageSize: 1 })).toHaveLength(6)
  })

  test('finds messages by number, and by day or time of sending', async () => {
    const now = Date.parse('2026-11-21T09:41:00Z')
    const sandbox = await startSandbox({ clock: createHeldClock(now) })
    const client = sdkFor(sandbox)
    await client.messages.create({ from: FRONT_DESK, to: MARTA, body: 'out' })
    await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'in' })
    const bodies = async (filter: Parameters<typeof client.messages.list>[0]) =>
      (await client.messages.list(filter)).map(({ body }) => body)
    const hour = 60 * 60 * 1000
    const before = new Date(now - hour)
    const after = new Date(now + hour)

    expect(await bodies({ to: FRONT_DESK })).toEqual(['in'])
    expect(await bodies({ from: FRONT_DESK, to: MARTA })).toEqual(['out'])
    expect(await bodies({ dateSentAfter: before })).toEqual(['in', 'out'])
    expect(await bodies({ dateSentAfter: after })).toEqual([])
    expect(await bodies({ dateSentBefore: before })).toEqual([])
    expect(await bodies({ dateSentBefore: after, from: MARTA })).toEqual(['in'])

    const { accountSid, authToken } = sandbox.world.twilio
    const raw = async (query: string) => {
      const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/${accountSid}/Messages.json?${query}`, {
        headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
      })
      return ((await answer.json()) as { messages: unknown[] }).messages.length
    }
    const today = '2026-11-21'
    expect(await raw(`DateSent=${today}`)).toBe(2)
    expect(await raw('DateSent=2020-01-01')).toBe(0)
    expect(await raw(`DateSent%3E=${today}`)).toBe(2)
    expect(await raw(`DateSent>=${today}`)).toBe(2)
    expect(await raw(`DateSent%3C=2020-01-01`)).toBe(0)
  })

  test('a page has at most 1000 rows', async () => {
    const client = sdkFor(await startSandbox())
    expect(await refusal(client.messages.page({ pageSize: 1001 }))).toMatchObject({ code: 20007, status: 400 })
  })

  test('redacts and deletes a message once it is complete', async () => {
    const client = sdkFor(await startSandbox({ pace: { queued: 1, sending: 1, sent: 60_000 } }))
    const underWay = await client.messages.create({ from: FRONT_DESK, to: MARTA, body: 'not yet' })
    expect(await refusal(client.messages(underWay.sid).remove())).toMatchObject({ code: 20009, status: 409 })

    const done = sdkFor(await startSandbox())
    const message = await done.messages.create({ from: FRONT_DESK, to: MARTA, body: 'secret' })
    const context = done.messages(message.sid)
    await expect.poll(async () => (await context.fetch()).status).toBe('delivered')
    expect(await refusal(context.update({ body: 'other' }))).toMatchObject({ code: 30400 })
    expect((await context.update({ body: '' })).body).toBe('')
    expect(await context.remove()).toBe(true)
    const account = message.accountSid
    expect(await refusal(context.fetch())).toEqual({
      code: 20404,
      status: 404,
      message: `The requested resource /2010-04-01/Accounts/${account}/Messages/${message.sid}.json was not found`,
      moreInfo: 'https://www.twilio.com/docs/errors/20404',
    })
  })
})

describe('errors of Twilio', () => {
  const good = { from: FRONT_DESK, to: MARTA, body: 'Hello' }
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await createSandbox({ port: 0, appUrl: 'http://localhost:3000' })
  })
  afterAll(() => sandbox.close())

  test.each([
    ['no To', { ...good, to: '' }, 21604, 400],
    ['no From', { ...good, from: '' }, 21603, 400],
    ['no text', { ...good, body: '' }, 21602, 400],
    ['a To that is no number', { ...good, to: '+15550001234' }, 21211, 400],
    ['a From that is no number', { ...good, from: '12' }, 21212, 400],
    ['a From of somebody else', { ...good, from: '+12025550199' }, 21659, 400],
    ['a text that is too long', { ...good, body: 'a'.repeat(1601) }, 21617, 400],
    ['a media address that is not on the web', { ...good, mediaUrl: ['file:///etc/passwd'] }, 21620, 400],
    ['eleven media', { ...good, mediaUrl: Array<string>(11).fill('http://h/a') }, 21623, 400],
    ['media from a number without MMS', { ...good, from: SPARE_LINE, mediaUrl: ['http://h/a'] }, 21621, 400],
    ['a callback without a valid host', { ...good, statusCallback: 'http://a_b/' }, 21609, 400],
    ['a validity of no time', { ...good, validityPeriod: 0 }, 21624, 400],
    ['another channel', { ...good, to: `whatsapp:${MARTA}` }, 21910, 400],
    ['a messaging service that does not exist', { ...good, messagingServiceSid: `MG${'0'.repeat(32)}` }, 21701, 404],
    ['a schedule without a messaging service', { ...good, sendAt: new Date(0), scheduleType: 'fixed' }, 35118, 400],
    ['the magic From that is invalid', { ...good, from: '+15005550001' }, 21212, 400],
    ['the magic From that is not ours', { ...good, from: '+15005550007' }, 21606, 400],
    ['the magic From whose queue is full', { ...good, from: '+15005550008' }, 21611, 429],
    ['the magic To that is invalid', { ...good, to: '+15005550001' }, 21211, 400],
    ['the magic To that cannot be reached', { ...good, to: '+15005550002' }, 21612, 400],
    ['the magic To in a closed region', { ...good, to: '+15005550003' }, 21408, 400],
    ['the magic To that has opted out', { ...good, to: '+15005550004' }, 21610, 400],
    ['the magic To that is no mobile', { ...good, to: '+15005550009' }, 21614, 400],
  ] as const)('%s', async (_case, message, code, status) => {
    const client = sdkFor(sandbox)
    const refused = await refusal(client.messages.create(message as Parameters<typeof client.messages.create>[0]))
    expect(refused).toMatchObject({ code, status, moreInfo: `https://www.twilio.com/docs/errors/${code}` })
    expect(await client.messages.list()).toEqual([])
  })

  test('an error hides the last four digits of a number', async () => {
    const client = sdkFor(sandbox)
    const refused = await refusal(client.messages.create({ ...good, to: '+15550001234' }))
    expect(refused?.message).toBe("Invalid 'To' Phone Number: +1555000XXXX")
  })

  test('a wrong token, an unknown user and no credentials', async () => {
    const { accountSid } = sandbox.world.twilio
    const wrong = twilio(accountSid, 'wrong')
    wrong.api.baseUrl = sandbox.url
    expect(await refusal(wrong.messages.list())).toMatchObject({ code: 20003, status: 401 })
    const bare = await fetch(`${sandbox.url}/2010-04-01/Accounts/${accountSid}.json`)
    expect(bare.status).toBe(401)
    expect(await bare.json()).toMatchObject({ code: 20003, message: 'Authentication Error - No credentials provided' })
  })

  test('a body that is not a form', async () => {
    const { accountSid, authToken } = sandbox.world.twilio
    const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ To: 5 }),
    })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ status: 415, message: expect.any(String) })
  })

  test('another account is not found', async () => {
    const stranger = sdkFor(sandbox).api.v2010.accounts(`AC${'0'.repeat(32)}`)
    expect(await refusal(stranger.fetch())).toMatchObject({ code: 20404, status: 404 })
  })
})
