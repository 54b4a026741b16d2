import { DIAGNOSTICS_FINDINGS, DIAGNOSTICS_LINKS } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openConsultation } from './tests/consultation.ts'
import type { Consultation } from './tests/consultation.ts'

const { numberRegistration, accountType, countries } = DIAGNOSTICS_FINDINGS
const SERVICE = 'Patient messages'

let room: Consultation
beforeAll(async () => {
  room = await openConsultation()
})
afterEach(() => room.harness.sandbox.faults.clear())
afterAll(() => room.harness.close())

/** The check that the Numbers page shows for a number. */
async function askFor(number: string) {
  const { checks } = await room.clinic.dana.get('diagnostics.sending')
  return checks.find((check) => check.number?.number === number)
}

describe('a local number', () => {
  test('of an approved campaign passes, in Diagnostics and on its own', async () => {
    const passed = { state: 'passed', found: numberRegistration.campaign(SERVICE).found, link: null }
    expect(await room.ask('numberRegistration')).toMatchObject(passed)
    expect(await askFor(room.clinic.numbers[0].number)).toMatchObject(passed)
  })

  test.each([
    ['PENDING', numberRegistration.campaignPending(SERVICE)],
    ['IN_PROGRESS', numberRegistration.campaignPending(SERVICE)],
    ['FAILED', numberRegistration.campaignRejected(SERVICE)],
    ['SUSPENDED', numberRegistration.campaignSuspended(SERVICE)],
  ] as const)('fails while its campaign is %s', async (status, { found, advice }) => {
    room.harness.sandbox.faults.set({ faults: { campaign: { status } } })
    const failed = { state: 'failed', found, advice, link: DIAGNOSTICS_LINKS.campaign }
    expect(await room.ask('numberRegistration')).toMatchObject(failed)
    expect(await askFor(room.clinic.numbers[0].number)).toMatchObject(failed)
  })

  test('fails without a Messaging Service, and in one without a campaign', async () => {
    const { services } = room.console.messaging.v1
    const phoneNumberSid = room.atTwilio.sid
    const [campaigns] = await services.list()
    const numbers = services(campaigns?.sid ?? '').phoneNumbers
    await numbers(phoneNumberSid).remove()
    expect(await room.ask('numberRegistration')).toMatchObject({
      state: 'failed',
      found: numberRegistration.noService().found,
    })
    const { sid } = await services.create({ friendlyName: 'Reminders', useInboundWebhookOnNumber: true })
    await services(sid).phoneNumbers.create({ phoneNumberSid })
    expect(await room.ask('numberRegistration')).toMatchObject({
      state: 'failed',
      found: numberRegistration.noCampaign('Reminders').found,
    })
    await services(sid).remove()
    await numbers.create({ phoneNumberSid })
    expect(await room.ask('numberRegistration')).toMatchObject({ state: 'passed' })
  })

  test('is unknown, with where to look, if Twilio does not show its services', async () => {
    room.harness.sandbox.faults.set({ faults: { servicesDown: {} } })
    const { found, advice } = numberRegistration.untold()
    const unknown = { state: 'skipped', found, advice, link: DIAGNOSTICS_LINKS.campaign }
    expect(await room.ask('numberRegistration')).toMatchObject(unknown)
    expect(await askFor(room.clinic.numbers[0].number)).toMatchObject(unknown)
  })
})

test('a toll-free number passes once it is verified, and one abroad is unknown', async () => {
  const tollFree = '+18335550100'
  const abroad = '+4915123456789'
  for (const phoneNumber of [tollFree, abroad]) await room.console.incomingPhoneNumbers.create({ phoneNumber })
  await room.clinic.dana.get('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })
  expect(await askFor(abroad)).toMatchObject({ state: 'skipped', found: numberRegistration.otherCountry().found })
  const { found, advice } = numberRegistration.tollFreeMissing()
  expect(await askFor(tollFree)).toMatchObject({ state: 'failed', found, advice, link: DIAGNOSTICS_LINKS.tollFree })
  const withStatus = async (status: 'IN_REVIEW' | 'TWILIO_APPROVED' | 'TWILIO_REJECTED') => {
    room.harness.sandbox.faults.set({ faults: { tollFreeVerification: { status } } })
    return askFor(tollFree)
  }
  expect(await withStatus('IN_REVIEW')).toMatchObject({ found: numberRegistration.tollFreePending().found })
  expect(await withStatus('TWILIO_REJECTED')).toMatchObject({
    state: 'failed',
    found: numberRegistration.tollFreeRejected('The opt-in could not be verified').found,
  })
  expect(await withStatus('TWILIO_APPROVED')).toMatchObject({ state: 'passed' })
  room.harness.sandbox.faults.set({ faults: { servicesDown: {} } })
  expect(await askFor(tollFree)).toMatchObject({ state: 'skipped', found: numberRegistration.untold().found })
})

test('the type of the account is reported, and countries as unknown', async () => {
  room.harness.sandbox.faults.set({ faults: { trialAccount: {} } })
  const { checks } = await room.clinic.dana.get('diagnostics.sending')
  expect(checks.filter(({ number }) => number === null)).toMatchObject([
    { id: 'accountType', state: 'warning', found: accountType.trial().found, link: DIAGNOSTICS_LINKS.trial },
    { id: 'countries', state: 'skipped', found: countries.untold().found, link: DIAGNOSTICS_LINKS.countries },
  ])
})

test('everything is unknown while Twilio is down', async () => {
  room.harness.sandbox.faults.set({ faults: { twilioDown: {} } })
  const { checks } = await room.clinic.dana.get('diagnostics.sending')
  expect([...new Set(checks.map(({ state }) => state))]).toEqual(['skipped'])
})
