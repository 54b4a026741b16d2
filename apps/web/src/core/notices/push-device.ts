import type { PushDevice } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'

type Options = { pushKey: string; choice: PushDevice['choice'] }

/** Subscribes this browser to push, and tells the server. Doing so again changes nothing. */
export async function subscribeDevice(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  api: Pick<Api, 'call'>,
  { pushKey, choice }: Options,
): Promise<PushDevice> {
  const subscription = await subscribe(pushManager, pushKey)
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return api.call('push.add', { body: { endpoint, keys: { p256dh, auth }, choice } })
}

async function subscribe(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // A subscription that was made with another key is in the way.
    const former = await pushManager.getSubscription()
    if (former === null) throw error
    await former.unsubscribe()
    return pushManager.subscribe(options)
  }
}
