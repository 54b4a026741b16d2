import { CONTACT_BOUNDS, CONTACT_TEXTS, SEEN_TEXTS, TIME_ZONE_TEXTS } from '@partyline/contract'
import type { CallBody, Contact, ContactField } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { phoneOf } from '../../tests/phone.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { formOf } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let dana: Client
let omar: Client
let since: ContactField
let plan: ContactField
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana, omar } = clinic)
  const fields = await dana.get('contactFields.update', {
    body: {
      fields: [
        { name: 'Since', kind: 'date' },
        { name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver'] },
        { name: 'Visits', kind: 'number' },
      ],
    },
  })
  ;[since, plan] = fields as [ContactField, ContactField]
})
afterAll(() => harness.close())

type NewContact = Partial<CallBody<'contacts.create'>> & { name: string }
const create = (body: NewContact, by = omar) => by.get('contacts.create', { body })
const get = ({ id: contactId }: Pick<Contact, 'id'>) => omar.get('contacts.get', { params: { contactId } })
const update = ({ id: contactId }: Pick<Contact, 'id'>, body: object, by = omar) =>
  by.call('contacts.update', { params: { contactId }, body })
const history = ({ id: contactId }: Pick<Contact, 'id'>) => omar.get('contacts.history', { params: { contactId } })
const search = (body: object) => omar.get('contacts.search', { body })
const namesOf = (contacts: readonly { name: string }[]) => contacts.map(({ name }) => name)

/** The contact of a phone that the specified calls know. */
async function contactOf(number: string): Promise<Contact> {
  const [found] = await search({ term: number })
  if (!found) throw new Error(`${number} has no contact.`)
  return get(found)
}

