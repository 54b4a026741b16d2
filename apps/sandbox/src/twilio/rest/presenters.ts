import type { Account, MessagingService, PhoneNumber } from '../account.ts'
import type { Media, Message } from '../message.ts'
import { isTollFree } from '../phone-number.ts'

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
export const resourceName = (name: string) =>
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
    sms_application_sid: number.smsApplicationSid || null,
    sms_fallback_method: number.smsFallbackMethod,
    sms_fallback_url: number.smsFallbackUrl,
    sms_method: number.smsMethod,
    sms_url: number.smsUrl,
    status: 'in-use',
    status_callback: '',
    status_callback_method: 'POST',
    trunk_sid: null,
    type: isTollFree(number.phoneNumber) ? 'toll-free' : 'local',
    uri: `${accountPath(account)}/IncomingPhoneNumbers/${number.sid}.json`,
    voice_application_sid: null,
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

/** Whether the recipient did what the text was for, such as entering a code. Nothing reads it back. */
export function presentFeedback(
  account: Account,
  { messageSid, outcome, at }: { messageSid: string; outcome: string; at: number },
) {
  return {
    account_sid: account.sid,
    date_created: date(at),
    date_updated: date(at),
    message_sid: messageSid,
    outcome,
    uri: `${accountPath(account)}/Messages/${messageSid}/Feedback.json`,
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

export const servicesUrl = 'https://messaging.twilio.com/v1/Services'

/** The date format of newer APIs, without fractions of a second. */
const isoDate = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')

const SERVICE_RESOURCES = {
  alpha_senders: 'AlphaSenders',
  channel_senders: 'ChannelSenders',
  destination_alpha_senders: 'DestinationAlphaSenders',
  messages: 'Messages',
  phone_numbers: 'PhoneNumbers',
  short_codes: 'ShortCodes',
  us_app_to_person: 'Compliance/Usa2p',
  us_app_to_person_usecases: 'Compliance/Usa2p/Usecases',
}

export function presentService(account: Account, service: MessagingService) {
  const url = `${servicesUrl}/${service.sid}`
  return {
    account_sid: account.sid,
    date_created: isoDate(service.dateCreated),
    date_updated: isoDate(service.dateUpdated),
    fallback_method: service.fallbackMethod,
    fallback_url: service.fallbackUrl || null,
    friendly_name: service.friendlyName,
    inbound_method: service.inboundMethod,
    inbound_request_url: service.inboundRequestUrl || null,
    links: Object.fromEntries(Object.entries(SERVICE_RESOURCES).map(([name, path]) => [name, `${url}/${path}`])),
    scan_message_content: service.scanMessageContent,
    sid: service.sid,
    status_callback: service.statusCallback || null,
    url,
    us_app_to_person_registered: service.hasCampaign,
    use_inbound_webhook_on_number: service.useInboundWebhookOnNumber,
    usecase: service.usecase,
    validity_period: service.validityPeriod,
    ...service.features,
  }
}

/** A number of a service. */
export function presentServiceNumber(
  account: Account,
  { service, number }: { service: MessagingService; number: PhoneNumber },
) {
  return {
    account_sid: account.sid,
    capabilities: number.mms ? ['SMS', 'MMS'] : ['SMS'],
    country_code: 'US',
    date_created: isoDate(service.dateCreated),
    date_updated: isoDate(service.dateUpdated),
    phone_number: number.phoneNumber,
    service_sid: service.sid,
    sid: number.sid,
    url: `${servicesUrl}/${service.sid}/PhoneNumbers/${number.sid}`,
  }
}

export const campaignSid = (service: MessagingService) => `QE${service.sid.slice(2)}`

/** The A2P 10DLC campaign of a service. */
export function presentCampaign(account: Account, { service, status }: { service: MessagingService; status: string }) {
  const sid = campaignSid(service)
  const isFailed = status === 'FAILED'
  return {
    account_sid: account.sid,
    age_gated: false,
    brand_registration_sid: `BN${service.sid.slice(2)}`,
    campaign_id: status === 'VERIFIED' ? 'CSANDBX' : null,
    campaign_status: status,
    date_created: isoDate(service.dateCreated),
    date_updated: isoDate(service.dateUpdated),
    description: 'Appointment reminders, and answers to the questions of patients.',
    direct_lending: false,
    errors: isFailed ? [{ error_code: 30_896, fields: ['MESSAGE_FLOW'] }] : [],
    has_embedded_links: false,
    has_embedded_phone: true,
    help_keywords: ['HELP'],
    help_message: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
    is_externally_registered: false,
    message_flow: 'Patients agree to texts on the form that they fill in at their first visit.',
    message_samples: ['Your appointment is on Thursday at 9:30.', 'Your lab result is ready. Please call us.'],
    messaging_service_sid: service.sid,
    mock: false,
    opt_in_keywords: ['START'],
    opt_in_message: 'You will receive texts about your appointments. Reply STOP to unsubscribe.',
    opt_out_keywords: ['STOP'],
    opt_out_message: 'You have successfully been unsubscribed.',
    privacy_policy_url: null,
    rate_limits: null,
    sid,
    subscriber_opt_in: true,
    terms_and_conditions_url: null,
    url: `${servicesUrl}/${service.sid}/Compliance/Usa2p/${sid}`,
    us_app_to_person_usecase: 'LOW_VOLUME',
  }
}

export const verificationsUrl = 'https://messaging.twilio.com/v1/Tollfree/Verifications'

/** The verification of a toll-free number. */
export function presentVerification(account: Account, { number, status }: { number: PhoneNumber; status: string }) {
  const sid = `HH${number.sid.slice(2)}`
  const isRejected = status === 'TWILIO_REJECTED'
  return {
    account_sid: account.sid,
    additional_information: null,
    age_gated_content: null,
    business_city: 'Washington',
    business_contact_email: 'dana@lakeside.example',
    business_contact_first_name: 'Dana',
    business_contact_last_name: 'Cole',
    business_contact_phone: '+12025550199',
    business_country: 'US',
    business_name: account.friendlyName,
    business_postal_code: '20001',
    business_registration_authority: null,
    business_registration_country: null,
    business_registration_number: null,
    business_registration_phone_number: null,
    business_state_province_region: 'DC',
    business_street_address: '1 Lake Street',
    business_street_address2: null,
    business_type: null,
    business_website: 'https://lakeside.example',
    customer_profile_sid: null,
    date_created: isoDate(number.dateCreated),
    date_updated: isoDate(number.dateUpdated),
    doing_business_as: null,
    edit_allowed: isRejected ? true : null,
    edit_expiration: null,
    error_code: isRejected ? 30_475 : null,
    external_reference_id: null,
    help_message_sample: null,
    message_volume: '1,000',
    notification_email: 'dana@lakeside.example',
    opt_in_confirmation_message: null,
    opt_in_image_urls: ['https://lakeside.example/opt-in.png'],
    opt_in_keywords: null,
    opt_in_type: 'PAPER_FORM',
    privacy_policy_url: null,
    production_message_sample: 'Your appointment is on Thursday at 9:30.',
    regulated_item_sid: null,
    rejection_reason: isRejected ? 'The opt-in could not be verified' : null,
    rejection_reasons: isRejected ? [{ code: 30_475, reason: 'The opt-in could not be verified' }] : null,
    resource_links: {},
    sid,
    status,
    terms_and_conditions_url: null,
    tollfree_phone_number: number.phoneNumber,
    tollfree_phone_number_sid: number.sid,
    trust_product_sid: null,
    url: `${verificationsUrl}/${sid}`,
    use_case_categories: ['CUSTOMER_CARE'],
    use_case_summary: 'Appointment reminders, and answers to the questions of patients.',
    vetting_id: null,
    vetting_id_expiration: null,
    vetting_provider: null,
  }
}
