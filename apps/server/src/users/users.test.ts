import type { UserRole } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '../../tests/harness.ts'
import { personOf } from '../../tests/person.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let dana: Client
let ids: { dana: string; omar: string; mei: string; priya: string }
beforeAll(async () => {
  harness = await shareHarness()
  const idOf = (login: string) => personOf(harness, login).id
  ids = {
    dana: idOf('dana@lakeside.example'),
    omar: idOf('omar@lakeside.example'),
    mei: idOf('mei@lakeside.example'),
    priya: idOf('priya@northgate.example'),
  }
  dana = await harness.signIn('dana@lakeside.example')
  await harness.signIn('priya@northgate.example')
  await dana.get('settings.addUser', { body: { userId: ids.omar, role: 'User', name: 'omar Haddad' } })
  await dana.get('settings.addUser', { body: { userId: ids.mei, role: 'User', name: 'Mei Tanaka' } })
})
afterAll(() => harness.close())

function change(by: Client, userId: string, body: { role: UserRole; name: string; disabled?: boolean }) {
  return by.call('settings.updateUser', { params: { userId }, body })
}

test('users.me returns the user, and what the composer needs to know of the tenant', async () => {
  const [lakeside] = harness.sandbox.world.directories
  expect(await dana.get('users.me')).toEqual({
    id: ids.dana,
    name: 'Dana Cole',
    tenantId: lakeside?.tenantId,
    role: 'Admin',
    disabled: false,
    leftDirectoryAt: null,
    workingHours: null,
    pausedUntil: null,
    tenantName: lakeside?.domain,
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
    expect(await omar.get('users.get', { params: { userId: ids.dana } })).toMatchObject({
      name: 'Dana Cole',
      role: 'Admin',
    })
    expect(await omar.get('users.get', { params: { userId: ids.dana.toUpperCase() } })).toMatchObject({ id: ids.dana })
  })

  test('answers for another tenant’s user exactly as for one that does not exist', async () => {
    const answers = await Promise.all(
      [ids.priya, '00000000-0000-4000-8000-000000000000'].map((userId) =>
        dana.call('users.get', { params: { userId } }),
      ),
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
  expect((await harness.anonymous.call(call, { params: { userId: ids.dana } })).status).toBe(401)
})

describe('adding', () => {
  test('an existing user is refused', async () => {
    const { status, error } = await dana.call('settings.addUser', {
      body: { userId: ids.omar, role: 'Admin', name: 'O' },
    })
    expect([status, error?.error]).toEqual([409, 'user-exists'])
    expect(await dana.get('users.get', { params: { userId: ids.omar } })).toMatchObject({ role: 'User' })
  })

  test('the same person to two tenants creates two users', async () => {
    const priya = await harness.signIn('priya@northgate.example')
    await priya.get('settings.addUser', { body: { userId: ids.omar, role: 'Admin', name: 'Omar elsewhere' } })
    expect(await dana.get('users.get', { params: { userId: ids.omar } })).toMatchObject({ name: 'omar Haddad' })
  })
})

describe('changing', () => {
  test('another tenant’s user answers 404', async () => {
    expect((await change(dana, ids.priya, { role: 'User', name: 'x' })).status).toBe(404)
  })

  test('a role applies to the user’s next call', async () => {
    await change(dana, ids.mei, { role: 'Admin', name: 'Mei Tanaka' })
    const mei = await harness.signIn('mei@lakeside.example')
    expect((await mei.call('settings.tenant')).status).toBe(200)
    await change(dana, ids.mei, { role: 'User', name: 'Mei Tanaka' })
    expect(await dana.get('users.get', { params: { userId: ids.mei } })).toMatchObject({ role: 'User' })
  })

  test('disabled signs the user out, and refuses their sign-in until they are enabled again', async () => {
    const omar = await harness.signIn('omar@lakeside.example')
    await change(dana, ids.omar, { role: 'User', name: 'omar Haddad', disabled: true })
    expect((await omar.call('users.me')).status).toBe(401)
    await expect(harness.signIn('omar@lakeside.example')).rejects.toThrow('error=AccessDenied')
    await change(dana, ids.omar, { role: 'User', name: 'omar Haddad', disabled: false })
    await expect(harness.signIn('omar@lakeside.example')).resolves.toHaveProperty('accessToken')
  })
})

describe('the last enabled Admin', () => {
  test.each([
    { role: 'User', name: 'Dana Cole' },
    { role: 'Admin', name: 'Dana Cole', disabled: true },
  ] as const)('cannot be demoted or disabled: %j', async (body) => {
    for (const userId of [ids.dana, ids.dana.toUpperCase()]) {
      const { status, error } = await change(dana, userId, body)
      expect([status, error?.error]).toEqual([409, 'last-admin'])
    }
    expect(await dana.get('users.me')).toMatchObject({ role: 'Admin', disabled: false })
  })

  test('can change their own name', async () => {
    expect((await change(dana, ids.dana, { role: 'Admin', name: 'Dana C. Cole' })).status).toBe(200)
  })

  test('is not the last if there is another one, unless that one is disabled', async () => {
    await change(dana, ids.mei, { role: 'Admin', name: 'Mei Tanaka', disabled: true })
    expect((await change(dana, ids.dana, { role: 'User', name: 'Dana Cole' })).status).toBe(409)
    await change(dana, ids.mei, { role: 'Admin', name: 'Mei Tanaka', disabled: false })
    expect((await change(dana, ids.dana, { role: 'User', name: 'Dana Cole' })).status).toBe(200)
  })

  test('remains if two Admins give up the role concurrently', async () => {
    const mei = await harness.signIn('mei@lakeside.example')
    await change(mei, ids.dana, { role: 'Admin', name: 'Dana Cole' })
    const body = { role: 'User', name: 'x' } as const
    const answers = await Promise.all([change(mei, ids.mei, body), change(dana, ids.dana, body)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })
})
