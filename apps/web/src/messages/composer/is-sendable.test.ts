import { MESSAGE } from '@partyline/contract'
import { expect, it } from 'vitest'
import type { Draft } from '../../core/drafts.ts'
import { isSendable } from './is-sendable.ts'

const draft = (parts: Partial<Draft>): Draft => ({
  text: 'See you at nine',
  files: [],
  replyTo: null,
  replaces: null,
  problem: null,
  lacksFiles: false,
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
