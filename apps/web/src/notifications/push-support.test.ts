import { expect, it } from 'vitest'
import { pushSupport } from './push-support.ts'

const location = { pathname: '/' } as Location
const Notification = { permission: 'default' as NotificationPermission }
const able = { location, navigator: { serviceWorker: {} }, PushManager: {}, Notification }

it.each<[string, Parameters<typeof pushSupport>[0], string]>([
  ['a browser with push', able, 'supported'],
  ['where it is allowed', { ...able, Notification: { permission: 'granted' } }, 'supported'],
  ['where it is blocked', { ...able, Notification: { permission: 'denied' } }, 'blocked'],
  ['Teams', { ...able, location: { pathname: '/teams-app/admin' } as Location }, 'unsupported'],
  ['without push', { location, navigator: { serviceWorker: {} }, Notification }, 'unsupported'],
  ['without service workers', { ...able, navigator: {} }, 'unsupported'],
  ['Safari on iOS', { location, navigator: { serviceWorker: {}, standalone: false } }, 'homeScreenFirst'],
  ['an app on the Home Screen of iOS', { ...able, navigator: { serviceWorker: {}, standalone: true } }, 'supported'],
  ['the same on an old iOS', { location, navigator: { serviceWorker: {}, standalone: true } }, 'unsupported'],
])('%s', (_, browser, support) => {
  expect(pushSupport(browser)).toBe(support)
})
