// No imports, so that the web app can load the texts without the schemas.

/** `days`: from the time an archive is ready until it is deleted. `retryHours`: after a failure, until it is given up. */
export const ARCHIVE_LIMITS = { count: 3, days: 7, retryHours: 24 } as const

/** Why a part could not be written, with what to do about it. */
export const ARCHIVE_FAILURES = {
  storageFull: 'The storage for files is full. Ask whoever runs your server to free some space.',
  storage: 'The storage for files can’t be reached. Ask whoever runs your server to check it.',
  unknown: 'Something went wrong on the server. Its log says what: ask whoever runs your server to look.',
} as const
export type ArchiveFailure = keyof typeof ARCHIVE_FAILURES

export const ARCHIVE_TEXTS = {
  running: 'An archive is already being made. Wait until it is ready, or cancel it.',
  tooMany: (max: number) => `There can be ${max} archives. Delete one of them first.`,
} as const
