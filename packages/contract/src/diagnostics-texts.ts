// No imports, so that the web app can load the texts without the schemas.

/** The checks of Diagnostics, in the order in which a text passes them. */
export const DIAGNOSTICS_GROUPS = {
  account: 'Twilio account',
  numbers: 'Numbers',
  server: 'Our address',
  texts: 'Texts',
  directory: 'Microsoft 365',
  browser: 'This browser',
} as const
export type DiagnosticsGroup = keyof typeof DIAGNOSTICS_GROUPS

/** All checks in display order. The browser runs those of `browser`, the server all others. */
export const DIAGNOSTICS_CHECKS = {
  credentials: { group: 'account', title: 'Account SID and Auth Token' },
  accountStatus: { group: 'account', title: 'State of the account' },
  accountType: { group: 'account', title: 'Type of the account' },
  countries: { group: 'account', title: 'Countries it may text' },
  numbersInUse: { group: 'numbers', title: 'Numbers in use' },
  numberInAccount: { group: 'numbers', title: 'Belongs to the account' },
  numberSms: { group: 'numbers', title: 'Can text' },
  numberRegistration: { group: 'numbers', title: 'May text US phones' },
  numberMms: { group: 'numbers', title: 'Can send pictures' },
  numberWebhook: { group: 'numbers', title: 'Address for texts' },
  numberShadow: { group: 'numbers', title: 'No conflicting configuration' },
  numberAnswered: { group: 'numbers', title: 'Someone answers its texts' },
  numberRetries: { group: 'numbers', title: 'Retries and fallback' },
  publicAddress: { group: 'server', title: 'Public address' },
  signedTest: { group: 'server', title: 'Signed test to our own address' },
  clock: { group: 'server', title: 'Clock' },
  mediaStorage: { group: 'server', title: 'Storage for files' },
  database: { group: 'server', title: 'Database' },
  inbound: { group: 'texts', title: 'Texts from phones' },
  callbacks: { group: 'texts', title: 'Twilio’s reports' },
  oldestUnsent: { group: 'texts', title: 'Texts that wait' },
  consent: { group: 'directory', title: 'Consent of your directory' },
  departures: { group: 'directory', title: 'People who leave' },
  guests: { group: 'directory', title: 'Members and guests' },
  notifications: { group: 'directory', title: 'Notifications in Teams' },
  hub: { group: 'browser', title: 'Live connection' },
} as const satisfies Record<string, { group: DiagnosticsGroup; title: string }>
export type DiagnosticsCheckId = keyof typeof DIAGNOSTICS_CHECKS

/** Results of a check. `warning`: it works, but not for everything or not for long. */
export const DIAGNOSTICS_STATES = {
  failed: 'Failed',
  warning: 'Warning',
  skipped: 'Not tried',
  passed: 'Passed',
} as const
export type DiagnosticsState = keyof typeof DIAGNOSTICS_STATES

/** Problems that a button can fix, with the button's label. Each is an existing call or page. */
export const DIAGNOSTICS_FIXES = {
  enterAccount: 'Enter the account',
  openNumbers: 'Choose numbers',
  refreshNumbers: 'Update info from Twilio',
  useNumber: 'Point it to Partyline',
  assignUsers: 'Choose who answers',
  consent: 'Consent',
} as const
export type DiagnosticsFix = keyof typeof DIAGNOSTICS_FIXES

const TWILIO_DOCS = 'https://www.twilio.com/docs'

/** Twilio pages with more about a finding. */
export const DIAGNOSTICS_LINKS = {
  campaign: { label: 'How to register with Twilio', url: `${TWILIO_DOCS}/messaging/compliance/a2p-10dlc` },
  tollFree: {
    label: 'How to verify a toll-free number',
    url: `${TWILIO_DOCS}/messaging/compliance/toll-free/console-onboarding`,
  },
  trial: { label: 'About trial accounts', url: `${TWILIO_DOCS}/usage/tutorials/how-to-use-your-free-trial-account` },
  countries: { label: 'How to allow countries', url: `${TWILIO_DOCS}/messaging/guides/sms-geo-permissions` },
  guidelines: { label: 'Twilio’s rules by country', url: 'https://www.twilio.com/en-us/guidelines/sms' },
} as const
export type DiagnosticsLink = keyof typeof DIAGNOSTICS_LINKS

/** The overall result: the worst result of any check. Without a problem, it is good only if everything was tried. */
export const DIAGNOSTICS_VERDICTS = {
  failed: 'Something does not work',
  warning: 'Working, with warnings',
  skipped: 'No problem found, but not everything was tried',
  passed: 'Everything works',
} as const
