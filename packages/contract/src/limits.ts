/** Real time, section 9 of the specification. Milliseconds where the name ends in `Ms`. */
export const REALTIME = {
  hubPath: '/chathub',
  /** The client method that receives a list of events. */
  clientMethod: 'receiveEvents',
  /** The hub method by which a client asks the others of its tenant to refresh. */
  serverMethod: 'SendMessage',
  /** The hub method that answers with a `Pong`, by which a client measures how long an answer takes. */
  pingMethod: 'Ping',
  /** Hub calls of one connection; the hub refuses more. */
  callsPerMinute: 120,
  serverTimeoutMs: 30_000,
  keepAliveMs: 15_000,
  /** Waits before each try to reconnect; after the last one the client stops. */
  reconnectDelaysMs: [0, 2_000, 10_000, 30_000],
  longPollTimeoutMs: 100_000,
  requestTimeoutMs: 100_000,
  negotiateRedirects: 100,
} as const

/**
 * Presence: who else looks at a chat right now, and who is writing. It lives on the hub alone; nothing of it is stored.
 *
 * - A client that shows a chat calls {@link PRESENCE.serverMethod} with a `Presence`: when it opens the chat, when
 *   its person begins or stops writing, and again every {@link PRESENCE.announceEveryMs}. When it shows no chat any
 *   more, or its tab is hidden, it says so with `chatId: null`. A connection is in one chat at a time.
 * - The other connections in the same chat, of the same tenant, get it in a list of `PresenceEntry` by
 *   {@link PRESENCE.clientMethod}. What a client knows of a connection is replaced by its next entry.
 * - Who comes in is told of by an entry with `isNew`. Each client in the chat answers it by calling the hub with its own
 *   presence, so that the newcomer knows who is there; several newcomers within a second get one answer.
 * - `gone` ends an entry: the connection ended, or is in another chat. A client forgets a connection of which it has
 *   not heard for {@link PRESENCE.forgetAfterMs}, since a lost server says no farewell. After a reconnect it forgets
 *   all of them and calls anew.
 */
export const PRESENCE = {
  serverMethod: 'SetPresence',
  clientMethod: 'receivePresence',
  announceEveryMs: 20_000,
  forgetAfterMs: 45_000,
} as const

/** How the client paces itself, section 9 of the specification. */
export const PACE = {
  /** An access token is asked for again after this time. */
  accessTokenCacheMs: 180_000,
  refreshDebounceMs: 1_000,
  refreshMaxWaitMs: 5_000,
  searchDebounceMs: 500,
  typeAheadClearMs: 350,
} as const

/** How the client renews a session that nears its end. */
export const RENEWAL = {
  /** It begins so long before the end. */
  beforeMs: 14 * 24 * 3_600_000,
  /** Between two attempts of a browser. */
  everyMs: 12 * 3_600_000,
  /** An attempt is given up after this time. */
  timeoutMs: 20_000,
} as const

/** Heights of option lists in pixels, section 9 of the specification. */
export const OPTIONS_HEIGHT = { default: 160, modal: 120 } as const

/** What a message may be: Twilio's limits, decisions 4.1. */
export const MESSAGE = {
  /** Characters as the phone gets them, signature included. */
  maxLength: 1_600,
  maxMedia: 10,
  /** All media of one message together, in bytes (5 MB). */
  maxMediaBytes: 5_000_000,
} as const

/** Sizes of pages, decisions 3.5. */
export const PAGE = {
  chats: 50,
  maxChats: 200,
  messages: 50,
  maxMessages: 200,
  chatChanges: 50,
  maxChatChanges: 200,
  foundMessages: 50,
  unreadMessages: 200,
  rejectedMessages: 200,
  auditEntries: 50,
  maxAuditEntries: 200,
  lookup: 20,
  mobileNumbersInTenant: 1_000,
  /** Contacts that a list holds where no limit is asked for. */
  mobileNumbers: 20_000,
  optOuts: 200,
} as const

/** Bounds on names and lists that the specification leaves open. */
export const BOUNDS = {
  nameLength: 200,
  searchTermLength: 200,
  chatMembers: 50,
  numberLength: 40,
} as const

/** What one import of contacts may bring; the bytes are those of the file. */
export const IMPORT = { maxContacts: 5_000, maxFileBytes: 10_000_000 } as const

/** Widths in pixels in which a picture is offered, and the quality of the copy, decisions 10. */
export const IMAGE = { widths: [64, 128, 256, 384, 640, 828, 1080, 1920], quality: 75 } as const

/** Shortest term, in characters, that the directory is searched for, decisions 11.6. */
export const LOOKUP_MIN_LENGTH = 2
