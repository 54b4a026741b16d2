import { BOUND_TEXTS, CONTACT_BOUNDS, CONTACT_TEXTS, SEEN_TEXTS } from '@partyline/contract'
import type { CallBody, Contact, ContactField } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let plan: ContactField
let lastNumber = 2_025_563_000
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  const fields = [{ name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver'] }] as const
  ;[plan] = (await clinic.dana.get('contactFields.update', { body: { fields: [...fields] } })) as [ContactField]
})
afterAll(() => harness.close())

type NewContact = Partial<CallBody<'contacts.create'>> & { name: string }
const newNumber = () => `+1${(lastNumber += 1)}`
const create = (body: NewContact) => clinic.omar.get('contacts.create', { body })
const get = ({ id: contactId }: Contact) => clinic.omar.get('contacts.get', { params: { contactId } })
const history = ({ id: contactId }: Contact) => clinic.omar.get('contacts.history', { params: { contactId } })
const update = ({ id: contactId }: Contact, body: CallBody<'contacts.update'>) =>
  clinic.omar.get('contacts.update', { params: { contactId }, body })
const merge = (kept: Contact, other: Contact, body: Omit<CallBody<'contacts.merge'>, 'mergedId'> = {}) =>
  clinic.dana.call('contacts.merge', { params: { contactId: kept.id }, body: { ...body, mergedId: other.id } })

/** A contact with a phone, and a chat with it. */
async function inChat(name: string) {
  const { memberId, number } = await clinic.contact(name, newNumber())
  const chat = await clinic.chat(name, [clinic.dana.id, memberId])
  const [contact] = await clinic.omar.get('contacts.ofChat', { params: { chatId: chat.id } })
  if (!contact) throw new Error(`${name} has no contact.`)
  return { contact, chat, number, memberId }
}

const chatOf = ({ chat }: { chat: { id: string } }) => clinic.dana.get('chats.get', { params: { chatId: chat.id } })

describe('after a merge', () => {
  test('the chats of both have the name that survives, and opt-outs stay with their phones', async () => {
    const [lena, work] = [await inChat('Lena Holt'), await inChat('Lena Holt (work)')]
    await phoneOf(harness.sandbox, work.number).send(clinic.numbers[0].number, 'STOP')
    await until(async () => (await get(work.contact)).phones[0]?.optedOutOf[0])
    expect((await merge(lena.contact, work.contact)).status).toBe(200)
    expect((await chatOf(work)).name).toBe('Lena Holt')
    expect((await chatOf(lena)).name).toBe('Lena Holt')
    expect((await get(lena.contact)).phones).toMatchObject([
      { number: lena.number, optedOutOf: [] },
      { number: work.number, name: 'Lena Holt', optedOutOf: [clinic.numbers[0].name] },
    ])
    const of = await clinic.omar.get('contacts.ofChat', { params: { chatId: work.chat.id } })
    expect(of.map(({ id }) => id)).toEqual([lena.contact.id])
  })

  test('a caller without a name is the person, in their chat too', async () => {
    const known = await create({ name: 'Moss Vale', phones: [{ number: newNumber() }] })
    const number = newNumber()
    await phoneOf(harness.sandbox, number).send(clinic.numbers[0].number, 'It is me, from another phone')
    const caller = await until(async () => (await clinic.omar.get('contacts.search', { body: { term: number } }))[0])
    await merge(known, caller as Contact)
    const [chat] = await clinic.dana.get('chats.search', { body: { mode: 'all', term: 'Moss Vale' } })
    expect(chat?.name).toBe('Moss Vale')
  })

  test.each<[string, boolean, boolean, boolean, number | null]>([
    ['the one of the kept contact', true, true, false, 0],
    ['the one of the other contact if the kept one has none', false, true, false, 1],
    ['the one that the caller chooses', true, true, true, 1],
    ['none', false, false, false, null],
  ])('the phone to text first is %s', async (_, first, second, chooses, expected) => {
    const kept = await create({ name: 'Nia', phones: [{ number: newNumber(), preferred: first }] })
    const other = await create({ name: 'Nia', phones: [{ number: newNumber(), preferred: second }] })
    const ids = [kept.phones[0]?.id, other.phones[0]?.id]
    await merge(kept, other, chooses && ids[1] ? { preferredId: ids[1] } : {})
    const preferred = (await get(kept)).phones.filter((phone) => phone.preferred).map(({ id }) => id)
    expect(preferred).toEqual(expected === null ? [] : [ids[expected]])
  })

  test('the history has what was changed on both, and the values that were given up', async () => {
    const kept = await create({ name: 'Ona', company: 'Acme', tags: ['a'] })
    const other = await create({ name: 'Ona B.', company: 'Dock 4', tags: ['b'], remarks: 'Old.' })
    await update(other, { language: 'es' })
    await update(kept, { language: 'en' })
    const body = { tags: ['a', 'b'], remarks: 'New.\n\nOld.' }
    await merge(kept, other, body)
    const of = 'Ona B.'
    const [merged, ...before] = await history(kept)
    expect(merged).toMatchObject({ by: 'Dana Cole', kind: 'merged', merged: of })
    expect(merged?.changes).toEqual([
      { field: 'tags', fieldName: null, from: 'a', to: 'a, b' },
      { field: 'remarks', fieldName: null, from: '', to: 'New.\n\nOld.' },
      { field: 'company', fieldName: null, from: 'Dock 4', to: 'Acme', of },
      { field: 'language', fieldName: null, from: 'es', to: 'en', of },
    ])
    expect(before.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['changed', [{ field: 'language', fieldName: null, from: '', to: 'en' }]],
      ['changed', [{ field: 'language', fieldName: null, from: '', to: 'es', of }]],
      ['added', []],
    ])
    // Merged once more, each change still names the contact on which it was made.
    const third = await create({ name: 'Ona C.' })
    await merge(third, kept)
    const names = (await history(third)).flatMap(({ changes }) => changes.map((change) => change.of))
    expect([...new Set(names)]).toEqual(['Ona', of])
  })

  test('the history of a contact that came with its phone says when, also after older changes of the other one', async () => {
    const older = await create({ name: 'Pru' })
    await update(older, { company: 'Acme' })
    const { contact } = await inChat('Pru P.')
    await merge(contact, older)
    expect((await history(contact)).map(({ kind }) => kind)).toEqual(['merged', 'added', 'changed'])
  })
})

