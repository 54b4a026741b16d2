import { expect, it } from 'vitest'
import { shortcutOf } from './shortcut-of.ts'
import type { KeyPress } from './shortcut-of.ts'

function press(key: string, parts: Partial<KeyPress> = {}): KeyPress {
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key
  return { key, code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...parts }
}
const alt = (key: string, parts: Partial<KeyPress> = {}) => press(key, { altKey: true, ...parts })

it('shows the list of shortcuts with a question mark, but not to who is writing one', () => {
  expect(shortcutOf(press('?', { shiftKey: true }), 'elsewhere')).toBe('help')
  expect(shortcutOf(press('?', { shiftKey: true }), 'text')).toBeNull()
})

it('goes from chat to chat with Alt and an arrow, also from where one writes', () => {
  expect(shortcutOf(alt('ArrowDown'), 'text')).toBe('nextChat')
  expect(shortcutOf(alt('ArrowUp'), 'elsewhere')).toBe('previousChat')
  expect(shortcutOf(alt('ArrowDown'), 'choice')).toBeNull()
})

it('knows three letters with Alt, and none without it', () => {
  expect(['n', 'k', 'c', 'x'].map((key) => shortcutOf(alt(key), 'text'))).toEqual(['newChat', 'search', 'write', null])
  expect(shortcutOf(press('n'), 'elsewhere')).toBeNull()
})

it('leaves Option on Apple’s keyboards to who writes with it', () => {
  const cedilla = alt('ç', { code: 'KeyC' })
  expect(shortcutOf(cedilla, 'text')).toBeNull()
  expect(shortcutOf(cedilla, 'elsewhere')).toBe('write')
})

it('leaves alone what has Ctrl, the system’s key, or Shift beside Alt', () => {
  expect(shortcutOf(alt('n', { ctrlKey: true }), 'elsewhere')).toBeNull()
  expect(shortcutOf(alt('ArrowUp', { metaKey: true }), 'elsewhere')).toBeNull()
  expect(shortcutOf(alt('n', { shiftKey: true }), 'elsewhere')).toBeNull()
})
