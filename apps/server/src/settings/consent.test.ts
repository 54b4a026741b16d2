import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeldClock } from '../auth/tests/held-clock.ts'
import { createBrowser } from '../auth/tests/browser.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'

const clock = createHeldClock()
let harness: Harness
/** Microsoft cannot be reached while this is set. */
let isAway = false
beforeAll(async () => {
  harness = await startHarness({
    clock,
    outside: (toSandbox) => ({
      ...toSandbox,
      fetch: (...request) => (isAway ? Promise.reject(new TypeError('fetch failed')) : toSandbox.fetch(...request)),
    }),
  })
})
afterAll(() => harness.close())

/** Decides on Microsoft’s page. Returns the query of the redirect back. */
async function decide(link: string, decision: 'accept' | 'cancel', directory: string): Promise<URLSearchParams> {
  const body = new URLSearchParams({ decision, directory })
  const answer = await fetch(link, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${harness.url}/admin/consent`)
  return back.searchParams
}

test('consent is recognized by a token of the app, and then stored for the tenant', async () => {
  const dana = await harness.signIn('dana@lakeside.example')
  expect((await dana.get('settings.tenant')).consented).toBe(false)
  expect(await dana.get('settings.consented')).toMatchObject({ succeeded: true })
  expect((await dana.get('settings.tenant')).consented).toBe(true)
})

test('consent counts only if the app gets a token, not because of the redirect', async () => {
  const priya = await harness.signIn('priya@northgate.example')
  const { tenantId } = await priya.get('settings.tenant')
  const { succeeded, link } = await priya.get('settings.consented')
  expect([succeeded, (await priya.get('settings.tenant')).consented]).toEqual([false, false])

  const refused = await decide(link ?? '', 'cancel', tenantId)
  expect(refused.get('error')).toBe('access_denied')
  const state = refused.get('state') ?? ''
  expect(await priya.get('settings.consented', { query: { state } })).toMatchObject({ succeeded: false })

  await decide(link ?? '', 'accept', tenantId)
  expect(await priya.get('settings.consented', { query: { state } })).toMatchObject({ succeeded: true })
  expect((await priya.get('settings.tenant')).consented).toBe(true)
})

test('a state of another session or a forged one is refused', async () => {
  const dana = await harness.signIn('dana@lakeside.example')
  const again = await harness.signIn('dana@lakeside.example')
  const { link } = await again.get('settings.consented')
  const foreign = new URL(link ?? '').searchParams.get('state') ?? ''
  const future = String(clock.now().getTime() + 1_000_000)
  for (const state of [foreign, 'x', '', `${future}.x`, `${future}.${foreign}`]) {
    const { status, error } = await dana.call('settings.consented', { query: { state } })
    expect([status, error?.message]).toEqual([
      400,
      'This consent was not begun here, or too long ago. Please begin it again.',
    ])
  }
})

test('a person refused for missing consent can give it, sign in, and confirm it within an hour', async () => {
  await expect(harness.signIn('grace@westhaven.example')).rejects.toThrow('error=ConsentRequired')
  const { location } = await createBrowser(harness.url).visit('/api/v1/consent')
  expect(new URL(location ?? '').pathname).toBe('/organizations/v2.0/adminconsent')
  const westhaven = harness.sandbox.world.directories.find(({ domain }) => domain === 'westhaven.example')
  const back = await decide(location ?? '', 'accept', westhaven?.tenantId ?? '')

  const grace = await harness.signIn('grace@westhaven.example')
  const query = { state: back.get('state') ?? '' }
  expect(await grace.get('settings.consented', { query })).toMatchObject({ succeeded: true })
  clock.pass(61 * 60_000)
  const late = await harness.signIn('grace@westhaven.example')
  expect((await late.call('settings.consented', { query })).status).toBe(400)
})

test('an unreachable directory changes nothing about the stored consent', async () => {
  clock.pass(11 * 60_000)
  const dana = await harness.signIn('dana@lakeside.example')
  isAway = true
  const { status, error } = await dana.call('settings.consented')
  isAway = false
  expect([status, error?.error]).toEqual([502, 'directory-failed'])
  expect((await dana.get('settings.tenant')).consented).toBe(true)
})
