// Responses of calls without an ID in their path must not depend on another tenant’s data.
import { calls, routes } from '@partyline/contract'
import type {
  CallName,
  CallSchemas,
  DiagnosticsReport,
  NotificationSettings,
  PushDevice,
  Report,
} from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paramsOf } from './call-inputs.ts'
import { openClinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'
import { formOf } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

/** In every name and text of both tenants. */
const WORD = 'Heliotrope'
const ANN = '+12025550170'
const BOB = '+12025550171'
/** A contact of the other tenant only. */
const THEIRS = '+12025550172'

/** Calls without an id in their path that change something. Every other such call is tested as a list. */
const CHANGES: readonly CallName[] = [
  'archives.start',
  'chats.create',
  'contactFields.update',
  'contactImports.start',
  'contactViews.create',
  'contacts.create',
  'contacts.tag',
  'hooks.create',
  'keys.create',
  'legalHolds.place',
  'notifications.shown',
  'notifications.update',
  'numbers.addMobile',
  'push.add',
  'reports.update',
  'sessions.endAll',
  'sessions.signInCode',
  'settings.addUser',
  'settings.importMobileNumbers',
  'settings.updateTenant',
  'settings.updateTwilioAccount',
  'snippets.create',
]

const DAY_MS = 86_400_000
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const PERIOD = { from: dayAfter(-1), to: dayAfter(1) }

type Input = { query?: Record<string, string>; body?: object }

/** The inputs of each call, in addition to an empty one. */
function inputsOf(name: CallName, memberId: string): Input[] {
  const bodies: Partial<Record<CallName, object[]>> = {
    'chats.search': [
      { mode: 'my' },
      { memberId },
      { unclaimed: true },
      { mentioned: true },
      { enabled: false },
      { term: WORD },
      { term: WORD, searchIn: 'names' },
      { term: WORD, searchIn: 'messages' },
    ],
    'contactImports.columns': [{ headings: [WORD] }],
    'contactImports.preview': [
      { duplicates: 'skip', rows: [{ row: 2, phones: [ANN] }] },
      { duplicates: 'skip', rows: [{ row: 2, emails: [`${WORD}@example.com`] }] },
    ],
    'contacts.search': [
      { term: WORD },
      { term: ANN },
      { filters: { tags: [WORD] } },
      { filters: { optedOut: true } },
      { filters: { texted: true } },
      { sort: { by: 'lastText', descending: true } },
    ],
    'contacts.count': [{ term: WORD }, { filters: { tags: [WORD] } }],
    'contacts.export': [{ of: { matching: {} } }],
    'messages.search': [
      { term: WORD },
      { memberId },
      { sentBy: memberId },
      { mode: 'my' },
      { hasPicture: true },
      { enabled: true },
    ],
    'notes.search': [{ term: WORD }, { createdBy: memberId }],
    'numbers.search': [{ type: 'Mobile' }, { type: 'Twilio' }, { enabled: false }, { term: WORD }],
    'settings.checkMobileImport': [{ contacts: [ANN, THEIRS].map((number) => ({ number, name: 'New' })) }],
    'users.lookup': [{ searchTerm: '' }, { searchTerm: WORD }, { searchTerm: 'Ruth' }],
  }
  const queries: Partial<Record<CallName, Record<string, string>[]>> = {
    'settings.audit': [{ by: memberId }, { kind: 'optedOut' }, { from: '2020-01-01T00:00:00Z' }],
    'reports.get': [PERIOD],
    'reports.csv': [
      { ...PERIOD, table: 'lines' },
      { ...PERIOD, table: 'people' },
    ],
  }
  const given = [
    ...(bodies[name] ?? []).map((body) => ({ body })),
    ...(queries[name] ?? []).map((query) => ({ query })),
  ]
  const schemas: CallSchemas = calls[name]
  const takesNothing = [schemas.body, schemas.query].every((schema) => !schema || schema.safeParse({}).success)
  return takesNothing ? [routes[name].method === 'POST' ? { body: {} } : {}, ...given] : given
}

const lists = (Object.keys(routes) as CallName[]).filter(
  (name) =>
    ['user', 'admin'].includes(routes[name].access) &&
    !('answer' in routes[name]) &&
    paramsOf(name).length === 0 &&
    !CHANGES.includes(name),
)

/** Calls whose responses the tenant cannot add to, that require consent, or that need IDs. */
const NOT_SEEDED: readonly CallName[] = [
  'consent.check',
  'notifications.get',
  'sessions.list',
  'settings.consented',
  'users.lookup',
  'users.me',
]

type Answers = Map<CallName, { status: number; data: unknown }[]>

/** How long ago something was, in the words of diagnostics. */
const AGE = /less than a minute|one minute|\d+ minutes/g

/** Without data that changes by itself: ages, the time of the last count of a report, of the last directory poll, notifications, and the audit entries of exports. */
function withoutTraces(name: CallName, data: unknown): unknown {
  if (name === 'diagnostics.run' || name === 'diagnostics.sending')
    return (data as DiagnosticsReport).checks
      .filter(({ id }) => id !== 'departures')
      .map((check) => JSON.stringify(check).replaceAll(AGE, 'some time'))
  if (name === 'notifications.get') return { ...(data as NotificationSettings), last: null }
  if (name === 'push.list') return (data as PushDevice[]).map((device) => ({ ...device, lastPushOn: null }))
  if (name === 'reports.get') return { ...(data as Report), countedAt: null }
  if (name === 'settings.audit') return (data as { kind: string }[]).filter(({ kind }) => !kind.endsWith('Exported'))
  return data
}

let harness: Harness
let before: { ours: Answers; theirs: Answers }
let after: { ours: Answers; theirs: Answers }

beforeAll(async () => {
  harness = await shareHarness()
  const { dana, omar, stranger, numbers } = await openClinic(harness)
  const memberId: string = dana.id
  const answers = async (client: Client): Promise<Answers> => {
    const all: Answers = new Map()
    for (const name of lists) {
      const answered = []
      for (const input of inputsOf(name, memberId)) {
        const { status, data } = await client.call(name, input)
        answered.push({ input, status, data: status === 200 ? withoutTraces(name, data) : null })
      }
      all.set(name, answered)
    }
    return all
  }
  await seed({ admin: dana, writer: omar, memberId, number: numbers[0] })
  // The first call learns the consent from Microsoft.
  await dana.get('settings.consented')
  before = { ours: await answers(dana), theirs: await answers(stranger) }

  const { accountSid, authToken } = harness.sandbox.world.twilio
  const tenant = await stranger.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const number = tenant.twilioNumbers.find((candidate) => numbers.every(({ number }) => number !== candidate.number))
  if (!number) throw new Error('The account has a number that is free.')
  const params = { numberId: number.id }
  await stranger.get('settings.updateTwilioNumber', { params, body: { useNumber: true } })
  // The same user ID in both tenants must not mix them up.
  const people = [memberId, harness.sandbox.world.directories[0]?.people.at(-1)?.id]
  for (const userId of people) {
    await stranger.get('settings.addUser', { body: { userId, role: 'Admin', name: `${WORD} Twin` } })
  }
  await stranger.get('numbers.addMobile', { body: { name: `${WORD} Theirs`, number: THEIRS } })
  await seed({ admin: stranger, writer: stranger, memberId, number })
  after = { ours: await answers(dana), theirs: await answers(stranger) }
})
afterAll(() => harness.close())

type Seed = { admin: Client; writer: Client; memberId: string; number: { id: string; number: string } }

/** Open and archived chats with inbound and outbound texts, contacts, a STOP, and a rejected text. */
async function seed({ admin, writer, memberId, number }: Seed): Promise<void> {
  const twilio = createTwilioWebhooks(harness)
  await admin.get('push.add', { body: harness.sandbox.push.subscribe() })
  const contact = async (name: string, phone: string) => {
    const [added] = await admin.get('numbers.addMobile', { body: { name, number: phone } })
    return added?.id ?? ''
  }
  const ann = await contact(`${WORD} Ann`, ANN)
  const bob = await contact(`${WORD} Bob`, BOB)
  const { id: writerId } = await writer.get('users.me')
  const open = async (memberIds: string[]) => {
    const body = { numberId: number.id, name: `${WORD} chat`, memberIds }
    const { id: chatId } = await writer.get('chats.create', { body })
    await writer.get('messages.send', { params: { chatId }, form: formOf(`${WORD} says hello`) })
    const later = { SendAt: new Date(Date.now() + 86_400_000).toISOString(), CancelOnReply: 'false' }
    await writer.get('messages.send', { params: { chatId }, form: formOf(`${WORD} says hello later`, later) })
    return { chatId }
  }
  for (const shared of [true, false]) {
    await writer.get('snippets.create', { body: { name: `${WORD} hours`, shortcut: WORD, text: WORD, shared } })
  }
  await admin.get('hooks.create', { body: { url: `http://127.0.0.1:1/${WORD}`, events: ['chat.done'] } })
  await admin.get('keys.create', { body: { name: WORD, scopes: ['read'] } })
  const [field] = await admin.get('contactFields.update', { body: { fields: [{ name: WORD, kind: 'text' }] } })
  const fields = { [field?.id ?? '']: WORD }
  await writer.get('contacts.create', { body: { name: `${WORD} Cleo`, tags: [WORD], fields } })
  await writer.get('contactViews.create', { body: { name: WORD } })
  const columns = [{ heading: WORD, target: 'emails' }]
  const started = { fileName: WORD, duplicates: 'skip', total: 1, columns } as const
  const { id: contactImportId } = await writer.get('contactImports.start', { body: started })
  const imported = { row: 2, name: `${WORD} Imported`, emails: [`${WORD}@example.com`] }
  await writer.get('contactImports.add', { params: { contactImportId }, body: { part: 1, rows: [imported] } })
  const archived = await open([writerId, memberId])
  await admin.get('legalHolds.place', { body: { ...archived, reason: WORD } })
  await writer.call('chats.delete', { params: archived })
  const chat = await open([writerId, memberId, ann])
  await writer.get('notes.add', { params: chat, body: { text: `${WORD} noted`, mentions: [memberId] } })
  const textsOf = () => writer.get('messages.list', { params: chat })
  await until(async () =>
    (await textsOf()).some(({ delivery }) => delivery.some(({ status }) => status === 'delivered')),
  )
  await admin.get('settings.updateMobileNumber', { params: { numberId: bob }, body: { name: 'Bob', disabled: true } })
  await twilio.message({ From: BOB, To: number.number, Body: `${WORD} from Bob` })
  await twilio.message({ From: '+12025550173', To: number.number, Body: `${WORD} from outside` })
  await twilio.message({ From: ANN, To: number.number, Body: `${WORD} from Ann` })
  await twilio.message({ From: ANN, To: number.number, Body: 'STOP' })
  await until(async () => (await textsOf()).length === 3)
  await until(async () => (await admin.get('settings.rejectedMessages')).length === 1)
  await until(async () => (await admin.get('chats.search', { body: { unclaimed: true } })).length > 0)
  await admin.get('archives.start', { body: {} })
  await until(async () => (await admin.get('archives.list')).every(({ state }) => state === 'ready'))
}

describe.each(lists)('%s', (name) => {
  test('does not depend on another tenant’s data', () => {
    expect(after.ours.get(name)).toEqual(before.ours.get(name))
    expect(after.ours.get(name)?.filter(({ status }) => status !== 200)).toEqual([])
  })

  test.skipIf(NOT_SEEDED.includes(name))('returns data that the other tenant has added', () => {
    expect(after.theirs.get(name)).not.toEqual(before.theirs.get(name))
  })
})
