import { KEY_TEXTS } from '@partyline/contract'
import type { CallBody, Chat, KeyScope, MemberId, NumberId } from '@partyline/contract'
import { createClient } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
let key: Awaited<ReturnType<typeof addKey>>
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  key = await addKey(['contacts', 'send'])
})
afterAll(() => harness.close())

async function addKey(scopes: KeyScope[], lines: NumberId[] | null = null, admin: Client = clinic.dana) {
  const added = await admin.get('keys.create', { body: { name: 'Booking system', scopes, lines } })
  return { ...createClient(harness.url, added.token), id: added.key.id as string as MemberId }
}

type Entry = CallBody<'contacts.recordConsent'>['entries'][number]

const WORDING = 'Text me about my visits.'

let requests = 0
const once = () => ({ 'Idempotency-Key': `consent-${(requests += 1)}` })

/** A new chat with one contact, whose card is known. */
async function newContact(name: string) {
  const { chat } = await texting.newChat([name])
  const [card] = await clinic.dana.get('contacts.ofChat', { params: { chatId: chat.id } })
  const entry: Entry = {
    number: card?.phones[0]?.number ?? '',
    lineId: chat.numberId,
    state: 'granted',
    source: 'api',
    wording: WORDING,
    address: 'https://book.lakeside.example',
  }
  return { chat, entry, params: { contactId: card?.id ?? '' }, phoneId: card?.phones[0]?.id ?? '' }
}
type NewContact = Awaited<ReturnType<typeof newContact>>

const record = ({ params, entry }: NewContact, change: Partial<Entry> = {}, by: Client = key, headers = once()) =>
  by.call('contacts.recordConsent', { params, body: { entries: [{ ...entry, ...change }] }, headers })

const entriesOf = async ({ params }: NewContact) => (await clinic.dana.get('contacts.consent', { params })).entries

/** Until the test ends, the line sends no first text without written consent. */
async function block(numberId: NumberId) {
  const set = (consent: 'block' | 'off') =>
    clinic.dana.get('settings.updateConsent', { params: { numberId }, body: { consent } })
  await set('block')
  onTestFinished(async () => {
    await set('off')
  })
}

const phoneIn = async ({ id: chatId }: Pick<Chat, 'id'>) =>
  (await clinic.dana.get('chats.get', { params: { chatId } })).members.find(({ role }) => role === 'ExternalMobile')

test('consent that a key records has its name and how it came, everywhere', async () => {
  const ann = await newContact('Ann')
  const { status, data } = await record(ann, { at: '2026-11-01T09:30:00.000Z' })
  expect(status).toBe(200)
  const shown = { state: 'granted', source: 'api', by: 'Booking system', wording: WORDING, address: ann.entry.address }
  expect(data.entries).toMatchObject([shown])
  expect(data.phones).toMatchObject([{ state: 'granted', source: 'api', isWritten: true }])
  expect(await key.get('contacts.consent', { params: ann.params })).toEqual(data)
  expect(await clinic.dana.get('consent.list', { query: ann.params })).toMatchObject([shown])
  const { csv } = await clinic.dana.get('consent.export', { body: ann.params })
  expect(csv.split('\r\n')[1]).toMatch(
    /^"2026-11-01 09:30",.*"Agreed","API","Text me about my visits.",.*"Booking system",/,
  )
  const [audited] = await clinic.dana.get('settings.audit', { query: { kind: 'consentRecorded', limit: 1 } })
  expect(audited).toMatchObject({ by: { id: key.id, name: 'Booking system' }, subject: ann.entry.number })
})

test('the chat names the key, which joins it once and claims nothing', async () => {
  const bea = await newContact('Bea')
  await record(bea, { state: 'revoked', wording: '' })
  expect(await phoneIn(bea.chat)).toMatchObject({ optedOut: true, optedOutBy: key.id })
  const [optOut] = await clinic.dana.get('settings.listMobileOptOuts', { params: { numberId: bea.phoneId } })
  expect(optOut).toMatchObject({ wish: 'stop', source: 'manual', by: 'Booking system' })
  await record(bea)
  expect((await phoneIn(bea.chat))?.optedOut).toBe(false)
  const params = { chatId: bea.chat.id }
  const changes = await clinic.dana.get('chats.changes', { params })
  expect(changes.filter(({ by }) => by === key.id).map(({ kind }) => kind)).toEqual([
    'memberJoined',
    'optedOut',
    'optedIn',
  ])
  const { members, assignedTo } = await clinic.dana.get('chats.get', { params })
  expect(assignedTo).toBeNull()
  expect(members).toContainEqual(expect.objectContaining({ id: key.id, name: 'Booking system', role: 'ApiKey' }))
})

test('a person who records consent joins no chat', async () => {
  const cleo = await newContact('Cleo')
  expect((await record(cleo, {}, clinic.mei)).status).toBe(200)
  const changes = await clinic.dana.get('chats.changes', { params: { chatId: cleo.chat.id } })
  expect(changes.filter(({ by }) => by === clinic.mei.id).map(({ kind }) => kind)).toEqual(['consented'])
})

test('with it, a line that asks for consent texts the phone, and a key can tell before', async () => {
  const dov = await newContact('Dov')
  await block(dov.entry.lineId)
  const body = { lineId: dov.entry.lineId, numberIds: [dov.phoneId] }
  const send = async () => {
    const sending = { params: { chatId: dov.chat.id }, form: formOf('Your visit is tomorrow.'), headers: once() }
    const { delivery } = await key.get('messages.send', sending)
    return delivery.filter(({ status }) => status !== 'read').map(({ status }) => status)
  }
  expect(await key.get('consent.check', { body })).toEqual([dov.phoneId])
  expect(await send()).toEqual(['skipped'])
  await record(dov, { source: 'spoken', wording: '' })
  expect(await key.get('consent.check', { body })).toEqual([dov.phoneId])
  await record(dov)
  expect(await key.get('consent.check', { body })).toEqual([])
  expect(await send()).toEqual(['queued'])
})

