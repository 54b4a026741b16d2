// Apart from texts.ts, which is in the web app's first load.
import { MESSAGE } from './limits.ts'

/** Why a person of the directory cannot become a user. */
export const DIRECTORY_TEXTS = {
  notInDirectory: 'Your organization’s directory has no such person. Search for them by name and choose from the list.',
  cannotSignIn: 'This account is disabled in Microsoft Entra. Enable it there first, then add the person.',
} as const

/** Texts for invalid values. */
export const BOUND_TEXTS = {
  tooLong: (field: string, max: number) => `${field} should have at most ${max.toLocaleString('en-US')} characters.`,
  tooMany: (field: string, max: number) => `Use at most ${max.toLocaleString('en-US')} ${field}.`,
  tooLarge: `Attachments can’t exceed ${MESSAGE.maxMediaBytes / 1_000_000} MB in total.`,
  unknownField: (name: string) => `The field '${name}' is not known.`,
  invalid: (field: string) => `${field} is not valid.`,
  ownNumber: 'This is one of your own Twilio numbers. A contact needs a phone number of its own.',
  ownMember: (number: string) => `${number} is one of your own Twilio numbers and can’t be added to a chat.`,
} as const

/** Texts about the state and the assignee of a chat. */
export const STATE_TEXTS = {
  until: 'Choose the time when the chat should come back.',
  notSnoozed: 'Only a snoozed chat has a time when it comes back.',
  past: 'Choose a time in the future.',
  tooFar: 'Choose a time within the next year.',
  notAUser: 'This person is not a user. Choose someone else.',
  disabledUser: 'This user is disabled. Choose someone else.',
} as const

/** Texts about notes. */
export const NOTE_TEXTS = {
  empty: 'Write a note, or add a file.',
  notAUser: 'Only enabled people of your team can be mentioned.',
  notAuthor: 'Only the author can change or delete a note.',
} as const

/** Texts about opt-outs. */
export const OPT_OUT_TEXTS = {
  stopped: 'This phone texted STOP. Only the phone can take that back, by texting START.',
} as const

/** Texts about messages that are sent later. */
export const SCHEDULE_TEXTS = {
  past: 'Choose a time in the future.',
  tooFar: (days: number) => `Choose a time within the next ${days} days.`,
  tooMany: 'This chat has too many messages that wait to be sent. Send or delete some of them first.',
} as const

/** Texts about allowed countries. */
export const TIME_ZONE_TEXTS = { invalid: 'Choose a time zone from the list.' } as const

export const COUNTRY_TEXTS = {
  notAllowed: (country: string) =>
    `Texts to ${country} are not allowed. An Admin can allow the country in the administration, under Organization.`,
  unknown: 'numbers without a country',
  none: 'Choose at least one country, or allow all.',
  invalid: 'Choose a country from the list.',
} as const
