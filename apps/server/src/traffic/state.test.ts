import type { ServerState } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { createMeddlingOutside } from '../../tests/meddling-outside.ts'
import { createTexting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const outside = createMeddlingOutside()
let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness({ outside: outside.through, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

const NOTHING: ServerState = {
  waiting: 0,
  waitingSince: null,
  unknown: 0,
  paused: false,
  lastReportOn: null,
  lastDeliveredOn: null,
  lastTextOn: null,
}
const stateFor = (client: Client) => client.get('settings.state')
const TEXTS = 6

test('the state shows the queue during an outage of Twilio, and the last report and text', async () => {
  expect(await stateFor(clinic.dana)).toEqual(NOTHING)
  const texting = createTexting(harness, clinic)
  const { chat, phones } = await texting.newChat(['Vito'])

  const first = await texting.send(chat, 'Hello')
  const [delivery] = await texting.settled(chat, first)
  expect(await stateFor(clinic.dana)).toEqual({
    ...NOTHING,
    lastReportOn: delivery?.updatedOn,
    lastDeliveredOn: delivery?.updatedOn,
  })
  await phones[0]?.send(texting.frontDesk, 'Hello to you')
  const [, answer] = await texting.messages(chat, 2)
  expect(await stateFor(clinic.dana)).toMatchObject({ lastTextOn: answer?.sentOn })

  outside.cut()
  for (let count = 0; count < TEXTS; count += 1) await texting.send(chat, `Text ${count}`)
  const away = await until(async () => {
    const state = await stateFor(clinic.dana)
    return state.paused && state
  })
  expect([away.waiting + away.unknown, away.waiting > 0, away.waitingSince]).toEqual([TEXTS, true, expect.any(String)])
  expect(await stateFor(clinic.stranger)).toMatchObject({ waiting: 0, waitingSince: null, unknown: 0 })
  outside.repair()
  await until(async () => {
    const { waiting, paused } = await stateFor(clinic.dana)
    return waiting === 0 && !paused
  })
})

test('the state contains only the caller’s tenant, and is refused to Users', async () => {
  expect(await stateFor(clinic.stranger)).toEqual(NOTHING)
  expect((await clinic.omar.call('settings.state')).status).toBe(403)
})
