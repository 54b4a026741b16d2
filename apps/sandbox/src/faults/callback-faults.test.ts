import { createHeldClock, type FaultOrder, type SandboxOptions } from '@partyline/sandbox'
import twilio from 'twilio'
import { expect, test } from 'vitest'
import { FRONT_DESK, MARTA, sdkFor, startListener, startSandbox, textsOn } from '../tests/driver.ts'

const LUIS = '+12025550143'

/** Sends one message to Marta with these faults set. */
async function sendWith(faults: FaultOrder['faults'], options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox(options)
  const app = await startListener()
  sandbox.faults.set({ phone: MARTA, faults })
  const client = sdkFor(sandbox)
  const send = () =>
    client.messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello', statusCallback: `${app.url}/status` })
  const { sid } = await send()
  const status = async () => (await client.messages(sid).fetch()).status
  const told = () => app.requests.map(({ form }) => form['MessageStatus'])
  return { sandbox, app, send, status, told }
}

test('duplicate callbacks: each status is reported twice, with the same token and signature', async () => {
  const { app, told } = await sendWith({ duplicateCallbacks: {} })
  const [first, second] = await app.received(4)
  expect(told()).toEqual(['sent', 'sent', 'delivered', 'delivered'])
  expect(second?.form).toEqual(first?.form)
  for (const name of ['i-twilio-idempotency-token', 'x-twilio-signature']) {
    expect(second?.headers[name]).toBe(first?.headers[name])
  }
})

test('reordered callbacks: sent is reported after delivered', async () => {
  const { app, told, send } = await sendWith({ reorderedCallbacks: { times: 1 } })
  await app.received(2)
  expect(told()).toEqual(['delivered', 'sent'])
  await send()
  await app.received(4)
  expect(told().slice(2)).toEqual(['sent', 'delivered'])
})

test('delayed callbacks: each arrives late, while the message proceeds', async () => {
  const clock = createHeldClock(Date.parse('2026-11-21T09:41:00Z'))
  const pace = { queued: 0, sending: 0, sent: 0 }
  const { sandbox, app, status } = await sendWith({ delayedCallbacks: { milliseconds: 60_000 } }, { clock, pace })
  await expect.poll(() => (clock.advance(0), status())).toBe('delivered')
  clock.advance(59_999)

  // A later callback about another phone arrives earlier.
  const statusCallback = `${app.url}/status`
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: LUIS, body: 'Hello', statusCallback })
  await expect.poll(() => (clock.advance(0), app.requests.length)).toBe(2)
  clock.advance(1)
  await app.received(4)
  expect(app.requests.map(({ form }) => `${form['To']} ${form['MessageStatus']}`)).toEqual([
    `${LUIS} sent`,
    `${LUIS} delivered`,
    `${MARTA} sent`,
    `${MARTA} delivered`,
  ])
})

test('missing callbacks: a status is not reported, and the next one is', async () => {
  const { app, told, status } = await sendWith({ missingCallbacks: { times: 1 } })
  await app.received(1)
  expect(told()).toEqual(['delivered'])
  expect(await status()).toBe('delivered')
})

test('a forged callback arrives in addition to the real one, with a wrong signature', async () => {
  const { app, sandbox, status } = await sendWith({ forgedWebhooks: { times: 1 } })
  const calls = await app.received(3)
  const isSigned = ({ form, headers }: (typeof calls)[number]) =>
    twilio.validateRequest(
      sandbox.world.twilio.authToken,
      String(headers['x-twilio-signature']),
      `${app.url}/status`,
      form,
    )
  expect(calls.filter(isSigned).map(({ form }) => form['MessageStatus'])).toEqual(['sent', 'delivered'])
  const forged = calls.filter((call) => !isSigned(call))
  expect(forged.map(({ form }) => form)).toMatchObject([{ MessageStatus: 'failed', ErrorCode: '30007' }])
  expect(await status()).toBe('delivered')
  expect(await textsOn(sandbox, MARTA)).toHaveLength(1)
})

test('callback faults of one phone leave the others alone', async () => {
  const { app, sandbox, told } = await sendWith({ missingCallbacks: {} })
  const to = LUIS
  const statusCallback = `${app.url}/status`
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to, body: 'Hello', statusCallback })
  await app.received(2)
  expect(told()).toEqual(['sent', 'delivered'])
  expect(app.requests.every(({ form }) => form['To'] === to)).toBe(true)
})
