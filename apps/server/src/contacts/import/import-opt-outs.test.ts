import type { CallBody, Chat, ContactImportId, NumberId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { listen } from '../../../tests/hub.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'
import { createTexting } from '../../../tests/texting.ts'
import type { Texting } from '../../../tests/texting.ts'
import { until } from '../../../tests/until.ts'

const ORIGIN = 'The opt-outs of our former texting app, exported on November 28.'

let harness: Harness
let clinic: Clinic
let texting: Texting
let frontDesk: NumberId
let pharmacy: NumberId
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  ;[frontDesk, pharmacy] = clinic.numbers.map(({ id }) => id) as [NumberId, NumberId]
})
afterAll(() => harness.close())

type Start = Partial<Omit<CallBody<'contactImports.start'>, 'columns'>>
type Row = Partial<Omit<CallBody<'contactImports.add'>['rows'][number], 'row'>>
type Params = { contactImportId: ContactImportId }

const optOut = (...lineIds: NumberId[]) => ({ state: 'revoked' as const, lineIds, statement: ORIGIN })

async function start(more: Start = {}, by: Client = clinic.dana): Promise<Params> {
  const body = {
    fileName: 'opt-outs.csv',
    duplicates: 'skip' as const,
    total: 100,
    consent: optOut(frontDesk),
    ...more,
  }
  return { contactImportId: (await by.get('contactImports.start', { body })).id }
}
const add = (
  params: Params,
  rows: readonly Row[],
  { part = 1, from = 2, by = clinic.dana }: { part?: number; from?: number; by?: Client } = {},
) => by.get('contactImports.add', { params, body: { part, rows: rows.map((row, at) => ({ ...row, row: from + at })) } })

async function importRows(rows: readonly Row[], more: Start = {}, by: Client = clinic.dana) {
  const params = await start(more, by)
  await add(params, rows, { by })
  return by.get('contactImports.finish', { params })
}

async function consentOf(term: string, by: Client = clinic.dana) {
  const [found] = await by.get('contacts.search', { body: { term } })
  if (!found) throw new Error(`Nobody is found by ${term}.`)
  return by.get('contacts.consent', { params: { contactId: found.id } })
}
const statesOf = async (term: string, by?: Client) => (await consentOf(term, by)).phones.map(({ state }) => state)
const phoneIn = async ({ id: chatId }: Chat) =>
  (await clinic.dana.get('chats.get', { params: { chatId } })).members.find(({ role }) => role === 'ExternalMobile')!

test('each phone is opted out of each line, with where the list is from, by the person, at the time of the import', async () => {
  const result = await importRows(
    [{ name: 'Ivy Out', phones: ['(202) 559-1001', '202-559-1002'] }],
    { consent: { ...optOut(frontDesk, pharmacy, frontDesk), statement: `  ${ORIGIN} ` } },
    clinic.omar,
  )
  expect(result.consent).toEqual({ state: 'revoked', statement: ORIGIN, phones: 2 })
  const { phones, entries } = await consentOf('Ivy Out')
  expect(entries).toHaveLength(4)
  for (const entry of entries) {
    expect(entry).toMatchObject({ state: 'revoked', source: 'import', by: 'Omar Haddad', at: result.createdAt })
    expect(entry).toMatchObject({ wording: ORIGIN, address: 'opt-outs.csv', message: null })
  }
  expect(phones).toHaveLength(4)
  for (const phone of phones) expect(phone).toMatchObject({ state: 'revoked', source: 'import', isByPhone: false })
  const { csv } = await clinic.dana.get('consent.export', { body: {} })
  expect(csv.split('\r\n')[1]).toMatch(/"Opted out","Import"/)
  const found = await clinic.dana.get('contacts.search', { body: { filters: { optedOut: true }, term: 'Ivy Out' } })
  expect(found).toHaveLength(1)
  const audited = await clinic.dana.get('settings.audit', { query: { kind: 'contactsImported' } })
  expect(audited[0]?.subject).toBe('opt-outs.csv: 1 added, opt-outs of 2 recorded')
})

