import { beforeEach, expect, it } from 'vitest'
import { chatId } from '../../core/tests/sample-chats.ts'
import { createSelection } from './selection.ts'
import type { Selection } from './selection.ts'

const LISTED = [1, 2, 3, 4, 5].map(chatId)
let selection: Selection
beforeEach(() => {
  selection = createSelection()
})
const selected = () => [...selection.current().ids].toSorted()
const extend = (from: number, to: number) => selection.extend(LISTED, { from: chatId(from), to: chatId(to) })

it('toggles chats', () => {
  selection.toggle(chatId(1))
  selection.toggle(chatId(3))
  selection.toggle(chatId(1))
  expect(selected()).toEqual([chatId(3)])
})

it('selects ranges from the chat that was selected last, in both directions', () => {
  selection.toggle(chatId(3))
  extend(3, 5)
  expect(selected()).toEqual([3, 4, 5].map(chatId))
  extend(5, 2)
  expect(selected()).toEqual([2, 3].map(chatId))
})

it('starts a range at the focused chat if none is selected', () => {
  extend(2, 3)
  expect(selected()).toEqual([2, 3].map(chatId))
})

it('drops chats that leave the list', () => {
  extend(1, 3)
  selection.keep([chatId(2), chatId(4)])
  expect(selected()).toEqual([chatId(2)])
})

it('changes only when an action ends, which leaves what failed', () => {
  extend(1, 3)
  selection.report(1, 3)
  selection.toggle(chatId(5))
  selection.keep([])
  expect(selected()).toEqual([1, 2, 3].map(chatId))
  selection.finish([chatId(2)])
  expect(selected()).toEqual([chatId(2)])
  expect(selection.current().progress).toBeNull()
})
