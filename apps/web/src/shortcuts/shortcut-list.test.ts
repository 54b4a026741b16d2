import { expect, it } from 'vitest'
import { KEYS } from './shortcut-list.ts'
import { shortcutOf } from './shortcut-of.ts'

it('lists the keys that work', () => {
  const names = [
    'help',
    'newChat',
    'search',
    'previousChat',
    'nextChat',
    'write',
    'note',
    'done',
    'snooze',
    'assign',
    'unread',
    'undo',
  ] as const
  const found = names.map((name) => {
    const keys = KEYS[name].split('+')
    const key = keys.at(-1)!
    const press = { key, code: `Key${key}`, metaKey: false }
    const held = { altKey: keys.includes('Alt'), ctrlKey: keys.includes('Control'), shiftKey: keys.includes('Shift') }
    return shortcutOf({ ...press, ...held }, 'other', { hasLetters: true })
  })
  expect(found).toEqual(names)
})
