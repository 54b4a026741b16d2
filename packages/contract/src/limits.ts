/** Real-time connection: docs/product.md#reconnecting Names that end in `Ms` are milliseconds. */
export const REALTIME = {
  hubPath: '/chathub',
  /** The client method that receives a list of events. */
  clientMethod: 'receiveEvents',
  /** The hub method that asks the other clients of the tenant to refresh. */
  serverMethod: 'SendMessage',
  /** The hub method that returns a `Pong`, for clients to measure the response time. */
  pingMethod: 'Ping',
  /** Maximum hub calls of one connection. */
  callsPerMinute: 120,
  serverTimeoutMs: 30_000,
  keepAliveMs: 15_000,
  /** Delay before each attempt to reconnect; after the last one, the client stops. */
  reconnectDelaysMs: [0, 2_000, 10_000, 30_000],
  longPollTimeoutMs: 100_000,
  requestTimeoutMs: 100_000,
  negotiateRedirects: 100,
} as const

/**
 * Presence: who else has a chat open right now, and who is writing a text or a note. It exists only on the hub and is never
 * stored.
 *
 * - A client that shows a chat calls {@link PRESENCE.serverMethod} with a `Presence` when it opens the chat, when
 *   its user starts or stops writing or changes the mode, and every {@link PRESENCE.announceEveryMs}. When it no
 *   longer shows a chat, or its tab is hidden, it sends `chatId: null`. A connection is in one chat at a time.
 * - The tenant's other connections in the same chat receive it in a list of `PresenceEntry` through
 *   {@link PRESENCE.clientMethod}. When someone starts or stops writing a text, all of the tenant's connections do. A note
 *   answers no contact, so that only those in the chat see it being written. An entry replaces the previous one of the same
 *   connection.
 * - An entry with `isNew` announces a newcomer. Each client in the chat answers by calling the hub with its own
 *   presence, so that the newcomer learns who is there; several newcomers within a second get one answer.
 * - `gone` removes an entry: the connection has ended, or is in another chat. A client also removes a connection that
 *   was silent for {@link PRESENCE.forgetAfterMs}, since a killed server sends nothing. After reconnecting, it removes
 *   all entries and calls again.
 */
export const PRESENCE = {
  serverMethod: 'SetPresence',
  clientMethod: 'receivePresence',
  announceEveryMs: 20_000,
  forgetAfterMs: 45_000,
} as const

/** Intervals of the client. */
export const PACE = {
  /** The client requests a new access token after this time. */
  accessTokenCacheMs: 180_000,
  refreshDebounceMs: 1_000,
  refreshMaxWaitMs: 5_000,
  searchDebounceMs: 500,
  typeAheadClearMs: 350,
} as const

/** How the client renews a session before its end. */
export const RENEWAL = {
  /** Time before the end when renewal starts. */
  beforeMs: 14 * 24 * 3_600_000,
  /** Minimum time between two attempts of a browser. */
  everyMs: 12 * 3_600_000,
  /** Timeout of an attempt. */
  timeoutMs: 20_000,
} as const

/** Twilio's limits: docs/product.md#length-and-files */
export const MESSAGE = {
  /** Characters, including the signature. */
  maxLength: 1_600,
  maxMedia: 10,
  /** Total size of all media of one message, in bytes. */
  maxMediaBytes: 5_000_000,
} as const

/** A note to the team: docs/product.md#notes Its files have the limits of a message. */
export const NOTE = { maxLength: 4_000, maxMentions: 50 } as const

/** Limits of notifications. */
export const NOTIFICATION = {
  maxEndpointLength: 2_000,
  /** Items that a page reports as shown at once. */
  maxShown: 100,
  /** Devices of a person. The oldest one goes. */
  maxDevices: 20,
  maxPauseDays: 366,
} as const

/** Messages of all tenants that the embedded database is fine for: docs/operations.md#embedded-database-or-postgresql */
export const EMBEDDED_MAX_MESSAGES = 1_000_000

/** Page sizes. */
export const PAGE = {
  chats: 50,
  maxChats: 200,
  messages: 50,
  maxMessages: 200,
  messagesWithFiles: 12,
  notes: 50,
  maxNotes: 200,
  chatChanges: 50,
  maxChatChanges: 200,
  foundMessages: 50,
  unreadMessages: 200,
  rejectedMessages: 200,
  auditEntries: 50,
  maxAuditEntries: 200,
  lookup: 20,
  contactsInTenant: 1_000,
  contacts: 200,
  maxContacts: 1_000,
  contactChanges: 200,
  optOuts: 200,
  consentEntries: 50,
  hookEvents: 50,
  maxHookEvents: 200,
  maxConsentEntries: 200,
} as const

/**
 * Lines of a tenant that can be in use, and that its lists show. A Twilio account can have thousands of numbers, and
 * the administration loads all that are listed at once.
 */
export const MAX_LINES = 500

/** How many seconds a sent message can be undone: each person chooses one. */
export const HOLD_SECONDS = [0, 5, 10, 30] as const

/** The counts of filters are exact up to this number. */
export const MAX_FILTER_COUNT = 99

/** How long a deleted chat can be restored: docs/product.md#deleting-a-chat-archives-it */
export const RESTORE_DAYS = 30

/** Open chats of a tenant are counted up to this number. */
export const MAX_COUNTED_CHATS = 1_000

/** Days after which the contents of a processed webhook are dropped: docs/product.md#routing-inbound-texts */
export const WEBHOOK_RETENTION_DAYS = 30

/** Maximum lengths of names and lists. */
export const BOUNDS = {
  nameLength: 200,
  searchTermLength: 200,
  chatMembers: 50,
  numberLength: 100,
} as const
