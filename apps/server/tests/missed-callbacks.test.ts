import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { createTexting } from './texting.ts'
import type { Texting } from './texting.ts'
import { until } from './until.ts'

let harness: OwnHarness
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  texting = createTexting(harness, await openClinic(harness))
})
afterAll(() => harness.close())

test('texts with missed callbacks are settled from Twilio’s list at startup', async () => {
  const { chat, phones } = await texting.newChat(['Nora', 'Paul'])
  harness.sandbox.faults.set({ faults: { missingCallbacks: {}, carrierError: { times: 1, code: 30_003 } } })
  const message = await texting.send(chat, 'On its way')
  await until(async () => {
    const received = await Promise.all(phones.map((phone) => phone.messages()))
    const hasFailed = (harness.sandbox.faults.inForce().struck.carrierError ?? 0) > 0
    return hasFailed && received.flat().length === 1
  })
  await harness.restart()
  const settled = await texting.settled(chat, message)
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['delivered', 'undelivered'])
})
