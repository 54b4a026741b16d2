import type { CDPSession, Page } from '@playwright/test'
import type { ChatId, PushPayload } from '@partyline/contract'
import { appUrl, sandboxUrl } from './addresses.ts'

type Subscription = { endpoint: string; keys: Record<string, string> }
type Arrived = { payload: PushPayload; topic: string | null }

/** Replaces the browser's push service, which Chrome does not have in incognito mode. */
const AT_SANDBOX = `
  const subscriptionOf = (json) => json && { toJSON: () => json, unsubscribe: () => window.unsubscribeAtSandbox() }
  Object.assign(PushManager.prototype, {
    subscribe: async (options) => subscriptionOf(await window.subscribeAtSandbox(options.applicationServerKey)),
    getSubscription: async () => subscriptionOf(await window.subscriptionAtSandbox()),
  })
`

/** Makes the browser of the page a device at the sandbox's push service. Call before the app is opened. */
export async function pushDevice(page: Page) {
  const context = page.context()
  let current: Subscription | null = null
  let latest: Subscription | null = null
  await context.exposeFunction('subscriptionAtSandbox', () => current)
  await context.exposeFunction('unsubscribeAtSandbox', () => {
    current = null
    return true
  })
  await context.exposeFunction('subscribeAtSandbox', async (applicationServerKey: string) => {
    latest = current ??= await subscribe(applicationServerKey)
    return current
  })
  await context.addInitScript(AT_SANDBOX)
  // It stays open while the pages of the app are closed.
  const [kept] = context.pages()
  if (!kept) throw new Error('The browser has no page.')
  const devTools = await context.newCDPSession(kept)
  let registration: Promise<string> | null = null

  return {
    /** The device's pushes about a chat at the push service, decrypted, oldest first. */
    async arrived(chatId: ChatId): Promise<Arrived[]> {
      const token = latest?.endpoint.split('/').at(-1) ?? ''
      const response = await fetch(`${sandboxUrl()}/sandbox/push/devices/${token}/messages`)
      const all = (await response.json()) as Arrived[]
      return all.filter(({ payload }) => JSON.stringify(payload).includes(chatId))
    },

    /** Hands a push to the service worker, as the browser does. */
    async deliver({ payload }: Arrived): Promise<void> {
      const registrationId = await (registration ??= registrationOf(devTools))
      const data = JSON.stringify(payload)
      await devTools.send('ServiceWorker.deliverPushMessage', { origin: appUrl(), registrationId, data })
    },

    /** Title and text of the notifications on the device. */
    shown: () =>
      kept.evaluate<string[]>(`(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/')
        return (await registration.getNotifications()).map(({ title, body }) => title + ': ' + body)
      })()`),
  }
}

async function subscribe(applicationServerKey: string): Promise<Subscription> {
  const response = await fetch(`${sandboxUrl()}/sandbox/push/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationServerKey }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<Subscription>
}

/** The app's service worker. */
async function registrationOf(devTools: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL }) => scopeURL === `${appUrl()}/`)
    if (found) resolve(found.registrationId)
  })
  await devTools.send('ServiceWorker.enable')
  return promise
}
