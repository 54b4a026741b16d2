import { expect, it } from 'vitest'
import { subscriptionChanged } from './subscription-changed.ts'
import { createFakeScope } from './tests/fake-scope.ts'

const DEVICE = { id: 'd', choice: 'all', current: true }
const OTHER = { id: 'o', choice: 'mine', current: false }

type Server = { pushKey?: string | null; devices?: object[] }
function lost({ pushKey = 'key', devices = [OTHER, DEVICE] }: Server = {}) {
  const fake = createFakeScope()
  fake.state.answers['notifications.get'] = [{ pushKey }]
  fake.state.answers['push.list'] = [devices]
  fake.state.answers['push.add'] = [DEVICE]
  return fake
}
const added = ({ sent }: ReturnType<typeof createFakeScope>) => sent.find(({ name }) => name === 'push.add')?.body

it('subscribes again with the server’s key and the choice of this device', async () => {
  const fake = lost()
  await subscriptionChanged(fake.scope)
  expect(fake.state.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'key' }])
  expect(added(fake)).toEqual({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' }, choice: 'all' })
})

it.each([
  ['the server has no push', { pushKey: null }],
  ['notifications are off on this device', { devices: [OTHER] }],
])('does nothing if %s', async (_, parts) => {
  const fake = lost(parts)
  await subscriptionChanged(fake.scope)
  expect([fake.state.subscribed, added(fake)]).toEqual([[], undefined])
})

it('leaves it to the app if it fails', async () => {
  const fake = lost()
  fake.state.isOnline = false
  await expect(subscriptionChanged(fake.scope)).resolves.toBeUndefined()
})
