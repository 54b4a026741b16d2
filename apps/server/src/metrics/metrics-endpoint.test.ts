import { freePort } from '@partyline/driver'
import { expect, onTestFinished, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { scrape } from './tests/scrape.ts'

const TOKEN = 'a-token-that-only-prometheus-has-'
const PROMETHEUS = /^text\/plain; version=0\.0\.4/

async function serve(env: Record<string, string>) {
  const harness = await startHarness({ env })
  onTestFinished(() => harness.close())
  return harness.url
}

test('metrics are not served by default', async () => {
  const { url } = await shareHarness()
  expect(await scrape(url, TOKEN)).toMatchObject({ status: 404, type: expect.stringContaining('json') })
})

test('with METRICS_TOKEN, metrics are served at the public address to requests with the token', async () => {
  const url = await serve({ METRICS_TOKEN: TOKEN })
  for (const wrong of [undefined, '', `${TOKEN}x`, TOKEN.toUpperCase()]) {
    const { status, series } = await scrape(url, wrong)
    expect([status, [...series.keys()].join()]).toEqual([401, expect.not.stringContaining('partyline_')])
  }
  const { status, type, series } = await scrape(url, TOKEN)
  expect([status, type]).toEqual([200, expect.stringMatching(PROMETHEUS)])
  expect(series.get('partyline_database_up')).toBe(1)
})

test('with METRICS_PORT, metrics are served on that port only', async () => {
  const port = await freePort()
  const url = await serve({ METRICS_PORT: String(port), METRICS_HOST: 'localhost' })
  expect((await scrape(url)).status).toBe(404)
  expect((await scrape(`http://localhost:${port}`)).series.get('partyline_database_up')).toBe(1)
})

test('with both, METRICS_PORT requires the token', async () => {
  const port = await freePort()
  const url = await serve({ METRICS_PORT: String(port), METRICS_HOST: 'localhost', METRICS_TOKEN: TOKEN })
  const own = `http://localhost:${port}`
  expect([(await scrape(url, TOKEN)).status, (await scrape(own)).status, (await scrape(own, TOKEN)).status]).toEqual([
    404, 401, 200,
  ])
})
