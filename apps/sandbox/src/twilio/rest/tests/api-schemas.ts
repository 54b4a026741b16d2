import { z } from 'zod'

/**
 * The responses of Twilio's API with all their fields, from its OpenAPI document: github.com/twilio/twilio-oai,
 * `twilio_api_v2010.json` and `twilio_messaging_v1.json`, as generated into the package twilio 6.2.0.
 * The document allows null everywhere. Here, only fields that a resource of the sandbox can lack may be null.
 */

const sid = (prefix: string) => z.string().regex(new RegExp(`^(${prefix})[0-9a-fA-F]{32}$`))
const rfc2822 = z.string().regex(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/)
const isoDate = z.iso.datetime({ precision: 0 })
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/)
const method = z.enum(['GET', 'POST'])
const count = z.string().regex(/^\d+$/)
const apiVersion = z.literal('2010-04-01')

/** An address relative to api.twilio.com. */
const uri = z.string().regex(/^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}.*\.json(\?.*)?$/)
const url = z.url({ protocol: /^https?$/ })
/** The 2010 API has an empty string where no address is set; newer ones have null. */
const webhook = z.union([url, z.literal('')])
const serviceUrl = z.string().regex(/^https:\/\/messaging\.twilio\.com\/v1\/(Services|Tollfree\/Verifications)/)

export const account = z.strictObject({
  auth_token: z.string().regex(/^[0-9a-f]{32}$/),
  date_created: rfc2822,
  date_updated: rfc2822,
  friendly_name: z.string(),
  owner_account_sid: sid('AC'),
  sid: sid('AC'),
  status: z.enum(['active', 'suspended', 'closed']),
  subresource_uris: z.record(z.string(), uri),
  type: z.enum(['Trial', 'Full']),
  uri,
})

export const phoneNumber = z.strictObject({
  account_sid: sid('AC'),
  address_requirements: z.enum(['none', 'any', 'local', 'foreign']),
  address_sid: sid('AD').nullable(),
  api_version: apiVersion,
  beta: z.boolean(),
  bundle_sid: sid('BU').nullable(),
  capabilities: z.strictObject({ voice: z.boolean(), sms: z.boolean(), mms: z.boolean(), fax: z.boolean() }),
  date_created: rfc2822,
  date_updated: rfc2822,
  emergency_address_sid: sid('AD').nullable(),
  emergency_address_status: z.enum([
    'registered',
    'unregistered',
    'pending-registration',
    'registration-failure',
    'pending-unregistration',
    'unregistration-failure',
  ]),
  emergency_status: z.enum(['Active', 'Inactive']),
  friendly_name: z.string(),
  identity_sid: sid('RI').nullable(),
  origin: z.enum(['twilio', 'hosted']),
  phone_number: e164,
  sid: sid('PN'),
  sms_application_sid: sid('AP').nullable(),
  sms_fallback_method: method,
  sms_fallback_url: webhook,
  sms_method: method,
  sms_url: webhook,
  status: z.literal('in-use'),
  status_callback: webhook,
  status_callback_method: method,
  trunk_sid: sid('TK').nullable(),
  type: z.enum(['local', 'mobile', 'toll-free']),
  uri,
  voice_application_sid: sid('AP').nullable(),
  voice_caller_id_lookup: z.boolean(),
  voice_fallback_method: method,
  voice_fallback_url: webhook,
  voice_method: method,
  voice_receive_mode: z.enum(['voice', 'fax']),
  voice_url: webhook,
})

export const message = z.strictObject({
  account_sid: sid('AC'),
  api_version: apiVersion,
  body: z.string(),
  date_created: rfc2822,
  date_sent: rfc2822.nullable(),
  date_updated: rfc2822,
  direction: z.enum(['inbound', 'outbound-api', 'outbound-call', 'outbound-reply']),
  error_code: z.int().nullable(),
  error_message: z.string().nullable(),
  from: e164,
  messaging_service_sid: sid('MG').nullable(),
  num_media: count,
  num_segments: count,
  price: z
    .string()
    .regex(/^-\d+\.\d{5}$/)
    .nullable(),
  price_unit: z.string().regex(/^[A-Z]{3}$/),
  sid: sid('SM|MM'),
  status: z.enum([
    'queued',
    'sending',
    'sent',
    'failed',
    'delivered',
    'undelivered',
    'receiving',
    'received',
    'accepted',
    'scheduled',
    'read',
    'partially_delivered',
    'canceled',
  ]),
  subresource_uris: z.strictObject({ feedback: uri, media: uri }),
  to: e164,
  uri,
})

export const feedback = z.strictObject({
  account_sid: sid('AC'),
  date_created: rfc2822,
  date_updated: rfc2822,
  message_sid: sid('SM|MM'),
  outcome: z.enum(['confirmed', 'unconfirmed']),
  uri,
})

export const media = z.strictObject({
  account_sid: sid('AC'),
  content_type: z.string(),
  date_created: rfc2822,
  date_updated: rfc2822,
  parent_sid: sid('SM|MM'),
  sid: sid('ME'),
  uri,
})

export const service = z.strictObject({
  account_sid: sid('AC'),
  area_code_geomatch: z.boolean(),
  date_created: isoDate,
  date_updated: isoDate,
  fallback_method: method,
  fallback_to_long_code: z.boolean(),
  fallback_url: url.nullable(),
  friendly_name: z.string(),
  inbound_method: method,
  inbound_request_url: url.nullable(),
  links: z.record(z.string(), serviceUrl),
  mms_converter: z.boolean(),
  scan_message_content: z.enum(['inherit', 'enable', 'disable']),
  sid: sid('MG'),
  smart_encoding: z.boolean(),
  status_callback: url.nullable(),
  sticky_sender: z.boolean(),
  synchronous_validation: z.boolean(),
  url: serviceUrl,
  us_app_to_person_registered: z.boolean(),
  use_inbound_webhook_on_number: z.boolean(),
  usecase: z.string(),
  validity_period: z.int(),
})

