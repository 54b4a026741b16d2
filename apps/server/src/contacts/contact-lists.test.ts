import { CONTACT_BOUNDS, CONTACT_TEXTS, TIME_ZONE_TEXTS } from '@partyline/contract'
import type { CallBody, Contact, ContactField, ContactId, MemberId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { formOf } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const HOUR_MS = 3_600_000

let harness: Harness
let clinic: Clinic
let dana: Client
let omar: Client
let plan: ContactField
let people: Record<'ann' | 'bob' | 'cleo' | 'dmitri' | 'ema', Contact>
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana, omar } = clinic)
  const fields = [{ name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver'] }] as const
  ;[plan] = (await dana.get('contactFields.update', { body: { fields: [...fields] } })) as [ContactField]
  const add = (body: CallBody<'contacts.create'> | Partial<CallBody<'contacts.create'>>) =>
    omar.get('contacts.create', { body: { name: '', ...body } })
  people = {
    ann: await add({
      name: 'ann Johnson',
      company: 'Lakeside Dental',
      emails: ['aj@dental.example'],
      tags: ['VIP', 'Insured'],
      phones: [{ number: '+12025561001' }, { number: '+12025561002' }],
    }),
    bob: await add({ name: 'Bob Stone', tags: ['vip'], phones: [{ number: '+12025561003' }] }),
    cleo: await add({ name: 'Cleo', fields: { [plan.id]: 'Gold' }, phones: [{ number: '+525512345678' }] }),
    dmitri: await add({ name: 'Дмитрий', company: '=1+1' }),
    ema: await add({ name: 'Ema 李小龙', emails: ['ema@example.com'] }),
  }
  const memberId = (people.bob.phones[0]?.id ?? '') as string as MemberId
  const chat = await clinic.chat('Bob Stone', [clinic.dana.id, memberId])
  await dana.get('messages.send', { params: { chatId: chat.id }, form: formOf('See you at nine') })
  await phoneOf(harness.sandbox, '+12025561003').send(clinic.numbers[0].number, 'STOP')
  await until(async () => (await find({ filters: { optedOut: true } })).length > 0)
  const agreed = { lineId: clinic.numbers[0].id, state: 'granted', source: 'form', wording: 'I agree to texts.' }
  await dana.get('contacts.recordConsent', {
    params: { contactId: people.cleo.id },
    body: { entries: [{ ...agreed, number: '+5215512345678' }] },
  })
  const spoken = { lineId: clinic.numbers[0].id, state: 'granted', source: 'spoken' }
  await dana.get('contacts.recordConsent', {
    params: { contactId: people.ann.id },
    body: { entries: [{ ...spoken, number: '+12025561002' }] },
  })
  // Only START takes back his STOP.
  await dana.get('contacts.recordConsent', {
    params: { contactId: people.bob.id },
    body: { entries: [{ ...spoken, number: '+12025561003' }] },
  })
})
afterAll(() => harness.close())

type Search = Omit<Partial<CallBody<'contacts.search'>>, 'sort'> & { sort?: object }
const search = (body: Search) => omar.get('contacts.search', { body })
const find = async (body: Search) => (await search(body)).map(({ name }) => name.split(' ')[0])
const count = (body: object) => omar.get('contacts.count', { body })

describe('a search finds', () => {
  test.each([
    ['a part of a name', 'ohns', ['ann']],
    ['two parts of a name', 'stone bo', ['Bob']],
    ['a part of a company', 'dental', ['ann']],
    ['an email address', 'aj@dental', ['ann']],
    ['an email address that is complete, and a part of the name', 'jo aj@dental.example', ['ann']],
    ['nothing for an address with another beginning', 'a@dental.example', []],
    ['a number as it is read', '(202) 556-1002', ['ann']],
    ['the end of a number', '61003', ['Bob']],
    ['the other spelling of a Mexican number', '+52 1 55 1234 5678', ['Cleo']],
    ['a name in another script', 'дмит', ['Дмитрий']],
    ['a name without spaces', '小龙', ['Ema']],
    ['nothing for signs only', '…', []],
    ['nothing for a sign that means something to the index', "\\ ' & |", []],
    ['nothing', 'nobody', []],
  ])('%s', async (_, term, names) => {
    expect(await find({ term })).toEqual(names)
    expect(await count({ term })).toEqual({ count: names.length, isMore: false })
  })
})

test('a search finds a phone by its own name, under the contact that has it, until it is deleted', async () => {
  const first = await clinic.contact('Gabi', '+12025561010')
  const second = await clinic.contact('Gabi’s office', '+12025561011')
  const [gabi, office] = await Promise.all(
    [first, second].map(async ({ number }) => (await search({ term: number }))[0]),
  )
  if (!gabi || !office) throw new Error('Both phones have a contact.')
  const params = { contactId: gabi.id }
  await dana.get('contacts.merge', { params, body: { mergedId: office.id } })
  const numberId = second.id
  await dana.get('numbers.renameMobile', { params: { numberId }, body: { name: 'Reception' } })
  expect(await find({ term: 'recept' })).toEqual(['Gabi'])
  expect(await find({ term: '5561011' })).toEqual(['Gabi'])
  expect(await find({ term: 'office' })).toEqual([])
  await dana.get('settings.deleteMobileNumber', { params: { numberId } })
  expect(await find({ term: 'recept' })).toEqual([])
  expect(await find({ term: '5561011' })).toEqual([])
  await dana.get('contacts.delete', { params })
})

