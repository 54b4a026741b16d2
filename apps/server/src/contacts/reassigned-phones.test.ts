import { CONSENT_TEXTS, CONTACT_TEXTS } from '@partyline/contract'
import type { CallBody, Chat, Contact } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

let phones = 0
const newNumber = () => `+1202559${String((phones += 1)).padStart(4, '0')}`
const add = (name: string, ...numbers: string[]) =>
  clinic.dana.get('contacts.create', { body: { name, phones: numbers.map((number) => ({ number })) } })
const get = ({ id: contactId }: Pick<Contact, 'id'>) => clinic.omar.get('contacts.get', { params: { contactId } })
const update = ({ id: contactId }: Pick<Contact, 'id'>, body: CallBody<'contacts.update'>, by = clinic.dana) =>
  by.call('contacts.update', { params: { contactId }, body })
const search = (term: string) => clinic.omar.get('contacts.search', { body: { term } })
const consentOf = ({ id: contactId }: Pick<Contact, 'id'>) =>
  clinic.omar.get('contacts.consent', { params: { contactId } })
const idOf = ({ phones: all }: Pick<Contact, 'phones'>, number: string) =>
  all.find((phone) => phone.number === number)!.id
const chatNow = ({ id: chatId }: Pick<Chat, 'id'>) => clinic.dana.get('chats.get', { params: { chatId } })
const chatOf = (name: string, { phones: [phone] }: Pick<Contact, 'phones'>) =>
  clinic.dana.get('chats.create', {
    body: { numberId: clinic.numbers[0].id, name, memberIds: [clinic.dana.id, clinic.omar.id, phone!.id] },
  })

/** Removes a phone because someone else has its number now. */
async function giveAway(contact: Contact, number: string): Promise<Contact> {
  const kept = contact.phones.filter((phone) => phone.number !== number)
  const body = { phones: kept.map((phone) => ({ number: phone.number })), reassignedIds: [idOf(contact, number)] }
  const { status, data } = await update(contact, body)
  expect(status).toBe(200)
  return data
}

/** Records what the owner of the phone agreed to, or refused. */
const record = (
  contact: Contact,
  number: string,
  entry: Partial<CallBody<'contacts.recordConsent'>['entries'][number]> = {},
) =>
  clinic.omar.call('contacts.recordConsent', {
    params: { contactId: contact.id },
    body: {
      entries: [
        {
          number,
          lineId: clinic.numbers[0].id,
          state: 'granted',
          source: 'form',
          wording: `Text me on ${number}.`,
          ...entry,
        },
      ],
    },
  })

/** While the work is done, the front desk has this requirement. */
async function withRequirement(consent: 'warn' | 'block', work: () => Promise<unknown>) {
  const set = (to: 'off' | 'warn' | 'block') =>
    clinic.dana.get('settings.updateConsent', { params: { numberId: clinic.numbers[0].id }, body: { consent: to } })
  await set(consent)
  try {
    await work()
  } finally {
    await set('off')
  }
}

/** The chat that the contact's text has started. */
const chatWith = ({ phones: [phone] }: Contact) =>
  until(async () => (await clinic.dana.get('chats.search', { body: { mode: 'all', term: phone!.number } }))[0])

/** The only contact with this number, once there is one. */
async function ownerOf(number: string): Promise<Contact> {
  const found = await until(async () => {
    const all = await search(number)
    return all.length > 0 && all
  })
  expect(found).toHaveLength(1)
  return get(found[0]!)
}