describe('a contact', () => {
  test('is added with everything that is known of it', async () => {
    const cleo = await create({
      name: 'Cleo Park',
      company: 'Park & Sons',
      emails: ['cleo@example.com'],
      remarks: 'Prefers mornings.',
      tags: ['vip', 'Insured'],
      timeZone: 'Europe/London',
      language: 'es',
      fields: { [since.id]: '2026-11-29', [plan.id]: 'Gold' },
      phones: [{ number: '(202) 557-0001' }, { number: '202-557-0002', preferred: true }],
    })
    expect(cleo).toMatchObject({
      name: 'Cleo Park',
      company: 'Park & Sons',
      tags: ['Insured', 'vip'],
      fields: { [since.id]: '2026-11-29', [plan.id]: 'Gold' },
      phones: [
        { number: '+12025570002', name: 'Cleo Park', preferred: true },
        { number: '+12025570001', name: 'Cleo Park', preferred: false },
      ],
      lastTextAt: null,
    })
    expect(await get(cleo)).toEqual(cleo)
    expect(await history(cleo)).toMatchObject([{ by: 'Omar Haddad', kind: 'added' }])
  })

  test('exists for each phone that the specified calls, an import, or a text adds', async () => {
    await clinic.contact('Lee', '+12025570010')
    await dana.get('settings.importMobileNumbers', { body: { contacts: [{ name: 'Kai', number: '+12025570011' }] } })
    await phoneOf(harness.sandbox, '+12025570012').send(clinic.numbers[0].number, 'Hello?')
    await until(async () => (await search({ term: '2025570012' }))[0])
    const cards = await Promise.all(['+12025570010', '+12025570011', '+12025570012'].map(contactOf))
    expect(namesOf(cards)).toEqual(['Lee', 'Kai', '(202) 557-0012'])
    expect(await history(cards[2] as Contact)).toMatchObject([{ by: null, kind: 'added' }])
  })

  test('keeps its last phone’s place when the phone is deleted, and gets the phone back', async () => {
    const { id: numberId } = await clinic.contact('Noor', '+12025570013')
    const noor = await contactOf('+12025570013')
    await dana.get('settings.deleteMobileNumber', { params: { numberId } })
    expect((await get(noor)).phones).toEqual([])
    await clinic.contact('Noor', '+12025570013')
    expect((await get(noor)).phones).toMatchObject([{ id: numberId }])
  })

  test('is renamed with its only phone, which the history tells', async () => {
    const { id: numberId } = await clinic.contact('Pia', '+12025570014')
    const pia = await contactOf('+12025570014')
    await omar.get('numbers.renameMobile', { params: { numberId }, body: { name: 'Pia Wood' } })
    expect((await get(pia)).name).toBe('Pia Wood')
    expect((await history(pia))[0]).toMatchObject({
      by: 'Omar Haddad',
      changes: [{ field: 'name', from: 'Pia', to: 'Pia Wood' }],
    })
    await update(pia, { phones: [{ number: '+12025570014' }, { number: '+12025570015' }] })
    await omar.get('numbers.renameMobile', { params: { numberId }, body: { name: 'Pia’s work' } })
    expect((await get(pia)).name).toBe('Pia Wood')
  })

  test('renames the phones that are called like it, and the chats that are called like them', async () => {
    const { id, memberId } = await clinic.contact('Rob', '+12025570016')
    const chat = await clinic.chat('Rob', [clinic.dana.id, memberId])
    const rob = await contactOf('+12025570016')
    await update(rob, { phones: [{ number: '+12025570016' }, { number: '+12025570017' }] })
    const second = (await get(rob)).phones.find((phone) => phone.id !== id)
    await omar.get('numbers.renameMobile', { params: { numberId: second?.id ?? '' }, body: { name: 'Rob’s desk' } })
    await update(rob, { name: 'Robert' })
    expect((await get(rob)).phones.map(({ name }) => name)).toEqual(['Robert', 'Rob’s desk'])
    expect((await dana.get('chats.get', { params: { chatId: chat.id } })).name).toBe('Robert')
  })

  test('tells who changed what', async () => {
    const sam = await create({ name: 'Sam', tags: ['old'], phones: [{ number: '+12025570018' }] })
    await update(sam, {
      company: 'Acme',
      tags: ['new'],
      fields: { [plan.id]: 'Silver' },
      phones: [{ number: '+12025570018', preferred: true }],
    })
    expect((await history(sam))[0]).toMatchObject({
      by: 'Omar Haddad',
      kind: 'changed',
      changes: [
        { field: 'company', from: '', to: 'Acme' },
        { field: 'phones', from: '+12025570018', to: '+12025570018 (preferred)' },
        { field: 'tags', from: 'old', to: 'new' },
        { field: 'field', fieldName: 'Plan', from: '', to: 'Silver' },
      ],
    })
    await update(sam, { company: 'Acme' })
    expect(await history(sam)).toHaveLength(2)
  })

  test('is deleted by Admins only, with its phones, which leave their chats', async () => {
    const { memberId } = await clinic.contact('Tess', '+12025570019')
    const chat = await clinic.chat('Tess', [clinic.dana.id, memberId])
    const tess = await contactOf('+12025570019')
    expect((await omar.call('contacts.delete', { params: { contactId: tess.id } })).status).toBe(403)
    await dana.get('contacts.delete', { params: { contactId: tess.id } })
    expect((await omar.call('contacts.get', { params: { contactId: tess.id } })).status).toBe(404)
    const { members } = await dana.get('chats.get', { params: { chatId: chat.id } })
    expect(members.filter(({ id, deletedOn }) => id === memberId && deletedOn === null)).toEqual([])
    const again = await clinic.contact('Tess', '+12025570019')
    expect((await contactOf('+12025570019')).phones).toMatchObject([{ id: again.id }])
  })

  test('is merged with another one by Admins, with phones, chats, and a history that tells it', async () => {
    const first = await clinic.contact('Iris', '+12025570050')
    const second = await clinic.contact('Iris P.', '+12025570051')
    const chat = await clinic.chat('Iris P.', [clinic.dana.id, first.memberId, second.memberId])
    const [iris, other] = [await contactOf(first.number), await contactOf(second.number)]
    await update(iris, { tags: ['a'], company: 'Acme' })
    await update(other, { tags: ['b'], phones: [{ number: second.number, preferred: true }] })
    const params = { contactId: iris.id }
    const body = { mergedId: other.id, name: 'Iris Park', tags: ['a', 'b'] }
    expect((await omar.call('contacts.merge', { params, body })).status).toBe(403)
    const self = await dana.call('contacts.merge', { params, body: { mergedId: iris.id } })
    expect(self.error?.errors).toEqual({ mergedId: [CONTACT_TEXTS.otherContact] })
    const merged = await dana.get('contacts.merge', { params, body })
    expect(merged).toMatchObject({
      name: 'Iris Park',
      company: 'Acme',
      tags: ['a', 'b'],
      phones: [
        { number: second.number, name: 'Iris Park', preferred: true },
        { number: first.number, name: 'Iris Park', preferred: false },
      ],
    })
    expect((await omar.call('contacts.get', { params: { contactId: other.id } })).status).toBe(404)
    expect((await history(iris))[0]).toMatchObject({ kind: 'merged', merged: 'Iris P.', by: 'Dana Cole' })
    const { name, members } = await dana.get('chats.get', { params: { chatId: chat.id } })
    expect([name, members.filter(({ number }) => number !== null).map((member) => member.name)]).toEqual([
      'Iris Park',
      ['Iris Park', 'Iris Park'],
    ])
    expect(await omar.get('contacts.ofChat', { params: { chatId: chat.id } })).toHaveLength(1)
  })

  test('is shown with the chat of its phone', async () => {
    const { memberId } = await clinic.contact('Uma', '+12025570020')
    const { id: chatId } = await clinic.chat('Uma', [clinic.dana.id, memberId])
    const [uma, ...others] = await omar.get('contacts.ofChat', { params: { chatId } })
    expect(uma).toMatchObject({ name: 'Uma', phones: [{ id: memberId }] })
    expect(others).toEqual([])
  })

  test('has the hour of its last text, and the lines that it opted out of', async () => {
    const { memberId, number } = await clinic.contact('Vic', '+12025570021')
    const { id: chatId } = await clinic.chat('Vic', [clinic.dana.id, memberId])
    expect((await contactOf(number)).lastTextAt).toBeNull()
    await dana.get('messages.send', { params: { chatId }, form: formOf('See you') })
    const [message] = await dana.get('messages.list', { params: { chatId } })
    const hour = new Date(message?.sentOn ?? '')
    hour.setUTCMinutes(0, 0, 0)
    expect((await contactOf(number)).lastTextAt).toBe(hour.toISOString())
    await phoneOf(harness.sandbox, number).send(clinic.numbers[0].number, 'STOP')
    const refused = await until(async () => {
      const { phones } = await contactOf(number)
      return phones[0]?.optedOutOf[0] ? phones : undefined
    })
    expect(refused).toMatchObject([{ optedOutOf: [clinic.numbers[0].name] }])
  })

  test('has no last text if none was sent to it', async () => {
    const { memberId, number } = await clinic.contact('Val', '+12025570022')
    const { id: chatId } = await clinic.chat('Val', [clinic.dana.id, memberId])
    const params = { chatId, memberId }
    const text = () => dana.get('messages.send', { params: { chatId }, form: formOf('See you') })
    await dana.get('optOuts.add', { params, body: {} })
    expect((await text()).delivery.map(({ status }) => status)).toContain('skipped')
    expect((await contactOf(number)).lastTextAt).toBeNull()
    await dana.get('optOuts.undo', { params })
    await text()
    expect((await contactOf(number)).lastTextAt).not.toBeNull()
  })

  test('announces its changes', async () => {
    const mei = await listen(harness.url, clinic.mei)
    const wes = await create({ name: 'Wes' })
    await update(wes, { company: 'Acme' })
    await dana.get('contacts.delete', { params: { contactId: wes.id } })
    await until(async () => mei.events().some(({ kind }) => kind === 'ExternalContactDeleted'))
    // Texts of the tests above may still be on their way.
    const kinds = mei.events().flatMap(({ area, kind }) => (area === 'Settings' ? [kind] : []))
    expect(kinds).toEqual(['ExternalContactAdded', 'PhoneNumbersUpdated', 'ExternalContactDeleted'])
    await mei.connection.stop()
  })
})

