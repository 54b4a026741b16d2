import type { Contact, ContactField, ContactFieldId, ContactViewId } from '@partyline/contract'
import { cardOf, contact } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import { addContacts } from './arrange.ts'

const id = (index: number) => `0000000f-0000-4000-8000-${String(index).padStart(12, '0')}`

export const PLAN: ContactField = {
  id: id(1) as ContactFieldId,
  name: 'Plan',
  kind: 'choice',
  choices: ['Gold', 'Silver', 'Self-pay'],
}
export const VISITS: ContactField = { id: id(2) as ContactFieldId, name: 'Visits', kind: 'number', choices: [] }
export const BIRTHDAY: ContactField = { id: id(3) as ContactFieldId, name: 'Birthday', kind: 'date', choices: [] }
const DOCTOR: ContactField = { id: id(4) as ContactFieldId, name: 'Doctor', kind: 'text', choices: [] }

export const LONG = 'Maximiliane Alexandra von und zu Hohenstein-Wittgenstein-Berleburg the Younger of Nordrhein'
export const RTL = 'ليلى الخطيب'
export const CJK = '田中 美咲'
export const UNNAMED = '(202) 555-3777'

/** Adds a person with her phones. */
export function addPerson(
  clinic: Clinic,
  { name, numbers, ...parts }: { name: string; numbers: readonly string[] } & Partial<Contact>,
): Contact {
  const added = addContacts(
    clinic,
    numbers.map((number) => ({ name, number })),
  )
  const cards = added.map(cardOf)
  const phones = cards.flatMap((card) => card.phones)
  const [first = cardOf(contact(900, name, ''))] = cards
  const card = { ...first, phones, ...parts }
  clinic.cards.push(card)
  return card
}

/** Adds people with everything that a card can have, and fields for it. */
export function addPeople(clinic: Clinic) {
  clinic.contactFields = [PLAN, VISITS, BIRTHDAY, DOCTOR]
  const vera = addPerson(clinic, {
    name: 'Vera Lund',
    numbers: ['+12025553713', '+442079460018'],
    company: 'Harbor Plumbing',
    emails: ['vera@harbor.example', 'vera.lund@example.com'],
    remarks: 'Prefers texts in the morning.\nHer sister Ida may pick up the results.',
    tags: ['Family', 'Newsletter', 'VIP'],
    timeZone: 'Europe/London',
    language: 'es',
    fields: { [PLAN.id]: 'Gold', [VISITS.id]: '12', [BIRTHDAY.id]: '1984-05-17', [DOCTOR.id]: 'Dr. Amari' },
  })
  Object.assign(vera.phones[0]!, { preferred: true })
  Object.assign(vera.phones[1]!, { name: 'Vera (London)', optedOutOf: ['Billing', 'Front desk'] })
  const many = addPerson(clinic, {
    name: LONG,
    company: 'Society for the Preservation of Exceedingly Long Names, Titles, and Addresses',
    numbers: Array.from({ length: 10 }, (_, at) => `+1202555372${at}`),
    tags: ['A tag that is exactly forty letters long', 'Newsletter', 'VIP', 'Family', 'Walk-in'],
    emails: ['a-really-long-address-that-does-not-fit-anywhere-at-all@subdomain.of.an.example.com'],
  })
  const leila = addPerson(clinic, { name: RTL, numbers: ['+12025553740'], company: 'شركة النور', tags: ['VIP'] })
  const misaki = addPerson(clinic, {
    name: CJK,
    numbers: ['+12025553741'],
    company: '株式会社みどり',
    lastTextAt: null,
    fields: { [PLAN.id]: 'Silver' },
  })
  const unnamed = addPerson(clinic, { name: UNNAMED, numbers: ['+12025553777'] })
  const silent = addPerson(clinic, { name: 'Sten Silent', numbers: [], lastTextAt: null })
  return { vera, many, leila, misaki, unnamed, silent }
}

/** The ID of a saved view. */
export const viewId = (index: number) => id(100 + index) as ContactViewId
