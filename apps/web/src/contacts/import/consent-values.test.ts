import { BOUND_TEXTS, calls, CONSENT_TEXTS, CONTACT_IMPORT } from '@partyline/contract'
import type { NumberId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { consentBody, consentErrors, firstConsent } from './consent-values.ts'
import { IMPORT_CONSENT_TEXTS } from './import-texts.ts'

const line = (at: number) => `0000000c-0000-4000-8000-${String(at).padStart(12, '0')}` as NumberId
const SIGNED = { ...firstConsent([line(1)]), state: 'granted' as const, statement: 'They agreed.', isSigned: true }

test('nothing is stated at first, and the only line is chosen', () => {
  expect(firstConsent([line(1)])).toMatchObject({ state: 'none', lineIds: [line(1)], isSigned: false })
  expect(firstConsent([line(1), line(2)]).lineIds).toEqual([])
  expect(consentErrors(firstConsent([]))).toEqual({})
  expect(consentBody(firstConsent([line(1)]))).toEqual({})
})

test('a statement has lines, words, and a signature', () => {
  expect(consentErrors(SIGNED)).toEqual({})
  const empty = { lineIds: [], statement: ' \u200b', isSigned: false, rows: null }
  const errors = {
    lineIds: CONSENT_TEXTS.chooseLine,
    statement: CONSENT_TEXTS.statement,
    isSigned: IMPORT_CONSENT_TEXTS.unsigned,
  }
  expect(consentErrors({ ...empty, state: 'granted' })).toEqual(errors)
  expect(consentErrors({ ...empty, state: 'revoked' })).toEqual({ ...errors, statement: IMPORT_CONSENT_TEXTS.noOrigin })
  const max = CONTACT_IMPORT.consentLines
  const tooMany = Array.from({ length: max + 1 }, (_, at) => line(at))
  expect(consentErrors({ ...SIGNED, lineIds: tooMany })).toEqual({ lineIds: BOUND_TEXTS.tooMany('numbers', max) })
  expect(consentErrors({ ...SIGNED, lineIds: tooMany.slice(1) })).toEqual({})
})

test.each(['granted', 'revoked'] as const)('what is sent is what the contract accepts: %s', (state) => {
  const body = { fileName: 'a.csv', duplicates: 'skip', total: 1, ...consentBody({ ...SIGNED, state }) }
  expect(body.consent).toEqual({ state, lineIds: [line(1)], statement: SIGNED.statement })
  expect(calls['contactImports.start'].body.safeParse(body).success).toBe(true)
})
