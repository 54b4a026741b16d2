export { createDevices } from './devices.ts'
export type { PushControls, PushSubscription, ReceivedPush } from './devices.ts'
export { pushPlugin } from './push-plugin.ts'
export { PUSH_ORIGIN } from './vapid.ts'
