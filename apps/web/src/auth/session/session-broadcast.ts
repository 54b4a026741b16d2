/** Tells the other tabs that the session changed, by next-auth's key and format. */
export type SessionBroadcast = {
  send: (trigger: 'getSession' | 'signout') => void
  /** Hears the other tabs; returns how to stop. */
  subscribe: (listener: () => void) => () => void
}

const KEY = 'nextauth.message'

type Parts = {
  /** Where `storage` events arrive: the window. */
  target: EventTarget
  /** Null where the browser keeps storage away; tabs then do not hear of each other. */
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
        // A full storage costs the other tabs a hint; they look again when they become visible.
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
