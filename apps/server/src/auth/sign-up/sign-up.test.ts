import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import type { Harness } from '../../../tests/harness.ts'
import { createBrowser } from '../tests/browser.ts'

const LAKESIDE = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
const NORTHGATE = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02'
const NORTHGATE_PEOPLE = {
  'priya@northgate.example': '3e905f41-6d7a-4a3f-9d86-8f40a1c23d21',
  'luis@northgate.example': '4fa16052-5e8b-4b40-8e97-9051b2d34e22',
  'hanna@northgate.example': '50b27163-4f9c-4c51-9fa8-a162c3e45f23',
}

let harness: Harness
afterEach(() => harness.close())

/** The page that a person sees who is refused after signing in at the directory. */
async function refusalOf(login: string): Promise<string | null> {
  const browser = createBrowser(harness.url)
  const page = await browser.signIn(login)
  expect(await browser.session()).toEqual({})
  return page.location && (await browser.visit(page.location)).location
}

test('open: the first person of a directory becomes Admin of its new tenant, and others have to be added', async () => {
  harness = await startHarness({ env: { SIGN_UP: 'open' } })
  const logins = Object.keys(NORTHGATE_PEOPLE)
  const together = await Promise.allSettled(logins.map((login) => harness.signIn(login)))
  const [admin, ...more] = together.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (!admin) throw new Error('Nobody came first.')
  expect(more).toEqual([])
  expect(await admin.get('users.me')).toMatchObject({
    role: 'Admin',
    tenantId: NORTHGATE,
    tenantName: 'northgate.example',
  })
  expect(await admin.get('users.list')).toHaveLength(1)

  const last = together.findIndex(({ status }) => status === 'rejected')
  const [login = '', userId] = Object.entries(NORTHGATE_PEOPLE)[last] ?? []
  expect(await refusalOf(login)).toBe(`${harness.url}/auth/error?error=AccessDenied`)
  await admin.get('settings.addUser', { body: { userId, role: 'User', name: 'Called so by the Admin' } })
  const added = await harness.signIn(login)
  expect(await added.get('users.me')).toMatchObject({ role: 'User', name: 'Called so by the Admin' })

  const dana = await harness.signIn('dana@lakeside.example')
  expect(await dana.get('users.me')).toMatchObject({ role: 'Admin', tenantId: LAKESIDE })
  expect(await dana.get('users.list')).toHaveLength(1)
})

test('allow-list: only listed directories can create a tenant', async () => {
  harness = await startHarness({
    env: { SIGN_UP: 'allow-list', ALLOWED_TENANTS: `${randomUUID()}, ${LAKESIDE.toUpperCase()}` },
  })
  expect(await refusalOf('priya@northgate.example')).toBe(`${harness.url}/auth/error?error=AccessDenied`)
  const dana = await harness.signIn('dana@lakeside.example')
  expect(await dana.get('users.me')).toMatchObject({ role: 'Admin' })
})
