/** Of which chats a person wants to hear; `unasked` until they have said so. */
type NotificationChoice = 'unasked' | 'off' | 'mine' | 'all'
export type NotificationSettings = { choice: NotificationChoice; sound: boolean }

const UNASKED: NotificationSettings = { choice: 'unasked', sound: false }
const CHOICES: readonly unknown[] = ['unasked', 'off', 'mine', 'all'] satisfies NotificationChoice[]

type Parts = {
  /** Each person at this browser has their own. */
  owner: string
  /** Null where the browser keeps storage away; what is chosen then lasts as long as the page. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** What a person chose in this browser. */
export function createNotificationStore({ owner, storage }: Parts) {
  const key = `partyline.notifications.${owner}`
  let settings = read(storage?.getItem(key) ?? null)
  const listeners = new Set<() => void>()
  return {
    current: () => settings,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(next: Partial<NotificationSettings>) {
      settings = { ...settings, ...next }
      try {
        storage?.setItem(key, JSON.stringify(settings))
      } catch {
        // A full storage: the choice lasts as long as the page.
      }
      for (const listener of listeners) listener()
    },
    /** Another tab of the same person has written. */
    reread() {
      settings = read(storage?.getItem(key) ?? null)
      for (const listener of listeners) listener()
    },
  }
}

function read(stored: string | null): NotificationSettings {
  try {
    const { choice, sound } = JSON.parse(stored ?? '{}') as Partial<NotificationSettings>
    return CHOICES.includes(choice) ? { choice: choice!, sound: sound === true } : UNASKED
  } catch {
    return UNASKED
  }
}
