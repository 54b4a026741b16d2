import type { Account, PhoneNumber } from '../account.ts'
import type { Media, Message } from '../message.ts'

/** Responses of the API in Twilio's format. Absent values are null, never omitted. */

export const accountPath = (account: Account) => `/2010-04-01/Accounts/${account.sid}`

/** RFC 2822 with a numeric zone, such as `Thu, 24 Aug 2023 05:01:45 +0000`. */
const date = (time: number) => new Date(time).toUTCString().replace('GMT', '+0000')

const ACCOUNT_RESOURCES = [
  'available_phone_numbers',
  'calls',
  'conferences',
  'incoming_phone_numbers',
  'notifications',
  'outgoing_caller_ids',
  'recordings',
  'transcriptions',
  'addresses',
  'signing_keys',
  'connect_apps',
  'sip',
  'authorized_connect_apps',
  'usage',
  'keys',
  'applications',
  'short_codes',
  'queues',
  'messages',
  'balance',
]

export function presentAccount(account: Account) {
  const path = accountPath(account)
  return {
    auth_token: account.authToken,
    date_created: date(account.dateCreated),
    date_updated: date(account.dateCreated),
    friendly_name: account.friendlyName,
    owner_account_sid: account.sid,
    sid: account.sid,
    status: 'active',
    subresource_uris: Object.fromEntries(ACCOUNT_RESOURCES.map((name) => [name, `${path}/${resourceName(name)}.json`])),
    type: 'Full',
    uri: `${path}.json`,
  }
}

/** `incoming_phone_numbers` → `IncomingPhoneNumbers`; only SIP is all uppercase. */
const resourceName = (name: string) =>
  name === 'sip' ? 'SIP' : name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

export function presentNumber(account: Account, number: PhoneNumber) {
  return {
    account_sid: account.sid,
    address_requirements: 'none',
    address_sid: null,
    api_version: '2010-04-01',
    beta: false,
    bundle_sid: null,
    capabilities: { voice: false, sms: true, mms: number.mms, fax: false },
    date_created: date(number.dateCreated),
    date_updated: date(number.dateUpdated),
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    emergency_status: 'Inactive',
    friendly_name: number.friendlyName,
    identity_sid: null,
    origin: 'twilio',
    phone_number: number.phoneNumber,
    sid: number.sid,
    sms_application_sid: number.smsApplicationSid,
    sms_fallback_method: number.smsFallbackMethod,
    sms_fallback_url: number.smsFallbackUrl,
    sms_method: number.smsMethod,
    sms_url: number.smsUrl,
    status: 'in-use',
    status_callback: '',
    status_callback_method: 'POST',
    trunk_sid: null,
    type: 'local',
    uri: `${accountPath(account)}/IncomingPhoneNumbers/${number.sid}.json`,
    voice_application_sid: '',
    voice_caller_id_lookup: false,
    voice_fallback_method: 'POST',
    voice_fallback_url: '',
    voice_method: 'POST',
    voice_receive_mode: 'voice',
    voice_url: '',
  }
}

export function presentMessage(account: Account, message: Message) {
  const path = `${accountPath(account)}/Messages/${message.sid}`
  return {
    account_sid: account.sid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: date(message.dateCreated),
    date_sent: message.dateSent === null ? null : date(message.dateSent),
    date_updated: date(message.dateUpdated),
    direction: message.direction,
    error_code: message.errorCode,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: String(message.numMedia),
    num_segments: String(message.numSegments),
    price: message.price,
    price_unit: 'USD',
    sid: message.sid,
    status: message.status,
    subresource_uris: { feedback: `${path}/Feedback.json`, media: `${path}/Media.json` },
    to: message.to,
    uri: `${path}.json`,
  }
}

export function presentMedia(account: Account, media: Media) {
  return {
    account_sid: account.sid,
    content_type: media.contentType,
    date_created: date(media.dateCreated),
    date_updated: date(media.dateCreated),
    parent_sid: media.messageSid,
    sid: media.sid,
    uri: `${accountPath(account)}/Messages/${media.messageSid}/Media/${media.sid}.json`,
  }
}
