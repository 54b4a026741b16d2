import type { DeliveryStatus } from '@partyline/contract'
import type { DeliveryMove } from '../transcript/index.ts'
import { errorTextOf } from '../twilio/index.ts'

/** Twilio's statuses and ours. Those before a text has left Twilio make no difference to people. */
const STATUSES = new Map<string, DeliveryStatus>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

const CANCELED = 'The text was canceled at Twilio before it was sent. Send it again if it is still needed.'

/** How Twilio speaks of a text: in a callback, in its list, or when it is asked. */
export type TwilioReport = { status: string; errorCode: number | null }

/** The change a report makes to the delivery; null if nothing changes for people. */
export function moveOf({
  status: word,
  errorCode,
}: TwilioReport): Pick<DeliveryMove, 'status' | 'errorCode' | 'errorText' | 'checkAt'> | null {
  const status = STATUSES.get(word)
  if (!status) return null
  if (status === 'sent') return { status }
  if (status === 'delivered') return { status, checkAt: null }
  const errorText = word === 'canceled' && errorCode === null ? CANCELED : errorTextOf(errorCode)
  return { status, checkAt: null, ...(errorCode !== null && { errorCode }), errorText }
}
