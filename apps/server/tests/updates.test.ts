// An omitted field keeps its value, for every update call of the contract according to its schema.
import { calls, routes, WEEKDAYS } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'

/** Options of a call that are not part of the state, and the time of a snooze, which is set as a whole with its state. */
const SWITCHES = ['force', 'justRefreshExisting', 'moveMembers', 'seen', 'until']

/** They write something new. Their own tests say what they take over. */
const REPLACING: readonly CallName[] = ['messages.reschedule', 'contactViews.update', 'optOuts.add']

const WEEK = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ from: '09:00', to: '17:00' }]]))
const DAY_MS = 86_400_000
const HOURS = { timeZone: 'Europe/London', week: null, holidays: [] }

let harness: Harness
let clinic: Clinic
let inputs: Partial<Record<CallName, Input>>
/** A call with every field that its body may have. */
type Input = { params?: Record<string, string>; body: Record<string, unknown> }

beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  const { dana, omar, mei, numbers } = clinic
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const [{ id: numberId }] = numbers
  const ann = await clinic.contact('Ann', '+12025550190')
  const { id: chatId } = await clinic.chat('Team', [dana.id, omar.id])
  const { id: snippetId } = await dana.get('snippets.create', { body: { name: 'Hours', text: 'From 9 to 5' } })
  const { id: noteId } = await dana.get('notes.add', { params: { chatId }, body: { text: 'He prefers mornings.' } })
  const [field] = await dana.get('contactFields.update', { body: { fields: [{ name: 'Since', kind: 'date' }] } })
  const { id: contactId } = await dana.get('contacts.create', { body: { name: 'Cleo' } })
  const { hook } = await dana.get('hooks.create', { body: { url: 'http://127.0.0.1:1/', events: ['chat.done'] } })
  const { key } = await dana.get('keys.create', { body: { name: 'Bookings', scopes: ['read'] } })
  inputs = {
    'keys.update': { params: { keyId: key.id }, body: { name: 'Other', endsAt: '2099-01-01T00:00:00.000Z' } },
    'hooks.update': {
      params: { hookId: hook.id },
      body: { url: 'http://127.0.0.1:1/other', events: ['chat.opened'], enabled: false },
    },
    'contacts.update': {
      params: { contactId },
      body: {
        name: 'Cleo Park',
        company: 'Park & Sons',
        emails: ['cleo@example.com'],
        remarks: 'Prefers mornings.',
        tags: ['VIP'],
        timeZone: 'Europe/London',
        language: 'es',
        fields: { [field?.id ?? '']: '2026-11-29' },
        phones: [{ number: '+12025550191', preferred: true }],
        reassignedIds: [],
      },
    },
    'chats.update': {
      params: { chatId },
      body: { numberId, name: 'Team', memberIds: [dana.id, omar.id], relay: true, moveMembers: false },
    },
    'settings.updateTenant': {
      body: {
        name: 'Clinic',
        addSignature: true,
        assignOnReply: true,
        sharedSnippets: 'admins',
        defaultCountry: 'GB',
        allowedCountries: ['GB', 'US'],
        hours: HOURS,
      },
    },
    'settings.updateTwilioAccount': { body: { justRefreshExisting: true, accountSid, authToken } },
    'settings.updateUser': { params: { userId: mei.id }, body: { name: 'Mei', role: 'User', disabled: true } },
    'settings.updateMobileNumber': { params: { numberId: ann.id }, body: { name: 'Ann', disabled: true } },
    'notifications.update': {
      body: {
        workingHours: { timeZone: 'Europe/London', week: WEEK },
        pausedUntil: new Date(Date.now() + DAY_MS).toISOString(),
        teams: false,
      },
    },
    'notes.update': { params: { chatId, noteId }, body: { text: '@Omar', mentions: [omar.id] } },
    'notes.view': { params: { chatId }, body: { noteIds: [noteId] } },
    'snippets.update': {
      params: { snippetId },
      body: {
        name: 'Opening hours',
        shortcut: 'hours',
        text: 'From 8 to 6',
        shared: true,
        media: [{ fileName: 'hours.csv', contentType: 'text/csv', base64: btoa('8,6') }],
      },
    },
    'reports.update': { body: { timeZone: 'Europe/London', goalMinutes: 60 } },
    'settings.updateTwilioNumber': {
      params: { numberId },
      body: { useNumber: true, force: true, assignedUsers: [omar.id] },
    },
    'settings.updateHours': { params: { numberId }, body: { hours: HOURS, awayReply: 'Away', greeting: 'Welcome' } },
    'settings.updateConsent': { params: { numberId }, body: { consent: 'warn', consentRequest: 'May we text you?' } },
  }
})
afterAll(() => harness.close())

const fieldsOf = (name: CallName) => {
  const { body } = calls[name] as { body?: z.ZodObject }
  return Object.entries(body?.shape ?? {}).filter(([field]) => !SWITCHES.includes(field))
}
const isRequired = ([, schema]: [string, z.core.$ZodType]) => !(schema as z.ZodType).safeParse(undefined).success
const updates = (Object.keys(routes) as CallName[]).filter(
  (name) => routes[name].method === 'PUT' && !fieldsOf(name).every(isRequired) && !REPLACING.includes(name),
)

/** Everything that the calls can change. */
async function state() {
  const { dana } = clinic
  const chatId = inputs['chats.update']?.params?.['chatId'] ?? ''
  const { consentUrl: _, ...tenant } = await dana.get('settings.tenant')
  const { version: __, ...chat } = await dana.get('chats.get', { params: { chatId } })
  const contactId = inputs['contacts.update']?.params?.['contactId'] ?? ''
  const contact = await dana.get('contacts.get', { params: { contactId } })
  const notes = await dana.get('notes.list', { params: { chatId } })
  const { last: ___, ...notifications } = await dana.get('notifications.get')
  const { settings: reports } = await dana.get('reports.get', { query: { from: '2026-01-01', to: '2026-01-01' } })
  return { tenant, chat, contact, notes, notifications, reports, snippets: await dana.get('snippets.list') }
}

const flip = (body: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      typeof value === 'boolean' && fields.includes(field) ? !value : value,
    ]),
  )

describe.each(updates)('%s', (name) => {
  const fields = fieldsOf(name)
  const optional = fields.filter((field) => !isRequired(field)).map(([field]) => field)

  test.each(['as they are', 'the other way round'])('keeps optional fields that are omitted, set %s', async (way) => {
    const { body = {}, ...place } = inputs[name] ?? {}
    expect(Object.keys(body)).toEqual(expect.arrayContaining(fields.map(([field]) => field)))
    const all = way === 'as they are' ? body : flip(body, optional)
    await clinic.dana.get(name, { ...place, body: all })
    const before = await state()
    const required = Object.fromEntries(Object.entries(all).filter(([field]) => !optional.includes(field)))
    await clinic.dana.get(name, { ...place, body: required })
    expect(await state()).toEqual(before)
  })
})
