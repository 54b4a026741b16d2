// No imports, so that the web app can load the texts without the schemas.

/** Texts about consent. */
export const CONSENT_TEXTS = {
  unknownPhone: 'Choose one of the contact’s phone numbers.',
  unknownLine: 'Choose one of your Twilio numbers.',
  chooseLine: 'Choose at least one of your numbers.',
  wording: 'Enter the wording that the person agreed to, or their answer.',
  statement: 'Enter the statement that you make for the imported people.',
  future: 'Choose a time that isn’t in the future.',
  refusedByPhone: 'This phone texted STOP. Only the phone can take that back, by texting START.',
  nobodyToAsk: 'Everyone in this chat has already answered, or can’t be texted.',
  notFromMember: 'This message isn’t from the person who opts out.',
  /** The source of an opt-out by a number's former owner. */
  formerOwner: 'The former owner of the number',
  /** The default request for consent. Twilio requires the rates and how to stop. */
  request: (organization: string) =>
    `${organization}: Reply YES to get texts from us. Message and data rates may apply. Reply NO or STOP to get none.`,
} as const

/** How a consent, or its refusal, became known. */
export const CONSENT_SOURCE_TEXTS = {
  keyword: 'Keyword in a text',
  twilio: 'Reported by Twilio',
  twilioError: 'Refused by Twilio',
  manual: 'By hand',
  form: 'Form',
  written: 'In writing',
  spoken: 'Spoken',
  import: 'Import',
  api: 'API',
} as const

const QUARTER_HOUR_MS = 900_000

type Happened = { at: string; recordedAt: string; by: string | null; source: keyof typeof CONSENT_SOURCE_TEXTS }

/** Whether only the day is known. A day that a user chose is stored as noon in their time zone; programs send a time. */
export function isDayOnly({ at, recordedAt, by, source }: Happened): boolean {
  return by !== null && source !== 'api' && at !== recordedAt && Date.parse(at) % QUARTER_HOUR_MS === 0
}

export const CONSENT_STATE_TEXTS = {
  asked: 'Asked',
  granted: 'Agreed',
  refused: 'Refused',
  revoked: 'Opted out',
} as const

type Answer = { state: keyof typeof CONSENT_STATE_TEXTS; source: keyof typeof CONSENT_SOURCE_TEXTS }

/** The text of a ledger entry. */
export function consentEntryText({ state, source }: Answer): string {
  // Nobody agreed: a user took back an opt-out by hand.
  if (state === 'granted' && source === 'manual') return 'Opt-out taken back'
  return CONSENT_STATE_TEXTS[state]
}
