import { DIRECTORY_TEXTS } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'

const OMAR = '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12'
const MEI = '2d8f4e30-7c69-4f2e-8c75-7e3f90b12c13'
const RUTH = '2e905f41-0d7a-4a3f-9d86-8f40a1c23d14'
const NOBODY = '99999999-9999-4999-8999-999999999999'
/** A user of another directory. */
const LUIS = '4fa16052-5e8b-4b40-8e97-9051b2d34e22'

let harness: Harness
let dana: Client
/** Graph’s response instead of the sandbox’s, or null. */
let graphSays: (() => Response | Promise<Response>) | null
let asked: number
beforeAll(async () => {
  harness = await startHarness({
    outside: (toSandbox) => ({
      ...toSandbox,
      async fetch(...request) {
        const { hostname } = new URL(new Request(...request).url)
        if (hostname !== 'graph.microsoft.com') return toSandbox.fetch(...request)
        asked += 1
        return (await graphSays?.()) ?? toSandbox.fetch(...request)
      },
    }),
  })
  dana = await harness.signIn('dana@lakeside.example')
})
afterAll(() => harness.close())
beforeEach(() => {
  graphSays = null
  asked = 0
})

const add = (userId: string, by = dana) =>
  by.call('settings.addUser', { body: { userId, role: 'User', name: 'Somebody' } })
const users = async () => (await dana.get('users.list')).map(({ id }) => id)

test('a person of the directory is added, and an existing user is refused without a request to Graph', async () => {
  expect((await add(OMAR)).status).toBe(200)
  expect(asked).toBe(1)
  const { status, error } = await add(OMAR)
  expect([status, error?.error, asked]).toEqual([409, 'user-exists', 1])
  expect(error?.errors).toEqual({ userId: ['This person is already a user.'] })
})

test('a person who is not in the directory is refused, with the error at the field', async () => {
  harness.sandbox.accounts.setAccount('ruth@lakeside.example', 'deleted')
  for (const stranger of [NOBODY, LUIS, RUTH]) {
    const { status, error } = await add(stranger)
    expect([status, error?.errors]).toEqual([400, { userId: [DIRECTORY_TEXTS.notInDirectory] }])
    expect(await users()).not.toContain(stranger)
  }
})

test('a person with a disabled account is refused until it is enabled', async () => {
  harness.sandbox.accounts.setAccount('mei@lakeside.example', 'disabled')
  const { status, error } = await add(MEI)
  expect([status, error?.errors]).toEqual([400, { userId: [DIRECTORY_TEXTS.cannotSignIn] }])
  harness.sandbox.accounts.setAccount('mei@lakeside.example', 'enabled')
  expect((await add(MEI)).status).toBe(200)
})

test('without consent, anyone can be added without a request to Graph', async () => {
  const priya = await harness.signIn('priya@northgate.example')
  expect((await add(NOBODY, priya)).status).toBe(200)
  expect(asked).toBe(0)
})

test('if Microsoft is unavailable, no one is added, and the error says so', async () => {
  harness.sandbox.accounts.setAccount('ruth@lakeside.example', 'enabled')
  const outages: (() => Response | Promise<Response>)[] = [
    () => new Response('oops', { status: 500 }),
    () => Promise.reject(new TypeError('fetch failed')),
    () => Response.json({ error: { code: 'Authorization_RequestDenied' } }, { status: 403 }),
    () => new Response('{}', { status: 429, headers: { 'retry-after': '1000' } }),
  ]
  for (const outage of outages) {
    graphSays = outage
    const { status, error } = await add(RUTH)
    expect([status, error?.error]).toEqual([503, 'directory-unavailable'])
    expect(error?.message).toContain('Nobody was added.')
  }
  expect(await users()).not.toContain(RUTH)
})
