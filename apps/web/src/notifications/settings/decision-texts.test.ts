import { NOTIFICATION_REASONS } from '@partyline/contract'
import type { NotificationReason } from '@partyline/contract'
import { expect, it } from 'vitest'
import { decisionText } from './decision-texts.ts'

it('says whether the person was notified, where, of what, and why', () => {
  expect(decisionText({ told: false, kind: 'text', channel: 'push', reason: 'assignedToColleague' })).toBe(
    'you weren’t notified by push of a text, because the chat is assigned to a colleague.',
  )
  expect(decisionText({ told: true, kind: 'mention', channel: 'teams', reason: 'mentioned' })).toBe(
    'you were notified in Teams of a mention, because someone mentioned you.',
  )
})

it('does not deny a notification that a page has shown', () => {
  expect(decisionText({ told: false, kind: 'text', channel: 'page', reason: 'shown' })).toBe(
    'you had already been notified of a text, so you weren’t notified again.',
  )
})

it('gives every reason in words of its own', () => {
  const reasons = Object.keys(NOTIFICATION_REASONS) as NotificationReason[]
  const texts = reasons.map((reason) => decisionText({ told: true, kind: 'text', channel: 'page', reason }))
  expect(new Set(texts).size).toBe(reasons.length)
})
