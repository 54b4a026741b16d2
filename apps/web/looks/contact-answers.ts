import type {
  CallBody,
  Contact,
  ContactField,
  ContactFieldId,
  ContactFilters,
  ContactId,
  ContactPhone,
  ContactSort,
  ContactViewId,
  EnvelopeCallName,
  FoundNumber,
} from '@partyline/contract'
import { CONTACT_BOUNDS, CONTACT_TEXTS, ERASED, ERRORS, LEGAL_HOLD_TEXTS, SEEN_TEXTS } from '@partyline/contract'
import { e164Of, update } from './admin-answers.ts'
import { find, pageOf, Refusal } from './answer.ts'
import type { Answer } from './answer.ts'
import { contact } from './clinic.ts'
import type { Clinic } from './clinic.ts'

/** The calls of contacts. */
export const CONTACT_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'contacts.search': (clinic, { body: { term, filters, sort, ...page } }) =>
    pageOf(matching(clinic, { term, filters }).toSorted(byOrder(sort)), page),
  'contacts.count': (clinic, { body }) => {
    const { length } = matching(clinic, body)
    return { count: Math.min(length, CONTACT_BOUNDS.counted), isMore: length > CONTACT_BOUNDS.counted }
  },
  'contacts.ofChat': (clinic, { params }) => {
    const { members } = find(clinic.chats, params.chatId)
    const isIn = (id: string) => members.some((member) => member.id === id && member.deletedOn === null)
    return cardsOf(clinic).filter(({ phones }) => phones.some(({ id }) => isIn(id)))
  },
  'contacts.get': (clinic, { params }) => find(allCards(clinic), params.contactId),
  'contacts.create': (clinic, { body: { phones, ...fields } }) => {
    const added = phonesOf(clinic, { name: fields.name, phones })
    const now = new Date().toISOString()
    const id = crypto.randomUUID() as ContactId
    const card = { id, ...fields, phones: added, formerPhones: [], lastTextAt: null, createdAt: now } as Contact
    clinic.cards.push(card)
    remember(clinic, card, { kind: 'added', changes: [] })
    return card
  },
  'contacts.update': (clinic, { params, body: { seen, phones, fields, reassignedIds = [], ...rest } }) => {
    const card = find(cardsOf(clinic), params.contactId)
    checkFields(clinic, fields ?? {})
    const before = { ...card }
    update(
      card,
      { ...rest, ...(fields && { fields: { ...card.fields, ...fields } }) },
      seen && withWholeFields(card, seen),
    )
    if (phones) card.phones = phonesOf(clinic, { name: card.name, phones, of: card })
    for (const { id, number } of before.phones) if (reassignedIds.includes(id)) giveAway(clinic, card, { id, number })
    if (card.name !== before.name) rename(clinic, card)
    remember(clinic, card, { kind: 'changed', changes: changesOf(before, card) })
    return card
  },
  'contacts.merge': (clinic, { params, body: { mergedId, preferredId, seen, mergedSeen, fields, ...rest } }) => {
    const card = find(cardsOf(clinic), params.contactId)
    const other = find(cardsOf(clinic), mergedId)
    requireSeen(card, seen)
    requireSeen(other, mergedSeen)
    const before = { ...card }
    Object.assign(card, rest, { fields: { ...card.fields, ...fields } })
    const together = [...card.phones, ...other.phones]
    const preferred = preferredId ?? together.find((phone) => phone.preferred)?.id
    const phones = together.map((phone) => ({ ...phone, preferred: phone.id === preferred }))
    card.phones = phones.toSorted((one, another) => Number(another.preferred) - Number(one.preferred))
    clinic.cards.splice(clinic.cards.indexOf(other), 1)
    rename(clinic, card)
    remember(clinic, card, { kind: 'merged', merged: other.name, changes: changesOf(before, card) })
    return card
  },
  'contacts.delete': (clinic, { params }) => {
    const card = find(cardsOf(clinic), params.contactId)
    const isGone = ({ id }: { id: string }) => card.phones.some((phone) => phone.id === id)
    refuseOnHold(clinic, card.id, isGone)
    clinic.cards.splice(clinic.cards.indexOf(card), 1)
    clinic.contacts = clinic.contacts.filter((each) => !isGone(each))
  },
  'contacts.erase': (clinic, { params, body: { messages } }) => {
    const card = find(cardsOf(clinic), params.contactId)
    const optOuts = card.phones.flatMap(({ optedOutOf }) => optedOutOf).length
    const isGone = ({ id }: { id: string }) => card.phones.some((phone) => phone.id === id)
    refuseOnHold(clinic, card.id, isGone)
    clinic.cards.splice(clinic.cards.indexOf(card), 1)
    clinic.contacts = clinic.contacts.filter((each) => !isGone(each))
    const chats = clinic.chats.filter(({ members }) => members.some(isGone))
    const erased = { chats: chats.length, texts: 0, notes: 0, files: 0, optOuts }
    for (const chat of chats) {
      const isOnly = chat.members.every((member) => member.role !== 'ExternalMobile' || isGone(member))
      if (chat.name.includes(card.name)) chat.name = ERASED.name
      for (const member of chat.members.filter(isGone))
        Object.assign(member, { name: ERASED.name, number: '', deletedOn: new Date().toISOString() })
      chat.version += 1
      if (!messages) continue
      for (const message of chat.messages.filter(({ sentBy }) => isOnly || isGone({ id: sentBy }))) {
        erased.texts += 1
        erased.files += message.media.length
        Object.assign(message, { text: ERASED.text, media: [], parent: null, parentId: null })
      }
      for (const note of isOnly ? (clinic.notes[chat.id] ?? []) : []) {
        erased.notes += 1
        Object.assign(note, { text: ERASED.note, mentions: [], version: note.version + 1 })
      }
    }
    return erased
  },
  'contacts.history': ({ contactChanges }, { params }) => (contactChanges[params.contactId] ?? []).toReversed(),
  'contacts.tag': (clinic, { body: { of, add, remove, cursor } }) => {
    const all = selected(clinic, of)
    const from = Number(cursor ?? 0)
    const part = all.slice(from, from + CONTACT_BOUNDS.tagged)
    const wanted = (tags: readonly string[]) =>
      [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag)).toSorted()
    const changed = part.filter(({ tags }) => wanted(tags).join() !== tags.join())
    for (const card of changed) card.tags = wanted(card.tags)
    return { changed: changed.length, nextCursor: from + part.length < all.length ? String(from + part.length) : null }
  },
  'contacts.export': (clinic, { body: { of, cursor } }) => {
    const all = selected(clinic, of)
    const from = Number(cursor ?? 0)
    const part = all.slice(from, from + CONTACT_BOUNDS.exported)
    const lines = part.map(({ name, company, phones }) => [name, company, phones[0]?.number ?? ''].join(','))
    const csv = [...(from === 0 ? ['Name,Company,Phone'] : []), ...lines].map((line) => `${line}\r\n`).join('')
    const end = from + part.length
    return { fileName: 'contacts.csv', csv, nextCursor: end < all.length ? String(end) : null }
  },
  'contacts.tags': (clinic) => [...new Set(allCards(clinic).flatMap(({ tags }) => tags))].toSorted(),
  'contactFields.list': ({ contactFields }) => contactFields,
  'contactFields.update': (clinic, { body: { fields, seen } }) => {
    const names = fields.map(({ name }) => name.toLowerCase())
    const same = names.findIndex((name, at) => names.indexOf(name) < at)
    if (same >= 0) throw new Refusal('validation', CONTACT_TEXTS.sameField, { field: `fields.${same}.name` })
    const empty = fields.findIndex(({ kind, choices }) => kind === 'choice' && choices.length === 0)
    if (empty >= 0) throw new Refusal('validation', CONTACT_TEXTS.choices, { field: `fields.${empty}.choices` })
    const saved = fields.map(({ id = crypto.randomUUID() as ContactFieldId, ...rest }): ContactField => ({
      id,
      ...rest,
    }))
    update(clinic, { contactFields: saved }, seen && { contactFields: seen.fields })
    return clinic.contactFields
  },
  'contactViews.list': ({ contactViews }) => contactViews.toSorted((one, other) => one.name.localeCompare(other.name)),
  'contactViews.create': ({ contactViews, me }, { body }) => {
    const createdBy = { id: me.id, name: me.name }
    const view = { id: crypto.randomUUID() as ContactViewId, createdBy, ...body }
    contactViews.push(view)
    return view
  },
  'contactViews.update': ({ contactViews }, { params, body }) =>
    Object.assign(find(contactViews, params.contactViewId), body),
  'contactViews.delete': (clinic, { params }) => {
    clinic.contactViews = clinic.contactViews.filter(({ id }) => id !== params.contactViewId)
  },
}

