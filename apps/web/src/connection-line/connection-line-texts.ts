import type { RealtimeState } from '../core/realtime/realtime.ts'

/** The texts of the line that is shown while there is no connection. */
export const CONNECTION_LINE_TEXTS = {
  offline: 'You’re offline. You may not see the latest messages.',
  connecting: 'Reconnecting… You may not see the latest messages.',
  disconnected: 'Disconnected. You won’t see new messages.',
  reconnect: 'Reconnect',
  more: 'Details',
} as const

/** Null while there is nothing to say. */
export function connectionText(state: RealtimeState): string | null {
  if (state === 'Connected' || state === 'Disconnecting') return null
  return state === 'Disconnected' ? CONNECTION_LINE_TEXTS.disconnected : CONNECTION_LINE_TEXTS.connecting
}
