import type { TwilioStore } from './twilio-store.ts'
import { masked, parsePhoneNumber } from './phone-number.ts'
import { TwilioError } from './twilio-error.ts'

/** A send request before validation. */
export type SendRequest = {
  to: string
  from: string
  body: string
  mediaUrls: readonly string[]
  statusCallback: string | null
}

/** A validated send request: both numbers in E.164, with content. */
export type CheckedSend = SendRequest

export const MAX_BODY = 1600
const MAX_MEDIA = 10
const MAX_URL = 4000

/** Numbers that always fail, like with Twilio's test credentials. */
const MAGIC_FROM: Record<string, (from: string) => TwilioError> = {
  '+15005550001': (from) => invalidFrom(from),
  '+15005550007': (from) =>
    new TwilioError(
      21606,
      `The From phone number ${from} is not a valid, SMS-capable inbound phone number or short code for your account.`,
    ),
  '+15005550008': () => new TwilioError(21611, 'SMS queue is full.', 429),
}
const MAGIC_TO: Record<string, (to: string, from: string) => TwilioError> = {
  '+15005550001': (to) => invalidTo(to),
  '+15005550002': (to, from) =>
    new TwilioError(
      21612,
      `The 'To' phone number: ${to}, is not currently reachable using the 'From' phone number: ${from} via SMS.`,
    ),
  '+15005550003': (to) =>
    new TwilioError(
      21408,
      `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${to}.`,
    ),
  '+15005550004': () => unsubscribed(),
  '+15005550009': (to) => new TwilioError(21614, `To number: ${to}, is not a mobile number`),
}

/** Twilio's checks before accepting a message. @throws the error for the caller */
export function checkSend(request: SendRequest, store: TwilioStore): CheckedSend {
  if (request.to.trim() === '') throw new TwilioError(21604, "A 'To' phone number is required.")
  if (request.from.trim() === '') throw new TwilioError(21603, "A 'From' phone number is required.")
  if (request.to.includes(':') !== request.from.includes(':')) {
    throw new TwilioError(21910, 'Invalid From and To pair. From and To should be of the same channel')
  }
  checkContent(request)
  checkUrls(request)

  const from = checkFrom(request, store)
  const to = parsePhoneNumber(request.to)
  if (to === null) throw invalidTo(request.to)
  const magic = MAGIC_TO[to]
  if (magic) throw magic(to, from)
  if (to === from) throw new TwilioError(21266, "'To' and 'From' number cannot be the same")
  if (store.isOptedOut(from, to)) throw unsubscribed()
  return { ...request, to, from }
}

function checkContent({ body, mediaUrls }: SendRequest) {
  if (body === '' && mediaUrls.length === 0) throw new TwilioError(21602, 'Message body is required.')
  // Code points, not UTF-16 units.
  if (Array.from(body).length > MAX_BODY) {
    throw new TwilioError(21617, 'The concatenated message body exceeds the 1600 character limit')
  }
  if (mediaUrls.length > MAX_MEDIA) throw new TwilioError(21623, 'Number of media files exceeds allowed limit')
}

function checkUrls({ mediaUrls, statusCallback }: SendRequest) {
  if (!mediaUrls.every(isWebAddress)) throw new TwilioError(21620, 'Invalid media URL(s)')
  if (statusCallback !== null && !isCallbackAddress(statusCallback)) {
    throw new TwilioError(21609, `The 'StatusCallback' URL ${statusCallback} is not a valid URL.`)
  }
}

function checkFrom({ from, mediaUrls }: SendRequest, store: TwilioStore) {
  const number = parsePhoneNumber(from)
  if (number === null) throw invalidFrom(from)
  const magic = MAGIC_FROM[number]
  if (magic) throw magic(number)
  const ours = store.number(number)
  if (!ours) {
    throw new TwilioError(21659, `'From' ${number} is not a Twilio phone number or Short Code country mismatch`)
  }
  if (mediaUrls.length > 0 && !ours.mms) {
    throw new TwilioError(21621, `The 'From' number ${number} has not been enabled for picture messaging.`)
  }
  return number
}

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** An address that Twilio would call: http or https, a host without underscore, at most 4000 characters. */
export const isCallbackAddress = (url: string) =>
  url.length <= MAX_URL && isWebAddress(url) && !new URL(url).hostname.includes('_')

const invalidTo = (to: string) => new TwilioError(21211, `Invalid 'To' Phone Number: ${masked(to)}`)
const invalidFrom = (from: string) =>
  new TwilioError(21212, `The 'From' number ${from} is not a valid phone number, shortcode, or alphanumeric sender ID.`)
const unsubscribed = () => new TwilioError(21610, 'Attempt to send to unsubscribed recipient')
