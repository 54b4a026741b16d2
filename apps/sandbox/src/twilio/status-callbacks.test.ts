import twilio from 'twilio'
import { expect, test } from 'vitest'
import { FRONT_DESK, MARTA, PIXEL, sdkFor, startListener, startSandbox, textsOn } from '../tests/driver.ts'

test('statuses are reported in order, except for the first', async () => {
  const sandbox = await startSandbox()
  const listener = await startListener()
  const client = sdkFor(sandbox)
  const statusCallback = `${listener.url}/status?delivery=7`
  const { sid } = await client.messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello', statusCallback })

  const [sent, delivered] = await listener.received(2)
  await expect.poll(async () => (await client.messages(sid).fetch()).status).toBe('delivered')
  expect(listener.requests.map(({ form }) => form['MessageStatus'])).toEqual(['sent', 'delivered'])

  expect(sent?.target).toBe('/status?delivery=7')
  expect(sent?.form).toEqual({
    SmsSid: sid,
    SmsStatus: 'sent',
    MessageStatus: 'sent',
    To: MARTA,
    MessageSid: sid,
    AccountSid: sandbox.world.twilio.accountSid,
    From: FRONT_DESK,
    ApiVersion: '2010-04-01',
  })
  expect(delivered?.form['RawDlrDoneDate']).toMatch(/^\d{10}$/)
})

test("callbacks are signed with the account's token over the whole address", async () => {
  const sandbox = await startSandbox()
  const listener = await startListener()
  const statusCallback = `${listener.url}/status?it's=%20#rc=0`
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello', statusCallback })

  const [call] = await listener.received(1)
  const signature = String(call?.headers['x-twilio-signature'])
  const url = `${listener.url}${call?.target}`
  expect(call?.target).toBe('/status?it%27s=%20')
  expect(twilio.validateRequest(sandbox.world.twilio.authToken, signature, url, call?.form ?? {})).toBe(true)
})

test('media of a message are requested by HEAD, fetched, and shown on the phone', async () => {
  const sandbox = await startSandbox()
  const app = await startListener(() => ({ contentType: 'image/png', body: PIXEL }))
  const client = sdkFor(sandbox)
  const mediaUrl = [`${app.url}/a.png`]
  const message = await client.messages.create({ from: FRONT_DESK, to: MARTA, mediaUrl })
  expect(message).toMatchObject({ numMedia: '1' })
  expect(message.sid).toMatch(/^MM/)

  await expect.poll(() => textsOn(sandbox, MARTA)).toHaveLength(1)
  expect(app.requests.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
  const [text] = await textsOn(sandbox, MARTA)
  const picture = await fetch(text?.media[0] ?? '')
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PIXEL)
})

test('a message with an unsupported file type fails, with the reason', async () => {
  const sandbox = await startSandbox()
  const app = await startListener(({ target }) =>
    target === '/status' ? { status: 204 } : { contentType: 'text/html', body: '<p>' },
  )
  const addresses = { mediaUrl: [`${app.url}/page.html`], statusCallback: `${app.url}/status` }
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Look', ...addresses })

  const [, , callback] = await app.received(3)
  expect(callback?.form).toMatchObject({ MessageStatus: 'failed', ErrorCode: '12300' })
  expect(await textsOn(sandbox, MARTA)).toEqual([])
})

test('a message whose media cannot be fetched fails, with the reason', async () => {
  const sandbox = await startSandbox()
  const app = await startListener(({ target }) => (target === '/status' ? { status: 204 } : { status: 404 }))
  const client = sdkFor(sandbox)
  const addresses = { mediaUrl: [`${app.url}/gone.png`], statusCallback: `${app.url}/status` }
  const { sid } = await client.messages.create({ from: FRONT_DESK, to: MARTA, body: 'Look', ...addresses })

  const [, callback] = await app.received(2)
  expect(callback?.form).toMatchObject({ MessageStatus: 'failed', ErrorCode: '11200' })
  expect(await client.messages(sid).fetch()).toMatchObject({ status: 'failed', errorCode: 11200 })
  expect(await textsOn(sandbox, MARTA)).toEqual([])
})
