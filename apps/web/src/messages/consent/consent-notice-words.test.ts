import { expect, test } from 'vitest'
import { noticeOf } from './consent-notice-words.ts'

const TIMES = { date: (instant: string) => instant.slice(5, 10) }
const lena = { name: 'Lena Holt', lacksConsent: 'warn' as const }
const pete = { name: 'Pete Ames', lacksConsent: 'warn' as const }
const asked = { ...lena, consentAskedAt: '2026-11-03T14:00:00.000Z' }

test('says who lacks consent, and asks them', () => {
  expect(noticeOf([lena, pete], TIMES)).toEqual({
    sentences: ['No written consent from Lena Holt and Pete Ames yet.'],
    unasked: [lena, pete],
  })
})

test('the composer says by itself who is not sent to', () => {
  const blocked = { ...lena, lacksConsent: 'block' as const }
  expect(noticeOf([blocked], TIMES)).toEqual({ sentences: [], unasked: [blocked] })
})

test('who was asked is not asked again', () => {
  expect(noticeOf([asked], TIMES)).toEqual({
    sentences: ['Asked for consent on 11-03. Waiting for YES.'],
    unasked: [],
  })
  expect(noticeOf([asked, pete], TIMES)).toEqual({
    sentences: ['No written consent from Pete Ames yet.', 'Asked Lena Holt for consent on 11-03. Waiting for YES.'],
    unasked: [pete],
  })
})
