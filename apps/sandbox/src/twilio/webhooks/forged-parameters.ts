import type { RandomHex } from '../sids.ts'
import type { FormParameters } from './signature.ts'

/** Forged content: the message failed, or the phone wrote something else. */
export function forgedParameters(parameters: FormParameters, hex: RandomHex): FormParameters {
  if (parameters['MessageStatus'] !== undefined) {
    return { ...parameters, MessageStatus: 'failed', SmsStatus: 'failed', ErrorCode: '30007' }
  }
  const sid = `SM${hex()}`
  return { ...parameters, MessageSid: sid, SmsSid: sid, SmsMessageSid: sid, Body: 'This text is forged.' }
}
