import { createStore } from '../platform/store.ts'
import { storedText } from '../platform/stored-choice.ts'

/** Which chats a person wants notifications for; `unasked` until they choose. */
type NotificationChoice = 'unasked' | 'off' | 'mine' | 'all'
export type NotificationSettings = { choice: NotificationChoice; sound: boolean }

const UNASKED: NotificationSettings = { choice: 'unasked', sound: false }
const CHOICES: readonly unknown[] = ['unasked', 'off', 'mine', 'all'] satisfies NotificationChoice[]

type Parts = {
  /** Each person at this browser has their own. */
  owner: string
  /** Null if the browser denies storage; choices are then lost on reload. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** A person's choices in this browser. */
export function createNotificationStore({ owner, storage }: Parts) {
  const stored = storedText('notifications', owner, storage)
  const { current, subscribe, set } = createStore(read(stored.read()))
  return {
    current,
    subscribe,
    change(next: Partial<NotificationSettings>) {
      const settings = { ...current(), ...next }
      stored.write(JSON.stringify(settings))
      set(settings)
    },
    /** Call when another tab of the same person has changed the settings. */
    reread() {
      set(read(stored.read()))
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