test.each(['form', 'written', 'import'] as const)('a key does not record “%s”', async (source) => {
  const eli = await newContact('Eli')
  const { status, error } = await record(eli, { source })
  expect([status, error?.errors]).toEqual([400, { 'entries.0.source': [KEY_TEXTS.consentSource] }])
  expect(await entriesOf(eli)).toEqual([])
  expect((await record(eli, { source }, clinic.omar)).status).toBe(200)
})

describe('a retry', () => {
  test('records nothing twice, even at the same time, or with the fields in another order', async () => {
    const fay = await newContact('Fay')
    const headers = once()
    const answers = await Promise.all(Array.from({ length: 4 }, () => record(fay, {}, key, headers)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const reversed = Object.fromEntries(Object.entries(fay.entry).toReversed())
    const body = { entries: [reversed] }
    const last = await key.get('contacts.recordConsent', { params: fay.params, body, headers })
    expect(last.entries).toHaveLength(1)
    const audited = await clinic.dana.get('settings.audit', { query: { kind: 'consentRecorded', limit: 10 } })
    expect(audited.filter(({ subject }) => subject === fay.entry.number)).toHaveLength(1)
  })

  test('takes back no refusal that came in the meantime', async () => {
    const gil = await newContact('Gil')
    const headers = once()
    await record(gil, {}, key, headers)
    await record(gil, { state: 'refused', source: 'spoken', wording: '' }, clinic.omar)
    const { status, data } = await record(gil, {}, key, headers)
    expect([status, data.phones[0]?.state]).toEqual([200, 'refused'])
  })

  test('is refused with other content or for another contact, and another key’s is another request', async () => {
    const [hal, ida] = [await newContact('Hal'), await newContact('Ida')]
    const headers = once()
    await record(hal, {}, key, headers)
    for (const retry of [
      await record(hal, { wording: 'Something else.' }, key, headers),
      await record({ ...hal, params: ida.params }, {}, key, headers),
    ])
      expect([retry.status, retry.error?.error]).toEqual([409, 'idempotency-mismatch'])
    expect((await record(hal, {}, await addKey(['contacts']), headers)).data.entries).toHaveLength(2)
  })

  test('after a refusal is the first request', async () => {
    const jan = await newContact('Jan')
    const headers = once()
    expect((await record(jan, { number: '+12025557499' }, key, headers)).status).toBe(400)
    expect((await record(jan, {}, key, headers)).data.entries).toHaveLength(1)
  })

  test('needs an Idempotency-Key, but not from people', async () => {
    const kit = await newContact('Kit')
    const input = { params: kit.params, body: { entries: [kit.entry] } }
    const { status, error } = await key.call('contacts.recordConsent', input)
    expect([status, error?.errors]).toEqual([400, { 'Idempotency-Key': [KEY_TEXTS.idempotencyKey] }])
    expect((await clinic.omar.call('contacts.recordConsent', input)).status).toBe(200)
  })
})

test('a key without the permission, of some lines, or of another organization, records and reads nothing', async () => {
  const lea = await newContact('Lea')
  await block(lea.entry.lineId)
  const { stranger } = clinic
  const theirs = await addKey(['contacts'], null, stranger)
  const check = { body: { lineId: lea.entry.lineId, numberIds: [lea.phoneId] } }
  for (const [by, expected] of [
    [await addKey(['read', 'send', 'webhooks']), 403],
    [await addKey(['read', 'send'], [lea.entry.lineId]), 403],
    [theirs, 404],
  ] as const) {
    expect((await record(lea, {}, by)).status).toBe(expected)
    expect((await by.call('contacts.consent', { params: lea.params })).status).toBe(expected)
    expect((await by.call('consent.check', check)).status).toBe(expected === 404 ? 200 : expected)
  }
  expect(await theirs.get('consent.check', check)).toEqual([])
  expect(await entriesOf(lea)).toEqual([])
})

test('once the contact is erased, the entry still names the key, and a retry brings nothing back', async () => {
  const mo = await newContact('Mo')
  const headers = once()
  await record(mo, {}, key, headers)
  await clinic.dana.get('contacts.erase', { params: mo.params, body: { messages: true } })
  expect((await record(mo, {}, key, headers)).status).toBe(404)
  const [entry] = await clinic.dana.get('consent.list', { query: { limit: 1 } })
  expect(entry).toMatchObject({ by: 'Booking system', source: 'api', number: null, wording: '', address: '' })
})

test('a key reads the organization’s own fields and tags to write values, and defines none', async () => {
  const fields = [{ name: 'Plan', kind: 'choice', choices: ['Basic', 'Full'] } as const]
  await clinic.dana.get('contactFields.update', { body: { fields } })
  const [plan] = await key.get('contactFields.list')
  expect(plan).toMatchObject({ name: 'Plan', kind: 'choice', choices: ['Basic', 'Full'] })
  const { params } = await newContact('Ned')
  const body = { fields: { [plan!.id]: 'Full' }, tags: ['Booked online'] }
  expect((await key.get('contacts.update', { params, body })).fields).toEqual({ [plan!.id]: 'Full' })
  expect(await key.get('contacts.tags')).toContain('Booked online')
  expect((await key.call('contactFields.update', { body: { fields: [] } })).status).toBe(403)
  expect((await (await addKey(['send'])).call('contactFields.list')).status).toBe(403)
})
