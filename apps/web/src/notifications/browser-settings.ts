import { browserStorage } from '../platform/browser-storage.ts'
import { createNotificationStore } from './notification-settings.ts'
import type { NotificationStore } from './notification-settings.ts'

const stores = new Map<string, NotificationStore>()

/** What this person chose in this browser; the same for menu, offer and notifier. */
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

/** The frame of Teams has no notifications of its own, nor have some browsers. */
export function canNotify(surface: 'browser' | 'teams'): boolean {
  return surface === 'browser' && 'Notification' in window
}

/** Whether the person told the browser not to let this page notify them. */
export function isBlocked(): boolean {
  return 'Notification' in window && Notification.permission === 'denied'
}

/** Asks the browser where that is still open, and takes the choice back where it refuses. On a click only. */
export async function choose(store: NotificationStore, choice: 'off' | 'mine' | 'all'): Promise<void> {
  if (choice === 'off' || Notification.permission === 'granted') return store.change({ choice })
  const permission = await Notification.requestPermission()
  store.change({ choice: permission === 'granted' ? choice : 'off' })
}
