import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Harness } from '../../../tests/harness.ts'
import { personOf } from '../../../tests/person.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

const DANA = 'dana@lakeside.example'

let harness: Harness
let here: Client
let there: Client
beforeAll(async () => {
  harness = await shareHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  await (await harness.signIn(DANA)).call('sessions.endAll')
  there = await harness.signIn(DANA)
  here = await harness.signIn(DANA)
})

test('a user sees only their own sessions, with the current one marked', async () => {
  await harness.signIn('priya@northgate.example')
  const own = await here.get('sessions.list')
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
  expect(own).toEqual([
    { id: expect.any(String) as string, device: '', startedOn: instant, seenOn: instant, current: true },
    { id: expect.any(String) as string, device: '', startedOn: instant, seenOn: instant, current: false },
  ])
})

test('ending one session leaves the others', async () => {
  const other = (await here.get('sessions.list')).find(({ current }) => !current)
  expect((await here.call('sessions.end', { params: { sessionId: other?.id ?? '' } })).status).toBe(204)
  expect((await there.call('users.me')).status).toBe(401)
  expect(await here.get('sessions.list')).toHaveLength(1)
})

test('ending all sessions includes the current one', async () => {
  expect((await here.call('sessions.endAll')).status).toBe(204)
  for (const client of [here, there]) expect((await client.call('users.me')).status).toBe(401)
})

test('ending another user’s session answers 404, also in the same organization', async () => {
  const body = { userId: personOf(harness, 'omar@lakeside.example').id, role: 'User', name: 'Omar Haddad' }
  await here.call('settings.addUser', { body })
  const [session] = await here.get('sessions.list')
  for (const login of ['omar@lakeside.example', 'priya@northgate.example']) {
    const stranger = await harness.signIn(login)
    expect((await stranger.call('sessions.end', { params: { sessionId: session?.id ?? '' } })).status).toBe(404)
  }
  expect((await here.call('users.me')).status).toBe(200)
})
