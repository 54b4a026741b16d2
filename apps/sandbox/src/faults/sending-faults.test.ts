import { createHeldClock, type FaultOrder, type Sandbox } from '@partyline/sandbox'
import { describe, expect, test } from 'vitest'
import type twilio from 'twilio'
import { FRONT_DESK, MARTA, sdkFor, startListener, startSandbox, textsOn } from '../tests/driver.ts'

const STATUS_URL = 'http://127.0.0.1:9/status?delivery=7'

const send = (sandbox: Sandbox, body = 'Hello') =>
  sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body, statusCallback: STATUS_URL })

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: twilio.RestException) => error,
  )

async function sandboxWith(faults: FaultOrder['faults']) {
  const sandbox = await startSandbox()
  sandbox.faults.set({ phone: MARTA, faults })
  return sandbox
}

const textsOfMarta = async (sandbox: Sandbox) => (await textsOn(sandbox, MARTA)).map(({ text }) => text)

/** The log entry of the only POST. */
function onlyPost({ log }: Sandbox) {
  expect(log).toHaveLength(1)
  return log[0]
}

describe('a message that Twilio accepts', () => {
  test('without answering is still sent', async () => {
    const sandbox = await sandboxWith({ acceptAndHang: { times: 1 } })
    let outcome = 'waiting'
    const answered = send(sandbox).then(
      () => (outcome = 'answered'),
      () => (outcome = 'broken'),
    )
    await expect.poll(() => textsOfMarta(sandbox)).toEqual(['Hello'])
    expect(outcome).toBe('waiting')
    expect(onlyPost(sandbox)?.outcome).toEqual({
      kind: 'accepted',
      messageSid: expect.stringMatching(/^SM/),
      answer: 'none',
    })
    await sandbox.close()
    expect(await answered).toBe('broken')
  })

  test('before the connection breaks is still sent', async () => {
    const sandbox = await sandboxWith({ acceptAndReset: { times: 1 } })
    expect(await refusal(send(sandbox))).toMatchObject({ code: 'ECONNRESET' })
    await expect.poll(() => textsOfMarta(sandbox)).toEqual(['Hello'])
    expect(onlyPost(sandbox)?.outcome).toMatchObject({ kind: 'accepted', answer: 'reset' })
    await expect(send(sandbox, 'Next')).resolves.toMatchObject({ status: 'queued' })
  })

  test('with a 503 is still sent', async () => {
    const sandbox = await sandboxWith({ errorAfterAccepting: { times: 1 } })
    expect(await refusal(send(sandbox))).toMatchObject({ status: 503, code: 20503 })
    await expect.poll(() => textsOfMarta(sandbox)).toEqual(['Hello'])
    expect(onlyPost(sandbox)?.outcome).toMatchObject({ kind: 'accepted', answer: 503 })
    const [listed] = await sdkFor(sandbox).messages.list({ to: MARTA })
    expect(onlyPost(sandbox)?.outcome).toMatchObject({ messageSid: listed?.sid })
  })
})

