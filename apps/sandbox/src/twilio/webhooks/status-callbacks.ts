import type { Clock } from '../../clock/index.ts'
import { pause } from '../../clock/index.ts'
import type { Faults } from '../../faults/index.ts'
import type { Account } from '../account.ts'
import type { Message } from '../message.ts'
import { isFinal } from '../message.ts'
import type { FormParameters } from './signature.ts'
import type { WebhookCaller } from './webhook-caller.ts'

export type StatusCallbacks = { announce(message: Message): void }

/** Reports a new status to the message's callback address, in sequence for each message. */
export function createStatusCallbacks(parts: {
  account: Account
  webhooks: WebhookCaller
  clock: Clock
  faults: Faults
}): StatusCallbacks {
  const { account, webhooks, clock, faults } = parts
  const running = new Map<string, Promise<void>>()
  /** Messages whose `sent` is reported after their final status. */
  const heldBack = new Map<string, Message>()

  function announce(message: Message) {
    if (message.statusCallback === null) return
    if (!isFinal(message) && faults.take(message.to, 'reorderedCallbacks')) {
      heldBack.set(message.sid, message)
      return
    }
    tell(message, message.statusCallback)
    const earlier = heldBack.get(message.sid)
    heldBack.delete(message.sid)
    if (earlier) tell(earlier, message.statusCallback)
  }

  function tell(message: Message, url: string) {
    const phone = message.to
    if (faults.take(phone, 'missingCallbacks')) return
    const copies = faults.take(phone, 'duplicateCallbacks') ? 2 : 1
    const delay = faults.take(phone, 'delayedCallbacks')?.milliseconds ?? 0
    const parameters = statusParameters(account, message)

    const before = running.get(message.sid)
    const isDue = delay === 0 ? null : pause(clock, delay)
    const call = async () => {
      await before
      await isDue
      await webhooks.call({ url, method: 'POST', parameters, phone, copies })
    }
    const turn = call()
    running.set(message.sid, turn)
    void turn.finally(() => {
      if (running.get(message.sid) === turn) running.delete(message.sid)
    })
  }

  return { announce }
}

function statusParameters(account: Account, message: Message): FormParameters {
  const isReceipt = message.status === 'delivered' || message.status === 'undelivered'
  return {
    ...(message.errorCode === null ? {} : { ErrorCode: String(message.errorCode) }),
    ...(isReceipt ? { RawDlrDoneDate: carrierTime(message.dateUpdated) } : {}),
    SmsSid: message.sid,
    SmsStatus: message.status,
    MessageStatus: message.status,
    To: message.to,
    MessageSid: message.sid,
    AccountSid: account.sid,
    From: message.from,
    ApiVersion: '2010-04-01',
  }
}

/** The carriers' format, YYMMDDhhmm. */
const carrierTime = (time: number) => new Date(time).toISOString().replaceAll(/\D/g, '').slice(2, 12)