/** A contact with one phone. */
export function cardOf({ id, name, number, disabled, optedOut }: FoundNumber): Contact {
  return {
    // Not the number's own ID.
    id: id.replace(/^0000000b/, '0000000c') as ContactId,
    name,
    company: '',
    emails: [],
    remarks: '',
    tags: [],
    timeZone: null,
    language: null,
    fields: {},
    phones: [{ id, number, name, preferred: false, disabled, optedOutOf: optedOut ? ['Front desk'] : [] }],
    formerPhones: [],
    lastTextAt: '2026-11-19T15:00:00.000Z',
    createdAt: '2026-03-02T09:00:00.000Z',
  }
}

/** The cards that a scene has made, and one for each other phone, whose names and opt-outs they show. */
export function cardsOf(clinic: Clinic): Contact[] {
  const known = new Set(clinic.cards.flatMap(({ phones }) => phones.map(({ id }) => id)))
  clinic.cards.push(...clinic.contacts.filter(({ id }) => !known.has(id)).map(cardOf))
  return clinic.cards
}

let many: Contact[] = []

function allCards(clinic: Clinic): Contact[] {
  const { manyContacts } = clinic
  if (many.length !== manyContacts) many = Array.from({ length: manyContacts }, (_, at) => someone(at))
  return [...cardsOf(clinic), ...many]
}

