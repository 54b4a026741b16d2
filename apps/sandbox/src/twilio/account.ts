import { createHash } from 'node:crypto'

type PhoneNumberSid = `PN${string}`

export type Account = {
  sid: `AC${string}`
  authToken: string
  friendlyName: string
  dateCreated: number
}

/** Settings of a number that the API can change. An empty string means unset. */
export type NumberSettings = {
  friendlyName: string
  smsUrl: string
  smsMethod: 'GET' | 'POST'
  smsFallbackUrl: string
  smsFallbackMethod: 'GET' | 'POST'
  smsApplicationSid: string
}

export type PhoneNumber = NumberSettings & {
  sid: PhoneNumberSid
  phoneNumber: string
  mms: boolean
  dateCreated: number
  dateUpdated: number
}

/** A Messaging Service: a group of numbers that may handle their texts. */
export type MessagingService = {
  sid: `MG${string}`
  friendlyName: string
  /** Leaves texts to the numbers' own addresses. */
  useInboundWebhookOnNumber: boolean
  /** Otherwise the address for the texts; empty: none. */
  inboundRequestUrl: string
  inboundMethod: 'GET' | 'POST'
  fallbackUrl: string
  fallbackMethod: 'GET' | 'POST'
  /** The sandbox stores the rest without acting on it, under the names in a response. */
  statusCallback: string
  features: Readonly<Record<string, boolean>>
  scanMessageContent: string
  usecase: string
  validityPeriod: number
  /** Its phone numbers, by SID. */
  numberSids: readonly string[]
  /** Whether it has an A2P 10DLC campaign. US carriers take texts only from numbers of an approved one. */
  hasCampaign: boolean
  dateCreated: number
  dateUpdated: number
}

/** The settings of a new service. */
export const NEW_SERVICE = {
  useInboundWebhookOnNumber: false,
  inboundRequestUrl: '',
  inboundMethod: 'POST',
  fallbackUrl: '',
  fallbackMethod: 'POST',
  statusCallback: '',
  features: {
    area_code_geomatch: true,
    fallback_to_long_code: true,
    mms_converter: true,
    smart_encoding: true,
    sticky_sender: true,
    synchronous_validation: false,
  },
  scanMessageContent: 'inherit',
  usecase: 'undeclared',
  validityPeriod: 36_000,
  numberSids: [],
  hasCampaign: false,
} as const satisfies Partial<MessagingService>

const OPENED = Date.parse('2026-01-05T09:00:00Z')

// Derived, so that they are the same at every start and the source contains no secret.
const derived = (of: string) => createHash('sha256').update(`partyline sandbox ${of}`).digest('hex').slice(0, 32)

export const SEED_ACCOUNT: Account = {
  sid: `AC${derived('account')}`,
  authToken: derived('auth token'),
  friendlyName: 'Lakeside Clinic',
  dateCreated: OPENED,
}

/** Another account of the same owner. */
export const copyAccount = (copy: number): Account => ({
  ...SEED_ACCOUNT,
  sid: `AC${derived(`account ${copy}`)}`,
  authToken: derived(`auth token ${copy}`),
})

/** The service of the campaign that the owner has registered, with all numbers. It leaves their texts to them. */
export const seedService = ({ sid }: Account, numbers: readonly PhoneNumber[]): MessagingService => ({
  ...NEW_SERVICE,
  sid: `MG${derived(`service of ${sid}`)}`,
  friendlyName: 'Patient messages',
  useInboundWebhookOnNumber: true,
  numberSids: numbers.map((number) => number.sid),
  hasCampaign: true,
  dateCreated: OPENED,
  dateUpdated: OPENED,
})

export function newNumber(
  phoneNumber: string,
  { sid, friendlyName, mms, at }: Pick<PhoneNumber, 'sid' | 'friendlyName' | 'mms'> & { at: number },
): PhoneNumber {
  return {
    sid,
    phoneNumber,
    friendlyName,
    mms,
    smsUrl: '',
    smsMethod: 'POST',
    smsFallbackUrl: '',
    smsFallbackMethod: 'POST',
    smsApplicationSid: '',
    dateCreated: at,
    dateUpdated: at,
  }
}

function seedNumber(phoneNumber: string, friendlyName: string, { mms }: { mms: boolean }): PhoneNumber {
  return newNumber(phoneNumber, { sid: `PN${derived(phoneNumber)}`, friendlyName, mms, at: OPENED })
}

export const SEED_NUMBERS: readonly PhoneNumber[] = [
  seedNumber('+12025550100', 'Front desk', { mms: true }),
  seedNumber('+12025550101', 'Billing', { mms: true }),
  seedNumber('+12025550102', 'After hours', { mms: true }),
  seedNumber('+12025550103', 'Spare line', { mms: false }),
]

/** Numbers with the same names for another account. */
export const copyNumbers = (copy: number): PhoneNumber[] =>
  SEED_NUMBERS.map(({ friendlyName, mms }, index) =>
    seedNumber(`+1302555${1000 + copy * SEED_NUMBERS.length + index}`, friendlyName, { mms }),
  )
