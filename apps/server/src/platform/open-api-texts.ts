import type { Access, CallName } from '@partyline/contract'

type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : Name

/** The tags: each area of calls, with its description. */
export const AREA_TEXTS: Record<AreaOf<CallName>, string> = {
  chats: 'Conversations between users and the phones of contacts, each on one line',
  messages: 'Texts in chats: sending, scheduling, retrying, and searching them',
  notes: 'Notes in chats, which only the team sees, and mentions in them',
  notifications: 'The caller’s settings of notifications: working hours, pause, Teams',
  push: 'The caller’s browsers that get push notifications',
  optOuts: 'Opting a phone out of a line’s texts by hand',
  consent: 'The ledger of consent: who agreed to texts, or refused them, and how that is known',
  contacts: 'Contacts: people outside of the organization, with phones, tags, and a history',
  contactFields: 'The fields that the organization adds to contacts',
  contactImports: 'Imports of contacts: previewing, adding rows in parts, undoing, and reporting',
  contactViews: 'Saved searches of contacts',
  numbers: 'The phones of contacts, each as a mobile number, and lines, which are the organization’s own numbers',
  snippets: 'Saved texts and files to insert into messages',
  settings: 'The organization, its users, contacts, lines, and audit log',
  reports: 'Figures of a period: texts, answers, people, failures',
  retention: 'What a line would delete',
  legalHolds: 'Legal holds: chats and contacts of which nothing is deleted',
  archives: 'Archives: everything of the organization as ZIP files',
  hooks: 'Webhooks: addresses of the organization that get events, as described under `webhooks`',
  keys: 'API keys, with which programs make calls',
  diagnostics: 'Checks of the path between Twilio and the server',
  users: 'The people of the organization',
  sessions: 'The caller’s own sign-ins',
  marketplace: 'Activating a purchase of the Azure Marketplace',
  webhooks: 'Requests from Twilio and the Azure Marketplace',
  media: 'The files of messages',
  auth: 'Signing in and out in the browser, as in NextAuth.js',
  health: 'Probes for load balancers and process managers',
  config: 'The public configuration of the web app',
}

/** Who may make a call. */
export const ACCESS_TEXTS: Record<Access, string> = {
  anonymous: 'Needs no sign-in.',
  user: 'For every enabled user of the tenant.',
  admin: 'For Admins of the tenant.',
  twilio: 'For Twilio only, which signs its requests.',
  marketplace: 'For the marketplace only, which sends its token.',
}

export const SECURITY_TEXTS = {
  bearer: 'The access token of a session: `user.accessToken` of `auth.session`. It is valid for 10 minutes.',
  apiKey:
    'An API key, which an Admin adds under API keys: `ply_` and 36 characters. Each call that keys can make names the scope that it needs.',
  cookie: 'The cookie of a session in the browser. Inside Teams, its name ends in `.teams`.',
  twilio: 'Twilio’s signature of the address and the form, made with the account’s auth token.',
  marketplace: 'A token of Microsoft Entra that was issued to the marketplace for this installation.',
}

export const OPEN_API_TEXTS = {
  description:
    'Unless an operation says otherwise, every answer is `{ operation, message, details, data }` with status 200, or 204 ' +
    'without a body. An error has a stable code in `error`, messages by field in `errors`, and a `requestId`. Unknown ' +
    'fields of a body are refused. In updates, an absent field stays unchanged. Answers to reads have an `ETag`: send it ' +
    'back in `If-None-Match` to get 304 if nothing has changed.',
  hookTest: 'An Admin sends a test',
  hookSigned:
    'Signed as in Standard Webhooks 1.0, with the secret of the webhook. Ignore fields that you do not know. Events may be repeated, and need not come in order.',
  hookHeaders: {
    'webhook-id': 'The same for all attempts of an event',
    'webhook-timestamp': 'When the attempt was made, in seconds since 1970',
    'webhook-signature': '`v1,` and the signature; several with spaces between them while a secret is replaced',
  },
  hookDelivered:
    'The event is delivered. After any other status, or without an answer within 15 seconds, it is repeated.',
  contact: (appName: string) => `The operator of ${appName}`,
  server: 'This installation',
  seen: 'Send the values that you saw in `seen`: if someone else has changed a field since, the call is refused with 409 `conflict`.',
  scope: (scope: string) => `API keys need the scope \`${scope}\`.`,
  idempotencyKey: 'With a key, `Idempotency-Key` is required.',
  plain: 'The answer has no envelope.',
  done: 'Done',
  redirect: 'Where to go on',
  unsupported: 'The provider is not known, or does not support this, in the words of NextAuth.js',
  location: 'The address',
  retryAfter: 'Seconds after which it may be tried again',
}
