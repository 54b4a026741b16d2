import { subscribeDevice } from '../core/notices/push-device.ts'
import type { WorkerScope } from './scope.ts'
import { signedIn } from './signed-in.ts'

const RENEW_MS = 20_000

/** Subscribes again after the browser ended the subscription. If that fails, the app does so at its next start. */
export async function subscriptionChanged(scope: WorkerScope): Promise<void> {
  try {
    const { api } = await signedIn(scope, scope.deadline(RENEW_MS))
    const [{ pushKey }, devices] = await Promise.all([api.call('notifications.get'), api.call('push.list')])
    const device = devices.find(({ current }) => current)
    // The person has turned notifications off.
    if (pushKey === null || device === undefined) return
    await subscribeDevice(scope.registration, api, { pushKey, choice: device.choice })
  } catch {
    // Signed out, or offline.
  }
}
