import type { AccountNumber, Archive, CheckedContact, EnvelopeCallName, RawContact, Tenant } from '@partyline/contract'
import { archiveId, ERRORS, hoursOfLine, keyId, RETENTION, SEEN_TEXTS, VALIDATION } from '@partyline/contract'
import { DONE, find, Refusal } from './answer.ts'
import type { Answer } from './answer.ts'
import { ALWAYS_THERE, contact, hookOf } from './clinic.ts'
import type { Clinic } from './clinic.ts'

const HOUR_MS = 3_600_000
const HOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const SAMPLE_TOKEN = `ply_${'Sample'.repeat(6)}`
const CONSENT_URL = 'https://login.microsoftonline.com/'

/** The calls of the administration. */
export const ADMIN_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'settings.tenant': tenantOf,
  'settings.updateTenant': (clinic, { body: { seen, ...fields } }) => {
    update(clinic.settings, fields, seen)
    return tenantOf(clinic)
  },
  'settings.addUser': (clinic, { body: { userId, ...fields } }) => {
    const { tenantId } = clinic.me
    clinic.users.push({ id: userId, tenantId, disabled: false, leftDirectoryAt: null, ...ALWAYS_THERE, ...fields })
    return tenantOf(clinic)
  },
  'settings.updateUser': (clinic, { params, body: { seen, ...fields } }) => {
    update(find(clinic.users, params.userId), fields, seen)
    return tenantOf(clinic)
  },
  'settings.updateMobileNumber': (clinic, { params, body: { seen, ...fields } }) => {
    update(find(clinic.contacts, params.numberId), fields, seen)
    return tenantOf(clinic)
  },
  'settings.deleteMobileNumber': (clinic, { params }) => {
    const { contacts } = clinic
    contacts.splice(contacts.indexOf(find(contacts, params.numberId)), 1)
    return tenantOf(clinic)
  },
  'settings.assignUsers': (clinic, { params, body: { seen, ids } }) => {
    update(find(clinic.lines, params.numberId), { assignedUsers: ids }, seen && { assignedUsers: seen.ids })
    return tenantOf(clinic)
  },
  'settings.updateTwilioNumber': (clinic, { params, body: { useNumber, force, assignedUsers } }) => {
    const line = find(clinic.lines, params.numberId)
    if (useNumber && line.elsewhere !== null && !force) {
      throw new Refusal('number-in-use', ERRORS['number-in-use'].message, { details: line.elsewhere })
    }
    const fields = { disabled: !useNumber, webhookConfigured: useNumber, elsewhere: null }
    Object.assign(line, fields, assignedUsers && { assignedUsers })
    return tenantOf(clinic)
  },
  'settings.updateHours': (clinic, { params, body: { seen, hours, ...replies } }) => {
    const fields = { ...replies, ...(hours !== undefined && { ownHours: hours }) }
    update(find(clinic.lines, params.numberId), fields, seen && { ...seen, ownHours: seen.hours })
    return tenantOf(clinic)
  },
  'settings.updateConsent': (clinic, { params, body: { seen, ...fields } }) => {
    update(find(clinic.lines, params.numberId), fields, seen)
    return tenantOf(clinic)
  },
  'settings.updateRetention': (clinic, { params, body: { seen, keepDays } }) => {
    const deletesFrom = keepDays === null ? null : new Date(Date.now() + RETENTION.graceHours * HOUR_MS).toISOString()
    const line = find(clinic.lines, params.numberId)
    update(line, { keepDays }, seen)
    update(line, { deletesFrom })
    return tenantOf(clinic)
  },
  'settings.updateTwilioAccount': (clinic, { body: { accountSid } }) => {
    clinic.settings.accountSid = accountSid ?? clinic.settings.accountSid
    return tenantOf(clinic)
  },
  'settings.checkMobileImport': (clinic, { body }) =>
    body.contacts.map((row, at) => check(clinic, row, body.contacts.slice(0, at))),
  'settings.importMobileNumbers': ({ contacts }, { body }) => {
    contacts.push(...body.contacts.map(({ name, number }, at) => contact(contacts.length + 1 + at, name, number)))
    return { added: body.contacts.length, known: 0 }
  },
  'settings.listMobileOptOuts': () => [],
  'settings.consented': ({ settings }) => ({ ...DONE, succeeded: settings.consented, link: CONSENT_URL }),
  'settings.twilioAccount': ({ settings }) => ({ ...DONE, succeeded: settings.accountSid !== null }),
  'settings.rejectedMessages': ({ rejected }) => rejected,
  'keys.list': ({ keys }, { query: { revoked } }) => keys.filter(({ revokedOn }) => revoked || revokedOn === null),
  'keys.create': ({ keys }, { body: { name, scopes, lines = null, endsAt = null } }) => {
    const id = keyId.parse(crypto.randomUUID())
    const key = {
      id,
      name,
      scopes,
      lines,
      endsAt,
      lastFour: 'aB3x',
      lastUsedOn: null,
      previousUntil: null,
      revokedOn: null,
    }
    keys.push({ ...key, createdOn: '2026-11-20T09:00:00.000Z' })
    return { key: find(keys, id), token: SAMPLE_TOKEN }
  },
  'keys.update': ({ keys }, { params, body: { seen, ...fields } }) => {
    update(find(keys, params.keyId), fields, seen)
    return find(keys, params.keyId)
  },
  'keys.rotate': ({ keys }, { params }) => {
    Object.assign(find(keys, params.keyId), { lastFour: 'aB3x', previousUntil: '2099-11-21T09:00:00.000Z' })
    return { key: find(keys, params.keyId), token: SAMPLE_TOKEN }
  },
  'keys.revoke': ({ keys }, { params }) => {
    find(keys, params.keyId).revokedOn = '2026-11-21T09:00:00.000Z'
    return undefined
  },
  'archives.list': ({ archives }) => archives,
  'archives.start': ({ archives, me }) => {
    const archive: Archive = {
      id: archiveId.parse('0b6a3f1e-5f0e-4d0c-9f0a-6a1f1c2b3d4e'),
      createdOn: '2026-11-20T14:00:00.000Z',
      createdBy: { id: me.id, name: me.name },
      state: 'running',
      chats: { done: 0, total: 340 },
      parts: [],
      failure: null,
      keptUntil: null,
    }
    archives.unshift(archive)
    return archive
  },
  'archives.delete': ({ archives }, { params }) => {
    archives.splice(archives.indexOf(find(archives, params.archiveId)), 1)
    return undefined
  },
  'settings.audit': ({ audit }, { query: { before, by, kind, from, to, limit } }) =>
    audit
      .filter((entry) => (by === undefined || entry.by?.id === by) && (kind === undefined || entry.kind === kind))
      .filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to))
      .filter(({ id }) => before === undefined || id < before)
      .slice(0, limit),
  'hooks.list': ({ hooks }) => hooks,
  'hooks.create': ({ hooks }, { body }) => {
    const hook = { ...hookOf(hooks.length + 1, body.url), events: body.events }
    hooks.push(hook)
    return { hook, secret: HOOK_SECRET }
  },
  'hooks.update': ({ hooks }, { params, body: { seen, ...fields } }) => {
    const hook = find(hooks, params.hookId)
    update(hook, fields, seen)
    hook.disabled = hook.enabled ? null : { since: '2026-11-20T14:00:00.000Z', reason: 'admin' }
    return hook
  },
  'hooks.delete': ({ hooks }, { params }) => {
    hooks.splice(hooks.indexOf(find(hooks, params.hookId)), 1)
    return undefined
  },
  'hooks.rotate': ({ hooks }, { params }) => {
    const hook = find(hooks, params.hookId)
    hook.previousSecretUntil = '2026-11-21T14:00:00.000Z'
    return { hook, secret: HOOK_SECRET }
  },
  'hooks.test': ({ hookEvents }) => hookEvents[0]!,
  'hooks.events': ({ hookEvents }, { query: { before, limit } }) => {
    const start = before === undefined ? 0 : hookEvents.findIndex(({ id }) => id === before) + 1
    return hookEvents.slice(start, start + limit)
  },
  'hooks.replay': ({ hookEvents }, { params }) => {
    const event = find(hookEvents, params.hookEventId)
    Object.assign(event, { state: 'delivered' })
    return event
  },
  'hooks.replayAll': ({ hookEvents }) => {
    const failed = hookEvents.filter(
      ({ state, nextAttemptOn }) => state === 'missed' || state === 'failed' || nextAttemptOn,
    )
    for (const event of failed) Object.assign(event, { state: 'delivered', nextAttemptOn: null })
    return { count: failed.length }
  },
  'settings.state': ({ serverState }) => serverState,
  'diagnostics.sending': ({ sending }) => ({ at: '2026-11-20T14:00:00.000Z', checks: sending }),
  'diagnostics.run': ({ checks }) => ({ at: '2026-11-20T14:00:00.000Z', checks }),
  'users.lookup': ({ directory, users }, { body: { searchTerm } }) =>
    [...directory, ...users]
      .filter(({ name }) => name.toLowerCase().startsWith(searchTerm.toLowerCase()))
      .map(({ id, name }) => ({ id, name, email: null, alreadyAdded: users.some((user) => user.id === id) })),
}

