import { createStore } from '../../platform/store.ts'
import type { Store } from '../../platform/store.ts'

/** A person's choice; `system` follows the computer. */
export type ThemeChoice = 'system' | 'light' | 'dark' | 'contrast'
export type ThemeName = Exclude<ThemeChoice, 'system'>
type ThemeState = { choice: ThemeChoice; name: ThemeName }

export type ThemeStore = Store<ThemeState> & {
  choose: (choice: ThemeChoice) => void
  /** In Teams, the host's theme wins: `default`, `dark`, or `contrast`; others count as light. */
  followHost: (theme: string) => void
}

const KEY = 'partyline.theme'
const CHOICES: readonly string[] = ['system', 'light', 'dark', 'contrast'] satisfies ThemeChoice[]
const DARK = '(prefers-color-scheme: dark)'
const CONTRAST = ['(forced-colors: active)', '(prefers-contrast: more)']

/** The part of MediaQueryList that is used here. */
type MediaState = { readonly matches: boolean; addEventListener: (type: 'change', listener: () => void) => void }

type Parts = {
  matchMedia: (query: string) => MediaState
  /** Null if the browser denies storage; the choice is then lost on reload. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
}

export function createThemeStore({ matchMedia, storage }: Parts): ThemeStore {
  const dark = matchMedia(DARK)
  const contrast = CONTRAST.map((query) => matchMedia(query))
  let host: ThemeName | null = null
  const store = createStore(stateOf(storedChoice(storage)))

  function stateOf(choice: ThemeChoice): ThemeState {
    return { choice, name: host ?? (choice === 'system' ? systemTheme() : choice) }
  }
  function systemTheme(): ThemeName {
    if (contrast.some((query) => query.matches)) return 'contrast'
    return dark.matches ? 'dark' : 'light'
  }
  function change(choice: ThemeChoice) {
    const next = stateOf(choice)
    const { choice: chosen, name } = store.current()
    if (next.choice !== chosen || next.name !== name) store.set(next)
  }
  for (const query of [dark, ...contrast]) query.addEventListener('change', () => change(store.current().choice))

  return {
    current: store.current,
    subscribe: store.subscribe,
    choose(choice) {
      try {
        storage?.setItem(KEY, choice)
      } catch {
        // Storage is full: the choice is lost on reload.
      }
      change(choice)
    },
    followHost(theme) {
      host = theme === 'dark' || theme === 'contrast' ? theme : 'light'
      change(store.current().choice)
    },
  }
}

function storedChoice(storage: Parts['storage']): ThemeChoice {
  const stored = storage?.getItem(KEY)
  return stored && CHOICES.includes(stored) ? (stored as ThemeChoice) : 'system'
}