describe('a phone that someone else has now', () => {
  test('leaves its chats, and its next text starts a chat with a new contact', async () => {
    const number = newNumber()
    const maria = await add('Maria', number)
    const before = await chatOf('Maria', maria)
    await phoneOf(harness.sandbox, number).send(texting.frontDesk, 'Maria here.')
    await texting.messages(before, 1)
    await giveAway(maria, number)
    const after = await get(maria)
    expect(after).toMatchObject({ phones: [], formerPhones: [{ id: idOf(maria, number), number }] })
    expect(await search(number)).toEqual([])

    await phoneOf(harness.sandbox, number).send(texting.frontDesk, 'Who is this?')
    const stranger = await ownerOf(number)
    expect([stranger.id === maria.id, stranger.phones[0]?.id === idOf(maria, number)]).toEqual([false, false])
    expect(stranger).toMatchObject({ name: expect.stringMatching(/^\(202\) 559/) as string, formerPhones: [] })
    expect((await chatWith(stranger)).id).not.toBe(before.id)
    expect((await texting.messagesOf(before)).map(({ text }) => text)).toEqual(['Maria here.'])
    const member = (await chatNow(before)).members.find(({ id }) => (id as string) === idOf(maria, number))
    expect(member).toMatchObject({ name: 'Maria', number, deletedOn: expect.any(String) as string })
    expect(await get(maria)).toEqual(after)
  })

  test.each<[string, (number: string, maria: Contact) => Promise<unknown>]>([
    ['as a mobile number', (number) => clinic.contact('Nils', number)],
    ['with a new contact', (number) => add('Nils', number)],
    ['to another contact', async (number) => update(await add('Nils'), { phones: [{ number }] })],
    ['to the same contact', (number, maria) => update(maria, { phones: [{ number }] })],
    [
      'by an import of mobile numbers',
      (number) => clinic.dana.get('settings.importMobileNumbers', { body: { contacts: [{ name: 'Nils', number }] } }),
    ],
    [
      'by an import of contacts',
      async (number) => {
        const { id: contactImportId } = await clinic.dana.get('contactImports.start', {
          body: { fileName: 'people.csv', duplicates: 'fill', total: 1 },
        })
        const rows = [{ row: 2, name: 'Nils', phones: [number] }]
        await clinic.dana.get('contactImports.add', { params: { contactImportId }, body: { part: 1, rows } })
        await clinic.dana.get('contactImports.finish', { params: { contactImportId } })
      },
    ],
  ])('is another phone when its number is added %s', async (_how, addAgain) => {
    const number = newNumber()
    const maria = await add('Maria', number)
    await record(maria, number)
    await giveAway(maria, number)
    await addAgain(number, maria)
    const owner = await ownerOf(number)
    expect(idOf(owner, number)).not.toBe(idOf(maria, number))
    expect((await get(maria)).formerPhones).toMatchObject([{ id: idOf(maria, number), number }])
    expect((await consentOf(owner)).phones).toEqual([])
    const numberIds = [idOf(owner, number)]
    await withRequirement('block', async () => {
      const body = { lineId: clinic.numbers[0].id, numberIds }
      expect(await clinic.omar.get('consent.check', { body })).toEqual(numberIds)
    })
  })

  test.each([
    ['+525512345601', '+5215512345601'],
    ['+541123456701', '+5491123456701'],
    ['+5511987654301', '+551187654301'],
  ])('is another phone in both spellings: %s and %s', async (...spellings) => {
    for (const [number, other] of [spellings, spellings.toReversed()] as [string, string][]) {
      const maria = await add('Maria', number)
      await record(maria, number)
      await giveAway(maria, number)
      await phoneOf(harness.sandbox, other).send(texting.frontDesk, 'Hello')
      const stranger = await ownerOf(other)
      expect(stranger.id).not.toBe(maria.id)
      expect((await consentOf(stranger)).phones).toEqual([])
      await giveAway(stranger, other)
    }
  })

  test('was removed before it texts again, or else comes back to its contact', async () => {
    const number = newNumber()
    const maria = await add('Maria', number)
    await record(maria, number)
    expect((await update(maria, { phones: [] })).data).toMatchObject({ phones: [], formerPhones: [] })
    await phoneOf(harness.sandbox, number).send(texting.frontDesk, 'New phone, same number.')
    expect(await ownerOf(number)).toMatchObject({ id: maria.id, phones: [{ id: idOf(maria, number) }] })
    expect((await consentOf(maria)).phones).toMatchObject([{ state: 'granted', isWritten: true }])
  })

  test('can be removed only by an Admin, and only with the phone of that contact', async () => {
    const [number, other] = [newNumber(), newNumber()]
    const maria = await add('Maria', number)
    const nils = await add('Nils', other)
    const reassignedIds = [idOf(maria, number)]
    const wrong = { reassignedIds: [CONTACT_TEXTS.notRemoved] }
    const bodies: CallBody<'contacts.update'>[] = [
      { reassignedIds },
      { phones: [{ number }], reassignedIds },
      { phones: [], reassignedIds: [idOf(nils, other)] },
      { phones: [], reassignedIds: [...reassignedIds, idOf(nils, other)] },
    ]
    for (const body of bodies) expect((await update(maria, body)).error?.errors).toEqual(wrong)
    expect((await update(maria, { phones: [], reassignedIds }, clinic.omar)).status).toBe(403)
    const stranger = { ...clinic.dana, ...clinic.stranger }
    expect((await update(maria, { phones: [], reassignedIds }, stranger)).status).toBe(404)
    expect(await get(maria)).toEqual(maria)
    await giveAway(maria, number)
    expect((await update(maria, { phones: [], reassignedIds })).error?.errors).toEqual(wrong)
  })

  test('changes hands several times, and each owner keeps what they agreed to', async () => {
    const number = newNumber()
    const owners: Contact[] = []
    for (const name of ['Ana', 'Ben', 'Cem']) {
      const owner = await add(name, number)
      await record(owner, number, { wording: `${name} agrees.` })
      owners.push(await giveAway(owner, number))
    }
    for (const owner of owners) {
      const { phones: states, entries } = await consentOf(owner)
      expect(states).toEqual([])
      expect(entries).toMatchObject([
        { number, wording: `${owner.name} agrees.`, reassignedAt: owner.formerPhones[0]?.reassignedAt },
      ])
    }
    const [ana, ben] = owners as [Contact, Contact]
    const merged = await clinic.dana.get('contacts.merge', {
      params: { contactId: ana.id },
      body: { mergedId: ben.id },
    })
    expect(merged.formerPhones.map((phone) => phone.number)).toEqual([number, number])
    expect((await consentOf(merged)).entries.map(({ wording }) => wording)).toEqual(['Ben agrees.', 'Ana agrees.'])
  })
})

