import { isolated } from '../../platform/isolated.ts'

export const LINE_CONSENT_TEXTS = {
  title: 'Written consent',
  edit: 'Written consent…',
  about: (line: string) =>
    `Before the first text from ${isolated(line)} to a phone that has neither texted you nor agreed in writing:`,
  choice: 'Before the first text',
  names: { off: 'Off', warn: 'Warn', block: 'Block' },
  choices: {
    off: 'Off: nothing is asked. Texts are sent.',
    warn: 'Warn: the message box says that written consent is missing. Texts are sent.',
    block: 'Block: texts to the phone are not sent until it answers YES, or someone records its consent.',
  },
  request: 'Consent request',
  requestHint: 'The text that “Ask for consent” sends. Leave it empty for the usual one.',
  preview: 'What contacts will see',
  yesAndNo: 'A phone that answers YES has agreed in writing. NO or STOP refuses.',
} as const
