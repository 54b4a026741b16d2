// No imports, so that the web app can load the texts without the schemas.

/**
 * For how many days a line keeps texts and notes, how long a change waits before anything is deleted, and how many texts and
 * notes a preview counts.
 */
export const RETENTION = { minDays: 30, maxDays: 36_500, graceHours: 24, counted: 100_000 } as const

/** `listed`: more legal holds than this cannot be placed. */
export const LEGAL_HOLD_LIMITS = { listed: 1_000, reasonLength: 500 } as const

export const RETENTION_TEXTS = {
  days: `Enter a whole number of days from ${RETENTION.minDays} to ${RETENTION.maxDays.toLocaleString('en')}.`,
} as const

export const LEGAL_HOLD_TEXTS = {
  subject: 'Name either a chat or a contact.',
  onHold: 'This contact is on legal hold. Release the hold first.',
  chatOnHold: (name: string) =>
    `This contact is in the chat “${name}”, which is on legal hold. Release that hold first.`,
  placedBefore: 'There is a legal hold already.',
  tooMany: (max: number) => `There can be ${max.toLocaleString('en')} legal holds. Release one of them first.`,
} as const
