import { MESSAGE } from './limits.ts'

/** Validation texts. They are fixed word for word, odd spellings included. */
export const VALIDATION = {
  number: 'Number should be defined.',
  id: 'Id should be defined.',
  name: 'Name should be defined.',
  role: 'Role should be defined.',
  accountSid: 'Account SID should be defined.',
  accountToken: 'Account Token should be defined.',
  createChatNumber: 'Twillio number should be defined.',
  updateChatNumber: 'Twilio number should be defined.',
  members: 'Chat should have at least one member.',
  selectChat: 'Please, select the chat.',
  chat: 'Chat should be selected.',
  required: (field: string) => `${field} is required.`,
  parameter: (name: string) => `The parameter '${name}' must be defined.`,
  nullMessage: "The parameter 'message' cannot be null.",
  unsupportedMode: (mode: string) => `Unsupported mode: ${mode}`,
  invalidNumber: 'Number should be a valid phone number.',
} as const

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
export const COUNTRY_TEXTS = {
  notAllowed: (country: string) =>
    `Texts to ${country} are not allowed. An Admin can allow the country in the administration, under Organization.`,
  unknown: 'numbers without a country',
  none: 'Choose at least one country, or allow all.',
  invalid: 'Choose a country from the list.',
} as const

/** Error texts. They are fixed word for word. */
export const ERROR_TEXTS = {
  unexpected: 'An unexpected server error occurred.',
  formTitle: 'Unable to complete operation',
  formInvalidTitle: 'Entered data is incorrect',
  createChat: 'Unable to create chat',
  sendMessage: 'Unable to send message',
  updateChat: 'Unable to update chat settings',
  leaveChat: 'Unable to leave the chat',
  useNumber: 'Unable to update twilio number.',
  consented:
    'Tenant consented. It might take some time to apply. Then you will be able to add AD users to your account.',
  notConsented: 'Your tenant is not consented. Try again.',
} as const

/** Texts of the sign-in page for an `error` in its address. */
export const SIGN_IN_ERRORS: Record<string, string> = {
  Signin: 'Try signing in with a different account.',
  OAuthSignin: 'Try signing in with a different account.',
  OAuthCallback: 'Try signing in with a different account.',
  OAuthCreateAccount: 'Try signing in with a different account.',
  EmailCreateAccount: 'Try signing in with a different account.',
  Callback: 'Try signing in with a different account.',
  OAuthAccountNotLinked: 'To confirm your identity, sign in with the same account you used originally.',
  EmailSignin: 'The e-mail could not be sent.',
  CredentialsSignin: 'Sign in failed. Check the details you provided are correct.',
  SessionRequired: 'Please sign in to access this page.',
  default: 'Unable to sign in.',
}
