import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chatId } from '../core/tests/sample-chats.ts'
import type { Api } from '../platform/api.ts'
import { choose } from './browser-settings.ts'
import { createNotificationStore } from './notification-settings.ts'
import { closeShown, leavePush, renewPush, subscribeToPush, unsubscribeFromPush } from './push-subscription.ts'

const OWN = { id: 'own', current: true }

describe('push in a browser', () => {
  let calls: [string, unknown][]
  let registered: string[]
  let isSubscribed: boolean
  let shown: string[]
  let pushKey: string | null
  let permission: NotificationPermission
  let failing: string | null
  let starts: boolean
  let refusal: DOMException | null
  const store = () => createNotificationStore({ owner: 'dana', storage: null })

  const api = {
    async call(name: string, input?: unknown) {
      calls.push([name, input])
      if (name === failing) throw new Error('Not allowed here.')
      if (name === 'notifications.get') return { pushKey }
      return name === 'push.list' ? [{ id: 'other', current: false }, OWN] : OWN
    },
  } as unknown as Pick<Api, 'call'>
  const names = () => calls.map(([name]) => name)

  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => (isSubscribed = false),
  }
  const registration = {
    pushManager: {
      getSubscription: async () => (isSubscribed ? subscription : null),
      async subscribe() {
        if (refusal) throw refusal
        isSubscribed = true
        return subscription
      },
    },
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      shown
        .filter((one) => tag === undefined || one === tag)
        .map((one) => ({ close: () => void (shown = shown.filter((other) => other !== one)) })),
  }
  const serviceWorker = {
    register: async (script: string) => void registered.push(script),
    get ready() {
      return starts ? Promise.resolve(registration) : new Promise(() => undefined)
    },
    getRegistration: async () => (isSubscribed || shown.length > 0 ? registration : undefined),
  }

  beforeEach(() => {
    calls = []
    refusal = null
    registered = []
    isSubscribed = false
    shown = []
    pushKey = 'key'
    permission = 'granted'
    failing = null
    starts = true
    const Notification = {
      get permission() {
        return permission
      },
      requestPermission: async () => permission,
    }
    const location = { pathname: '/' }
    vi.stubGlobal('window', { location, navigator: { serviceWorker }, Notification, PushManager: {} })
    vi.stubGlobal('navigator', { serviceWorker })
    vi.stubGlobal('Notification', Notification)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('registers the service worker, subscribes, and tells the server the choice', async () => {
    expect(await subscribeToPush({ api, pushKey: 'key', choice: 'all' })).toEqual(OWN)
    expect(registered).toEqual(['/service-worker.js'])
    const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, choice: 'all' }
    expect(calls).toEqual([['push.add', { body }]])
  })

  it('does not wait for a service worker that does not start', async () => {
    vi.useFakeTimers()
    starts = false
    const reason = subscribeToPush({ api, pushKey: 'key', choice: 'all' }).catch((error: unknown) => String(error))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await reason).toMatch(/did not start/)
  })

  it('says in plain words that the browser refuses', async () => {
    refusal = new DOMException('Registration failed - permission denied', 'NotAllowedError')
    await expect(subscribeToPush({ api, pushKey: 'key', choice: 'all' })).rejects.toThrow(/Your browser refused push/)
  })

  it('never registers in Teams', async () => {
    window.location.pathname = '/teams-app/'
    await expect(subscribeToPush({ api, pushKey: 'key', choice: 'all' })).rejects.toThrow(/can’t get push/)
    await renewPush({ api, choice: 'all' })
    expect([registered, calls]).toEqual([[], []])
  })

  it('ends on this device only', async () => {
    isSubscribed = true
    await unsubscribeFromPush({ api })
    expect(isSubscribed).toBe(false)
    expect(calls.slice(1)).toEqual([['push.remove', { params: { deviceId: 'own' } }]])
  })

  it('asks the server nothing if there was no subscription', async () => {
    await unsubscribeFromPush({ api })
    expect(calls).toEqual([])
  })

  it.each([
    ['mine', ['notifications.get', 'push.add']],
    ['all', ['notifications.get', 'push.add']],
    ['unasked', []],
    ['off', []],
  ] as const)('is renewed with the choice “%s”: %j', async (choice, expected) => {
    await renewPush({ api, choice })
    expect(names()).toEqual(expected)
  })

  it('is not renewed without the permission, or without a key', async () => {
    permission = 'default'
    await renewPush({ api, choice: 'mine' })
    expect(calls).toEqual([])
    permission = 'granted'
    pushKey = null
    await renewPush({ api, choice: 'mine' })
    expect([names(), registered]).toEqual([['notifications.get'], []])
  })

  it('follows the last of two choices made in a row', async () => {
    await Promise.all([subscribeToPush({ api, pushKey: 'key', choice: 'mine' }), unsubscribeFromPush({ api })])
    expect([isSubscribed, names()]).toEqual([false, ['push.add', 'push.list', 'push.remove']])
  })

  it('closes what is shown about a chat that was read', async () => {
    shown = [`partyline.${chatId(1)}`, `partyline.reply.${chatId(1)}`, `partyline.${chatId(2)}`]
    await closeShown(chatId(1))
    expect(shown).toEqual([`partyline.${chatId(2)}`])
  })

  it('ends when the person signs out, and closes what is shown, without the server', async () => {
    isSubscribed = true
    shown = ['partyline.1', 'partyline.2']
    await leavePush()
    expect([isSubscribed, shown, calls]).toEqual([false, [], []])
  })

  it('does not keep anyone from signing out', async () => {
    vi.useFakeTimers()
    isSubscribed = true
    vi.spyOn(registration.pushManager, 'getSubscription').mockReturnValueOnce(new Promise(() => undefined))
    const left = leavePush()
    await vi.advanceTimersByTimeAsync(3_000)
    await left
    // Nor does what hangs block later changes for ever.
    const renewed = renewPush({ api, choice: 'all' })
    await vi.advanceTimersByTimeAsync(30_000)
    await renewed
    expect(names()).toEqual(['notifications.get', 'push.add'])
  })

  describe('a choice', () => {
    it('begins and ends push', async () => {
      const settings = store()
      expect(await choose(settings, 'mine', api)).toBeNull()
      expect([settings.current().choice, isSubscribed]).toEqual(['mine', true])
      expect(await choose(settings, 'off', api)).toBeNull()
      expect([settings.current().choice, isSubscribed]).toEqual(['off', false])
    })

    it('is off if the person denies the permission', async () => {
      permission = 'denied'
      const settings = store()
      expect(await choose(settings, 'mine', api)).toBeNull()
      expect([settings.current().choice, calls]).toEqual(['off', []])
    })

    it('stays if push fails, with the reason', async () => {
      failing = 'push.add'
      const settings = store()
      expect(await choose(settings, 'all', api)).toMatchObject({ message: 'Not allowed here.' })
      expect(settings.current().choice).toBe('all')
    })
  })
})
