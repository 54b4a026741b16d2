import { randomUUID } from 'node:crypto'
import { routes } from '@partyline/contract'
import type { CallName, TenantId, UserId } from '@partyline/contract'
import { createClient } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nowhere } from '../../../tests/call-inputs.ts'
import { createBrowser } from '../tests/browser.ts'
import { openDoor } from '../tests/door.ts'
import type { Door } from '../tests/door.ts'

const TRIES = 200
const COOKIE = 'next-auth.session-token'
const dana = { tenantId: randomUUID() as TenantId, userId: randomUUID() as UserId }
const omar = { ...dana, userId: randomUUID() as UserId }
const personal = (Object.keys(routes) as CallName[]).filter((name) => ['user', 'admin'].includes(routes[name].access))

/** Its clock does not advance, so that cached sessions never expire on their own. */
let door: Door
beforeAll(async () => {
  door = await openDoor()
  await door.database.transaction(async (trx) => {
    await door.tenants.create(trx, { tenantId: dana.tenantId, name: 'Lakeside', domain: '' })
    await door.users.add(trx, { ...dana, name: 'Dana', role: 'Admin' })
    await door.users.add(trx, { ...omar, name: 'Omar', role: 'User' })
  })
})
afterAll(() => door.close())

/** Omar in a browser, with what it holds. */
async function signedIn() {
  const token = (await door.sessions.start({ ...omar, provedAt: door.clock.now() }, 'test'))?.token ?? ''
  const browser = createBrowser(door.url)
  browser.cookies.set(COOKIE, token)
  const { user } = await browser.session()
  return { browser, token, client: createClient(door.url, user?.accessToken ?? '') }
}

function setDisabled(disabled: boolean) {
  return door.updateUser(dana, { userId: omar.userId, name: 'Omar', role: 'User', disabled })
}

/** The calls that were answered after the session ended: none, if all is well. One call is in progress while it ends. */
async function letIn(end: (session: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>): Promise<string[]> {
  const answered: string[] = []
  for (let tries = 0; tries < TRIES; tries += 1) {
    const session = await signedIn()
    const { browser, client, token } = session
    // Fills the cache of sessions.
    await client.call('users.me')
    const underWay = client.call('users.me')
    await end(session)
    const name = personal[tries % personal.length] ?? 'users.me'
    const { status } = await client.call(name, nowhere(name))
    if (status !== 401) answered.push(`${name}: ${status}`)
    await underWay
    browser.cookies.set(COOKIE, token)
    if ((await browser.session()).user) answered.push('auth.session')
    const again = await client.call(name, nowhere(name))
    if (again.status !== 401) answered.push(`${name}, later: ${again.status}`)
  }
  return answered
}

describe(`in ${TRIES} tries no call is answered`, () => {
  test('after a sign-out', async () => {
    expect(await letIn(({ browser }) => browser.post('/api/auth/signout'))).toEqual([])
  })

  test('after a sign-out everywhere', async () => {
    expect(await letIn(({ client }) => client.call('sessions.endAll'))).toEqual([])
  })

  test('after the user was disabled, even if they are enabled again', async () => {
    const disabled = await letIn(async () => setDisabled(true).then(() => setDisabled(false)))
    expect(disabled).toEqual([])
  })
})
