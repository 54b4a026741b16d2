/** Which phones get the texts of a chat with several. */
export const READER_TEXTS = {
  read(phones: number, relay: boolean | null) {
    if (phones === 1) return '1 phone reads this'
    return relay === false ? `${phones} phones read this separately` : `${phones} phones read this`
  },
  optedOut: 'Opted out',
  disabled: 'Disabled',
  together: 'Each also reads what the others text.',
  apart: 'Only your team reads what they text.',
} as const
