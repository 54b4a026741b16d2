/** Shortcuts that work anywhere on the chats screen. */
export type Shortcut = 'help' | 'previousChat' | 'nextChat' | 'newChat' | 'search' | 'write' | 'type'

/** The part of a keyboard event that is used here. */
export type KeyPress = {
  key: string
  /** The physical key: with Option, Apple's keyboards produce other characters. */
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

/** Where the focus is: keys that already have a meaning there are ignored. From `reading`, typed text goes to the composer. */
export type FocusPlace = 'text' | 'choice' | 'reading' | 'other'

/** With Alt. None is used by browsers, Teams, or screen readers. */
const LETTERS: Record<string, Shortcut> = { KeyN: 'newChat', KeyK: 'search', KeyC: 'write' }

export function shortcutOf(press: KeyPress, focus: FocusPlace): Shortcut | null {
  const isPaste = (press.ctrlKey || press.metaKey) && !press.altKey && press.code === 'KeyV'
  if (isPaste && focus === 'reading') return 'type'
  if (press.ctrlKey || press.metaKey) return null
  if (!press.altKey) {
    if (press.key === '?') return focus === 'other' || focus === 'reading' ? 'help' : null
    // The space bar presses buttons and scrolls.
    return focus === 'reading' && press.key.length === 1 && press.key !== ' ' ? 'type' : null
  }
  if (press.shiftKey) return null
  // Alt with an arrow opens a list of options.
  if (press.key === 'ArrowUp') return focus === 'choice' ? null : 'previousChat'
  if (press.key === 'ArrowDown') return focus === 'choice' ? null : 'nextChat'
  const writesSomething = (focus === 'text' || focus === 'choice') && `Key${press.key.toUpperCase()}` !== press.code
  return writesSomething ? null : (LETTERS[press.code] ?? null)
}

export function focusPlaceOf(element: Element | null): FocusPlace {
  if (element?.closest('[role="combobox"], [role="listbox"], [role="menu"], select')) return 'choice'
  if (element === document.body || element?.closest('[data-message]')) return 'reading'
  const isText = element?.matches('input, textarea, [contenteditable="true"]') ?? false
  return isText ? 'text' : 'other'
}