const FIRST = 'Ada Ben Carla Dov Esra Finn Gita Hugo Ines Jun Kofi Lena Milo Nadia Omri Pia Quinn Rosa Sven Tala'.split(
  ' ',
)
const LAST =
  'Abara Berg Castillo Dahl Engel Fischer Garcia Hansen Ito Jensen Khan Lopez Moreau Novak Okafor Park'.split(' ')
const COMPANIES = ['', 'Harbor Plumbing', '', 'Meadow School', 'Lakeside Library', '']

/** The same person for the same place. */
function someone(at: number): Contact {
  const name = `${FIRST[at % FIRST.length]} ${LAST[Math.floor(at / FIRST.length) % LAST.length]}`
  const number = `+1${3_020_000_000 + at}`
  const card = cardOf({ ...contact(1_000 + at, name, number), optedOut: at % 37 === 0 })
  const day = new Date(Date.parse('2026-11-20T15:00:00.000Z') - (at % 400) * 86_400_000).toISOString()
  return {
    ...card,
    company: COMPANIES[at % COMPANIES.length] ?? '',
    tags: at % 5 === 0 ? ['Newsletter'] : [],
    lastTextAt: at % 11 === 0 ? null : day,
    createdAt: day,
  }
}

type Wanted = Pick<CallBody<'contacts.search'>, 'filters'> & { term?: string | undefined }

function matching(clinic: Clinic, { term = '', filters }: Wanted): Contact[] {
  const words = term.toLowerCase()
  const digits = term.replaceAll(/\D/g, '')
  return allCards(clinic).filter((card) => {
    const { name, company, emails, phones } = card
    const isNamed = [name, company, ...emails].some((text) => text.toLowerCase().includes(words))
    return (
      (isNamed || (digits !== '' && phones.some(({ number }) => number.includes(digits)))) &&
      meets(clinic, card, filters)
    )
  })
}

function meets({ consent }: Clinic, { tags, fields, phones, lastTextAt }: Contact, filters: ContactFilters): boolean {
  const { textedSince, textedBefore, textedWithinDays, textedOverDaysAgo, notTextedForDays, texted, optedOut } = filters
  const entries = consent.filter(({ number }) => phones.some((phone) => phone.number === number))
  const hasAgreed = entries.some(
    ({ state, line, at }) =>
      state === 'granted' && !entries.some((other) => other.line.id === line.id && other.at > at),
  )
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  return (
    (filters.tags ?? []).every((tag) => tags.includes(tag)) &&
    Object.entries(filters.fields ?? {}).every(
      ([id, value]) => fields[id as ContactFieldId]?.toLowerCase() === value?.toLowerCase(),
    ) &&
    (optedOut === undefined || phones.some((phone) => phone.optedOutOf.length > 0) === optedOut) &&
    (filters.agreed === undefined || hasAgreed === filters.agreed) &&
    (filters.consentRecorded === undefined || entries.length > 0 === filters.consentRecorded) &&
    (textedSince === undefined || (lastTextAt !== null && lastTextAt >= textedSince)) &&
    (textedBefore === undefined || (lastTextAt !== null && lastTextAt < textedBefore)) &&
    (textedWithinDays === undefined || (lastTextAt !== null && lastTextAt >= ago(textedWithinDays))) &&
    (textedOverDaysAgo === undefined || (lastTextAt !== null && lastTextAt < ago(textedOverDaysAgo))) &&
    (notTextedForDays === undefined || lastTextAt === null || lastTextAt < ago(notTextedForDays)) &&
    (texted === undefined || (lastTextAt !== null) === texted)
  )
}

function byOrder({ by, descending }: ContactSort) {
  const keyOf = ({ name, lastTextAt, createdAt }: Contact) =>
    by === 'name' ? name.toLowerCase() : by === 'created' ? createdAt : (lastTextAt ?? '')
  const sign = descending ? -1 : 1
  return (one: Contact, other: Contact) => {
    const [before, after] = [keyOf(one), keyOf(other)]
    return before === after ? 0 : before < after ? -sign : sign
  }
}

