// Allowed countries, wherever a contact is added or a text would be sent.
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { phoneOf } from './phone.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { until } from './until.ts'

const UK =
  'Texts to United Kingdom are not allowed. An Admin can allow the country in the administration, under Organization.'

let harness: Harness
let clinic: Clinic
let dana: Client
let texting: Texting
let count = 0
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  ;({ dana } = clinic)
})
afterAll(() => harness.close())
beforeEach(() => allow(null))

const update = (body: object) => dana.call('settings.updateTenant', { body: { name: 'Lakeside', ...body } })
const allow = (allowedCountries: string[] | null) => update({ allowedCountries })
const newUkNumber = () => `+4420794601${String((count += 1)).padStart(2, '0')}`
const outcome = ({ status, error }: Awaited<ReturnType<Client['call']>>) => [status, error?.error, error?.message]

async function chatWithUk(more: readonly string[] = []) {
  const number = newUkNumber()
  const contact = await clinic.contact(`Ann ${number}`, number)
  const others = await Promise.all(more.map((other) => clinic.contact(`Bob ${other}`, other)))
  const memberIds = [clinic.dana.id, contact.memberId, ...others.map(({ memberId }) => memberId)]
  return { contact, chat: await clinic.chat(contact.name, memberIds) }
}

test('a tenant’s default country and allowed countries can be set, and are kept if omitted', async () => {
  const body = { defaultCountry: 'gb', allowedCountries: ['us', 'GB', 'US'] }
  expect((await update(body)).data).toMatchObject({ defaultCountry: 'GB', allowedCountries: ['GB', 'US'] })
  expect((await dana.get('numbers.addMobile', { body: { number: '020 7946 0018', name: 'Home' } }))[0]?.number).toBe(
    '+442079460018',
  )
  expect((await dana.get('users.me')).defaultCountry).toBe('GB')
  // A client that omits the countries does not change them.
  expect((await update({})).data).toMatchObject({ defaultCountry: 'GB', allowedCountries: ['GB', 'US'] })
  const [entry] = await dana.get('settings.audit', { query: { kind: 'organizationChanged', limit: 1 } })
  expect(entry?.changes).toEqual([
    { field: 'defaultCountry', from: 'United States', to: 'United Kingdom' },
    { field: 'allowedCountries', from: 'All', to: 'United Kingdom, United States' },
  ])
  expect((await clinic.stranger.get('settings.tenant')).allowedCountries).toBeNull()
  expect((await update({ defaultCountry: 'US', allowedCountries: null })).data.allowedCountries).toBeNull()
})

test.each([
  [{ defaultCountry: 'XX' }, { defaultCountry: ['Choose a country from the list.'] }],
  [{ defaultCountry: 7 }, { defaultCountry: ['Choose a country from the list.'] }],
  [{ allowedCountries: [] }, { allowedCountries: ['Choose at least one country, or allow all.'] }],
  [{ allowedCountries: ['US', 'England'] }, { 'allowedCountries.1': ['Choose a country from the list.'] }],
  [{ allowedCountries: 'US' }, { allowedCountries: ['Choose a country from the list.'] }],
])('the setting %j is refused', async (body, errors) => {
  expect((await update(body)).error?.errors).toEqual(errors)
  expect((await dana.get('settings.tenant')).allowedCountries).toBeNull()
})

test('a phone in a country that is not allowed cannot be added, imported, or put into a chat', async () => {
  const known = await clinic.contact('Known', newUkNumber())
  const team = await clinic.chat('Team', [clinic.dana.id])
  await allow(['US'])
  const body = { number: newUkNumber(), name: 'Ann' }
  const added = await dana.call('numbers.addMobile', { body })
  expect([outcome(added), added.error?.errors]).toEqual([[409, 'country-not-allowed', UK], { number: [UK] }])
  const contacts = [body, { number: '+12025550177', name: 'Bob' }]
  expect(await dana.get('settings.checkMobileImport', { body: { contacts } })).toMatchObject([
    { state: 'refused', reason: UK },
    { state: 'new' },
  ])
  const imported = await dana.call('settings.importMobileNumbers', { body: { contacts } })
  expect([imported.status, imported.error?.errors]).toEqual([400, { 'contacts.0.number': [UK] }])
  expect((await dana.get('numbers.mobile')).map(({ name }) => name)).not.toContain('Bob')

  const memberIds = [clinic.dana.id, known.memberId]
  const [{ id: numberId }] = clinic.numbers
  const created = await dana.call('chats.create', { body: { numberId, name: 'New', memberIds, message: 'Hello' } })
  expect([outcome(created), created.error?.errors]).toEqual([[409, 'country-not-allowed', UK], { memberIds: [UK] }])
  const params = { chatId: team.id }
  const updated = await dana.call('chats.update', { params, body: { numberId, name: 'Team', memberIds } })
  expect(outcome(updated)).toEqual([409, 'country-not-allowed', UK])
  expect(texting.postsTo(known.number)).toBe(0)
})

test('a message to a phone in a country that is not allowed is refused entirely, also when resending', async () => {
  const { contact, chat } = await chatWithUk(['+12025550178'])
  const params = { chatId: chat.id }
  harness.sandbox.faults.set({ phone: contact.number, faults: { carrierError: { times: 1, code: 30003 } } })
  const failed = await texting.send(chat, 'Before')
  await texting.settled(chat, failed)
  await allow(['US'])
  const before = texting.postsTo('+12025550178')
  expect(outcome(await dana.call('messages.send', { params, form: formOf('After') }))).toEqual([
    409,
    'country-not-allowed',
    UK,
  ])
  const ofPhone = { ...params, messageId: failed.id, memberId: contact.memberId }
  for (const call of ['messages.sendAgain', 'messages.sendFailedAgain'] as const) {
    expect(outcome(await dana.call(call, { params: ofPhone }))).toEqual([409, 'country-not-allowed', UK])
  }
  expect((await texting.messagesOf(chat)).map(({ text }) => text)).toEqual(['Before'])
  expect([texting.postsTo(contact.number), texting.postsTo('+12025550178')]).toEqual([1, before])
  // A disabled contact does not block the others.
  const numberId = { numberId: contact.id }
  await dana.get('settings.updateMobileNumber', { params: numberId, body: { name: 'Ann', disabled: true } })
  await texting.settled(chat, await texting.send(chat, 'To the others'))
  expect(texting.postsTo('+12025550178')).toBe(before + 1)
})

test('a text from a country that is not allowed is received, but texts are not relayed there', async () => {
  const { contact, chat } = await chatWithUk(['+12025550179'])
  await allow(['US'])
  await phoneOf(harness.sandbox, '+12025550179').send(texting.frontDesk, 'Hello all')
  const [passed] = await texting.messages(chat, 1)
  expect(passed?.delivery).toContainEqual(
    expect.objectContaining({ memberId: contact.memberId, status: 'skipped', errorText: UK }),
  )
  await phoneOf(harness.sandbox, contact.number).send(texting.frontDesk, 'Hello from London')
  const [, heard] = await texting.messages(chat, 2)
  expect(heard?.text).toBe('Hello from London')
  const unknown = newUkNumber()
  await phoneOf(harness.sandbox, unknown).send(texting.frontDesk, 'Is this the clinic?')
  await until(async () => (await dana.get('numbers.mobile')).find(({ number }) => number === unknown))
  expect(texting.postsTo(contact.number)).toBe(0)
})
