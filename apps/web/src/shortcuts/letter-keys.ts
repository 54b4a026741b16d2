import { browserStorage } from '../platform/browser-storage.ts'
import { createStore } from '../platform/store.ts'
import type { WritableStore } from '../platform/store.ts'

const OFF = 'off'
const stores = new Map<string, WritableStore<boolean>>()

/** Whether single letters are shortcuts in the chat list for a person in this browser. They are on by default. */
export function letterKeysOf(owner: string): WritableStore<boolean> {
  const key = `partyline.letter-keys.${owner}`
  let store = stores.get(owner)
  if (store === undefined) {
    const storage = browserStorage('localStorage')
    const made = createStore(storage?.getItem(key) !== OFF)
    store = {
      ...made,
      set(isOn) {
        try {
          storage?.setItem(key, isOn ? 'on' : OFF)
        } catch {
          // Storage is full: the choice lasts as long as the page.
        }
        made.set(isOn)
      },
    }
    stores.set(owner, store)
  }
  return store
}
