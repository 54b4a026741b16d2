/** What a person can do by a key from anywhere on the chats' screen. */
export type Shortcut = 'help' | 'previousChat' | 'nextChat' | 'newChat' | 'search' | 'write'

/** As much of a keyboard event as is needed here. */
export type KeyPress = {
  key: string
  /** The key's place: Option on Apple's keyboards makes another character of a letter. */
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

/** What has the focus: a key that means something there already is left alone. */
export type FocusPlace = 'text' | 'choice' | 'elsewhere'

/** With Alt. None is a browser's own, Teams' own or a screen reader's. */
const LETTERS: Record<string, Shortcut> = { KeyN: 'newChat', KeyK: 'search', KeyC: 'write' }

export function shortcutOf(press: KeyPress, focus: FocusPlace): Shortcut | null {
  if (press.ctrlKey || press.metaKey) return null
  if (!press.altKey) return press.key === '?' && focus === 'elsewhere' ? 'help' : null
  if (press.shiftKey) return null
  // Alt with an arrow opens a list of options.
  if (press.key === 'ArrowUp') return focus === 'choice' ? null : 'previousChat'
  if (press.key === 'ArrowDown') return focus === 'choice' ? null : 'nextChat'
  const writesSomething = focus !== 'elsewhere' && `Key${press.key.toUpperCase()}` !== press.code
  return writesSomething ? null : (LETTERS[press.code] ?? null)
}

export function focusPlaceOf(element: Element | null): FocusPlace {
  if (element?.closest('[role="combobox"], [role="listbox"], [role="menu"], select')) return 'choice'
  const isText = element?.matches('input, textarea, [contenteditable="true"]') ?? false
  return isText ? 'text' : 'elsewhere'
}
