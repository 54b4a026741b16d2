import { expect, it } from 'vitest'
import { shortcutOf } from './shortcut-of.ts'
import type { KeyPress } from './shortcut-of.ts'

function press(key: string, parts: Partial<KeyPress> = {}): KeyPress {
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key
  return { key, code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...parts }
}
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

it('has shortcuts for three letters with Alt, and none without it', () => {
  expect(['n', 'k', 'c', 'x'].map((key) => shortcutOf(alt(key), 'text'))).toEqual(['newChat', 'search', 'write', null])
  expect(shortcutOf(press('n'), 'other')).toBeNull()
  expect(shortcutOf(press('n'), 'text')).toBeNull()
})

it('leaves Option characters of Apple keyboards to text fields', () => {
  const cedilla = alt('ç', { code: 'KeyC' })
  expect(shortcutOf(cedilla, 'text')).toBeNull()
  expect(shortcutOf(cedilla, 'other')).toBe('write')
})

it('ignores Alt together with Ctrl, Meta, or Shift', () => {
  expect(shortcutOf(alt('n', { ctrlKey: true }), 'other')).toBeNull()
  expect(shortcutOf(alt('ArrowUp', { metaKey: true }), 'other')).toBeNull()
  expect(shortcutOf(alt('n', { shiftKey: true }), 'other')).toBeNull()
})
