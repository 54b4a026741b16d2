import type {
  AccountNumber,
  CallBody,
  Contact,
  ConsentEntry,
  ConsentEntryId,
  EnvelopeCallName,
  Member,
  PhoneConsent,
} from '@partyline/contract'
import { CONSENT_BOUNDS, CONSENT_TEXTS, PAGE } from '@partyline/contract'
import { find, pageOf, Refusal } from './answer.ts'
import type { Answer } from './answer.ts'
import { delivered } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { cardsOf } from './contact-answers.ts'

/** The calls of consent. */
export const CONSENT_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'contacts.consent': (clinic, { params }) => {
    const contact = find(cardsOf(clinic), params.contactId)
    const entries = entriesOf(clinic, contact).slice(0, PAGE.consentEntries)
    return { phones: phonesOf(clinic, contact), entries }
  },
  'contacts.recordConsent': (clinic, { params, body }) => {
    const contact = find(cardsOf(clinic), params.contactId)
    for (const entry of body.entries) record(clinic, entry)
    const entries = entriesOf(clinic, contact).slice(0, PAGE.consentEntries)
    return { phones: phonesOf(clinic, contact), entries }
  },
  'consent.list': (clinic, { query: { contactId, ...page } }) => pageOf(wanted(clinic, contactId), page),
  'consent.export': (clinic, { body: { contactId, cursor } }) => {
    const all = wanted(clinic, contactId)
    const from = Number(cursor ?? 0)
    const end = from + CONSENT_BOUNDS.exported
    const lines = all.slice(from, end).map(({ at, number, state, wording }) => [at, number, state, wording].join(','))
    const csv = [...(from === 0 ? ['When,Phone,State,Wording'] : []), ...lines].map((line) => `${line}\r\n`).join('')
    return { fileName: 'consent.csv', csv, nextCursor: end < all.length ? String(end) : null }
  },
  'consent.check': (clinic, { body: { lineId, numberIds } }) => {
    const line = find(clinic.lines, lineId)
    return numberIds.filter((id) => {
      const phone = clinic.contacts.find((each) => each.id === id)
      return phone !== undefined && !stateOf(clinic, { number: phone.number, line }).isWritten
    })
  },
  'consent.ask': (clinic, { params }) => {
    const chat = find(clinic.chats, params.chatId)
    const asked = chat.members.filter((member) => member.lacksConsent && !member.consentAskedAt && !member.optedOut)
    if (asked.length === 0) throw new Refusal('conflict', CONSENT_TEXTS.nobodyToAsk)
    const now = new Date().toISOString()
    for (const member of asked) member.consentAskedAt = now
    const line = find(clinic.lines, chat.numberId)
    const text = line.consentRequest ?? CONSENT_TEXTS.request(clinic.settings.name)
    const message = { ...delivered(900, clinic.me, text, chat.members), sentOn: now }
    chat.messages.push(message)
    chat.version += 1
    return message
  },
}

/** The ledger entries of a line and a phone, newest first. */
const between = ({ consent }: Clinic, { number, line }: { number: string; line: Pick<AccountNumber, 'id'> }) =>
  consent
    .filter((entry) => entry.number === number && entry.line.id === line.id && entry.reassignedAt === null)
    .toSorted(byTime)

const byTime = (one: ConsentEntry, other: ConsentEntry) => (one.at < other.at ? 1 : -1)

function wanted(clinic: Clinic, contactId: string | undefined): ConsentEntry[] {
  if (contactId === undefined) return clinic.consent.toSorted(byTime)
  return entriesOf(clinic, find(cardsOf(clinic), contactId))
}

function entriesOf({ consent }: Clinic, { phones, formerPhones }: Contact): ConsentEntry[] {
  const isOwn = (entry: ConsentEntry) =>
    entry.reassignedAt === null
      ? phones.some(({ number }) => number === entry.number)
      : formerPhones.some(({ number, reassignedAt }) => number === entry.number && reassignedAt === entry.reassignedAt)
  return consent.filter(isOwn).toSorted(byTime)
}

const lineOf = ({ id, name, number }: AccountNumber) => ({ id, name, number })

function phonesOf(clinic: Clinic, { phones }: Contact): PhoneConsent[] {
  return phones.flatMap(({ number }) =>
    clinic.lines
      .filter((line) => between(clinic, { number, line }).length > 0)
      .map((line) => stateOf(clinic, { number, line })),
  )
}

const isByPhone = ({ source }: ConsentEntry) => ['keyword', 'twilio', 'twilioError'].includes(source)

function stateOf(clinic: Clinic, { number, line }: { number: string; line: AccountNumber }): PhoneConsent {
  const all = between(clinic, { number, line })
  const [newest] = all
  // Only the phone takes back its own refusal.
  const own = all.find((entry) => isByPhone(entry) && entry.state !== 'asked')
  const known = own && own.state !== 'granted' ? own : all.find(({ state }) => state !== 'asked')
  const state = known?.state === undefined || known.state === 'asked' ? 'none' : known.state
  return {
    number,
    line: lineOf(line),
    state,
    since: known?.at ?? null,
    source: known?.source ?? null,
    isWritten: state === 'granted' && known?.source !== 'spoken',
    isByPhone: known !== undefined && isByPhone(known),
    askedAt: newest?.state === 'asked' ? newest.at : null,
  }
}

function record(clinic: Clinic, entry: CallBody<'contacts.recordConsent'>['entries'][number]) {
  const { number, lineId, state, source, wording, address, at } = entry
  const now = new Date().toISOString()
  clinic.consent.push({
    id: crypto.randomUUID() as ConsentEntryId,
    at: at ?? now,
    recordedAt: now,
    state,
    source,
    number,
    reassignedAt: null,
    line: lineOf(find(clinic.lines, lineId)),
    by: clinic.me.name,
    wording,
    address,
    message: null,
  })
  for (const { numberId, members } of clinic.chats)
    for (const member of members) if (member.number === number && numberId === lineId) settle(member, state)
}

function settle(member: Member, state: ConsentEntry['state']) {
  if (state !== 'granted') return
  delete member.lacksConsent
  delete member.consentAskedAt
}
