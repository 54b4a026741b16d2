import { MESSAGE, NOTE } from '@partyline/contract'
import { expect, it } from 'vitest'
import type { Draft } from '../../core/drafts.ts'
import { isAddable, isSendable, noteExcess } from './is-sendable.ts'

type Parts = Pick<Draft, 'text' | 'files' | 'lacksFiles' | 'isAdding'>

const draft = (parts: Partial<Parts>): Parts => ({
  text: 'See you at nine',
  files: [],
  lacksFiles: false,
  isAdding: false,
  ...parts,
})
const WILLING = { signature: null, isRefused: false }

it('a draft can be sent unless it is empty, too long, refused, or lacks the files of the edited message', () => {
  expect(isSendable(draft({}), WILLING)).toBe(true)
  expect(isSendable(draft({ text: ' \n' }), WILLING)).toBe(false)
  expect(isSendable(draft({ text: '\u200B\u3164' }), WILLING)).toBe(false)
  expect(isSendable(draft({ text: 'a'.repeat(MESSAGE.maxLength + 1) }), WILLING)).toBe(false)
  expect(isSendable(draft({ text: 'a'.repeat(MESSAGE.maxLength) }), { ...WILLING, signature: 'Dana' })).toBe(false)
  expect(isSendable(draft({}), { ...WILLING, isRefused: true })).toBe(false)
  expect(isSendable(draft({ lacksFiles: true }), WILLING)).toBe(false)
})

it('a note can be added unless it is empty, too long, or on its way', () => {
  const longest = 'x'.repeat(NOTE.maxLength)
  expect(isAddable(draft({}))).toBe(true)
  expect(isAddable(draft({ text: ' \n' }))).toBe(false)
  expect(isAddable(draft({ isAdding: true }))).toBe(false)
  expect(isAddable(draft({ text: `${longest} ` }))).toBe(true)
  expect(isAddable(draft({ text: `${longest}yz` }))).toBe(false)
  expect(noteExcess(`${longest}yz`)).toBe(2)
})
