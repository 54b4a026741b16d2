import { BOUND_TEXTS } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import { createTwilioWebhooks } from '../../tests/twilio-webhook.ts'
import { until } from '../../tests/until.ts'

// A line of the account cannot be a contact: texts to it would come back as inbound texts.

let harness: Harness
let clinic: Clinic
/** A line of the account that is not in use. */
let unused: string
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  unused = harness.sandbox.world.twilio.numbers[3]?.phoneNumber ?? ''
})
afterAll(() => harness.close())

const OWN = { number: [BOUND_TEXTS.ownNumber] }

test('a line of the account cannot be added as a contact, even if it is not in use', async () => {
  for (const number of [clinic.numbers[0].number, unused]) {
    const { status, error } = await clinic.dana.call('numbers.addMobile', { body: { name: 'Desk', number } })
    expect([number, status, error?.errors]).toEqual([number, 400, OWN])
  }
})

test('a line of the account cannot be imported, and the check shows the reason', async () => {
  const contacts = [
    { name: 'Desk', number: clinic.numbers[1].number },
    { name: 'Marta', number: '+12025550142' },
  ]
  const [desk, marta] = await clinic.dana.get('settings.checkMobileImport', { body: { contacts } })
  expect(desk).toMatchObject({ state: 'refused', reason: BOUND_TEXTS.ownNumber })
  expect(marta).toMatchObject({ state: 'new', reason: null })
  const { status, error } = await clinic.dana.call('settings.importMobileNumbers', { body: { contacts } })
  expect([status, error?.errors]).toEqual([400, { 'contacts.0.number': [BOUND_TEXTS.ownNumber] }])
})

test('a line that became a contact by texting another line cannot be added to a chat', async () => {
  const [front, back] = clinic.numbers
  await createTwilioWebhooks(harness).message({ From: back.number, To: front.number, Body: 'Loop' })
  const own = await until(async () => {
    const found = await clinic.dana.get('numbers.search', { body: { type: 'Mobile', term: back.number } })
    return found[0]
  })
  const refused = { memberIds: [BOUND_TEXTS.ownMember(back.number)] }
  const wanted = { numberId: back.id, name: 'Loop', memberIds: [clinic.dana.id, own.id] }
  const created = await clinic.dana.call('chats.create', { body: wanted })
  expect([created.status, created.error?.errors]).toEqual([400, refused])
  const { chat } = await createTexting(harness, clinic).newChat(['Tess'])
  const memberIds = [...chat.members.map(({ id }) => id), own.id]
  const body = { numberId: chat.numberId, name: chat.name, memberIds, relay: true }
  const updated = await clinic.dana.call('chats.update', { params: { chatId: chat.id }, body })
  expect([updated.status, updated.error?.errors]).toEqual([400, refused])
})