function selected(clinic: Clinic, of: CallBody<'contacts.tag'>['of']): Contact[] {
  return 'matching' in of ? matching(clinic, of.matching) : of.contactIds.map((id) => find(allCards(clinic), id))
}

type Given = { name: string; phones: { number: string; preferred?: boolean | undefined }[]; of?: Contact }

/** The phones of a contact. New ones become mobile numbers. */
function phonesOf(clinic: Clinic, { name, phones, of }: Given): ContactPhone[] {
  return phones.map(({ number: written, preferred = false }, at) => {
    const own = of?.phones.find(({ number }) => number === written)
    if (own) return { ...own, preferred }
    const number = e164Of({ number: written })
    if (number === null)
      throw new Refusal('validation', 'Number should be a valid phone number.', { field: `phones.${at}.number` })
    if (clinic.contacts.some((each) => each.number === number))
      throw new Refusal('number-exists', ERRORS['number-exists'].message, { field: `phones.${at}.number` })
    const added = contact(500 + clinic.contacts.length, name, number)
    clinic.contacts.push(added)
    return { id: added.id, number, name, preferred, disabled: false, optedOutOf: [] }
  })
}

/** Someone else has the phone now. Its consent stays with the contact. */
function giveAway(clinic: Clinic, card: Contact, phone: Pick<ContactPhone, 'id' | 'number'>) {
  const reassignedAt = new Date().toISOString()
  card.formerPhones = [{ ...phone, reassignedAt }, ...card.formerPhones]
  clinic.contacts = clinic.contacts.filter(({ id }) => id !== phone.id)
  for (const entry of clinic.consent) {
    if (entry.number === phone.number && entry.reassignedAt === null) entry.reassignedAt = reassignedAt
  }
}

/** Phones without a name of their own have the contact's, in chats too. */
function rename({ contacts, chats }: Clinic, { name, phones }: Contact) {
  const isOwn = ({ id }: { id: string }) => phones.some((phone) => phone.id === id)
  const everyone = [...phones, ...contacts, ...chats.flatMap(({ members }) => members)]
  for (const each of everyone.filter(isOwn)) each.name = name
}

function checkFields({ contactFields }: Clinic, values: Partial<Record<string, string>>) {
  for (const { id, kind } of contactFields) {
    const value = values[id] ?? ''
    if (kind === 'number' && value !== '' && Number.isNaN(Number(value)))
      throw new Refusal('validation', CONTACT_TEXTS.number, { field: `fields.${id}` })
  }
}

/** The seen values of the changed fields, and the current values of the others. */
function withWholeFields({ fields }: Contact, seen: NonNullable<CallBody<'contacts.update'>['seen']>) {
  if (!('fields' in seen)) return seen
  return { ...seen, fields: { ...fields, ...(seen.fields as object) } }
}

type Change = Clinic['contactChanges'][string][number]

/** Refuses a merge of values that the caller has not seen. */
function requireSeen(card: Contact, seen: CallBody<'contacts.merge'>['seen'] = {}) {
  const changed = Object.entries(seen).filter(
    ([field, value]) => JSON.stringify(card[field as keyof Contact]) !== JSON.stringify(value),
  )
  if (changed.length === 0) return
  throw new Refusal(
    'conflict',
    SEEN_TEXTS.changedBeforeMerge(
      card.name,
      changed.map(([field]) => field),
    ),
  )
}

function remember(
  { contactChanges, me }: Clinic,
  { id }: Contact,
  change: Pick<Change, 'kind' | 'changes'> & Partial<Change>,
) {
  contactChanges[id] = [
    ...(contactChanges[id] ?? []),
    { at: new Date().toISOString(), by: me.name, merged: null, import: null, ...change },
  ]
}

function changesOf(before: Contact, after: Contact): Change['changes'] {
  return (['name', 'company', 'remarks'] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, fieldName: null, from: before[field], to: after[field] }],
  )
}

/** Refuses to delete or erase what is on legal hold. */
function refuseOnHold({ holds, chats }: Clinic, contactId: string, isTheirs: (phone: { id: string }) => boolean): void {
  if (holds.some((hold) => hold.contactId === contactId)) throw new Refusal('conflict', LEGAL_HOLD_TEXTS.onHold)
  const chat = chats.find(({ id, members }) => holds.some(({ chatId }) => chatId === id) && members.some(isTheirs))
  if (chat) throw new Refusal('conflict', LEGAL_HOLD_TEXTS.chatOnHold(chat.name))
}
