import { expect, it } from 'vitest'
import type { Api } from '../../platform/api.ts'
import { subscribeDevice } from './push-device.ts'

/** A browser that may have a subscription with another key, as browsers refuse to have two. */
function browserWith(formerKey: string | null, { refuses = false } = {}) {
  let key = formerKey
  const sent: unknown[] = []
  const subscription = {
    toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => void (key = null),
  }
  const pushManager = {
    getSubscription: async () => (key === null ? null : subscription),
    async subscribe({
      applicationServerKey,
      userVisibleOnly,
    }: {
      applicationServerKey: string
      userVisibleOnly: boolean
    }) {
      if (refuses || !userVisibleOnly) throw new DOMException('Registration failed', 'AbortError')
      if (key !== null && key !== applicationServerKey) throw new DOMException('Another key', 'InvalidStateError')
      key = applicationServerKey
      return subscription
    },
  } as unknown as PushManager
  const api = { call: async (_: string, input: unknown) => void sent.push(input) } as unknown as Pick<Api, 'call'>
  return { sent, subscribe: () => subscribeDevice({ pushManager }, api, { pushKey: 'new', choice: 'all' }) }
}

const ADDED = { body: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' }, choice: 'all' } }

it.each([null, 'new', 'former'])(
  'subscribes a browser whose subscription has the key %s, and tells the server',
  async (key) => {
    const { subscribe, sent } = browserWith(key)
    await subscribe()
    expect(sent).toEqual([ADDED])
  },
)

it('fails with the browser’s reason', async () => {
  const { subscribe, sent } = browserWith(null, { refuses: true })
  await expect(subscribe()).rejects.toThrow('Registration failed')
  expect(sent).toEqual([])
})