describe('consent of the former owner', () => {
  test('does not count for the next one, and can still be shown and exported', async () => {
    const number = newNumber()
    const maria = await add('Maria', number)
    await record(maria, number)
    const { formerPhones } = await giveAway(maria, number)
    const { reassignedAt } = formerPhones[0]!
    const stranger = await add('Nils', number)
    await record(stranger, number, { source: 'spoken', wording: '' })
    const params = { contactId: maria.id }

    const { phones: states, entries } = await consentOf(maria)
    expect(states).toEqual([])
    expect(entries).toMatchObject([{ number, state: 'granted', wording: `Text me on ${number}.`, reassignedAt }])
    expect(await clinic.omar.get('consent.list', { query: params })).toEqual(entries)
    const { csv } = await clinic.omar.get('consent.export', { body: params })
    const [head, row, ...rest] = csv.trim().split('\r\n')
    const reassignedOn = reassignedAt?.slice(0, 16).replace('T', ' ')
    expect(head).toMatch(/"Number reassigned \(UTC\)"$/)
    expect(row).toMatch(new RegExp(`"'\\${number}".*"Text me on \\${number}\\.".*"${reassignedOn}"$`))
    expect(rest).toEqual([])

    expect(await consentOf(stranger)).toMatchObject({
      phones: [{ state: 'granted', isWritten: false }],
      entries: [{ number, source: 'spoken', reassignedAt: null }],
    })
    const all = await clinic.omar.get('consent.list', { query: { limit: 100 } })
    const ofNumber = all.filter((entry) => entry.number === number)
    expect(ofNumber.map((entry) => entry.reassignedAt)).toEqual([null, reassignedAt])
  })

  test('is not recorded anymore', async () => {
    const number = newNumber()
    const maria = await giveAway(await add('Maria', number), number)
    expect((await record(maria, number)).error?.errors).toEqual({ 'entries.0.number': [CONSENT_TEXTS.unknownPhone] })
  })

  test('a request that they did not answer is not answered by the next one', async () => {
    const number = newNumber()
    const maria = await add('Maria', number)
    const chat = await chatOf('Maria', maria)
    await withRequirement('warn', () => clinic.dana.get('consent.ask', { params: { chatId: chat.id } }))
    expect((await consentOf(maria)).phones).toMatchObject([{ askedAt: expect.any(String) as string }])
    await giveAway(maria, number)
    await phoneOf(harness.sandbox, number).send(texting.frontDesk, 'Yes')
    const stranger = await ownerOf(number)
    await texting.messages(await chatWith(stranger), 1)
    expect(await consentOf(stranger)).toEqual({ phones: [], entries: [] })
  })

  test.each([
    ['+525512345602', '+5215512345602'],
    ['+5215512345603', '+525512345603'],
    ['+12025559100', '+12025559100'],
  ])('a STOP from %s goes on for %s', async (number, other) => {
    const maria = await add('Maria', number)
    const chat = await chatOf('Maria', maria)
    await record(maria, number, { lineId: clinic.numbers[1].id })
    await phoneOf(harness.sandbox, number).send(texting.frontDesk, 'STOP')
    await until(async () => (await get(maria)).phones[0]?.optedOutOf.length)
    await giveAway(maria, number)
    expect((await texting.messagesOf(chat)).map(({ text }) => text)).toContain('STOP')

    await phoneOf(harness.sandbox, other).send(texting.frontDesk, 'Hi')
    const stranger = await ownerOf(other)
    expect(stranger.phones[0]?.optedOutOf).toEqual([clinic.numbers[0].name])
    const { phones: states, entries } = await consentOf(stranger)
    expect(states).toMatchObject([{ line: { id: clinic.numbers[0].id }, state: 'revoked', isByPhone: true }])
    expect(entries).toMatchObject([
      { state: 'revoked', source: 'keyword', address: CONSENT_TEXTS.formerOwner, wording: '', message: null },
    ])
    expect((await consentOf(maria)).entries.map(({ wording, state }) => [state, wording])).toEqual([
      ['revoked', 'STOP'],
      ['granted', `Text me on ${number}.`],
    ])
    const chatId = (await chatWith(stranger)).id
    await clinic.dana.get('chats.join', { params: { chatId } })
    const refused = await texting.send({ id: chatId }, 'Are you there?')
    expect(refused.delivery.map(({ status }) => status)).toContain('skipped')

    await phoneOf(harness.sandbox, other).send(texting.frontDesk, 'START')
    await until(async () => (await get(stranger)).phones[0]?.optedOutOf.length === 0)
    expect((await consentOf(stranger)).phones).toMatchObject([{ state: 'granted', isWritten: true }])
  })

  test('an opt-out by hand goes on, and can be taken back by hand', async () => {
    const number = newNumber()
    const maria = await add('Maria', number)
    const chat = await chatOf('Maria', maria)
    await clinic.omar.get('optOuts.add', { params: { chatId: chat.id, memberId: idOf(maria, number) } })
    await giveAway(maria, number)
    const stranger = await add('Nils', number)
    const other = await chatOf('Nils', stranger)
    const phone = async () => (await chatNow(other)).members.find(({ role }) => role === 'ExternalMobile')
    expect(await phone()).toMatchObject({ optedOut: true, optedOutBy: clinic.omar.id })
    await clinic.omar.get('optOuts.undo', { params: { chatId: other.id, memberId: idOf(stranger, number) } })
    expect(await phone()).toMatchObject({ optedOut: false })
  })
})
