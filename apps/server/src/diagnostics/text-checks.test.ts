import type { Chat } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { phoneOf } from '../../tests/phone.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import type { Outside } from '../index.ts'
import { openConsultation } from './tests/consultation.ts'
import type { Consultation } from './tests/consultation.ts'

const MINUTE = 60_000
const MARTA = '+12025550142'

const clock = createMovingClock()
/** Replaces the sandbox’s response to the app’s token request. */
let entra: (() => Response) | null = null
let room: Consultation
let texting: Texting
let toCora: Chat
let toOtto: Chat
beforeAll(async () => {
  const through = (outside: Outside): Outside => ({
    ...outside,
    fetch(...asked) {
      const { url } = new Request(...asked)
      return entra && url.endsWith('/oauth2/v2.0/token') ? Promise.resolve().then(entra) : outside.fetch(...asked)
    },
  })
  const pace = { queued: 1, sending: 1, sent: 1 }
  room = await openConsultation(await startHarness({ clock, outside: through, sandbox: { pace } }))
  texting = createTexting(room.harness, room.clinic)
  toCora = (await texting.newChat(['Cora'])).chat
  toOtto = (await texting.newChat(['Otto'])).chat
})
afterAll(() => room.harness.close())
afterEach(() => room.harness.sandbox.faults.clear())

/** Advances the clock, and signs Dana in again because her access token has expired. */
async function pass(ms: number) {
  clock.pass(ms)
  const { clinic, harness } = room
  clinic.dana = { ...(await harness.signIn('dana@lakeside.example')), id: clinic.dana.id }
}

test('inbound reports texts that had to be fetched, and warns after the next one arrives normally', async () => {
  const { clinic, harness } = room
  const phone = phoneOf(harness.sandbox, MARTA)
  const say = async (text: string) => {
    await phone.send(clinic.numbers[0].number, text)
    return text
  }
  const hasCome = (text: string) =>
    until(async () => (await clinic.dana.get('chats.search', { body: { term: text } })).length > 0)

  expect(await room.ask('inbound')).toMatchObject({ state: 'skipped' })
  await hasCome(await say('On time'))
  expect(await room.ask('inbound')).toMatchObject({ state: 'passed' })
  // Another tenant’s texts are not counted.
  expect(await room.ask('inbound', clinic.stranger)).toMatchObject({ state: 'skipped' })

  // Texts from before a number was used are fetched at once, and are no sign of a problem.
  harness.sandbox.faults.set({ faults: { unreachableServer: {} } })
  const early = await say('Before it was used')
  await until(async () => (harness.sandbox.faults.inForce().struck.unreachableServer ?? 0) >= 8)
  const [number] = clinic.numbers
  for (const useNumber of [false, true]) {
    const body = { useNumber, force: true }
    await clinic.dana.get('settings.updateTwilioNumber', { params: { numberId: number.id }, body })
  }
  await pass(6 * MINUTE)
  await hasCome(early)
  expect(await room.ask('inbound')).toMatchObject({ state: 'passed' })
  await pass(2 * MINUTE)

  const missed = await say('Behind a closed door')
  await until(async () => (harness.sandbox.faults.inForce().struck.unreachableServer ?? 0) >= 16)
  await pass(6 * MINUTE)
  await hasCome(missed)
  const fetched = await room.ask('inbound')
  expect(fetched.state).toBe('failed')
  expect(fetched.found).toContain('it was fetched from Twilio')

  harness.sandbox.faults.clear()
  await hasCome(await say('The door is open'))
  const fixed = await room.ask('inbound')
  expect(fixed.state).toBe('warning')
  expect(fixed.found).toContain('but 1 of the last day did not come by themselves')
})

test('callbacks reports missing status callbacks, and passes when they arrive again', async () => {
  const isHandedOver = (count: number) => until(async () => room.harness.sandbox.log.length >= count)
  const before = room.harness.sandbox.log.length
  expect(await room.ask('callbacks')).toMatchObject({ state: 'skipped' })

  room.harness.sandbox.faults.set({ faults: { missingCallbacks: {} } })
  const lost = await texting.send(toCora, 'Nobody tells')
  await isHandedOver(before + 1)
  await texting.deliveries(toCora, lost, ([delivery]) => delivery?.status === 'sending')
  await pass(3 * MINUTE)
  await until(async () => (await room.ask('callbacks')).state !== 'skipped')
  expect(await room.ask('callbacks')).toMatchObject({
    state: 'failed',
    found: 'Twilio has not reported on the text of the last hour.',
  })

  room.harness.sandbox.faults.clear()
  await texting.settled(toCora, await texting.send(toCora, 'Everybody tells'))
  await pass(3 * MINUTE)
  expect(await room.ask('callbacks')).toMatchObject({ state: 'passed', found: 'Twilio has reported on the last text.' })
  const stranger = await room.harness.signIn('priya@northgate.example')
  expect(await room.ask('callbacks', stranger)).toMatchObject({ state: 'skipped' })
})

test('oldestUnsent reports a text that has been queued for minutes, until it is sent', async () => {
  expect(await room.ask('oldestUnsent')).toMatchObject({ state: 'passed', found: 'No text waits to be sent.' })
  room.harness.sandbox.faults.set({ faults: { tooManyRequests: { retryAfter: 60 } } })
  const message = await texting.send(toOtto, 'Patience')
  await texting.deliveries(toOtto, message, ([delivery]) => delivery?.status === 'sending')
  expect(await room.ask('oldestUnsent')).toMatchObject({ state: 'passed' })
  await pass(6 * MINUTE)
  const found = await room.ask('oldestUnsent')
  expect(found).toMatchObject({ state: 'failed', found: 'One text waits to be sent, the oldest for 6 minutes.' })

  room.harness.sandbox.faults.clear()
  await pass(2 * MINUTE)
  await texting.settled(toOtto, message)
  expect(await room.ask('oldestUnsent')).toMatchObject({ found: 'No text waits to be sent.' })
})

describe('consent', () => {
  let stranger: Client
  beforeAll(async () => {
    stranger = await room.harness.signIn('priya@northgate.example')
  })
  afterEach(() => {
    entra = null
  })

  test.each([
    ['an expired secret', 7_000_222, 'Microsoft does not accept the secret of the app registration.'],
    ['a failure of Microsoft', 90_033, 'Microsoft did not answer as expected.'],
  ])('reports %s', async (_, code, found) => {
    entra = () => Response.json({ error: 'invalid_client', error_codes: [code] }, { status: 401 })
    expect(await room.ask('consent', stranger)).toMatchObject({ state: 'failed', found, fix: null })
  })

  test('reports an unreachable Microsoft', async () => {
    entra = () => {
      throw new TypeError('fetch failed')
    }
    expect(await room.ask('consent', stranger)).toMatchObject({
      state: 'failed',
      found: 'Microsoft did not answer as expected.',
    })
  })

  test('fails until an administrator of the directory consents', async () => {
    expect(await room.ask('consent', stranger)).toMatchObject({
      state: 'failed',
      fix: { kind: 'consent', label: 'Consent' },
    })
    const { consentUrl, tenantId } = await stranger.get('settings.tenant')
    const body = new URLSearchParams({ decision: 'accept', directory: tenantId })
    await fetch(consentUrl, { method: 'POST', body, redirect: 'manual' })
    expect(await room.ask('consent', stranger)).toMatchObject({ state: 'passed', fix: null })
  })
})
