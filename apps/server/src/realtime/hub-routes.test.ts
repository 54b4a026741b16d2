import http from 'node:http'
import { REALTIME } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'

/** More than the calls of all sign-ins, and fewer than a user’s connections. */
const LIMIT = 60
const MINUTE_MS = 60_000

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness({ env: { CALLS_PER_MINUTE: String(LIMIT) } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())
// The minute of the limit does not end during a test.
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

type Opened = { status: number; retryAfter: string | undefined; socket: { destroy(): void } }

/** Requests a WebSocket, with or without a connection token from negotiate. */
function upgrade(query: Record<string, string>): Promise<Opened> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  }
  const address = `${harness.url}${REALTIME.hubPath}?${new URLSearchParams(query).toString()}`
  return new Promise((resolve, reject) => {
    const opened = ({ statusCode = 0, headers: told }: http.IncomingMessage, socket: { destroy(): void }) =>
      resolve({ status: statusCode, retryAfter: told['retry-after'], socket })
    http
      .get(address, { headers, agent: false })
      .on('upgrade', opened)
      .on('response', (response) => opened(response.resume(), response))
      .on('error', reject)
  })
}

test('negotiate beyond the limit answers 429 with Retry-After, without affecting other users or open connections', async () => {
  const { omar, mei } = clinic
  const listener = await listen(harness.url, omar)
  for (let times = 1; times < LIMIT; times += 1) expect((await negotiate(omar.accessToken)).status).toBe(200)
  const refused = await negotiate(omar.accessToken)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: 'too-many-requests' })

  expect((await negotiate(mei.accessToken)).status).toBe(200)
  expect(await listener.connection.invoke(REALTIME.pingMethod)).toMatchObject({ transport: 'WebSockets' })
  await listener.connection.stop()
})

test('negotiate without a valid token is limited per address', async () => {
  for (let times = 0; times < LIMIT; times += 1) expect((await negotiate('nobody')).status).toBe(401)
  expect((await negotiate(null)).status).toBe(429)
  expect((await negotiate(clinic.dana.accessToken)).status).toBe(200)
})

test('upgrades without a valid token are limited per address', async () => {
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS)
  for (let times = 0; times < LIMIT; times += 1) expect((await upgrade({})).status).toBe(401)
  expect((await upgrade({ access_token: 'nobody' })).status).toBe(429)
  expect((await negotiate(clinic.dana.accessToken)).status).toBe(200)
})

test('a connection without negotiate counts once, and so does one with it', async () => {
  vi.setSystemTime(Date.now() + 4 * MINUTE_MS)
  const { omar, mei } = clinic
  const access_token = mei.accessToken ?? ''
  for (let times = 0; times < LIMIT - 1; times += 1) {
    const { status, socket } = await upgrade({ access_token })
    expect(status).toBe(101)
    socket.destroy()
  }
  const negotiated = (await (await negotiate(mei.accessToken)).json()) as { connectionToken: string }
  const page = await upgrade({ access_token, id: negotiated.connectionToken })
  expect(page.status).toBe(101)
  page.socket.destroy()

  const spellings: Record<string, string>[] = [
    { access_token },
    { access_token, ID: '', id: 'x' },
    { Access_Token: access_token },
  ]
  for (const spelling of spellings) {
    const refused = await upgrade(spelling)
    expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([429, true])
  }
  expect((await negotiate(mei.accessToken)).status).toBe(429)
  const other = await listen(harness.url, omar)
  expect(await other.connection.invoke(REALTIME.pingMethod)).toMatchObject({ transport: 'WebSockets' })
  await other.connection.stop()
})
