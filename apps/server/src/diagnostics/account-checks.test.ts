import type { DiagnosticsCheckId, DiagnosticsState } from '@partyline/contract'
import type { FaultSet } from '@partyline/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import { openConsultation } from './tests/consultation.ts'
import type { Consultation } from './tests/consultation.ts'

let room: Consultation
beforeAll(async () => {
  room = await openConsultation()
})
afterAll(() => room.harness.close())
afterEach(() => room.harness.sandbox.faults.clear())

test.each<[DiagnosticsCheckId, FaultSet, DiagnosticsState, string]>([
  ['credentials', { tokenRenewed: {} }, 'failed', 'Twilio does not accept the stored Auth Token.'],
  ['credentials', { twilioDown: { status: 503 } }, 'failed', 'Twilio does not answer.'],
  ['credentials', { accountBusy: { retryAfter: 1 } }, 'warning', 'Twilio is busy with this account.'],
  ['credentials', { accountRefused: { code: 20403 } }, 'failed', 'Twilio refuses: Forbidden (20403)'],
  ['accountStatus', { accountSuspended: {} }, 'failed', 'Twilio has suspended the account: it sends nothing.'],
  ['accountStatus', { accountClosed: {} }, 'failed', 'The account is closed.'],
  ['accountType', { trialAccount: {} }, 'warning', 'It is a trial account'],
  ['numberShadow', { servicesDown: { status: 503 } }, 'warning', 'Twilio did not show its Messaging Services.'],
  ['numberSms', { numbersWithoutSms: {} }, 'failed', 'The number cannot text.'],
  ['numberMms', { numbersWithoutMms: {} }, 'warning', 'The number cannot send pictures.'],
  ['clock', { clockSkew: { seconds: 600 } }, 'failed', 'The server’s clock is 10 minutes behind.'],
  ['clock', { clockSkew: { seconds: -600 } }, 'failed', 'The server’s clock is 10 minutes ahead.'],
  ['clock', { clockSkew: { seconds: 120 } }, 'warning', ' seconds behind.'],
])('%s reports %j, and passes after the fault is cleared', async (id, faults, state, words) => {
  expect(await room.ask(id)).toMatchObject({ state: 'passed', advice: null })
  room.harness.sandbox.faults.set({ faults })
  const found = await room.ask(id)
  expect(found).toMatchObject({ state, advice: expect.stringMatching(/\.$/) })
  expect(found.found).toContain(words)
  room.harness.sandbox.faults.clear()
  expect(await room.ask(id)).toMatchObject({ state: 'passed', advice: null, fix: null })
})

test('if Twilio is down, its checks fail or are skipped, and all others still run', async () => {
  room.harness.sandbox.faults.set({ faults: { twilioDown: { status: 502 } } })
  const { checks } = await room.clinic.dana.get('diagnostics.run')
  const stateOf = (id: DiagnosticsCheckId) => checks.find((check) => check.id === id)?.state
  expect(checks.map(({ id }) => id)).toEqual([
    'credentials',
    'accountStatus',
    'accountType',
    'countries',
    'numbersInUse',
    'publicAddress',
    'signedTest',
    'clock',
    'mediaStorage',
    'database',
    'inbound',
    'callbacks',
    'oldestUnsent',
    'consent',
    'departures',
    'guests',
    'notifications',
  ])
  expect([stateOf('credentials'), stateOf('accountStatus'), stateOf('numbersInUse')]).toEqual([
    'failed',
    'skipped',
    'skipped',
  ])
  expect([stateOf('signedTest'), stateOf('oldestUnsent'), stateOf('consent')]).toEqual(['passed', 'passed', 'passed'])
})

test('a tenant without an account is asked to enter one, and sees no data of another tenant', async () => {
  const { stranger } = room.clinic
  const { checks } = await stranger.get('diagnostics.run')
  expect(checks.find(({ id }) => id === 'credentials')).toMatchObject({
    state: 'failed',
    found: 'No Twilio account is connected yet.',
    fix: { kind: 'enterAccount', label: 'Enter the account' },
  })
  const { accountSid } = room.harness.sandbox.world.twilio
  const said = JSON.stringify(checks)
  for (const theirs of [accountSid, room.clinic.numbers[0].number]) expect(said).not.toContain(theirs)
})

test('the findings contain no secret', async () => {
  const { authToken } = room.harness.sandbox.world.twilio
  expect(JSON.stringify(await room.clinic.dana.get('diagnostics.run'))).not.toContain(authToken)
})

test('an Auth Token that cannot be decrypted is distinguished from a wrong one', async () => {
  const harness = await startHarness()
  const other = await openConsultation(harness)
  try {
    expect(await other.ask('credentials')).toMatchObject({ state: 'passed' })
    await harness.restart(undefined, { ENCRYPTION_KEYS: `new:${Buffer.alloc(32, 1).toString('base64')}` })
    expect(await other.ask('credentials')).toMatchObject({
      state: 'failed',
      found: 'The stored Auth Token cannot be decrypted.',
      fix: { kind: 'enterAccount' },
    })
    const { accountSid, authToken } = harness.sandbox.world.twilio
    await other.clinic.dana.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
    expect(await other.ask('credentials')).toMatchObject({ state: 'passed' })
  } finally {
    await harness.close()
  }
})
