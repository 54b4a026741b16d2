import { expect, test } from 'vitest'
import { moveOf } from './twilio-status.ts'

test.each([
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'receiving',
  'received',
  'partially_delivered',
  '',
  'valueOf',
])('Twilio’s status “%s” changes nothing', (status) => {
  expect(moveOf({ status, errorCode: null })).toBeNull()
})

test('a delivered text needs no further checks, a sent one does', () => {
  expect(moveOf({ status: 'sent', errorCode: null })).toEqual({ status: 'sent' })
  for (const status of ['delivered', 'read']) {
    expect(moveOf({ status, errorCode: null })).toEqual({ status: 'delivered', checkAt: null })
  }
})

test.each(['failed', 'undelivered'] as const)('a text that is %s has Twilio’s reason, or a general one', (status) => {
  const errorText = expect.stringMatching(/./) as string
  expect(moveOf({ status, errorCode: 30_003 })).toEqual({
    status,
    checkAt: null,
    errorCode: 30_003,
    errorText: 'The phone is switched off or has no signal. Try again later.',
  })
  expect(moveOf({ status, errorCode: null })).toEqual({ status, checkAt: null, errorText })
})

test('a canceled text shows that it was canceled, unless Twilio gives another reason', () => {
  expect(moveOf({ status: 'canceled', errorCode: null })).toMatchObject({
    status: 'failed',
    errorText: expect.stringContaining('canceled at Twilio') as string,
  })
  expect(moveOf({ status: 'canceled', errorCode: 30_003 })?.errorText).toContain('switched off')
  expect(moveOf({ status: 'failed', errorCode: null })?.errorText).not.toContain('canceled')
})