describe('a message that Twilio does not accept', () => {
  test.each([
    [500, 20500],
    [503, 20503],
  ] as const)('because of %i is not stored', async (status, code) => {
    const sandbox = await sandboxWith({ errorBeforeAccepting: { status } })
    expect(await refusal(send(sandbox))).toMatchObject({ status, code })
    expect(await sdkFor(sandbox).messages.list()).toEqual([])
    expect(onlyPost(sandbox)?.outcome).toEqual({ kind: 'refused', answer: status, code })
  })

  test.each([502, 504] as const)('because of a gateway’s %i has no Twilio code', async (status) => {
    const sandbox = await sandboxWith({ errorBeforeAccepting: { status } })
    const error = await refusal(send(sandbox))
    expect(error).toMatchObject({ status })
    expect(error?.code).toBeUndefined()
    expect(onlyPost(sandbox)?.outcome).toEqual({ kind: 'refused', answer: status, code: null })
  })

  test('because of too many requests has a Retry-After', async () => {
    const sandbox = await sandboxWith({ tooManyRequests: { times: 1, retryAfter: 3 } })
    const { accountSid, authToken } = sandbox.world.twilio
    const post = () =>
      fetch(`${sandbox.url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
        body: new URLSearchParams({ From: FRONT_DESK, To: MARTA, Body: 'Hello' }),
      })
    const refused = await post()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(await refused.json()).toMatchObject({ code: 20429, status: 429 })
    expect((await post()).status).toBe(201)

    sandbox.faults.set({ phone: MARTA, faults: { tooManyRequests: { times: 1 } } })
    expect(await refusal(send(sandbox))).toMatchObject({ status: 429, code: 20429 })
  })
})

test('the log has the numbers, callback, time, and outcome of each POST', async () => {
  const clock = createHeldClock(Date.parse('2026-11-21T09:41:00Z'))
  const sandbox = await startSandbox({ clock })
  const { sid } = await send(sandbox)
  clock.advance(1000)
  await refusal(sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: '+15005550009', body: 'Hello' }))

  const entries = [
    {
      at: Date.parse('2026-11-21T09:41:00Z'),
      from: FRONT_DESK,
      to: MARTA,
      statusCallback: STATUS_URL,
      outcome: { kind: 'accepted', messageSid: sid, answer: 201 },
    },
    {
      at: Date.parse('2026-11-21T09:41:01Z'),
      from: FRONT_DESK,
      to: '+15005550009',
      statusCallback: null,
      outcome: { kind: 'refused', answer: 400, code: 21614 },
    },
  ]
  expect(sandbox.log).toEqual(entries)
  expect(await (await fetch(`${sandbox.url}/sandbox/log`)).json()).toEqual(entries)
})

test('a carrier error ends the message as undelivered with its code, and the phone receives nothing', async () => {
  const sandbox = await startSandbox()
  const app = await startListener()
  sandbox.faults.set({ phone: MARTA, faults: { carrierError: { code: 30005 } } })
  const statusCallback = `${app.url}/status`
  const client = sdkFor(sandbox)
  const { sid } = await client.messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello', statusCallback })

  const [sent, undelivered] = await app.received(2)
  expect(sent?.form).toMatchObject({ MessageStatus: 'sent' })
  expect(undelivered?.form).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30005' })
  expect(await client.messages(sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30005 })
  expect(await textsOn(sandbox, MARTA)).toEqual([])
})

test('throughput: a number sends this many segments a second, without affecting other numbers', async () => {
  const clock = createHeldClock(Date.parse('2026-11-21T09:41:00Z'))
  const sandbox = await startSandbox({ clock, pace: { queued: 10, sending: 0, sent: 0 } })
  sandbox.faults.set({ faults: { throughput: { segmentsPerSecond: 2 } } })
  const client = sdkFor(sandbox)
  const sendFrom = (from: string, body: string) => client.messages.create({ from, to: MARTA, body })
  await sendFrom(FRONT_DESK, 'a'.repeat(160 * 2))
  await sendFrom(FRONT_DESK, 'Second')
  await sendFrom(FRONT_DESK, 'Third')
  await sendFrom('+12025550101', 'Other')

  /** Advances the clock until no message is between two states. */
  const arrivedAfter = async (milliseconds: number, count: number) => {
    clock.advance(milliseconds)
    await expect.poll(() => (clock.advance(0), textsOfMarta(sandbox))).toHaveLength(count)
    const queued = (await client.messages.list()).filter(({ status }) => status === 'queued')
    expect(queued).toHaveLength(4 - count)
  }
  await arrivedAfter(10, 2)
  expect((await textsOfMarta(sandbox)).toSorted()).toEqual(['Other', 'a'.repeat(320)])
  // Three segments of the first one take 1.5 seconds, the one of the second half a second.
  await arrivedAfter(1499, 2)
  await arrivedAfter(1, 3)
  await arrivedAfter(500, 4)
  expect(await textsOfMarta(sandbox)).toEqual(expect.arrayContaining(['Second', 'Third']))
})