describe('a merge is refused, and changes nothing,', () => {
  test('if a value of either contact has changed since the caller saw it', async () => {
    const [kept, other] = [
      await create({ name: 'Quin' }),
      await create({ name: 'Quin R.', fields: { [plan.id]: 'Gold' } }),
    ]
    const { name, company, fields } = other
    const seen = { company: kept.company }
    const mergedSeen = { name, company, fields }
    await update(other, { company: 'Theirs', fields: { [plan.id]: 'Silver' } })
    const refused = await merge(kept, other, { seen, mergedSeen })
    expect([refused.status, refused.error?.error, refused.error?.message]).toEqual([
      409,
      'conflict',
      SEEN_TEXTS.changedBeforeMerge('Quin R.', ['company', '“Plan”']),
    ])
    await update(kept, { company: 'Theirs too' })
    const again = await merge(kept, other, { seen, mergedSeen: { company: 'Theirs' } })
    expect(again.error?.message).toBe(SEEN_TEXTS.changedBeforeMerge('Quin', ['company']))
    expect((await get(other)).company).toBe('Theirs')
    const merged = await merge(kept, other, { seen: { company: 'Theirs too' }, mergedSeen: { company: 'Theirs' } })
    expect(merged.status).toBe(200)
  })

  test('if the other contact was deleted', async () => {
    const [kept, other] = [await create({ name: 'Ray' }), await create({ name: 'Ray S.' })]
    await clinic.dana.get('contacts.delete', { params: { contactId: other.id } })
    expect((await merge(kept, other)).error?.errors).toEqual({ mergedId: [CONTACT_TEXTS.mergedGone] })
    expect((await merge(other, kept)).status).toBe(404)
  })

  test('if they have too many phones together, or the phone to text first is none of them', async () => {
    const numbers = (count: number) => Array.from({ length: count }, () => ({ number: newNumber() }))
    const kept = await create({ name: 'Sol', phones: numbers(CONTACT_BOUNDS.phones) })
    const [other, third] = [
      await create({ name: 'Sol T.', phones: numbers(1) }),
      await create({ name: 'Sol U.', phones: numbers(1) }),
    ]
    const tooMany = BOUND_TEXTS.tooMany('phone numbers', CONTACT_BOUNDS.phones)
    expect((await merge(kept, other)).error?.errors).toEqual({ phones: [tooMany] })
    const preferredId = kept.phones[0]?.id
    if (!preferredId) throw new Error('Sol has phones.')
    expect((await merge(other, third, { preferredId })).error?.errors).toEqual({
      preferredId: [CONTACT_TEXTS.notTheirPhone],
    })
    expect((await get(other)).phones).toHaveLength(1)
  })

  test('if a value suits no field, unless one of the two has it', async () => {
    const [kept, other] = [
      await create({ name: 'Tia' }),
      await create({ name: 'Tia U.', fields: { [plan.id]: 'Gold' } }),
    ]
    await clinic.dana.get('contactFields.update', { body: { fields: [{ ...plan, choices: ['Silver', 'Bronze'] }] } })
    expect((await merge(kept, other, { fields: { [plan.id]: 'Lead' } })).error?.errors).toEqual({
      [`fields.${plan.id}`]: [CONTACT_TEXTS.choice],
    })
    expect((await merge(kept, other, { fields: { [plan.id]: 'Gold' } })).data?.fields).toEqual({ [plan.id]: 'Gold' })
  })
})

test('two Admins who merge the same two at once, each into the other, leave one of them', async () => {
  const [one, other] = [await inChat('Una'), await inChat('Una V.')]
  const answers = await Promise.all([merge(one.contact, other.contact), merge(other.contact, one.contact)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await clinic.omar.get('contacts.search', { body: { term: 'Una' } })
  expect(left.map(({ phones }) => phones.length)).toEqual([2])
})