describe('a filter finds', () => {
  const hourAhead = () => new Date(Date.now() + 2 * HOUR_MS).toISOString()
  const hourAgo = () => new Date(Date.now() - 2 * HOUR_MS).toISOString()
  test.each<[string, () => object, string[]]>([
    ['a tag in upper or lower case', () => ({ tags: ['Vip'] }), ['ann', 'Bob']],
    ['all of several tags', () => ({ tags: ['VIP', 'insured'] }), ['ann']],
    ['a value of an own field', () => ({ fields: { [plan.id]: 'gold' } }), ['Cleo']],
    ['those who opted out', () => ({ optedOut: true }), ['Bob']],
    ['those who did not', () => ({ optedOut: false }), ['ann', 'Cleo', 'Ema', 'Дмитрий']],
    ['those who agreed in writing', () => ({ consented: true }), ['Cleo']],
    ['those who agreed', () => ({ agreed: true }), ['ann', 'Cleo']],
    ['those who did not agree', () => ({ agreed: false }), ['Bob', 'Ema', 'Дмитрий']],
    ['those with an entry about consent', () => ({ consentRecorded: true }), ['ann', 'Bob', 'Cleo']],
    ['those without one', () => ({ consentRecorded: false }), ['Ema', 'Дмитрий']],
    ['those who did not agree in writing', () => ({ consented: false }), ['ann', 'Bob', 'Ema', 'Дмитрий']],
    ['those who were texted', () => ({ texted: true }), ['Bob']],
    ['those who never were', () => ({ texted: false }), ['ann', 'Cleo', 'Ema', 'Дмитрий']],
    ['those texted since', () => ({ textedSince: hourAgo() }), ['Bob']],
    ['those last texted before', () => ({ textedBefore: hourAgo() }), []],
    ['those texted in the last days', () => ({ textedWithinDays: 1 }), ['Bob']],
    ['those last texted days ago', () => ({ textedOverDaysAgo: 1 }), []],
    ['those not texted in days, or never', () => ({ notTextedForDays: 1 }), ['ann', 'Cleo', 'Ema', 'Дмитрий']],
    ['those of the narrower of two days', () => ({ textedWithinDays: 30, textedSince: hourAhead() }), []],
    ['those for whom all conditions hold', () => ({ tags: ['VIP'], texted: false }), ['ann']],
  ])('%s', async (_, filters, names) => {
    expect(await find({ filters: filters() })).toEqual(names)
    expect((await count({ filters: filters() })).count).toBe(names.length)
  })

  test('those who also match the term', async () => {
    expect(await find({ term: 'q', filters: { tags: ['VIP'] } })).toEqual([])
    expect(await find({ term: 'sto', filters: { tags: ['VIP'] } })).toEqual(['Bob'])
  })
})

describe('the order', () => {
  test.each([
    [{ by: 'name' }, ['ann', 'Bob', 'Cleo', 'Ema', 'Дмитрий']],
    [{ by: 'name', descending: true }, ['Дмитрий', 'Ema', 'Cleo', 'Bob', 'ann']],
    [{ by: 'created' }, ['ann', 'Bob', 'Cleo', 'Дмитрий', 'Ema']],
    [{ by: 'lastText', descending: true }, ['Bob', 'Дмитрий', 'Ema', 'Cleo', 'ann']],
  ])('%j is the same in one page and in several', async (sort, names) => {
    expect(await find({ sort })).toEqual(names)
    const walked: string[] = []
    let cursor: string | undefined
    do {
      const body = { sort, limit: 2, ...(cursor && { cursor }) }
      const page = await omar.call('contacts.search', { body })
      walked.push(...(page.data ?? []).map(({ name }) => name.split(' ')[0] ?? ''))
      cursor = page.headers.get('x-next-cursor') ?? undefined
    } while (cursor)
    expect(walked).toEqual(names)
  })

  test('with a cursor that is none is refused', async () => {
    const ofName = (await omar.call('contacts.search', { body: { limit: 1 } })).headers.get('x-next-cursor') ?? ''
    const by = (sort: 'name' | 'lastText' | 'created', cursor: string) =>
      omar.call('contacts.search', { body: { sort: { by: sort }, cursor } })
    const forged = Buffer.from('["x","y"]').toString('base64url')
    for (const refused of [await by('name', 'nowhere'), await by('lastText', ofName), await by('created', forged)]) {
      expect([refused.status, refused.error?.errors]).toEqual([
        400,
        { cursor: ['The cursor is not valid. Start with the first page.'] },
      ])
    }
  })
})

