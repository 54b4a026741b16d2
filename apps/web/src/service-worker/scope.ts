/** An action button of a notification. */
export type NoticeAction = {
  action: 'reply' | 'markRead' | 'snooze'
  title: string
  /** `text` asks for a text. */
  type: 'button' | 'text'
}

/** Stored with a notification until it is clicked. */
export type NoticeData = {
  /** The person it was shown to. */
  owner: string
  hasUnread: boolean
  hasMentions: boolean
}

/** The options of `showNotification` that are used. TypeScript knows only those of every browser. */
export type NoticeOptions = Pick<NotificationOptions, 'body' | 'tag' | 'icon' | 'badge' | 'silent'> & {
  data?: NoticeData
  actions?: NoticeAction[]
  renotify?: boolean
  timestamp?: number
}

/** A window of this origin. */
export type AppWindow = {
  url: string
  focused: boolean
  visibilityState: DocumentVisibilityState
  frameType: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer?: Transferable[]) => void
}

/** The browser APIs that the service worker uses. */
export type WorkerScope = {
  registration: Pick<ServiceWorkerRegistration, 'getNotifications' | 'pushManager'> & {
    showNotification: (title: string, options: NoticeOptions) => Promise<void>
  }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly AppWindow[]>
    openWindow: (path: string) => Promise<unknown>
  }
  caches: CacheStorage
  fetch: typeof fetch
  origin: string
  /** How many buttons a notification can have. */
  maxActions: number
  /** Whether a notification can ask for a text. */
  asksForText: boolean
  now: () => number
  newId: () => string
  /** Aborts after this many milliseconds. */
  deadline: (ms: number) => AbortSignal
}

/** An event that keeps the service worker running. */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }

/** The events of a service worker. TypeScript's DOM library does not have them. */
export type WorkerEvents = {
  install: Extendable
  push: Extendable & { data: { json: () => unknown } | null }
  notificationclick: Extendable & { notification: Notification; action: string; reply?: string | null }
  pushsubscriptionchange: Extendable
}
