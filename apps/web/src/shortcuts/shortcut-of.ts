/** Shortcuts that work anywhere on the chats screen. */
export type Shortcut =
  | 'help'
  | 'previousChat'
  | 'nextChat'
  | 'newChat'
  | 'search'
  | 'write'
  | 'note'
  | 'type'
  | 'select'
  | 'done'
  | 'snooze'
  | 'assign'
  | 'unread'
  | 'undo'

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
export type FocusPlace = 'text' | 'choice' | 'reading' | 'row' | 'other'

/** With Alt, and in a row of the list with the letter alone, unless the person has turned that off. */
const CHAT_LETTERS: Record<string, Shortcut> = {
  KeyE: 'done',
  KeyH: 'snooze',
  KeyA: 'assign',
  KeyU: 'unread',
  KeyN: 'newChat',
}
/** The same, but only there. */
const ROW_LETTERS: Record<string, Shortcut> = { ...CHAT_LETTERS, KeyX: 'select' }
/**
 * With Alt. Teams and screen readers use none of them. Alt+E and Alt+H open menus of some browsers, which can also be
 * opened with Alt+F or F10.
 */
const LETTERS: Record<string, Shortcut> = { ...CHAT_LETTERS, KeyK: 'search', KeyC: 'write' }

export function shortcutOf(
  press: KeyPress,
  focus: FocusPlace,
  { hasLetters }: { hasLetters: boolean },
): Shortcut | null {
  const isPaste = (press.ctrlKey || press.metaKey) && !press.altKey && press.code === 'KeyV'
  if (isPaste && focus === 'reading') return 'type'
  const isUndo = (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey && press.code === 'KeyZ'
  if (isUndo && focus !== 'text' && focus !== 'choice') return 'undo'
  if (press.ctrlKey || press.metaKey) return null
  if (!press.altKey) {
    if (press.key === '?') return focus === 'text' || focus === 'choice' ? null : 'help'
    if (focus === 'row') return hasLetters && !press.shiftKey ? (ROW_LETTERS[letterCodeOf(press)] ?? null) : null
    // The space bar presses buttons and scrolls.
    return focus === 'reading' && press.key.length === 1 && press.key !== ' ' ? 'type' : null
  }
  // Also where it is the character of an Apple keyboard: a missed switch could send a note to a phone.
  if (press.shiftKey) return press.code === 'KeyN' ? 'note' : null
  // Alt with an arrow opens a list of options.
  if (press.key === 'ArrowUp') return focus === 'choice' ? null : 'previousChat'
  if (press.key === 'ArrowDown') return focus === 'choice' ? null : 'nextChat'
  const writesSomething = (focus === 'text' || focus === 'choice') && `Key${press.key.toUpperCase()}` !== press.code
  return writesSomething ? null : ((focus === 'row' ? ROW_LETTERS : {})[press.code] ?? LETTERS[press.code] ?? null)
}

/** The letter on the key, if it is Latin: its position differs between keyboards. */
function letterCodeOf({ key, code }: KeyPress): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code
}

export function focusPlaceOf(element: Element | null): FocusPlace {
  if (element?.closest('[role="combobox"], [role="listbox"], [role="menu"], select')) return 'choice'
  if (element?.closest('[data-chat]')) return 'row'
  if (element === document.body || element?.closest('[data-message]')) return 'reading'
  const isText = element?.matches('input, textarea, [contenteditable="true"]') ?? false
  return isText ? 'text' : 'other'
}
