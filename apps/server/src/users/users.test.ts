import type { UserRole } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'

const DANA = '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a11'
const OMAR = '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12'
const MEI = '2d8f4e30-7c69-4f2e-8c75-7e3f90b12c13'
const PRIYA = '3e905f41-6d7a-4a3f-9d86-8f40a1c23d21'

let harness: Harness
let dana: Client
beforeAll(async () => {
  harness = await startHarness()
  dana = await harness.signIn('dana@lakeside.example')
  await harness.signIn('priya@northgate.example')
  await dana.get('settings.addUser', { body: { userId: OMAR, role: 'User', name: 'omar Haddad' } })
  await dana.get('settings.addUser', { body: { userId: MEI, role: 'User', name: 'Mei Tanaka' } })
})
afterAll(() => harness.close())

function change(by: Client, userId: string, body: { role: UserRole; name: string; disabled?: boolean }) {
  return by.call('settings.updateUser', { params: { userId }, body })
}

test('users.me returns the user, and what the composer needs to know of the tenant', async () => {
  expect(await dana.get('users.me')).toEqual({
    id: DANA,
    name: 'Dana Cole',
    tenantId: '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01',
    role: 'Admin',
    disabled: false,
    leftDirectoryAt: null,
    tenantName: 'lakeside.example',
    addSignature: false,
    defaultCountry: 'US',
  })
})

test('users.list returns the tenant’s users by name, case-insensitively', async () => {
  const names = (await dana.get('users.list')).map((user) => user.name)
  expect(names).toEqual(['Dana Cole', 'Mei Tanaka', 'omar Haddad'])
})

describe('users.get', () => {
  test('returns a colleague', async () => {
    const omar = await harness.signIn('omar@lakeside.example')
    expect(await omar.get('users.get', { params: { userId: DANA } })).toMatchObject({
      name: 'Dana Cole',
      role: 'Admin',
    })
    expect(await omar.get('users.get', { params: { userId: DANA.toUpperCase() } })).toMatchObject({ id: DANA })
  })

  test('answers for another tenant’s user exactly as for one that does not exist', async () => {
    const answers = await Promise.all(
      [PRIYA, '00000000-0000-4000-8000-000000000000'].map((userId) => dana.call('users.get', { params: { userId } })),
    )
    for (const { status } of answers) expect(status).toBe(404)
    const [foreign, unknown] = answers.map(({ error }) => ({ ...error, requestId: null }))
    expect(foreign).toEqual(unknown)
  })

  test('refuses an invalid ID', async () => {
    const { status, error } = await dana.call('users.get', { params: { userId: 'omar' } })
    expect([status, error?.errors]).toEqual([400, { userId: [expect.any(String)] }])
  })
})

test.each(['users.me', 'users.get', 'users.list', 'users.lookup'] as const)('%s requires a sign-in', async (call) => {
  expect((await harness.anonymous.call(call, { params: { userId: DANA } })).status).toBe(401)
})

describe('adding', () => {
  test('an existing user is refused', async () => {
    const { status, error } = await dana.call('settings.addUser', { body: { userId: OMAR, role: 'Admin', name: 'O' } })
    expect([status, error?.error]).toEqual([409, 'user-exists'])
    expect(await dana.get('users.get', { params: { userId: OMAR } })).toMatchObject({ role: 'User' })
  })

  test('the same person to two tenants creates two users', async () => {
    const priya = await harness.signIn('priya@northgate.example')
    await priya.get('settings.addUser', { body: { userId: OMAR, role: 'Admin', name: 'Omar elsewhere' } })
    expect(await dana.get('users.get', { params: { userId: OMAR } })).toMatchObject({ name: 'omar Haddad' })
  })
})

describe('changing', () => {
  test('another tenant’s user answers 404', async () => {
    expect((await change(dana, PRIYA, { role: 'User', name: 'x' })).status).toBe(404)
  })

  test('a role applies to the user’s next call', async () => {
    await change(dana, MEI, { role: 'Admin', name: 'Mei Tanaka' })
    const mei = await harness.signIn('mei@lakeside.example')
    expect((await mei.call('settings.tenant')).status).toBe(200)
    await change(dana, MEI, { role: 'User', name: 'Mei Tanaka' })
    expect(await dana.get('users.get', { params: { userId: MEI } })).toMatchObject({ role: 'User' })
  })

  test('disabled signs the user out, and refuses their sign-in until they are enabled again', async () => {
    const omar = await harness.signIn('omar@lakeside.example')
    await change(dana, OMAR, { role: 'User', name: 'omar Haddad', disabled: true })
    expect((await omar.call('users.me')).status).toBe(401)
    await expect(harness.signIn('omar@lakeside.example')).rejects.toThrow('error=AccessDenied')
    await change(dana, OMAR, { role: 'User', name: 'omar Haddad', disabled: false })
    await expect(harness.signIn('omar@lakeside.example')).resolves.toHaveProperty('accessToken')
  })
})

describe('the last enabled Admin', () => {
  test.each([
    { role: 'User', name: 'Dana Cole' },
    { role: 'Admin', name: 'Dana Cole', disabled: true },
  ] as const)('cannot be demoted or disabled: %j', async (body) => {
    for (const userId of [DANA, DANA.toUpperCase()]) {
      const { status, error } = await change(dana, userId, body)
      expect([status, error?.error]).toEqual([409, 'last-admin'])
    }
    expect(await dana.get('users.me')).toMatchObject({ role: 'Admin', disabled: false })
  })

  test('can change their own name', async () => {
    expect((await change(dana, DANA, { role: 'Admin', name: 'Dana C. Cole' })).status).toBe(200)
  })

  test('is not the last if there is another one, unless that one is disabled', async () => {
    await change(dana, MEI, { role: 'Admin', name: 'Mei Tanaka', disabled: true })
    expect((await change(dana, DANA, { role: 'User', name: 'Dana Cole' })).status).toBe(409)
    await change(dana, MEI, { role: 'Admin', name: 'Mei Tanaka', disabled: false })
    expect((await change(dana, DANA, { role: 'User', name: 'Dana Cole' })).status).toBe(200)
  })

  test('remains if two Admins give up the role concurrently', async () => {
    const mei = await harness.signIn('mei@lakeside.example')
    await change(mei, DANA, { role: 'Admin', name: 'Dana Cole' })
    const body = { role: 'User', name: 'x' } as const
    const answers = await Promise.all([change(mei, MEI, body), change(dana, DANA, body)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })
})
