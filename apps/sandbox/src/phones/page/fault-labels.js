/** Labels of the faults of `PUT /sandbox/faults`. */

const WAITS = {
  name: 'How late',
  key: 'milliseconds',
  choices: [
    [10_000, 'by 10 seconds'],
    [3000, 'by 3 seconds'],
    [60_000, 'by a minute'],
    [300_000, 'by 5 minutes'],
  ],
  other: (milliseconds) => `by ${milliseconds / 1000} seconds`,
}
const STATUSES = {
  name: 'With which status',
  key: 'status',
  choices: [
    [503, 'with 503'],
    [500, 'with 500'],
    [502, 'with 502'],
    [504, 'with 504'],
  ],
  other: (status) => `with ${status}`,
}
const CARRIER_CODES = {
  name: 'Why',
  key: 'code',
  choices: [
    [30003, 'it is switched off'],
    [30004, 'it blocks us'],
    [30005, 'the number does not exist'],
    [30006, 'it is a landline'],
    [30007, 'the carrier filters it'],
    [30008, 'nobody knows why'],
  ],
  other: (code) => `code ${code}`,
}
const SPEEDS = {
  name: 'How slowly',
  key: 'segmentsPerSecond',
  choices: [
    [1, 'one segment a second'],
    [0.2, 'one segment in 5 seconds'],
    [0.05, 'one segment in 20 seconds'],
  ],
  other: (speed) => `${speed} segments a second`,
}

const CAMPAIGNS = {
  name: 'How far',
  key: 'status',
  choices: [
    ['IN_PROGRESS', 'under review'],
    ['FAILED', 'rejected'],
    ['SUSPENDED', 'suspended'],
    ['PENDING', 'pending'],
  ],
  other: (status) => status,
}
const VERIFICATIONS = {
  name: 'How far',
  key: 'status',
  choices: [
    ['IN_REVIEW', 'under review'],
    ['TWILIO_REJECTED', 'rejected'],
    ['TWILIO_APPROVED', 'approved'],
    ['PENDING_REVIEW', 'pending'],
  ],
  other: (status) => status,
}
const SKEWS = {
  name: 'How far',
  key: 'seconds',
  choices: [
    [600, 'by 10 minutes'],
    [60, 'by a minute'],
    [-600, 'by 10 minutes, the other way'],
  ],
  other: (seconds) => `by ${seconds} seconds`,
}

/** `forAll`: cannot be set for one phone. */
export const FAULT_GROUPS = [
  {
    title: 'When we send a text',
    faults: [
      { name: 'acceptAndHang', words: 'Twilio takes it, but never answers' },
      { name: 'acceptAndReset', words: 'Twilio takes it, then the line breaks' },
      { name: 'errorAfterAccepting', words: 'Twilio takes it, but says it failed', setting: STATUSES },
      { name: 'errorBeforeAccepting', words: 'Twilio fails and does not take it', setting: STATUSES },
      { name: 'tooManyRequests', words: 'Twilio is too busy to take it' },
      { name: 'carrierError', words: 'It does not reach the phone', setting: CARRIER_CODES },
      { name: 'throughput', words: 'Our numbers send slowly', setting: SPEEDS, forAll: true },
    ],
  },
  {
    title: 'When we are told what became of it',
    faults: [
      { name: 'missingCallbacks', words: 'We are not told' },
      { name: 'delayedCallbacks', words: 'We are told late', setting: WAITS },
      { name: 'duplicateCallbacks', words: 'We are told twice' },
      { name: 'reorderedCallbacks', words: 'We hear “delivered” before “sent”' },
    ],
  },
  {
    title: 'When a phone texts us',
    faults: [
      { name: 'unreachableServer', words: 'Our server cannot be reached' },
      { name: 'webhooksTwice', words: 'The text comes twice' },
      { name: 'mediaNotFound', words: 'Its picture cannot be found' },
      { name: 'slowMedia', words: 'Its picture comes late', setting: WAITS },
    ],
  },
  {
    title: 'When we ask Twilio',
    faults: [
      { name: 'twilioDown', words: 'Twilio is down', setting: STATUSES, forAll: true },
      { name: 'tokenRenewed', words: 'It knows another token by now', forAll: true },
      { name: 'accountBusy', words: 'It is too busy for the account', forAll: true },
      { name: 'accountRefused', words: 'It refuses the account', forAll: true },
      { name: 'accountSuspended', words: 'The account is suspended', forAll: true },
      { name: 'accountClosed', words: 'The account is closed', forAll: true },
      { name: 'trialAccount', words: 'It is a trial account', forAll: true },
      { name: 'campaign', words: 'The A2P campaign is not approved', setting: CAMPAIGNS, forAll: true },
      {
        name: 'tollFreeVerification',
        words: 'A toll-free number’s verification',
        setting: VERIFICATIONS,
        forAll: true,
      },
      { name: 'servicesDown', words: 'It does not show Messaging Services', setting: STATUSES, forAll: true },
      { name: 'numbersWithoutSms', words: 'Our numbers cannot text', forAll: true },
      { name: 'numbersWithoutMms', words: 'Our numbers cannot send pictures', forAll: true },
      { name: 'clockSkew', words: 'Its clock is another than ours', setting: SKEWS, forAll: true },
    ],
  },
  {
    title: 'When a stranger calls us, too',
    faults: [
      { name: 'forgedWebhooks', words: 'A forged one comes with the real one' },
      { name: 'unsignedWebhooks', words: 'An unsigned one comes with the real one' },
    ],
  },
]
