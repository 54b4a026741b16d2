// No imports, so that the web app can load the texts without the schemas.

/** The events that a webhook can get: docs/product.md#webhooks */
export const HOOK_KINDS = {
  'message.received': 'A text arrives',
  'message.sent': 'Your team sends a text',
  'message.status': 'A text is delivered, or isn’t',
  'chat.opened': 'A chat is started or opened again',
  'chat.done': 'A chat is marked as done',
  'chat.assigned': 'A chat is assigned',
  'contact.changed': 'A contact is added, changed, or deleted',
  'contact.optedOut': 'A contact opts out',
  'contact.optedIn': 'A contact opts in again',
} as const
export type HookKind = keyof typeof HOOK_KINDS | 'webhook.test'

/** Why an attempt failed. */
export const HOOK_FAILURES = {
  status: 'The server answered with an error',
  redirect: 'The server sent a redirect, which isn’t followed',
  timeout: 'No answer within 15 seconds',
  notFound: 'The host wasn’t found',
  notConnected: 'No connection to the server',
  certificate: 'The server’s certificate isn’t valid',
  closed: 'The connection ended before the answer',
  private: 'The host has a private address',
} as const
export type HookFailure = keyof typeof HOOK_FAILURES

export const HOOK_STATES = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  missed: 'Not sent',
} as const
export type HookEventState = keyof typeof HOOK_STATES

export const HOOK_DISABLED = {
  admin: 'Disabled by an Admin',
  failing: 'Disabled after failing for five days',
  gone: 'Disabled because the server answered that it is gone (410)',
} as const
export type HookDisabledReason = keyof typeof HOOK_DISABLED

export const HOOK_TEXTS = {
  url: 'Enter an address that begins with https://.',
  credentials: 'Leave out the user name and password: what is sent is signed.',
  private: 'This address is in a private network. Enter one that can be reached from the internet.',
  notFound: 'This host wasn’t found. Check the address.',
  events: 'Choose at least one event.',
  unknownEvent: 'There is no such event. Choose among those in the API documentation.',
  tooMany: (max: number) => `There can be ${max} webhooks. Delete one of them first.`,
  disabled: 'This webhook is disabled. Enable it first.',
  stillWaiting: 'This event is still being sent.',
} as const

/** `queue`: events that wait for one webhook. Later ones are only in the log. */
export const HOOK_LIMITS = { count: 10, urlLength: 2_000, queue: 10_000, logDays: 30, secretHours: 24 } as const
