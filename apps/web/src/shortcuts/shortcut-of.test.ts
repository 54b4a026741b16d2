import { expect, it } from 'vitest'
import { shortcutOf as shortcut } from './shortcut-of.ts'
import type { FocusPlace, KeyPress } from './shortcut-of.ts'

function press(key: string, parts: Partial<KeyPress> = {}): KeyPress {
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key
  return { key, code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...parts }
}
const shortcutOf = (pressed: KeyPress, focus: FocusPlace) => shortcut(pressed, focus, { hasLetters: true })
const alt = (key: string, parts: Partial<KeyPress> = {}) => press(key, { altKey: true, ...parts })

it('shows help on a question mark, but not in a text field', () => {
  expect(shortcutOf(press('?', { shiftKey: true }), 'other')).toBe('help')
  expect(shortcutOf(press('?', { shiftKey: true }), 'text')).toBeNull()
})

it('moves between chats on Alt+Up and Alt+Down, also in a text field, but not in a choice', () => {
  expect(shortcutOf(alt('ArrowDown'), 'text')).toBe('nextChat')
  expect(shortcutOf(alt('ArrowUp'), 'other')).toBe('previousChat')
  expect(shortcutOf(alt('ArrowDown'), 'choice')).toBeNull()
})

it('sends text typed or pasted on a message or the page to the composer', () => {
  expect(['n', 'É', '7'].map((key) => shortcutOf(press(key), 'reading'))).toEqual(['type', 'type', 'type'])
  expect(shortcutOf(press('v', { ctrlKey: true }), 'reading')).toBe('type')
  expect(shortcutOf(press('v', { metaKey: true }), 'reading')).toBe('type')
  expect([' ', 'Enter', 'Tab'].map((key) => shortcutOf(press(key), 'reading'))).toEqual([null, null, null])
  expect(shortcutOf(press('c', { ctrlKey: true }), 'reading')).toBeNull()
  expect(shortcutOf(press('?', { shiftKey: true }), 'reading')).toBe('help')
  expect(shortcutOf(alt('n'), 'reading')).toBe('newChat')
})

it('has shortcuts for letters with Alt, and none without it', () => {
  const letters = ['n', 'k', 'c', 'e', 'h', 'a', 'u', 'x']
  const shortcuts = ['newChat', 'search', 'write', 'done', 'snooze', 'assign', 'unread', null]
  expect(letters.map((key) => shortcutOf(alt(key), 'text'))).toEqual(shortcuts)
  // Only a chat of the list can be selected.
  expect(letters.map((key) => shortcutOf(alt(key), 'row'))).toEqual([...shortcuts.slice(0, -1), 'select'])
  expect(shortcutOf(press('n'), 'other')).toBeNull()
  expect(shortcutOf(press('n'), 'text')).toBeNull()
})

it('leaves Option characters of Apple keyboards to text fields', () => {
  const cedilla = alt('ç', { code: 'KeyC' })
  expect(shortcutOf(cedilla, 'text')).toBeNull()
  expect(shortcutOf(cedilla, 'other')).toBe('write')
})

it('switches to a note on Alt+Shift+N with any focus and any keyboard layout', () => {
  const pressed = alt('˜', { code: 'KeyN', shiftKey: true })
  const places = ['text', 'choice', 'reading', 'row', 'other'] as const
  expect(places.map((focus) => shortcutOf(pressed, focus))).toEqual(places.map(() => 'note'))
  expect(shortcutOf({ ...pressed, ctrlKey: true }, 'text')).toBeNull()
})

it('ignores Alt together with Ctrl, Meta, or Shift', () => {
  expect(shortcutOf(alt('n', { ctrlKey: true }), 'other')).toBeNull()
  expect(shortcutOf(alt('ArrowUp', { metaKey: true }), 'other')).toBeNull()
  expect(shortcutOf(alt('k', { shiftKey: true }), 'other')).toBeNull()
})

it('takes a letter without Alt for a chat’s shortcut only in a row of the list, unless that is turned off', () => {
  const pressed = ['e', 'h', 'a', 'u', 'x', 'n', 'k'].map((key) => shortcutOf(press(key), 'row'))
  expect(pressed).toEqual(['done', 'snooze', 'assign', 'unread', 'select', 'newChat', null])
  expect((['text', 'choice', 'other'] as const).map((focus) => shortcutOf(press('e'), focus))).toEqual([
    null,
    null,
    null,
  ])
  expect(shortcutOf(press('e', { shiftKey: true }), 'row')).toBeNull()
  expect(shortcutOf(press('?', { shiftKey: true }), 'row')).toBe('help')
  expect(shortcut(press('e'), 'row', { hasLetters: false })).toBeNull()
  expect(shortcut(alt('e'), 'row', { hasLetters: false })).toBe('done')
})

it('finds a letter where the keyboard has it, or at its usual place where it has no Latin letters', () => {
  expect(shortcutOf(press('a', { code: 'KeyQ' }), 'row')).toBe('assign')
  expect(shortcutOf(press('ק', { code: 'KeyE' }), 'row')).toBe('done')
})

it('undoes on Ctrl+Z, except where text is written', () => {
  const undo = press('z', { ctrlKey: true })
  expect((['row', 'reading', 'other', 'text', 'choice'] as const).map((focus) => shortcutOf(undo, focus))).toEqual([
    'undo',
    'undo',
    'undo',
    null,
    null,
  ])
  expect(shortcutOf(press('z', { metaKey: true }), 'row')).toBe('undo')
  expect(shortcutOf(press('z', { ctrlKey: true, shiftKey: true }), 'row')).toBeNull()
})
