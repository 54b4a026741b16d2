// No imports, so that the web app can load the texts without the schemas.

/** The scopes of an API key, with their labels. */
export const KEY_SCOPES = {
  read: 'Read chats and messages',
  send: 'Send texts and start chats',
  contacts: 'Find, add, and change contacts, and record consent',
  webhooks: 'Manage webhooks, which get the texts of all lines',
} as const

/** The scopes that are tied to lines. */
export const LINE_SCOPES = ['read', 'send'] as const

export const KEY_LIMITS = { count: 20, lines: 100, overlapHours: 24 } as const

/** With it, programs that look for leaked secrets recognize a key. */
export const KEY_PREFIX = 'ply_'

export const KEY_TEXTS = {
  scopes: 'Choose at least one permission.',
  notOfLines: 'Contacts and webhooks are not tied to lines. Choose all lines, or leave these permissions out.',
  lines: 'A chosen line does not exist.',
  noLines: 'Choose at least one line, or all lines.',
  past: 'Choose a date in the future.',
  tooMany: (max: number) => `There can be ${max} API keys. Revoke one of them first.`,
  ended: 'This API key is past its end date. Change the date first.',
  refused: 'This API key is unknown, was revoked or replaced, or is past its end date. Ask an Admin for a new one.',
  asBearer: 'Send the API key in the header Authorization, after “Bearer” and a space.',
  suspended: 'This organization is suspended. Its API keys can’t be used.',
  peopleOnly: 'API keys can’t make this call. A person has to sign in.',
  lacksScope: (scope: string) => `This API key lacks the permission “${scope}”. Ask an Admin for a key that has it.`,
  allLinesOnly: 'This API key is limited to lines, and can’t make this call. Ask an Admin for a key for all lines.',
  ofItsLines: 'This API key is limited to lines. Name one of them.',
  idempotencyKey: 'With an API key, this call needs an Idempotency-Key: a unique text, the same one for a retry.',
  notLater: 'Texts of an API key are sent at once. Leave this out.',
  busy: 'Find the chat with chats.search. If no one else would get the text, send there.',
  consentSource: 'API keys record “api”, or “spoken” for what is not in writing. Say where it came from in “address”.',
  noMove: 'API keys can’t move phones from other chats. Write to the chat that has the phone.',
} as const
