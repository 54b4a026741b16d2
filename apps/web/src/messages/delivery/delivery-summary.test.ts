import type { Delivery } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { DANA, LUIS, MARTA, ME, MEMBERS, record, sampleMessage } from '../../core/tests/sample-messages.ts'
import { deliverySummary } from './delivery-summary.ts'

const summary = (delivery: Delivery[], sentBy = ME) =>
  deliverySummary(sampleMessage(1, { sentBy, delivery }), { members: MEMBERS, me: ME })
const text = (...delivery: Delivery[]) => summary(delivery)?.text

describe('deliverySummary', () => {
  it('shows one word for one contact', () => {
    expect(text(record(MARTA, 'queued'))).toBe('Sending…')
    expect(text(record(MARTA, 'sent'))).toBe('Sent')
    expect(text(record(MARTA, 'delivered'))).toBe('Delivered')
  })

  it('counts several contacts', () => {
    expect(text(record(MARTA, 'sent'), record(LUIS, 'sent'))).toBe('Sent to 2')
    expect(text(record(MARTA, 'delivered'), record(LUIS, 'sent'))).toBe('Delivered to 1 of 2')
    expect(text(record(MARTA, 'delivered'), record(LUIS, 'delivered'))).toBe('Delivered to 2')
    expect(text(record(MARTA, 'sent'), record(LUIS, 'queued'))).toBe('Sending…')
  })

  it('names the user who has seen it', () => {
    const delivered = [record(MARTA, 'delivered'), record(LUIS, 'delivered'), record(DANA, 'read')]
    expect(summary(delivered)).toEqual({ tone: 'seen', text: 'Delivered to 2, seen by Dana' })
    expect(text(record(MARTA, 'queued'), record(DANA, 'read'))).toBe('Sending, seen by Dana')
    expect(text(record(DANA, 'read'))).toBe('Seen by Dana')
  })

  it('does not count the viewer as a reader', () => {
    expect(summary([record(MARTA, 'delivered'), record(ME, 'read')], DANA)?.text).toBe('Delivered')
  })

  it('does not count the author as a reader', () => {
    expect(summary([record(MARTA, 'delivered'), record(DANA, 'read')], DANA)?.text).toBe('Delivered')
  })

  it('shows a failure first, with the contact and the reason', () => {
    const reason = 'The phone is switched off.'
    const failed = record(LUIS, 'undelivered', { errorText: reason })
    expect(summary([failed, record(MARTA, 'delivered')])).toEqual({
      tone: 'failed',
      text: 'Not delivered to Luis. The phone is switched off.',
    })
    expect(text(failed)).toBe('Not delivered. The phone is switched off.')
    expect(text(failed, record(MARTA, 'failed', { errorText: reason }))).toBe(
      'Not delivered to Luis and Marta. The phone is switched off.',
    )
  })

  it('omits the reason if reasons differ', () => {
    expect(text(record(LUIS, 'failed', { errorText: 'One.' }), record(MARTA, 'failed', { errorText: 'Two.' }))).toBe(
      'Not delivered to Luis and Marta',
    )
  })

  it('names contacts that were skipped or whose delivery is unknown', () => {
    expect(text(record(LUIS, 'skipped', { errorText: 'Luis has opted out.' }), record(MARTA, 'sent'))).toBe(
      'Not sent to Luis. Luis has opted out.',
    )
    expect(text(record(LUIS, 'unknown'), record(MARTA, 'sent'))).toBe('Couldn’t confirm delivery to Luis')
  })

  it('shows only failed relays for a text from a contact', () => {
    expect(summary([record(MARTA, 'read'), record(LUIS, 'delivered'), record(DANA, 'read')], MARTA)).toBeNull()
    expect(summary([record(LUIS, 'skipped', { errorText: 'Not passed on here.' })], MARTA)).toBeNull()
    expect(summary([record(LUIS, 'failed')], MARTA)?.text).toBe('Not forwarded to Luis')
  })
})
