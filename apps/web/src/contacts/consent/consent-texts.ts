import { CONSENT_STATE_TEXTS } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** Texts about consent on the card and the printed page. */
export const CONSENT_CARD_TEXTS = {
  title: 'Consent',
  failed: 'Consent couldn’t be loaded.',
  retry: 'Try again',
  none: 'No consent recorded',
  known: (state: string, how: string, day: string) => `${state} on ${day}, ${how}`,
  stopped: (day: string) => `Opted out (texted STOP) on ${day}`,
  stoppedAtTwilio: (day: string) => `Opted out (reported by Twilio) on ${day}`,
  stoppedByHand: (day: string) => `Opted out by hand on ${day}`,
  asked: (day: string) => `Asked on ${day}, no answer yet`,
  of: (phone: string, line: string) => `${isolated(phone)}, from ${isolated(line)}`,
  record: 'Record consent…',
  history: 'Consent history',
  historyEmpty: 'Nothing recorded yet.',
  all: 'Show all entries',
  more: 'More about consent',
  export: 'Export as CSV',
  exporting: 'Exporting consent…',
  exportFailed: 'Unable to export consent',
  exported: 'Consent exported',
  exportStopped: 'Export stopped',
  print: 'Print',
  message: 'Show message',
  former: (number: string) => `${isolated(number)} (former phone)`,
  from: (address: string) => `From: ${isolated(address)}`,
  byPhone: 'The phone itself',
  recordedOn: (day: string) => `recorded on ${day}`,
} as const

/** Ends of the sentences above. */
export const HOW_TEXTS = {
  keyword: 'by text',
  twilio: 'reported by Twilio',
  twilioError: 'reported by Twilio',
  manual: 'by hand',
  form: 'with a form',
  written: 'in writing',
  spoken: 'spoken',
  import: 'with an import',
  api: 'through the API',
} as const

const { granted, refused, revoked } = CONSENT_STATE_TEXTS

export const RECORD_TEXTS = {
  title: (name: string) => `Record consent of ${isolated(name)}`,
  about: 'Entries are kept as evidence. They can’t be changed or deleted.',
  phones: 'Phones',
  lines: 'Your numbers',
  choosePhone: 'Choose at least one phone.',
  state: 'Answer',
  states: { granted, refused, revoked },
  source: 'How',
  sources: { form: 'Form', written: 'In writing', spoken: 'Spoken' },
  wording: 'Exact wording',
  wordingHint: {
    form: 'Copy the sentence of the form that the person agreed to.',
    written: 'Copy what the person wrote or signed.',
    spoken: 'What you asked, and what the person said. You can leave this empty.',
  },
  wordingOptional: 'What the person wrote or said. You can leave this empty.',
  address: 'Where it came from',
  addressHint: 'For example, a web page or “paper form at the front desk”. You can leave this empty.',
  day: 'Date',
  dayMissing: 'Choose a date.',
  /** A granted consent of phones that texted STOP. */
  stopped: (phones: string, count: number) =>
    `${phones} texted STOP. This is recorded, but texts go through again only after ${count === 1 ? 'it texts' : 'they text'} START.`,
  willOptOut: (phones: number, lines: string) =>
    `Texts from ${lines} to ${phones === 1 ? 'this phone' : 'these phones'} will no longer be sent.`,
  submit: 'Record',
  submitting: 'Recording…',
  recorded: (isGranted: boolean) => (isGranted ? 'Consent recorded' : 'Answer recorded'),
  close: 'Close',
} as const

export const PRINT_TEXTS = {
  title: 'Consent to texts',
  of: (name: string) => `Consent to texts: ${isolated(name)}`,
  printedOn: (organization: string, day: string) => `${isolated(organization)} · ${day}`,
  print: 'Print',
  stop: 'Stop',
  back: 'Close',
  loading: (count: number) => (count === 0 ? 'Loading…' : `Loading… ${entries(count)} so far`),
  stopped: (count: number) => `Stopped after ${entries(count)}. The rest is missing.`,
  resume: 'Load the rest',
  failed: 'The rest couldn’t be loaded.',
  retry: 'Try again',
  complete: entries,
  entries: 'Entries',
  empty: 'No entries.',
  when: 'When',
  phone: 'Phone',
  line: 'Our number',
  answer: 'Answer',
  how: 'How',
  wording: 'Wording',
  from: 'Where it came from',
  by: 'Recorded by',
  erased: 'Erased',
  former: (day: string) => `Someone else’s since ${day}`,
  recorded: (day: string) => `Recorded ${day}`,
} as const

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

export const LEDGER_TEXTS = {
  title: 'Consent',
  about: 'Who agreed to texts, refused, or opted out, how, and in which words. Entries can’t be changed or deleted.',
  export: 'Export all as CSV',
  stop: 'Stop export',
  print: 'Print all',
} as const

export const RECORD_BUTTON_TEXTS = {
  record: 'Record consent…',
  recordOf: (name: string) => `Record consent of ${isolated(name)}…`,
  failed: 'The contact couldn’t be loaded',
  noContact: 'This person is no longer among your contacts.',
} as const
