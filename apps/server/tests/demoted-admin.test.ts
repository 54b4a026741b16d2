import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, freePort } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { outsideThrough } from '@partyline/sandbox'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, readConfig } from '../src/index.ts'
import type { App } from '../src/index.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { duringChange } from './during-change.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { listen } from './hub.ts'
import { createStillClock } from './still-clock.ts'

const TRIES = 20
const RUTH = '2e905f41-0d7a-4a3f-9d86-8f40a1c23d14'

/** Two servers with one database, whose clock does not advance: what they have cached never expires. */
describe.runIf(process.env['DATABASE_URL'])('with two servers on one database', () => {
  const clock = createStillClock()
  let harness: OwnHarness
  let other: App
  let pool: Pool
  let clinic: Clinic
  let otherUrl: string
  /** Omar at the other server. */
  let omar: Client
  beforeAll(async () => {
    harness = await startHarness({ clock })
    clinic = await openClinic(harness)
    const PORT = String(await freePort())
    other = await createApp({
      config: readConfig({ ...harness.settings, PORT }),
      outside: outsideThrough(harness.sandbox.url),
      clock,
    })
    await other.start()
    otherUrl = `http://localhost:${PORT}`
    omar = createClient(otherUrl, clinic.omar.accessToken)
    pool = new Pool({ connectionString: harness.settings['DATABASE_URL'] })
  })
  afterAll(async () => {
    await pool.end()
    await other.close()
    await harness.close()
  })

  const setOmar = (by: Client, role: 'Admin' | 'User', disabled = false) =>
    by.call('settings.updateUser', {
      params: { userId: clinic.omar.id },
      body: { role, name: 'Omar Haddad', disabled },
    })
  const promote = async () => expect((await setOmar(clinic.dana, 'Admin')).status).toBe(200)
  const demote = async () => expect((await setOmar(clinic.dana, 'User')).status).toBe(200)
  const roleOfOmar = async () => (await clinic.dana.get('users.get', { params: { userId: clinic.omar.id } })).role
  /** Has the other server cache Omar’s session. */
  const readAsAdmin = async () => {
    expect((await omar.call('settings.tenant')).status).toBe(200)
    expect((await omar.call('chats.counts')).status).toBe(200)
  }

  test('a demoted Admin cannot promote themselves at the other one', async () => {
    const succeeded: number[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      await promote()
      await readAsAdmin()
      await demote()
      if ((await setOmar(omar, 'Admin')).status !== 403 || (await roleOfOmar()) !== 'User') succeeded.push(tries)
    }
    expect(succeeded).toEqual([])
  })

  test.each([
    ['settings.tenant', {}],
    ['settings.exportMobileNumbers', {}],
    ['settings.audit', {}],
    ['settings.updateTenant', { body: { name: 'Mine' } }],
    ['settings.addUser', { body: { userId: RUTH, role: 'Admin', name: 'Ruth' } }],
    ['settings.updateTwilioAccount', { body: { justRefreshExisting: true } }],
  ] as const)('a demoted Admin gets 403 for %s at the other one', async (call, input) => {
    await promote()
    await readAsAdmin()
    await demote()
    expect((await omar.call(call, input)).status).toBe(403)
  })

  test('a new Admin may change settings at once', async () => {
    await demote()
    expect((await omar.call('settings.tenant')).status).toBe(403)
    await promote()
    expect((await omar.call('settings.tenant')).status).toBe(200)
  })

  test.each([
    ['settings.updateTenant', 'PUT', '/api/v1/settings/tenant', { name: 'Mine' }],
    ['settings.addUser', 'POST', '/api/v1/settings/users', { userId: RUTH, role: 'Admin', name: 'Ruth' }],
  ])('a demotion while the body of %s arrives wins', async (_, method, path, body) => {
    await promote()
    const text = JSON.stringify(body)
    const call = httpRequest(otherUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${omar.accessToken}`,
        'content-type': 'application/json',
        'content-length': text.length,
      },
    })
    call.write(text.slice(0, 5))
    await wait(1_000)
    await demote()
    call.end(text.slice(5))
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })

  test('a demotion under way when the person promotes themselves wins', async () => {
    await promote()
    const change = `update users set role = 'User' where user_id = $1`
    const { status } = await duringChange(
      { pool },
      (client) => client.query(change, [clinic.omar.id]),
      () => setOmar(omar, 'Admin'),
    )
    expect([status, await roleOfOmar()]).toEqual([403, 'User'])
  })

  test.each([
    ['adds a user', 'settings.addUser', { body: { userId: RUTH, role: 'Admin', name: 'Ruth' } }],
    ['reloads the Twilio account', 'settings.updateTwilioAccount', { body: { justRefreshExisting: true } }],
  ] as const)('a demotion under way when the person %s wins', async (_, call, input) => {
    await promote()
    const { status } = await duringChange(
      { pool },
      (client) => client.query(`update users set role = 'User' where user_id = $1`, [clinic.omar.id]),
      () => omar.call(call, input),
    )
    expect(status).toBe(403)
    expect((await clinic.dana.get('users.list')).map(({ name }) => name)).not.toContain('Ruth')
  })

  test('of two Admins who demote each other at the same time, one stays', async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await promote()
      const dana = { params: { userId: clinic.dana.id }, body: { role: 'User', name: 'Dana Cole' } } as const
      const answers = await Promise.all([demoteOmar(), omar.call('settings.updateUser', dana)])
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).toEqual([200, 403])
      await pool.query(`update users set role = 'Admin' where user_id = $1`, [clinic.dana.id])
    }
  })
  const demoteOmar = () => setOmar(clinic.dana, 'User')

  test('a disabled Admin can change nothing at the other one, and enabling them revives no session', async () => {
    await promote()
    await readAsAdmin()
    expect((await setOmar(clinic.dana, 'Admin', true)).status).toBe(200)
    expect((await setOmar(omar, 'Admin')).status).toBe(401)
    expect((await setOmar(clinic.dana, 'Admin', false)).status).toBe(200)
    expect((await setOmar(omar, 'Admin')).status).toBe(401)
    expect((await omar.call('settings.tenant')).status).toBe(401)
    clinic.omar = { ...clinic.omar, ...(await harness.signIn('omar@lakeside.example')) }
    omar = createClient(otherUrl, clinic.omar.accessToken)
  })

  test('disabling an Admin ends every session and hub connection, and enabling them revives none', async () => {
    await promote()
    const sessions = [clinic.omar, await harness.signIn('omar@lakeside.example'), omar]
    const listeners = await Promise.all([
      ...sessions.slice(0, 2).map((session) => listen(harness.url, session)),
      listen(otherUrl, omar),
    ])
    expect((await setOmar(clinic.dana, 'Admin', true)).status).toBe(200)
    expect((await setOmar(clinic.dana, 'Admin', false)).status).toBe(200)
    await Promise.all(listeners.map(({ closed }) => closed))
    // Let the other server's cache expire.
    clock.pass(1_000)
    for (const session of sessions) expect((await session.call('users.me')).status).toBe(401)
    await expect(listen(harness.url, clinic.omar)).rejects.toThrow(/401/)
    await expect(listen(otherUrl, omar)).rejects.toThrow(/401/)
  })
})
