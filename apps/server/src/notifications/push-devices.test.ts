import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createECDH, randomBytes } from 'node:crypto'
import type { PushPayload } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { PUSH_ORIGIN } from '@partyline/sandbox'
import type { PushSubscription } from '@partyline/sandbox'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
/** Signed in once more, with a device. */
let omar: Client
let device: PushSubscription
let deviceId: string

beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  omar = await harness.signIn('omar@lakeside.example')
  for (const { id } of await omar.get('push.list')) await omar.call('push.remove', { params: { deviceId: id } })
  device = harness.sandbox.push.subscribe()
  deviceId = (await omar.get('push.add', { body: device })).id
})

const testPush = (client: Client, id = deviceId) => client.call('push.test', { params: { deviceId: id } })
const payloads = () => harness.sandbox.push.messages(device.endpoint).map(({ payload }) => payload as PushPayload)

describe('a device', () => {
  test('gets a test, which shows in the list', async () => {
    const [before] = await omar.get('push.list')
    expect(before).toMatchObject({ id: deviceId, choice: 'mine', lastPushOn: null, current: true })
    expect((await testPush(omar)).status).toBe(204)
    expect(payloads()).toEqual([{ kind: 'test' }])
    expect((await omar.get('push.list'))[0]?.lastPushOn).not.toBeNull()
    expect((await clinic.omar.get('push.list'))[0]?.current).toBe(false)
  })

  test('is the same one if it subscribes again', async () => {
    const again = await omar.get('push.add', { body: { ...device, choice: 'all' } })
    expect(again).toMatchObject({ id: deviceId, choice: 'all' })
    expect(await omar.get('push.list')).toHaveLength(1)
  })

  test('belongs to the last user who subscribed with it', async () => {
    await clinic.mei.get('push.add', { body: device })
    expect(await omar.get('push.list')).toEqual([])
    const [hers] = await clinic.mei.get('push.list')
    expect(hers?.id).not.toBe(deviceId)
    await clinic.stranger.get('push.add', { body: device })
    expect(await clinic.mei.get('push.list')).toEqual([])
    await clinic.stranger.call('push.remove', { params: { deviceId: (await clinic.stranger.get('push.list'))[0]!.id } })
  })

  test('ends with its session', async () => {
    const session = (await omar.get('sessions.list')).find(({ current }) => current)
    await omar.call('sessions.end', { params: { sessionId: session!.id } })
    expect(await clinic.omar.get('push.list')).toEqual([])
  })

  test('ends when its person is disabled, for good', async () => {
    const change = (disabled: boolean) => ({
      params: { userId: clinic.omar.id },
      body: { name: 'Omar Haddad', role: 'User' as const, disabled },
    })
    await clinic.dana.get('settings.updateUser', change(true))
    await clinic.dana.get('settings.updateUser', change(false))
    Object.assign(clinic.omar, await harness.signIn('omar@lakeside.example'))
    expect(await clinic.omar.get('push.list')).toEqual([])
  })

  test('can be removed by its person only', async () => {
    for (const other of [clinic.dana, clinic.stranger]) {
      expect((await other.call('push.remove', { params: { deviceId } })).status).toBe(404)
      expect((await testPush(other)).status).toBe(404)
    }
    expect((await omar.call('push.remove', { params: { deviceId } })).status).toBe(204)
    expect(await omar.get('push.list')).toEqual([])
  })

  test('is the oldest of twenty when another one comes', async () => {
    for (let nth = 1; nth <= 20; nth += 1) await omar.get('push.add', { body: harness.sandbox.push.subscribe() })
    const ids = (await omar.get('push.list')).map(({ id }) => id)
    expect(ids).toHaveLength(20)
    expect(ids).not.toContain(deviceId)
  })
})

describe('a test push', () => {
  test.each([
    ['throttle', true],
    ['failing', true],
    ['redirect', true],
    ['expire', false],
    ['forget', false],
  ] as const)('%s: says that it failed', async (fault, staysListed) => {
    harness.sandbox.push.setFault(device.endpoint, { fault })
    expect(await testPush(omar)).toMatchObject({ status: 502, error: { error: 'push-failed' } })
    expect(await omar.get('push.list')).toHaveLength(staysListed ? 1 : 0)
    expect(payloads()).toEqual([])
  })
})

const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }

test.each([
  ['plain http', PUSH_ORIGIN.replace('https', 'http') + '/push/x'],
  ['another port', `${PUSH_ORIGIN}:8443/push/x`],
  ['a password', `${PUSH_ORIGIN.replace('//', '//a:b@')}/push/x`],
  ['another host', 'https://push.example.com/push/x'],
  ['a host that ends like one', `https://evil-${new URL(PUSH_ORIGIN).host}/push/x`],
  ['a host that begins like one', `https://${new URL(PUSH_ORIGIN).host}.example.com/push/x`],
  ['an address', 'https://127.0.0.1/push/x'],
  ['a number', 'https://2130706433/push/x'],
  ['too long', `${PUSH_ORIGIN}/push/${'x'.repeat(2_000)}`],
  ['nothing', ''],
])('%s is no push service', async (_, endpoint) => {
  expect(await omar.call('push.add', { body: { endpoint, keys } })).toMatchObject({
    status: 400,
    error: { error: 'validation' },
  })
})

test.each([
  ['a short public key', { ...keys, p256dh: keys.p256dh.slice(4) }],
  ['a long secret', { ...keys, auth: `${keys.auth}AAAA` }],
  ['other characters', { ...keys, auth: `${keys.auth.slice(1)}+` }],
])('%s is refused', async (_, wrong) => {
  const answer = await omar.call('push.add', { body: { endpoint: device.endpoint, keys: wrong } })
  expect(answer).toMatchObject({ status: 400, error: { error: 'validation' } })
})

test('padded keys are taken', async () => {
  const padded = { p256dh: `${device.keys.p256dh}=`, auth: `${device.keys.auth}==` }
  await omar.get('push.add', { body: { ...device, keys: padded } })
  expect((await testPush(omar)).status).toBe(204)
})
