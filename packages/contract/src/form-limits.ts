// Apart from limits.ts, which is in the web app's first load.

/** Maximum heights of option lists, in pixels. */
export const OPTIONS_HEIGHT = { default: 160, modal: 120 } as const

export const SCHEDULE = {
  maxDays: 120,
  /** Pending messages of one chat. */
  maxPerChat: 100,
  /** Messages that are later than this are sent only after someone confirms them. */
  maxLateMs: 3_600_000,
} as const

/** When a text disturbs no one, by the recipient's clock: docs/product.md#the-recipients-hours */
export const RECIPIENT_HOURS = {
  from: '08:00',
  until: '21:00',
  /** How far ahead to look for a time within the hours of all recipients. */
  maxHoursAhead: 48,
} as const

/** The longest time for which a chat can be snoozed. */
export const MAX_SNOOZE_DAYS = 366

/** Limits of one import of contacts; the bytes are those of the file. */
export const IMPORT = { maxContacts: 5_000, maxFileBytes: 10_000_000 } as const

/** Available widths of pictures, in pixels, and the quality of the copies: docs/product.md#media */
export const IMAGE = { widths: [64, 128, 256, 384, 640, 828, 1080, 1920], quality: 75 } as const

/** Minimum length of a directory search term, in characters. */
export const LOOKUP_MIN_LENGTH = 2