test('every phone that can be read is opted out, also in rows that are skipped or refused', async () => {
  const one = await clinic.dana.get('contacts.create', {
    body: { name: 'Skip Known', phones: [{ number: '+12025591011' }] },
  })
  await clinic.dana.get('contacts.create', { body: { name: 'Other Known', phones: [{ number: '+12025591012' }] } })
  const rows = [
    { name: 'Skip Again', phones: ['2025591011', 'not a phone'] },
    { name: 'Several', phones: ['2025591011', '2025591012', '2025591013'] },
    { name: 'x'.repeat(300), phones: ['2025591014'] },
    { name: 'Own Line', phones: [clinic.numbers[1].number] },
    { name: 'Only Email', emails: ['only.out@email.example'] },
    { name: 'Nobody', phones: ['12345'] },
  ]
  const body = { duplicates: 'skip' as const, rows: rows.map((row, at) => ({ ...row, row: at + 2 })) }
  const previewed = await clinic.dana.get('contactImports.preview', { body })
  const readable = [['+12025591011'], ['+12025591011', '+12025591012', '+12025591013'], ['+12025591014'], [], [], []]
  expect(previewed.map(({ phones }) => phones)).toEqual(readable)
  const { id: contactImportId, ...result } = await importRows(rows, { fileName: 'mixed.csv' })
  expect(result).toMatchObject({ counts: { added: 1, skipped: 2, refused: 3 }, consent: { phones: 4 } })
  const entries = await clinic.dana.get('consent.list', { query: {} })
  const recorded = entries.filter(({ address }) => address === 'mixed.csv').map(({ number }) => number ?? '')
  expect(recorded.toSorted()).toEqual(['+12025591011', '+12025591012', '+12025591013', '+12025591014'])
  expect([await statesOf('Skip Known'), await statesOf('Other Known')]).toEqual([['revoked'], ['revoked']])
  const { csv } = await clinic.dana.get('contactImports.report', { params: { contactImportId } })
  const lines = csv.split('\r\n')
  expect(lines[1]).toMatch(
    /Skipped.*Skip Again.*not a phone.*Matches Skip Known\. The opt-out of its phone was recorded\./,
  )
  expect(lines[2]).toContain('The opt-outs of its 3 phones were recorded.')
  expect(lines[3]).toMatch(/Can’t import.*The opt-out of its phone was recorded\./)
  for (const line of lines.slice(4)) expect(line).not.toContain('opt-out')
  const history = await clinic.dana.get('contacts.history', { params: { contactId: one.id } })
  expect(history.map(({ kind }) => kind)).toEqual(['added'])
  // A phone that no contact has is opted out once one gets it.
  await clinic.dana.get('contacts.create', { body: { name: 'Later Known', phones: [{ number: '+12025591014' }] } })
  expect(await statesOf('Later Known')).toEqual(['revoked'])
})

test('an open chat shows it at once, like an opt-out by hand, and no text goes out, even if consent was recorded before', async () => {
  const { chat } = await texting.newChat(['Olga Out'])
  const { number } = await phoneIn(chat)
  await importRows([{ phones: [number ?? ''], company: 'Dock' }], {
    duplicates: 'fill',
    consent: { ...optOut(frontDesk), state: 'granted', statement: 'They agreed.' },
  })
  expect((await consentOf('Olga Out')).phones).toMatchObject([{ state: 'granted', isWritten: true }])
  const listener = await listen(harness.url, clinic.omar)
  await importRows([{ phones: [number ?? ''] }])
  const event = await until(async () =>
    listener.events().find((one) => 'chatId' in one && one.chatId === chat.id && one.data),
  )
  expect(event.data).toMatchObject({ changes: [{ kind: 'optedOut', by: clinic.dana.id }] })
  await listener.connection.stop()
  expect(await phoneIn(chat)).toMatchObject({ optedOut: true, optedOutBy: clinic.dana.id })
  expect((await consentOf('Olga Out')).phones).toMatchObject([{ state: 'revoked', isWritten: false }])
  const text = await texting.send(chat, 'Are you there?')
  expect(text.delivery.find(({ status }) => status === 'skipped')?.errorText).toContain('Opted out')
  expect(texting.postsTo(number ?? '')).toBe(0)
})

test('cards show it at once, also before the import has ended', async () => {
  await clinic.dana.get('contacts.create', { body: { name: 'Cara Card', phones: [{ number: '+12025591015' }] } })
  const params = await start()
  const listener = await listen(harness.url, clinic.omar)
  await add(params, [{ phones: ['2025591015'] }])
  const kinds = await until(async () => {
    const all = listener.events().map(({ kind }) => kind)
    return all.length > 0 && all
  })
  await listener.connection.stop()
  expect(kinds).toEqual(['PhoneNumbersUpdated'])
})

test('a part that is sent again adds no entry, and a phone of two parts gets one', async () => {
  const params = await start()
  for (let time = 0; time < 3; time += 1) await add(params, [{ name: 'Rita Out', phones: ['2025591020'] }])
  const { consent } = await add(params, [{ phones: ['2025591020'] }, { phones: ['2025591021'] }], { part: 2, from: 3 })
  expect(consent?.phones).toBe(2)
  expect((await consentOf('Rita Out')).entries).toHaveLength(1)
})

test('two spellings of a phone are one phone, whichever the file has', async () => {
  await clinic.dana.get('contacts.create', { body: { name: 'Tina Out', phones: [{ number: '+5215515875146' }] } })
  expect((await importRows([{ phones: ['+525515875146', '+5215515875146'] }])).consent?.phones).toBe(1)
  expect((await consentOf('Tina Out')).entries).toHaveLength(1)
  expect(await statesOf('Tina Out')).toEqual(['revoked'])
})

