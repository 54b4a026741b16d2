import { browserStorage } from './browser-storage.ts'
import { createStore } from './store.ts'
import type { WritableStore } from './store.ts'

type Options<Value> = {
  name: string
  /** The stored text; null if the person has not chosen. */
  read: (stored: string | null) => Value
  write: (value: Value) => string
}

/** A choice that each person makes in this browser. It lasts as long as the page where the browser denies storage. */
export function createStoredChoice<Value>({ name, read, write }: Options<Value>) {
  const stores = new Map<string, WritableStore<Value>>()
  return function choiceOf(owner: string): WritableStore<Value> {
    const known = stores.get(owner)
    if (known) return known
    const key = `partyline.${name}.${owner}`
    const storage = browserStorage('localStorage')
    const { set, ...store } = createStore(read(storage?.getItem(key) ?? null))
    const choice = {
      ...store,
      set(value: Value) {
        try {
          storage?.setItem(key, write(value))
        } catch {
          // Storage is full.
        }
        set(value)
      },
    }
    stores.set(owner, choice)
    return choice
  }
}