describe('two people who edit at once', () => {
  test('both keep what they did, field by field', async () => {
    const seen = await create({ name: 'Xia', tags: ['a', 'b'], emails: ['x@example.com'] })
    await update(seen, { company: 'Acme', tags: ['a', 'b', 'c'], seen: { company: '', tags: seen.tags } })
    await update(
      seen,
      {
        remarks: 'Late.',
        tags: ['b', 'd'],
        emails: [],
        fields: { [plan.id]: 'Gold' },
        seen: { remarks: '', tags: seen.tags, emails: seen.emails, fields: {} },
      },
      dana,
    )
    expect(await get(seen)).toMatchObject({
      company: 'Acme',
      remarks: 'Late.',
      tags: ['b', 'c', 'd'],
      emails: [],
      fields: { [plan.id]: 'Gold' },
    })
  })

  test('are told when they changed the same field, and lose nothing', async () => {
    const seen = await create({ name: 'Yan', company: 'Old', fields: { [plan.id]: 'Gold' } })
    await update(seen, { company: 'Theirs', fields: { [plan.id]: 'Silver' } })
    const company = await update(seen, { company: 'Mine', seen: { company: 'Old' } })
    expect([company.status, company.error?.message]).toEqual([409, SEEN_TEXTS.changed(['company'])])
    const field = await update(seen, { fields: { [plan.id]: '' }, seen: { fields: { [plan.id]: 'Gold' } } })
    expect([field.status, field.error?.message]).toEqual([409, SEEN_TEXTS.changed(['“Plan”'])])
    expect(await get(seen)).toMatchObject({ company: 'Theirs', fields: { [plan.id]: 'Silver' } })
  })

  test('who each add a phone both add it, and none removes what they did not see', async () => {
    const seen = await create({ name: 'Zoe', phones: [{ number: '+12025570030' }] })
    const one = { number: '+12025570030' }
    await update(seen, { phones: [one, { number: '+12025570031' }], seen: { phones: seen.phones } })
    await update(seen, { phones: [one, { number: '+12025570032', preferred: true }], seen: { phones: seen.phones } })
    const { phones } = await get(seen)
    expect(phones.map(({ number }) => number)).toEqual(['+12025570032', '+12025570030', '+12025570031'])
  })
})

