import type { CheckedContact, EnvelopeCallName, RawContact, Tenant } from '@partyline/contract'
import { DONE, find } from './answer.ts'
import type { Answer } from './answer.ts'
import { contact } from './clinic.ts'
import type { Clinic } from './clinic.ts'

/** The calls of the administration. */
export const ADMIN_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'settings.tenant': tenantOf,
  'settings.updateTenant': (clinic, { body: { seen: _seen, ...fields } }) => {
    Object.assign(clinic.settings, fields)
    return tenantOf(clinic)
  },
  'settings.updateUser': (clinic, { params, body: { seen: _seen, ...fields } }) => {
    Object.assign(find(clinic.users, params.userId), fields)
    return tenantOf(clinic)
  },
  'settings.assignUsers': (clinic, { params, body }) => {
    find(clinic.lines, params.numberId).assignedUsers = body.ids
    return tenantOf(clinic)
  },
  'settings.checkMobileImport': (clinic, { body }) =>
    body.contacts.map((row, at) => check(clinic, row, body.contacts.slice(0, at))),
  'settings.importMobileNumbers': ({ contacts }, { body }) => {
    contacts.push(...body.contacts.map(({ name, number }, at) => contact(contacts.length + 1 + at, name, number)))
    return { added: body.contacts.length, known: 0 }
  },
  'settings.consented': () => DONE,
  'settings.twilioAccount': () => DONE,
}

function tenantOf({ me, users, lines, contacts, chats, settings }: Clinic): Tenant {
  return {
    ...settings,
    tenantId: me.tenantId,
    domain: 'lakeside.example',
    accountSid: 'AC0123456789abcdef0123456789abcdef',
    twilioUrl: 'https://console.twilio.com/',
    twilioNumbers: lines,
    mobileNumbers: contacts.slice(0, 1),
    teamsUsers: users,
    activeChats: chats.filter(({ archived }) => !archived).length,
    consented: true,
    consentUrl: 'https://login.microsoftonline.com/',
    hours: null,
  }
}

function check({ contacts }: Clinic, row: RawContact, earlier: readonly RawContact[]): CheckedContact {
  const number = e164Of(row)
  const answer = { number, knownAs: null, reason: null }
  if (number === null) return { ...answer, state: 'refused', reason: 'Number should be a valid phone number.' }
  if (earlier.some((other) => e164Of(other) === number)) return { ...answer, state: 'repeated' }
  const known = contacts.find((each) => each.number === number)
  return known ? { ...answer, state: 'known', knownAs: known.name } : { ...answer, state: 'new' }
}

/** Enough for the numbers of the scenes, which are American. */
function e164Of({ number }: RawContact): string | null {
  const [, digits] = /^(?:\+?1)?(\d{10})$/.exec(number.replaceAll(/[ ().-]/g, '')) ?? []
  return digits === undefined ? null : `+1${digits}`
}
