// Without a dependency, so that the web client gets the words without the schemas.

/** What the Doctor looks at, in the order in which a text passes it. */
export const DOCTOR_GROUPS = {
  account: 'Twilio account',
  numbers: 'Numbers',
  server: 'Our address',
  texts: 'Texts',
  directory: 'Microsoft 365',
  browser: 'This browser',
} as const
export type DoctorGroup = keyof typeof DOCTOR_GROUPS

/** Every check there is, in the order in which they are shown. Those of `browser` run there, all others here. */
export const DOCTOR_CHECKS = {
  credentials: { group: 'account', title: 'Account SID and Auth Token' },
  accountStatus: { group: 'account', title: 'State of the account' },
  accountType: { group: 'account', title: 'Type of the account' },
  numbersInUse: { group: 'numbers', title: 'Numbers in use' },
  numberInAccount: { group: 'numbers', title: 'Belongs to the account' },
  numberSms: { group: 'numbers', title: 'Can text' },
  numberMms: { group: 'numbers', title: 'Can send pictures' },
  numberWebhook: { group: 'numbers', title: 'Address for texts' },
  numberShadow: { group: 'numbers', title: 'No conflicting configuration' },
  numberAnswered: { group: 'numbers', title: 'Someone answers its texts' },
  numberRetries: { group: 'numbers', title: 'Retries and fallback' },
  publicAddress: { group: 'server', title: 'Public address' },
  signedTest: { group: 'server', title: 'Signed test to our own address' },
  clock: { group: 'server', title: 'Clock' },
  mediaStorage: { group: 'server', title: 'Storage for files' },
  inbound: { group: 'texts', title: 'Texts from phones' },
  callbacks: { group: 'texts', title: 'Twilio’s reports' },
  oldestUnsent: { group: 'texts', title: 'Texts that wait' },
  consent: { group: 'directory', title: 'Consent of your directory' },
  departures: { group: 'directory', title: 'People who leave' },
  hub: { group: 'browser', title: 'Live connection' },
} as const satisfies Record<string, { group: DoctorGroup; title: string }>
export type DoctorCheckId = keyof typeof DOCTOR_CHECKS

/** What a check came to, in words. `warning`: it works, but not for everything or not for long. */
export const DOCTOR_STATES = {
  failed: 'Failed',
  warning: 'Warning',
  skipped: 'Not checked',
  passed: 'Passed',
} as const
export type DoctorState = keyof typeof DOCTOR_STATES

/** What can be mended by a button, and the button's words. Each is a call or a page that exists for itself. */
export const DOCTOR_MENDS = {
  enterAccount: 'Enter the account',
  openNumbers: 'Choose numbers',
  refreshNumbers: 'Update info from Twilio',
  useNumber: 'Point it to Partyline',
  assignUsers: 'Choose who answers',
  consent: 'Consent',
} as const
export type DoctorMend = keyof typeof DOCTOR_MENDS

/** The verdict over all checks: the worst of them decides. */
export const DOCTOR_VERDICTS = {
  failed: 'Something does not work',
  warning: 'Working, with warnings',
  passed: 'Everything works',
} as const
