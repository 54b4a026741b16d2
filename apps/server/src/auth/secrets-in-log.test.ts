import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { keepLog } from '../../tests/kept-log.ts'
import { newToken } from './keys/key-token.ts'
import { createBrowser } from './tests/browser.ts'

let harness: OwnHarness
let kept: ReturnType<typeof keepLog>
beforeAll(async () => {
  harness = await startHarness({ env: { LOG_LEVEL: 'debug', AUTH_SECRET: 'canary-of-the-auth-secret-1234567' } })
  kept = keepLog(harness.app)
})
afterAll(() => harness.close())

test('no secret of a successful or failed sign-in is logged', async () => {
  const secrets = new Set(['canary-of-the-auth-secret-1234567', 'sandbox~secret.for.the.demo.only'])
  const note = (...values: (string | null | undefined)[]) => {
    for (const value of values) if (value && value.length > 8) secrets.add(value)
  }
  const browser = createBrowser(harness.url)

  const address = await browser.beginSignIn('dana@lakeside.example')
  const back = await browser.atDirectory(address)
  for (const url of [address, back]) note(...new URL(url).searchParams.values())
  note(...browser.cookies.values())
  // A reused code, an unknown code, and an unknown state: each fails and is logged.
  await browser.visit(back)
  const session = await browser.session()
  note(session.user?.accessToken, ...browser.cookies.values())
  await browser.beginSignIn('dana@lakeside.example')
  note(...browser.cookies.values())
  await browser.visit(`/api/auth/callback/azure-ad?code=canary-of-a-code&state=canary-of-a-state`)
  await browser.visit(back)
  note('canary-of-a-code', 'canary-of-a-state', 'canary-of-a-report', 'CANARY-OF-A-CODE', '+12025550142')
  const report = { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'canary-of-a-report +12025550142' }
  await browser.visit('/api/auth/_log', { method: 'POST', form: report })
  await browser.visit('/api/auth/_log', { method: 'POST', form: { level: 'error', code: 'CANARY-OF-A-CODE' } })
  await browser.visit(`/api/v1/users/me?access_token=${session.user?.accessToken}`, {
    headers: { authorization: `Bearer ${session.user?.accessToken}` },
  })
  const body = { name: 'Bookings', scopes: ['read'] }
  const authorization = `Bearer ${session.user?.accessToken}`
  const made = await fetch(`${harness.url}/api/v1/settings/keys`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { token } = ((await made.json()) as { data: { token: string } }).data
  for (const key of [token, `${token.slice(0, -1)}-`, newToken()]) {
    note(key)
    await fetch(`${harness.url}/api/v1/users`, { headers: { authorization: `Bearer ${key}` } })
    await fetch(`${harness.url}/api/v1/settings/audit`, { headers: { authorization: `Bearer ${key}` } })
    await fetch(`${harness.url}/api/v1/users?access_token=${key}`)
  }
  await browser.post('/api/auth/signout')
  // The client ID and the scopes are not secret.
  for (const open of ['5b3c7a90-1f24-4e68-b0d7-93a6c2e81f04', 'openid profile email']) secrets.delete(open)

  const log = kept.text()
  expect(log).toContain('"call":"auth.callback"')
  expect(log).toContain('sign-in not proved')
  expect(log).toContain('CLIENT_FETCH_ERROR')
  expect(secrets.size).toBeGreaterThan(15)
  for (const secret of secrets) {
    expect(log).not.toContain(secret)
    expect(log).not.toContain(encodeURIComponent(secret))
  }
})
