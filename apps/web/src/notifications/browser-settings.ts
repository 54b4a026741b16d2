import type { Api } from '../platform/api.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { createNotificationStore } from './notification-settings.ts'
import type { NotificationStore } from './notification-settings.ts'
import { renewPush } from './push-subscription.ts'

const stores = new Map<string, NotificationStore>()

/** A person's settings in this browser, shared by menu, offer, and notifier. */
export function notificationSettingsOf(owner: string): NotificationStore {
  let store = stores.get(owner)
  if (store === undefined) {
    const made = createNotificationStore({ owner, storage: browserStorage('localStorage') })
    window.addEventListener('storage', () => made.reread())
    stores.set(owner, made)
    store = made
  }
  return store
}

/** Teams' frame has no notifications, and neither do some browsers. */
export function canNotify(surface: 'browser' | 'teams'): boolean {
  return surface === 'browser' && 'Notification' in window
}

/** Whether the person blocked notifications of this page in the browser. */
export function isBlocked(): boolean {
  return 'Notification' in window && Notification.permission === 'denied'
}

/**
 * Asks for the browser's permission if needed, and turns notifications off if it is denied. Only on a click. Then begins or ends
 * push, and returns why that failed, or null.
 */
export async function choose(
  store: NotificationStore,
  chosen: 'off' | 'mine' | 'all',
  api: Pick<Api, 'call'>,
): Promise<unknown> {
  const isAllowed = chosen === 'off' || (await Notification.requestPermission()) === 'granted'
  const choice = isAllowed ? chosen : 'off'
  store.change({ choice })
  try {
    await renewPush({ api, choice })
    return null
  } catch (error) {
    return error
  }
}
