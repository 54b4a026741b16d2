import type { ChatId, PushDevice } from '@partyline/contract'
import { closeNotices } from '../core/notices/close-notices.ts'
import { noticeTag, replyTag } from '../core/notices/notice.ts'
import { subscribeDevice } from '../core/notices/push-device.ts'
import type { Api } from '../platform/api.ts'
import { wait } from '../platform/wait.ts'
import type { NotificationSettings } from './notification-settings.ts'
import { pushSupport } from './push-support.ts'

const SCRIPT = '/service-worker.js'
/** How long the service worker may take to start, a change may take, and signing out may take to end push. Milliseconds. */
const START_MS = 20_000
const TURN_MS = 30_000
const LEAVE_MS = 3_000

const REFUSED =
  'Your browser refused push, as some do in private windows. Notifications appear here only while Partyline is open.'

type WithApi = { api: Pick<Api, 'call'> }
type Choice = NotificationSettings['choice']

/** One change at a time: the last one counts. One that hangs does not keep the others waiting for ever. */
let changing: Promise<unknown> = Promise.resolve()
function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  const turn = Promise.race([changing, wait(TURN_MS)]).then(change)
  changing = turn.catch(() => undefined)
  return turn
}

/** Subscribes this browser to push. Throws if the browser, its push service, or the server refuses. */
export function subscribeToPush({
  api,
  pushKey,
  choice,
}: WithApi & { pushKey: string; choice: PushDevice['choice'] }): Promise<PushDevice> {
  return inTurn(async () => {
    if (pushSupport() !== 'supported') throw new Error('This browser can’t get push notifications here.')
    const { serviceWorker } = navigator
    await serviceWorker.register(SCRIPT)
    const registration = await Promise.race([serviceWorker.ready, wait(START_MS)])
    if (!registration) throw new Error('The service worker did not start.')
    try {
      return await subscribeDevice(registration, api, { pushKey, choice })
    } catch (error) {
      // Browsers' own messages vary, and are in English.
      throw error instanceof DOMException ? new Error(REFUSED, { cause: error }) : error
    }
  })
}

/** Ends push in this browser, and tells the server. */
export function unsubscribeFromPush({ api }: WithApi): Promise<void> {
  return inTurn(async () => {
    if (!(await unsubscribe())) return
    const devices = await api.call('push.list')
    for (const { id: deviceId, current } of devices) {
      if (current) await api.call('push.remove', { params: { deviceId } })
    }
  })
}

/**
 * Subscribes again, or ends push, as the person has chosen. At each start, because browsers drop subscriptions without a word,
 * and the server's key may be another one.
 */
export async function renewPush({ api, choice }: WithApi & { choice: Choice }): Promise<void> {
  if (pushSupport() !== 'supported') return
  if (choice === 'off') return unsubscribeFromPush({ api })
  if (choice === 'unasked' || Notification.permission !== 'granted') return
  const { pushKey } = await api.call('notifications.get')
  if (pushKey !== null) await subscribeToPush({ api, pushKey, choice })
}

/** Closes the notifications about a chat that the person has read. */
export async function closeShown(chatId: ChatId): Promise<void> {
  const registration = await registered()
  if (registration) await closeNotices(registration, [noticeTag(chatId), replyTag(chatId)])
}

/** Ends push and closes notifications at the end of a session, with which the server forgets this device. */
export async function leavePush(): Promise<void> {
  const leave = async () => {
    await unsubscribe()
    for (const notification of (await (await registered())?.getNotifications()) ?? []) notification.close()
  }
  // Nothing of this may keep anyone from signing out.
  await Promise.race([inTurn(leave).catch(() => undefined), wait(LEAVE_MS)])
}

/** Returns whether there was a subscription. */
async function unsubscribe(): Promise<boolean> {
  const subscription = await (await registered())?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  return Boolean(subscription)
}

/** Undefined without a service worker. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}
