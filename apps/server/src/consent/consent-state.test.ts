import type { UserId } from '@partyline/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { consentAfter, refusalOf, writtenConsentOf } from './consent-state.ts'
import type { ConsentFact } from './consent-state.ts'

const at = new Date('2026-11-03T10:00:00Z')
const DANA = '0d7f0000-0000-4000-8000-000000000001' as UserId

const phone = (state: ConsentFact['state'], source: ConsentFact['source'] = 'keyword'): ConsentFact => {
  return { state, source, at, by: null }
}
const user = (state: ConsentFact['state'], source: ConsentFact['source'] = 'manual'): ConsentFact => {
  return { state, source, at, by: DANA }
}
const STOP = phone('revoked')
const START = phone('granted')

/** Whether texts are allowed, and whether consent is in writing. */
function outcome(...facts: ConsentFact[]) {
  const state = consentAfter(facts)
  return [refusalOf(state) === null, writtenConsentOf(state) !== null]
}

test.each<[string, ConsentFact[], [boolean, boolean]]>([
  ['nothing', [], [true, false]],
  ['a STOP', [STOP], [false, false]],
  ['a STOP and a START', [STOP, START], [true, true]],
  ['a START', [START], [true, true]],
  ['a text that Twilio refused', [phone('revoked', 'twilioError')], [false, false]],
  ['a signed form', [user('granted', 'form')], [true, true]],
  ['a spoken consent', [user('granted', 'spoken')], [true, false]],
  ['a STOP, and a form that was signed later', [STOP, user('granted', 'form')], [false, false]],
  ['a form, and a STOP', [user('granted', 'form'), STOP], [false, false]],
  ['a form, a STOP, and a START', [user('granted', 'form'), STOP, START], [true, true]],
  ['an opt-out by hand', [user('revoked')], [false, false]],
  ['an opt-out by hand that was taken back', [user('revoked'), user('granted')], [true, false]],
  ['an opt-out by hand that was taken back after a STOP', [user('revoked'), STOP, user('granted')], [false, false]],
  ['an opt-out by hand, and a START', [user('revoked'), START], [true, true]],
  ['a refusal in person, and a form', [user('refused', 'spoken'), user('granted', 'form')], [true, true]],
  ['a statement of an import', [user('granted', 'import')], [true, true]],
  ['a STOP, and an import', [STOP, user('granted', 'import')], [false, false]],
  ['an opt-out by hand, and an import', [user('revoked'), user('granted', 'import')], [false, false]],
  [
    'a refusal in person, an import, and a form',
    [user('refused', 'spoken'), user('granted', 'import'), user('granted', 'form')],
    [true, true],
  ],
  [
    'an opt-out by hand that was taken back after an import',
    [user('revoked'), user('granted', 'import'), user('granted')],
    [true, false],
  ],
  ['a request', [user('asked')], [true, false]],
  ['a request, and NO', [user('asked'), phone('refused')], [false, false]],
  ['a form, and a spoken consent', [user('granted', 'form'), user('granted', 'spoken')], [true, true]],
])('%s', (_, facts, expected) => {
  expect(outcome(...facts)).toEqual(expected)
})

test('a request is open until it is answered', () => {
  const { request } = consentAfter([user('asked')])
  expect(request).not.toBeNull()
  for (const answer of [START, STOP, user('granted', 'form'), user('refused', 'spoken')]) {
    expect(consentAfter([user('asked'), answer]).request).toBeNull()
  }
})

const fact = fc.oneof(
  fc.record({
    state: fc.constantFrom('granted', 'refused', 'revoked'),
    source: fc.constantFrom('keyword', 'twilio', 'twilioError'),
  }),
  fc.record({
    state: fc.constantFrom('asked', 'granted', 'refused', 'revoked'),
    source: fc.constantFrom('manual', 'form', 'written', 'spoken', 'import', 'api'),
  }),
)

/** The rules as questions about the whole history, from its end. */
function expectedOutcome(facts: readonly { state: string; source: string }[]) {
  const isOfPhone = ({ source }: { source: string }) => ['keyword', 'twilio', 'twilioError'].includes(source)
  const lastOfPhone = facts.findLastIndex((one) => isOfPhone(one) && one.state !== 'asked')
  const isStopped = lastOfPhone !== -1 && facts[lastOfPhone]!.state !== 'granted'
  const since = (start: number) => facts.slice(start + 1)
  const lastStart = facts.findLastIndex((one) => isOfPhone(one) && one.state === 'granted')
  const isImport = (one: { state: string; source: string }) => one.state === 'granted' && one.source === 'import'
  const ofUsers = since(lastStart).filter((one) => !isOfPhone(one) && one.state !== 'asked' && !isImport(one))
  const isRefused = ofUsers.length > 0 && ofUsers.at(-1)!.state !== 'granted'
  const lastRefusal = facts.findLastIndex(({ state }) => state === 'refused' || state === 'revoked')
  const given = since(lastRefusal).filter(({ state }) => state === 'granted')
  // Imports count once something else has taken back the refusal.
  const counted = lastRefusal === -1 ? 0 : given.findIndex((one) => !isImport(one))
  const grants = given.slice(counted).filter(({ source }) => source !== 'manual')
  const isAllowed = !isStopped && !isRefused
  return [isAllowed, isAllowed && grants.some(({ source }) => source !== 'spoken')]
}

test('ten thousand random histories', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 14 }), (facts) => {
      const history = facts.map((one) => ({ ...one, at, by: null })) as ConsentFact[]
      expect(outcome(...history)).toEqual(expectedOutcome(facts))
    }),
    { numRuns: 10_000 },
  )
})
