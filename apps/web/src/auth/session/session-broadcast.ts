/** Tells other tabs that the session changed, with next-auth's key and format. */
export type SessionBroadcast = {
  send: (trigger: 'getSession' | 'signout') => void
  /** Listens to other tabs. Returns how to stop. */
  subscribe: (listener: () => void) => () => void
}

const KEY = 'nextauth.message'

type Parts = {
  /** The target of `storage` events: the window. */
  target: EventTarget
  /** Null if the browser denies storage; tabs then aren't synchronized. */
  storage: Storage | null
  now: () => number
}

export function createSessionBroadcast({ target, storage, now }: Parts): SessionBroadcast {
  return {
    send(trigger) {
      try {
        storage?.setItem(
          KEY,
          JSON.stringify({ event: 'session', data: { trigger }, timestamp: Math.floor(now() / 1000) }),
        )
      } catch {
        // Storage is full: other tabs miss a hint, and check when they become visible.
      }
    },
    subscribe(listener) {
      const hear = (event: Event) => {
        const { key, newValue } = event as StorageEvent
        if (key === KEY && isSessionMessage(newValue)) listener()
      }
      target.addEventListener('storage', hear)
      return () => target.removeEventListener('storage', hear)
    },
  }
}

function isSessionMessage(text: string | null): boolean {
  try {
    const message = JSON.parse(text ?? 'null') as { event?: unknown; data?: unknown } | null
    return message?.event === 'session' && !!message.data
  } catch {
    return false
  }
}
