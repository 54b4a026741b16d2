import type { RealtimeState } from './realtime.ts'

/** What the line below the top says while new messages do not come by themselves. */
export const REALTIME_TEXTS = {
  offline: 'You are offline. What you see may be a little old.',
  connecting: 'Connecting again. What you see may be a little old.',
  disconnected: 'Not connected. New messages do not appear by themselves.',
  reconnect: 'Connect again',
  more: 'More about it',
} as const

/** Null while there is nothing to say. */
export function connectionText(state: RealtimeState): string | null {
  if (state === 'Connected' || state === 'Disconnecting') return null
  return state === 'Disconnected' ? REALTIME_TEXTS.disconnected : REALTIME_TEXTS.connecting
}
