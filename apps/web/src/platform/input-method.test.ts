import { expect, test } from 'vitest'
import { hideKeysOfInputMethods } from './input-method.ts'

const WORD = { isComposing: true }

/** Key events in the order in which browsers send them, from their bug trackers. */
test.each([
  ['Enter', { key: 'Enter', keyCode: 13 }, true],
  ['Shift+Enter', { key: 'Enter', keyCode: 13, shiftKey: true }, true],
  ['Escape', { key: 'Escape', keyCode: 27 }, true],
  ['an arrow', { key: 'ArrowDown', keyCode: 40 }, true],
  ['a letter', { key: 'a', keyCode: 65 }, true],
  ['å, whose character code is 229', { key: 'å', keyCode: 222, charCode: 229 }, true],
  ['a key of an automation tool, without a code', { key: 'Enter', keyCode: 0 }, true],
  ['Chrome’s Enter within a word', { key: 'Enter', keyCode: 229, ...WORD }, false],
  ['Chrome’s Enter on Windows', { key: 'Process', keyCode: 229, ...WORD }, false],
  ['Firefox’s Enter on macOS', { key: 'Enter', keyCode: 13, ...WORD }, false],
  ['Firefox’s Enter on Windows', { key: 'Process', keyCode: 229, ...WORD }, false],
  ['Safari’s Enter after the end of the word', { key: 'Enter', keyCode: 229, isComposing: false }, false],
  ['Safari’s Escape after the end of the word', { key: 'Escape', keyCode: 229, isComposing: false }, false],
  ['an arrow through candidates', { key: 'ArrowDown', keyCode: 229, ...WORD }, false],
  ['an arrow through candidates, with its own code', { key: 'ArrowDown', keyCode: 40, ...WORD }, false],
  ['Tab to a candidate', { key: 'Tab', keyCode: 9, ...WORD }, false],
  ['Escape to a candidate’s reading', { key: 'Escape', keyCode: 27, ...WORD }, false],
  ['the first letter of a word', { key: 'n', keyCode: 229, isComposing: false }, false],
  ['Korean’s last letter', { key: 'ㅇ', keyCode: 229, ...WORD }, false],
  ['Android’s letters', { key: 'Unidentified', keyCode: 229, isComposing: false }, false],
  ['Android’s Enter', { key: 'Enter', keyCode: 13, isComposing: false }, true],
])('%s', (_, key, isSeen) => {
  const window = new EventTarget()
  hideKeysOfInputMethods(window)
  let seen = false
  window.addEventListener('keydown', () => (seen = true))
  window.dispatchEvent(Object.assign(new Event('keydown'), key))
  expect(seen).toBe(isSeen)
})
