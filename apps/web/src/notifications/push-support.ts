import { surfaceOf } from '../platform/surface.ts'

type PushSupport =
  | 'supported'
  /** On iOS, only apps on the Home Screen receive push notifications. */
  | 'homeScreenFirst'
  | 'unsupported'
  /** The person blocked notifications of this page. */
  | 'blocked'

type Browser = Pick<Window, 'location'> & {
  navigator: object
  Notification?: { permission: NotificationPermission }
}

/** Whether this browser can receive push notifications. In Teams, Teams notifies. */
export function pushSupport(browser: Browser = window): PushSupport {
  const { navigator, location, Notification } = browser
  if (surfaceOf(location.pathname) === 'teams') return 'unsupported'
  if (Notification?.permission === 'denied') return 'blocked'
  if (Notification && 'serviceWorker' in navigator && 'PushManager' in browser) return 'supported'
  // Only iOS has this: false outside of the Home Screen.
  return 'standalone' in navigator && navigator.standalone === false ? 'homeScreenFirst' : 'unsupported'
}
