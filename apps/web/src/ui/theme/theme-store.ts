/** What a person chose; `system` follows the computer. */
export type ThemeChoice = 'system' | 'light' | 'dark' | 'contrast'
export type ThemeName = Exclude<ThemeChoice, 'system'>
type ThemeState = { choice: ThemeChoice; name: ThemeName }

export type ThemeStore = {
  current: () => ThemeState
  subscribe: (listener: () => void) => () => void
  choose: (choice: ThemeChoice) => void
  /** In Teams the host's theme rules: `default`, `dark`, `contrast`; another one counts as light. */
  followHost: (theme: string) => void
}

const KEY = 'partyline.theme'
const CHOICES: readonly string[] = ['system', 'light', 'dark', 'contrast'] satisfies ThemeChoice[]
const DARK = '(prefers-color-scheme: dark)'
const CONTRAST = ['(forced-colors: active)', '(prefers-contrast: more)']

/** As much of a MediaQueryList as is needed here. */
type MediaState = { readonly matches: boolean; addEventListener: (type: 'change', listener: () => void) => void }

type Parts = {
  matchMedia: (query: string) => MediaState
  /** Null where the browser keeps storage away; the choice then lasts as long as the page. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
}

export function createThemeStore({ matchMedia, storage }: Parts): ThemeStore {
  const dark = matchMedia(DARK)
  const contrast = CONTRAST.map((query) => matchMedia(query))
  const listeners = new Set<() => void>()
  let host: ThemeName | null = null
  let state = stateOf(storedChoice(storage))

  function stateOf(choice: ThemeChoice): ThemeState {
    return { choice, name: host ?? (choice === 'system' ? systemTheme() : choice) }
  }
  function systemTheme(): ThemeName {
    if (contrast.some((query) => query.matches)) return 'contrast'
    return dark.matches ? 'dark' : 'light'
  }
  function change(choice: ThemeChoice) {
    const next = stateOf(choice)
    if (next.choice === state.choice && next.name === state.name) return
    state = next
    for (const listener of listeners) listener()
  }
  for (const query of [dark, ...contrast]) query.addEventListener('change', () => change(state.choice))

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(choice) {
      try {
        storage?.setItem(KEY, choice)
      } catch {
        // A full storage: the choice lasts as long as the page.
      }
      change(choice)
    },
    followHost(theme) {
      host = theme === 'dark' || theme === 'contrast' ? theme : 'light'
      change(state.choice)
    },
  }
}

function storedChoice(storage: Parts['storage']): ThemeChoice {
  const stored = storage?.getItem(KEY)
  return stored && CHOICES.includes(stored) ? (stored as ThemeChoice) : 'system'
}