describe('phones', () => {
  test('of another contact are refused, and nothing is changed', async () => {
    await create({ name: 'Abe', phones: [{ number: '+12025570040' }] })
    const refused = await omar.call('contacts.create', {
      body: { name: 'Ben', phones: [{ number: '+12025570041' }, { number: '+12025570040' }] },
    })
    expect([refused.status, refused.error?.error, Object.keys(refused.error?.errors ?? {})]).toEqual([
      409,
      'number-exists',
      ['phones.1.number'],
    ])
    expect(await search({ term: 'Ben' })).toEqual([])
    expect(await search({ term: '2025570041' })).toEqual([])
  })

  test('are removed by Admins only', async () => {
    const cal = await create({ name: 'Cal', phones: [{ number: '+12025570042' }, { number: '+12025570043' }] })
    const phones = [{ number: '+12025570042' }]
    const refused = await update(cal, { phones })
    expect([refused.status, refused.error?.message]).toEqual([403, CONTACT_TEXTS.onlyAdminsRemovePhones])
    await update(cal, { phones }, dana)
    expect((await get(cal)).phones).toMatchObject(phones)
  })

  test.each([
    [[{ number: '12' }], { 'phones.0.number': ['Number should be a valid phone number.'] }],
    [[{ number: '+12025570044' }, { number: '202 557 0044' }], { 'phones.1.number': [CONTACT_TEXTS.samePhone] }],
    [
      [
        { number: '+12025570044', preferred: true },
        { number: '+12025570045', preferred: true },
      ],
      { phones: [CONTACT_TEXTS.onePreferred] },
    ],
  ])('%j are refused', async (phones, errors) => {
    const refused = await omar.call('contacts.create', { body: { name: 'Dan', phones } })
    expect([refused.status, refused.error?.errors]).toEqual([400, errors])
  })
})

