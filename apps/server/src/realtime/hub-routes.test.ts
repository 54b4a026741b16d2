import { REALTIME } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'

/** More than everybody needs to sign in, and fewer than a person's connections. */
const LIMIT = 60

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness({ env: { CALLS_PER_MINUTE: String(LIMIT) } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())
// The minute of the limit lasts as long as the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function negotiate(token: string | null): Promise<Response> {
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${harness.url}${REALTIME.hubPath}/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers,
  })
  await response.clone().text()
  return response
}

test('who negotiates too often is told when to come back; others, and what is open, are let be', async () => {
  const { omar, mei } = clinic
  const listener = await listen(harness.url, omar)
  for (let times = 1; times < LIMIT; times += 1) expect((await negotiate(omar.accessToken)).status).toBe(200)
  const refused = await negotiate(omar.accessToken)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: 'too-many-requests' })

  expect((await negotiate(mei.accessToken)).status).toBe(200)
  expect(await listener.connection.invoke(REALTIME.pingMethod)).toEqual({ transport: 'WebSockets' })
  await listener.connection.stop()
})

test('an address at which nobody is signed in is let try only so often', async () => {
  for (let times = 0; times < LIMIT; times += 1) expect((await negotiate('nobody')).status).toBe(401)
  expect((await negotiate(null)).status).toBe(429)
  expect((await negotiate(clinic.dana.accessToken)).status).toBe(200)
})