/** The lines with the hours that hold for them. */
export const linesOf = ({ lines, settings }: Clinic): AccountNumber[] =>
  lines.map((line) => ({ ...line, hours: hoursOfLine(line.ownHours, settings.hours) }))

function tenantOf(clinic: Clinic): Tenant {
  const { me, users, contacts, chats, settings } = clinic
  return {
    ...settings,
    tenantId: me.tenantId,
    domain: 'lakeside.example',
    twilioUrl: 'https://console.twilio.com/',
    twilioNumbers: linesOf(clinic),
    mobileNumbers: contacts.slice(0, 1),
    teamsUsers: users,
    activeChats: chats.filter(({ archived }) => !archived).length,
    consentUrl: CONSENT_URL,
  }
}

/** Changes the fields that are not sent as they were seen, unless someone else has changed one of them. */
export function update(current: object, fields: object, seen: Record<string, unknown> = {}): void {
  const now = new Map<string, unknown>(Object.entries(current))
  const isSeen = (field: string, value: unknown) => field in seen && isSame(value, seen[field])
  const changed = Object.entries(fields).filter(([field, value]) => value !== undefined && !isSeen(field, value))
  const lost = changed.filter(
    ([field, value]) => field in seen && !isSame(now.get(field), seen[field]) && !isSame(now.get(field), value),
  )
  if (lost.length > 0) throw new Refusal('conflict', SEEN_TEXTS.changed(lost.map(([field]) => field)))
  Object.assign(current, Object.fromEntries(changed))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function check({ contacts }: Clinic, row: RawContact, earlier: readonly RawContact[]): CheckedContact {
  const number = e164Of(row)
  const answer = { number, knownAs: null, reason: null }
  if (row.name.trim() === '') return { ...answer, state: 'refused', reason: VALIDATION.name }
  if (number === null) return { ...answer, state: 'refused', reason: 'Number should be a valid phone number.' }
  if (earlier.some((other) => e164Of(other) === number)) return { ...answer, state: 'repeated' }
  const known = contacts.find((each) => each.number === number)
  return known ? { ...answer, state: 'known', knownAs: known.name } : { ...answer, state: 'new' }
}

/** Enough for the numbers of the scenes, which are American. */
export function e164Of({ number }: Pick<RawContact, 'number'>): string | null {
  const [, digits] = /^(?:\+?1)?(\d{10})$/.exec(number.replaceAll(/[ ().-]/g, '')) ?? []
  return digits === undefined ? null : `+1${digits}`
}