export const serviceNumber = z.strictObject({
  account_sid: sid('AC'),
  capabilities: z.array(z.enum(['Voice', 'SMS', 'MMS'])),
  country_code: z.string().regex(/^[A-Z]{2}$/),
  date_created: isoDate,
  date_updated: isoDate,
  phone_number: e164,
  service_sid: sid('MG'),
  sid: sid('PN'),
  url: serviceUrl,
})

export const campaign = z.strictObject({
  account_sid: sid('AC'),
  age_gated: z.boolean(),
  brand_registration_sid: sid('BN'),
  campaign_id: z.string().nullable(),
  campaign_status: z.string(),
  date_created: isoDate,
  date_updated: isoDate,
  description: z.string().min(40).max(4096),
  direct_lending: z.boolean(),
  errors: z.array(z.looseObject({})),
  has_embedded_links: z.boolean(),
  has_embedded_phone: z.boolean(),
  help_keywords: z.array(z.string()),
  help_message: z.string().min(20).max(320),
  is_externally_registered: z.boolean(),
  message_flow: z.string().min(40).max(2048),
  message_samples: z.array(z.string().min(20).max(1024)).min(2).max(5),
  messaging_service_sid: sid('MG'),
  mock: z.boolean(),
  opt_in_keywords: z.array(z.string()),
  opt_in_message: z.string().min(20).max(320),
  opt_out_keywords: z.array(z.string()),
  opt_out_message: z.string().min(20).max(320),
  privacy_policy_url: url.nullable(),
  rate_limits: z.looseObject({}).nullable(),
  sid: sid('QE'),
  subscriber_opt_in: z.boolean(),
  terms_and_conditions_url: url.nullable(),
  url: serviceUrl,
  us_app_to_person_usecase: z.string(),
})

export const tollFreeVerification = z.strictObject({
  account_sid: sid('AC'),
  additional_information: z.string().nullable(),
  age_gated_content: z.boolean().nullable(),
  business_city: z.string(),
  business_contact_email: z.string(),
  business_contact_first_name: z.string(),
  business_contact_last_name: z.string(),
  business_contact_phone: e164,
  business_country: z.string(),
  business_name: z.string(),
  business_postal_code: z.string(),
  business_registration_authority: z.string().nullable(),
  business_registration_country: z.string().nullable(),
  business_registration_number: z.string().nullable(),
  business_registration_phone_number: e164.nullable(),
  business_state_province_region: z.string(),
  business_street_address: z.string(),
  business_street_address2: z.string().nullable(),
  business_type: z.string().nullable(),
  business_website: url,
  customer_profile_sid: sid('BU').nullable(),
  date_created: isoDate,
  date_updated: isoDate,
  doing_business_as: z.string().nullable(),
  edit_allowed: z.boolean().nullable(),
  edit_expiration: isoDate.nullable(),
  error_code: z.int().nullable(),
  external_reference_id: z.string().nullable(),
  help_message_sample: z.string().nullable(),
  message_volume: z.string(),
  notification_email: z.string(),
  opt_in_confirmation_message: z.string().nullable(),
  opt_in_image_urls: z.array(url),
  opt_in_keywords: z.array(z.string()).nullable(),
  opt_in_type: z.enum([
    'VERBAL',
    'WEB_FORM',
    'PAPER_FORM',
    'VIA_TEXT',
    'MOBILE_QR_CODE',
    'IMPORT',
    'IMPORT_PLEASE_REPLACE',
  ]),
  privacy_policy_url: url.nullable(),
  production_message_sample: z.string(),
  regulated_item_sid: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  rejection_reasons: z.array(z.looseObject({})).nullable(),
  resource_links: z.looseObject({}),
  sid: sid('HH'),
  status: z.enum(['PENDING_REVIEW', 'IN_REVIEW', 'TWILIO_APPROVED', 'TWILIO_REJECTED']),
  terms_and_conditions_url: url.nullable(),
  tollfree_phone_number: e164,
  tollfree_phone_number_sid: sid('PN'),
  trust_product_sid: sid('BU').nullable(),
  url: serviceUrl,
  use_case_categories: z.array(z.string()),
  use_case_summary: z.string(),
  vetting_id: z.string().nullable(),
  vetting_id_expiration: isoDate.nullable(),
  vetting_provider: z.enum(['CAMPAIGN_VERIFY']).nullable(),
})

/** A list of the 2010 API. */
export const page = (key: string, row: z.ZodType) =>
  z.strictObject({
    [key]: z.array(row),
    end: z.int(),
    first_page_uri: uri,
    next_page_uri: uri.nullable(),
    page: z.int(),
    page_size: z.int(),
    previous_page_uri: uri.nullable(),
    start: z.int(),
    uri,
  })

/** A list of a newer API. */
export const pageWithMeta = (key: string, row: z.ZodType) =>
  z.strictObject({
    [key]: z.array(row),
    meta: z.strictObject({
      first_page_url: serviceUrl,
      key: z.literal(key),
      next_page_url: serviceUrl.nullable(),
      page: z.int(),
      page_size: z.int(),
      previous_page_url: serviceUrl.nullable(),
      url: serviceUrl,
    }),
  })

export const noBody = z.null()

export const error = z.strictObject({
  code: z.int(),
  message: z.string().min(1),
  more_info: z.string().regex(/^https:\/\/www\.twilio\.com\/docs\/errors\/\d+$/),
  status: z.int(),
})
