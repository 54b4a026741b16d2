import { DEFAULT_VIEW, readListView, withoutFilters, writeListView } from '../../core/chats/list-view.ts'
import type { ListView } from '../../core/chats/list-view.ts'
import { useSignedIn } from '../../auth/index.ts'
import { browserStorage } from '../../platform/browser-storage.ts'
import { createStore } from '../../platform/store.ts'
import { storedText } from '../../platform/stored-choice.ts'
import { useStore } from '../../platform/use-store.ts'

/** `compact` rows have one line. */
export type Density = 'comfortable' | 'compact'
export type ListSettings = { view: ListView; density: Density }

type Parts = {
  /** Each person at this browser has their own. */
  owner: string
  /** Null if the browser denies it; choices are then lost on reload. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** The query of the address at which the page was opened. Its view, if it has one, replaces the remembered one. */
  search: string
  /** Filters are forgotten on the next day. */
  today: string
}

export type ListSettingsStore = ReturnType<typeof createListSettings>

/** How a person looks at the chat list in this browser. */
export function createListSettings({ owner, storage, search, today }: Parts) {
  const stored = storedText('list', owner, storage)
  const remembered = read(stored.read(), today)
  const view = readListView(new URLSearchParams(search)) ?? remembered.view
  const { current, subscribe, set } = createStore<ListSettings>({ ...remembered, view })

  function change(next: Partial<ListSettings>) {
    const settings = { ...current(), ...next }
    stored.write(JSON.stringify({ ...settings, view: writeListView(settings.view).toString(), day: today }))
    set(settings)
  }

  return { current, subscribe, change }
}

function read(stored: string | null, today: string): ListSettings {
  try {
    const { view = '', density, day } = JSON.parse(stored ?? '{}') as { view?: string; density?: unknown; day?: string }
    const remembered = readListView(new URLSearchParams(view)) ?? DEFAULT_VIEW
    return {
      view: day === today ? remembered : withoutFilters(remembered),
      density: density === 'compact' ? 'compact' : 'comfortable',
    }
  } catch {
    return { view: DEFAULT_VIEW, density: 'comfortable' }
  }
}

const stores = new Map<string, ListSettingsStore>()

/** A person's settings in this browser, which the first request already needs. */
export function listSettingsOf(owner: string): ListSettingsStore {
  let store = stores.get(owner)
  if (store === undefined) {
    store = createListSettings({
      owner,
      storage: browserStorage('localStorage'),
      search: location.search,
      today: new Date().toDateString(),
    })
    stores.set(owner, store)
  }
  return store
}

export function useListSettings(): [ListSettings, ListSettingsStore['change']] {
  const store = listSettingsOf(useSignedIn().id)
  return [useStore(store), store.change]
}
