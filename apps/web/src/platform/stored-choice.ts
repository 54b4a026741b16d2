import { browserStorage } from './browser-storage.ts'
import { createStore } from './store.ts'
import type { WritableStore } from './store.ts'

/** Null if the browser denies storage. */
type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem'> | null

/** A person's choice in this browser as stored, possibly by another tab. */
export function storedText(name: string, owner: string, storage: ChoiceStorage = browserStorage('localStorage')) {
  const key = `partyline.${name}.${owner}`
  return {
    /** Null if the person has not chosen. */
    read: (): string | null => storage?.getItem(key) ?? null,
    write(text: string) {
      try {
        storage?.setItem(key, text)
      } catch {
        // Storage is full.
      }
    },
  }
}

type Options<Value> = {
  name: string
  /** The stored text; null if the person has not chosen. */
  read: (stored: string | null) => Value
  write: (value: Value) => string
}

/** A choice per person in this browser. If the browser denies storage, it is lost on reload. */
export function createStoredChoice<Value>({ name, read, write }: Options<Value>) {
  const stores = new Map<string, WritableStore<Value>>()
  return function choiceOf(owner: string): WritableStore<Value> {
    const known = stores.get(owner)
    if (known) return known
    const stored = storedText(name, owner)
    const { set, ...store } = createStore(read(stored.read()))
    const choice = {
      ...store,
      set(value: Value) {
        stored.write(write(value))
        set(value)
      },
    }
    stores.set(owner, choice)
    return choice
  }
}