describe('tags', () => {
  const tag = (body: object) => omar.call('contacts.tag', { body })

  test('are added to and removed from chosen contacts, in the spelling that the tenant has', async () => {
    const contactIds = [people.cleo.id, people.dmitri.id]
    expect((await tag({ of: { contactIds }, add: ['VIP', 'Late'] })).data).toEqual({ changed: 2, nextCursor: null })
    expect((await tag({ of: { contactIds }, add: ['vip'] })).data).toMatchObject({ changed: 0 })
    expect((await omar.get('contacts.get', { params: { contactId: people.cleo.id } })).tags).toEqual(['Late', 'VIP'])
    await tag({ of: { contactIds }, remove: ['VIP', 'late'] })
    expect(await omar.get('contacts.tags')).toEqual(['Insured', 'VIP'])
    const [newest] = await omar.get('contacts.history', { params: { contactId: people.cleo.id } })
    expect(newest?.changes).toEqual([{ field: 'tags', fieldName: null, from: 'Late, VIP', to: '' }])
  })

  test('are added to all that match, a part with each call, also if they match no longer', async () => {
    const names = Array.from({ length: CONTACT_BOUNDS.tagged + 20 }, (_, at) => `Patient ${1_000 + at}`)
    const contacts = names.map((name, at) => ({ name, number: `+1202${5_620_000 + at}` }))
    await dana.get('settings.importMobileNumbers', { body: { contacts } })
    const matching = { term: 'patient', filters: { texted: false } }
    const first = await tag({ of: { matching }, add: ['New'] })
    expect(first.data).toMatchObject({ changed: CONTACT_BOUNDS.tagged })
    const second = await tag({ of: { matching }, add: ['New'], cursor: first.data?.nextCursor })
    expect(second.data).toEqual({ changed: 20, nextCursor: null })
    expect((await count({ filters: { tags: ['New'] } })).count).toBe(names.length)
    expect(await find({ filters: { tags: ['new'] }, sort: { by: 'name', descending: true }, limit: 1 })).toEqual([
      'Patient',
    ])
    expect(await find({ term: 'patient 1519', filters: { tags: ['new'] } })).toHaveLength(1)
  })

  test('that a contact or the tenant has no room for are refused, and nothing is changed', async () => {
    const tags = Array.from({ length: CONTACT_BOUNDS.tags }, (_, at) => `t${at}`)
    const full = await omar.get('contacts.create', { body: { name: 'Full', tags } })
    const refused = await tag({ of: { contactIds: [people.ema.id, full.id] }, add: ['one more'] })
    expect(refused.error?.errors).toEqual({ add: [CONTACT_TEXTS.tooManyTagsOn('Full', CONTACT_BOUNDS.tags)] })
    expect((await omar.get('contacts.get', { params: { contactId: people.ema.id } })).tags).toEqual([])
  })

  test('of contacts that do not exist change nothing', async () => {
    const contactIds = ['00000000-0000-4000-8000-000000000000' as ContactId]
    expect((await tag({ of: { contactIds }, add: ['VIP'] })).data).toMatchObject({ changed: 0 })
  })
})

test('an export has the chosen contacts, with cells that are no formulas, and is in the audit log', async () => {
  const contactIds = [people.ann.id, people.cleo.id, people.dmitri.id]
  const { csv, fileName, nextCursor } = await omar.get('contacts.export', { body: { of: { contactIds } } })
  expect(fileName).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv$/)
  expect(nextCursor).toBeNull()
  const [head, ann, cleo, dmitri] = csv.split('\r\n')
  expect(head).toBe(
    '\uFEFF"Name","Company","Phones","Emails","Tags","Language","Time zone","Last text","Added","Opted out of","Remarks","Plan"',
  )
  expect(ann).toMatch(/^"ann Johnson","Lakeside Dental","'\+12025561001; \+12025561002","aj@dental.example"/)
  expect(cleo).toMatch(/,"Gold"$/)
  expect(dmitri).toMatch(/^"Дмитрий","'=1\+1"/)
  const [entry] = await dana.get('settings.audit', { query: { kind: 'contactsExported' } })
  expect(entry?.by?.name).toBe('Omar Haddad')
})

test('an export has the times of a zone, as spreadsheets read them', async () => {
  const { lastTextAt, createdAt } = await omar.get('contacts.get', { params: { contactId: people.bob.id } })
  const of = { contactIds: [people.bob.id] }
  // Without daylight saving time, 14 hours ahead of UTC.
  const timeZone = 'Pacific/Kiritimati'
  const local = (at: string | null) => new Date(Date.parse(at ?? '') + 14 * HOUR_MS).toISOString().replace('T', ' ')
  const { csv } = await omar.get('contacts.export', { body: { of, timeZone } })
  expect(csv).toContain(`,"${local(lastTextAt).slice(0, 10)}","${local(createdAt).slice(0, 10)}",`)
  const inUtc = await omar.get('contacts.export', { body: { of } })
  expect(inUtc.csv).toContain(`,"${lastTextAt?.slice(0, 10)}","${createdAt.slice(0, 10)}",`)
  const refused = await omar.call('contacts.export', { body: { of, timeZone: 'Mars/Olympus' } })
  expect(refused.error?.errors).toEqual({ timeZone: [TIME_ZONE_TEXTS.invalid] })
})