test('START takes it back, YES and a later import do not, and what was agreed during the import counts', async () => {
  const { chat, phones } = await texting.newChat(['Yara Out'])
  const say = (text: string) => phones[0]!.send(texting.frontDesk, text)
  const number = phones[0]!.number
  await importRows([{ phones: [number] }])
  await say('YES')
  await texting.messages(chat, 1)
  expect((await phoneIn(chat)).optedOut).toBe(true)
  await importRows([{ phones: [number], company: 'Dock' }], {
    duplicates: 'fill',
    consent: { ...optOut(frontDesk), state: 'granted', statement: 'They agreed.' },
  })
  expect((await phoneIn(chat)).optedOut).toBe(true)
  // Started, but not added before the phone agrees.
  const params = await start()
  await say('START')
  await until(async () => !(await phoneIn(chat)).optedOut)
  expect((await add(params, [{ phones: [number] }])).consent?.phones).toBe(1)
  expect((await phoneIn(chat)).optedOut).toBe(false)
  expect(await statesOf('Yara Out')).toEqual(['granted'])
  const changes = await clinic.dana.get('chats.changes', { params: { chatId: chat.id }, query: {} })
  expect(changes.filter(({ kind }) => kind.startsWith('opted')).map(({ kind }) => kind)).toEqual([
    'optedOut',
    'optedIn',
  ])
})

test('an opt-out of a file is taken back by hand like any other by hand', async () => {
  const { chat } = await texting.newChat(['Hank Out'])
  const { id: memberId, number } = await phoneIn(chat)
  await importRows([{ phones: [number ?? ''] }])
  await clinic.omar.get('optOuts.undo', { params: { chatId: chat.id, memberId } })
  expect((await phoneIn(chat)).optedOut).toBe(false)
})

test('an Undo deletes the contact, and its phone stays opted out', async () => {
  const { id: contactImportId } = await importRows([{ name: 'Ulla Out', phones: ['2025591050'] }])
  const undone = await clinic.dana.get('contactImports.undo', { params: { contactImportId } })
  expect(undone).toMatchObject({ state: 'undone', kept: 0, consent: { state: 'revoked', phones: 1 } })
  expect(await clinic.dana.get('contacts.search', { body: { term: 'Ulla Out' } })).toEqual([])
  await clinic.dana.get('contacts.create', { body: { name: 'Ulla Again', phones: [{ number: '+12025591050' }] } })
  expect(await statesOf('Ulla Again')).toEqual(['revoked'])
})

test('an earlier opt-out of someone who was erased comes back, even if no contact gets the phone', async () => {
  const { id: contactId } = await clinic.dana.get('contacts.create', {
    body: { name: 'Erna Erased', phones: [{ number: '+12025591060' }] },
  })
  const entry = { number: '+12025591060', lineId: pharmacy, state: 'revoked' as const, source: 'written' as const }
  await clinic.dana.get('contacts.recordConsent', { params: { contactId }, body: { entries: [entry] } })
  await clinic.dana.get('contacts.erase', { params: { contactId }, body: { messages: true } })
  await importRows([{ name: 'x'.repeat(300), phones: ['2025591060'] }])
  await clinic.dana.get('contacts.create', { body: { name: 'Erna Again', phones: [{ number: '+12025591060' }] } })
  expect(await statesOf('Erna Again')).toEqual(['revoked', 'revoked'])
})

test('another organization with the same phones is not concerned', async () => {
  const { stranger } = clinic
  await importRows([{ name: 'Sam Out', phones: ['2025591040'] }])
  const plain = { fileName: 'a.csv', duplicates: 'skip' as const, total: 1 }
  const { id } = await stranger.get('contactImports.start', { body: plain })
  await add({ contactImportId: id }, [{ name: 'Sam Elsewhere', phones: ['2025591040'] }], { by: stranger })
  expect((await consentOf('Sam Elsewhere', stranger)).entries).toEqual([])
  const { status } = await stranger.call('contactImports.start', {
    body: { ...plain, consent: optOut(frontDesk) },
  })
  expect(status).toBe(400)
})

test('a webhook hears of each phone that is opted out', async () => {
  const receiver = { url: 'http://127.0.0.1:1/', events: ['contact.optedOut' as const] }
  const { hook } = await clinic.dana.get('hooks.create', { body: receiver })
  await importRows([{ phones: ['2025591070'] }, { phones: ['2025591071'] }])
  const log = await clinic.dana.get('hooks.events', { params: { hookId: hook.id }, query: {} })
  expect(log.map(({ kind }) => kind)).toEqual(['contact.optedOut', 'contact.optedOut'])
  await clinic.dana.get('hooks.delete', { params: { hookId: hook.id } })
})
