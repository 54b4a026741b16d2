// Not in texts.ts, which is a part of the web app's first load.

/** Errors of contacts in an import. */
export const IMPORT_TEXTS = {
  empty: 'There is no contact to import.',
  tooMany: (max: number) => `At most ${max.toLocaleString('en-US')} contacts can be imported at once.`,
  repeated: 'This number is in the list more than once.',
} as const
