import type { DeliveryStatus } from '@partyline/contract'

const OUTCOMES = ['delivered', 'undelivered', 'failed'] as const

/** Where each status may move: only up, and a final one stays, but for a carrier that takes a failed delivery back. */
const MOVES: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  queued: ['sending', 'sent', ...OUTCOMES, 'skipped'],
  sending: ['sent', ...OUTCOMES, 'unknown'],
  sent: OUTCOMES,
  // Whether Twilio accepted it is not known: whatever turns up is news, and a person may send it again.
  unknown: ['queued', 'sending', 'sent', ...OUTCOMES, 'skipped'],
  delivered: [],
  // A delivery receipt may arrive after the carrier had given the text up.
  undelivered: ['delivered'],
  failed: [],
  skipped: [],
  read: [],
}

/** Where a person may send it again. */
export const REPEATABLE: readonly DeliveryStatus[] = ['unknown', 'failed', 'undelivered']

/** Whether the text failed, or may have. */
export function isFailure(status: DeliveryStatus): boolean {
  return REPEATABLE.includes(status)
}

/** Whatever was written of a failure or of an unknown outcome is over. */
export function isGoodNews(status: DeliveryStatus): boolean {
  return ['queued', 'sending', 'sent', 'delivered'].includes(status)
}

/** The statuses from which a delivery may become `next`. */
export function statusesBefore(next: DeliveryStatus): DeliveryStatus[] {
  return (Object.keys(MOVES) as DeliveryStatus[]).filter((status) => MOVES[status].includes(next))
}
