import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import type { Harness } from '../../../tests/harness.ts'
import { personOf } from '../../../tests/person.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'
import { createBrowser } from '../tests/browser.ts'

const NORTHGATE_LOGINS = ['priya@northgate.example', 'luis@northgate.example', 'hanna@northgate.example']

let harness: Harness
afterEach(() => harness.close())

/** The page that a person sees who is refused after signing in at the directory. */
async function refusalOf(login: string): Promise<string | null> {
  const browser = createBrowser(harness.url)
  const page = await browser.signIn(harness.sandbox.loginOf(login))
  expect(await browser.session()).toEqual({})
  return page.location && (await browser.visit(page.location)).location
}

test('open: the first person of a directory becomes Admin of its new tenant, and others have to be added', async () => {
  harness = await shareHarness()
  const [lakeside, northgate] = harness.sandbox.world.directories
  const together = await Promise.allSettled(NORTHGATE_LOGINS.map((login) => harness.signIn(login)))
  const [admin, ...more] = together.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (!admin) throw new Error('Nobody came first.')
  expect(more).toEqual([])
  expect(await admin.get('users.me')).toMatchObject({
    role: 'Admin',
    tenantId: northgate?.tenantId,
    tenantName: northgate?.domain,
  })
  expect(await admin.get('users.list')).toHaveLength(1)

  const last = together.findIndex(({ status }) => status === 'rejected')
  const login = NORTHGATE_LOGINS[last] ?? ''
  const { id: userId } = personOf(harness, login)
  expect(await refusalOf(login)).toBe(`${harness.url}/auth/error?error=AccessDenied`)
  await admin.get('settings.addUser', { body: { userId, role: 'User', name: 'Called so by the Admin' } })
  const added = await harness.signIn(login)
  expect(await added.get('users.me')).toMatchObject({ role: 'User', name: 'Called so by the Admin' })

  const dana = await harness.signIn('dana@lakeside.example')
  expect(await dana.get('users.me')).toMatchObject({ role: 'Admin', tenantId: lakeside?.tenantId })
  expect(await dana.get('users.list')).toHaveLength(1)
})

test('allow-list: only listed directories can create a tenant', async () => {
  const lakeside = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
  harness = await startHarness({
    env: { SIGN_UP: 'allow-list', ALLOWED_TENANTS: `${randomUUID()}, ${lakeside.toUpperCase()}` },
  })
  expect(await refusalOf('priya@northgate.example')).toBe(`${harness.url}/auth/error?error=AccessDenied`)
  const dana = await harness.signIn('dana@lakeside.example')
  expect(await dana.get('users.me')).toMatchObject({ role: 'Admin' })
})