describe('values', () => {
  test.each([
    ['a date', () => since, 'Monday', CONTACT_TEXTS.date],
    ['an option', () => plan, 'Bronze', CONTACT_TEXTS.choice],
    ['a field', () => ({ id: '00000000-0000-4000-8000-000000000000' }), 'x', CONTACT_TEXTS.unknownField],
  ])('that are not %s of the tenant are refused', async (_, field, value, error) => {
    const refused = await omar.call('contacts.create', { body: { name: 'Eli', fields: { [field().id]: value } } })
    expect([refused.status, refused.error?.errors]).toEqual([400, { [`fields.${field().id}`]: [error] }])
  })

  test.each([
    [{ emails: ['ann'] }, { 'emails.0': [CONTACT_TEXTS.email] }],
    [{ tags: ['<b>'] }, { 'tags.0': [CONTACT_TEXTS.tag] }],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: [TIME_ZONE_TEXTS.invalid] }],
    [{ language: 'Spanish!' }, { language: [CONTACT_TEXTS.language] }],
  ])('such as %j are refused', async (values, errors) => {
    const refused = await omar.call('contacts.create', { body: { name: 'Fay', ...values } })
    expect([refused.status, refused.error?.errors]).toEqual([400, errors])
  })

  test('of a removed field are no longer shown, nor counted as a change', async () => {
    const before = await dana.get('contactFields.list')
    const [extra] = (
      await dana.get('contactFields.update', { body: { fields: [...before, { name: 'Extra', kind: 'text' }] } })
    ).slice(-1)
    const gus = await create({ name: 'Gus', fields: { [extra?.id ?? '']: 'secret' } })
    await dana.get('contactFields.update', { body: { fields: before } })
    expect((await get(gus)).fields).toEqual({})
    await update(gus, { company: 'Acme' })
    expect((await history(gus))[0]?.changes).toMatchObject([{ field: 'company' }])
  })
})

describe('fields', () => {
  test('keep their ids and types, and are refused with what is wrong', async () => {
    const current = await dana.get('contactFields.list')
    const change = (fields: object[], more = {}) => dana.call('contactFields.update', { body: { fields, ...more } })
    expect((await change([...current, { name: 'SINCE', kind: 'text' }])).error?.errors).toEqual({
      'fields.3.name': [CONTACT_TEXTS.sameField],
    })
    expect((await change([{ ...current[0], kind: 'text' }])).error?.errors).toEqual({
      'fields.0.kind': [CONTACT_TEXTS.changedKind],
    })
    expect((await change([{ name: 'New', kind: 'choice', choices: ['A', 'a'] }])).error?.errors).toEqual({
      'fields.0.choices.1': [CONTACT_TEXTS.sameChoice],
    })
    expect((await change([{ name: 'New', kind: 'choice' }])).error?.errors).toEqual({
      'fields.0.choices': [CONTACT_TEXTS.choices],
    })
    const stale = await change([...current].toReversed(), { seen: { fields: [] } })
    expect(stale.status).toBe(409)
    const reversed = await change([...current].toReversed(), { seen: { fields: current } })
    expect(reversed.data).toEqual(current.toReversed())
    await change(current)
  })

  test('are at most 30', async () => {
    const fields = Array.from({ length: CONTACT_BOUNDS.fields + 1 }, (_, at) => ({ name: `F${at}`, kind: 'text' }))
    expect((await dana.call('contactFields.update', { body: { fields } })).status).toBe(400)
  })
})

describe('saved searches', () => {
  test('are one’s own, or everyone’s, and shared ones are changed by their author and Admins', async () => {
    const own = await omar.get('contactViews.create', { body: { name: 'Mine', filters: { tags: ['VIP'] } } })
    const shared = await dana.get('contactViews.create', {
      body: { name: 'All', shared: true, sort: { by: 'lastText', descending: true } },
    })
    expect(await omar.get('contactViews.list')).toEqual([shared, own])
    expect(await clinic.mei.get('contactViews.list')).toEqual([shared])
    const rename = (by: Client, { id }: { id: string }) =>
      by.call('contactViews.update', { params: { contactViewId: id }, body: { name: 'Renamed', shared: true } })
    expect((await rename(omar, shared)).status).toBe(403)
    expect((await rename(clinic.mei, own)).status).toBe(404)
    expect((await rename(dana, shared)).data).toMatchObject({ name: 'Renamed', filters: {} })
    await dana.get('contactViews.delete', { params: { contactViewId: shared.id } })
    await omar.get('contactViews.delete', { params: { contactViewId: own.id } })
    expect(await omar.get('contactViews.list')).toEqual([])
  })
})
