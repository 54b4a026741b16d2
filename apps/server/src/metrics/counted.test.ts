import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { createMeddlingOutside } from '../../tests/meddling-outside.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { createTexting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import { scrape } from './tests/scrape.ts'
import type { Scraped } from './tests/scrape.ts'

const TOKEN = 'a-token-that-only-prometheus-has-'

const clock = createMovingClock()
const way = createMeddlingOutside()
let harness: Harness
let clinic: Clinic

beforeAll(async () => {
  const pace = { queued: 5, sending: 5, sent: 5 }
  harness = await startHarness({ clock, outside: way.through, sandbox: { pace }, env: { METRICS_TOKEN: TOKEN } })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

/** The current values, not cached ones. */
async function look(): Promise<Scraped> {
  clock.pass(1_000)
  return (await scrape(harness.url, TOKEN)).series
}

const callCount = (call: string, method: string, status: string) =>
  `partyline_http_request_duration_seconds_count{call="${call}",method="${method}",status="${status}"}`
const twilioCount = (operation: string, outcome: string) =>
  `partyline_twilio_request_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`

/** The work increases these series by exactly these amounts. */
async function expectGrowth(wanted: Record<string, number>, work: () => Promise<unknown>): Promise<void> {
  const before = await look()
  await work()
  // A call is counted when its response was sent, which its caller may receive a moment earlier.
  const grown = await until(async () => {
    const after = await look()
    const growth = Object.keys(wanted).map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const)
    return growth.every(([name, by]) => by >= (wanted[name] ?? 0)) && Object.fromEntries(growth)
  })
  expect(grown).toEqual(wanted)
}

test('a text is counted as a call, a request to Twilio, status callbacks, and messages to browsers', async () => {
  const texting = createTexting(harness, clinic)
  const { chat } = await texting.newChat(['Marta'])
  const browser = await listen(harness.url, clinic.omar)
  const wanted = { [callCount('messages.send', 'POST', '2xx')]: 1, [twilioCount('sendMessage', 'succeeded')]: 1 }
  await expectGrowth(wanted, async () => texting.settled(chat, await texting.send(chat, 'Good morning')))
  const now = await look()
  expect(now.get('partyline_hub_connections{transport="WebSockets"}')).toBe(1)
  expect(now.get('partyline_hub_messages_total{direction="sent"}')).toBeGreaterThan(0)
  expect(now.get(callCount('webhooks.twilioStatus', 'POST', '2xx'))).toBeGreaterThan(0)
  expect(now.get('partyline_deliveries_waiting{status="queued"}')).toBe(0)
  await browser.connection.stop()
})

test('a refused call is counted with its status, and a failed request to Twilio with its outcome', async () => {
  await expectGrowth({ [callCount('users.me', 'GET', '4xx')]: 1 }, () => harness.anonymous.call('users.me'))

  const texting = createTexting(harness, clinic)
  const { chat } = await texting.newChat(['Tom'])
  way.cut()
  await expectGrowth({ [twilioCount('sendMessage', 'unknown')]: 1 }, async () => {
    const message = await texting.send(chat, 'Into the dark')
    await texting.deliveries(chat, message, (all) => all[0]?.status === 'unknown')
  })
  way.repair()
  expect((await look()).get('partyline_deliveries_unknown')).toBe(1)
})

test('no series contains IDs, phone numbers, or paths, for any request', async () => {
  const texting = createTexting(harness, clinic)
  const { chat } = await texting.newChat(['Una'])
  await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
  const before = (await look()).size
  for (const path of [`/api/v1/chats/${chat.id}/nothing`, `/${randomUUID()}`, '/+12025550142', '/api/v1/chats?x=1']) {
    await fetch(harness.url + path)
  }
  await ask('PROPFIND')
  await until(async () => (await look()).has(callCount('other', 'other', '4xx')))
  const series = [...(await look()).keys()]
  // One per new kind of response, with its buckets, regardless of the number of paths.
  expect(series.length - before).toBeLessThanOrEqual(4 * 14)
  const named = series.filter((name) => !name.startsWith('partyline_build_info'))
  const labels = named.flatMap((name) => [...name.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value))
  expect(labels.length).toBeGreaterThan(100)
  expect(labels.filter((value) => /[0-9a-f]{8}-|\d{5}|\//i.test(value))).toEqual([])
})

/** Sends a method that fetch does not support. */
function ask(method: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${harness.url}/${randomUUID()}`, { method }, (response) => {
      response.resume()
      response.on('end', () => resolve())
    })
    sent.on('error', reject)
    sent.end()
  })
}
