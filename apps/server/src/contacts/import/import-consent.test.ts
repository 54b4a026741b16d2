import { CONSENT_TEXTS, CONTACT_IMPORT } from '@partyline/contract'
import type { CallBody, Chat, ContactImportId, NumberId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { listen } from '../../../tests/hub.ts'
import { phoneOf } from '../../../tests/phone.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'
import { createTexting } from '../../../tests/texting.ts'
import type { Texting } from '../../../tests/texting.ts'
import { until } from '../../../tests/until.ts'

const STATEMENT = 'They ticked the box on our form that says we text about visits.'

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

type Stated = NonNullable<CallBody<'contactImports.start'>['consent']>
type Start = Omit<CallBody<'contactImports.start'>, 'columns' | 'consent'> & {
  consent?: Omit<Stated, 'state'> | undefined
}
type Row = Partial<Omit<CallBody<'contactImports.add'>['rows'][number], 'row'>>
type Params = { contactImportId: ContactImportId }

const startBody = (more: Partial<Start> = {}): Start => ({
  fileName: 'patients.csv',
  duplicates: 'skip',
  total: 100,
  consent: { lineIds: [frontDesk], statement: STATEMENT },
  ...more,
})
async function start(more: Partial<Start> = {}, by: Client = clinic.dana): Promise<Params> {
  return { contactImportId: (await by.get('contactImports.start', { body: startBody(more) })).id }
}
const add = (
  params: Params,
  rows: readonly Row[],
  { part = 1, from = 2, by = clinic.dana }: { part?: number; from?: number; by?: Client } = {},
) => by.get('contactImports.add', { params, body: { part, rows: rows.map((row, at) => ({ ...row, row: from + at })) } })

async function importRows(rows: readonly Row[], more: Partial<Start> = {}, by: Client = clinic.dana) {
  const params = await start(more, by)
  await add(params, rows, { by })
  return by.get('contactImports.finish', { params })
}

async function contactOf(term: string, by: Client = clinic.dana) {
  const [found] = await by.get('contacts.search', { body: { term } })
  if (!found) throw new Error(`Nobody is found by ${term}.`)
  return found
}
const consentOf = async (term: string, by: Client = clinic.dana) =>
  by.get('contacts.consent', { params: { contactId: (await contactOf(term, by)).id } })
const entriesOf = async (term: string) => (await consentOf(term)).entries
const numbersOf = async (term: string) => (await entriesOf(term)).map(({ number }) => number ?? '')
const phoneIn = async ({ id: chatId }: Chat) =>
  (await clinic.dana.get('chats.get', { params: { chatId } })).members.find(({ role }) => role === 'ExternalMobile')!

test('each phone gets an entry for each line, with the statement, by the person, at the time of the import', async () => {
  const result = await importRows(
    [{ name: 'Ivy Asked', phones: ['(202) 559-0001', '202-559-0002'] }],
    { consent: { lineIds: [frontDesk, pharmacy, frontDesk], statement: `  ${STATEMENT} ` } },
    clinic.omar,
  )
  expect(result.consent).toEqual({ state: 'granted', statement: STATEMENT, phones: 2 })
  const { phones, entries } = await consentOf('Ivy Asked')
  expect(entries).toHaveLength(4)
  for (const entry of entries) {
    expect(entry).toMatchObject({ state: 'granted', source: 'import', by: 'Omar Haddad', at: result.createdAt })
    expect(entry).toMatchObject({ wording: STATEMENT, address: 'patients.csv', message: null })
  }
  expect(new Set(entries.map(({ number, line }) => `${number} ${line.id}`))).toEqual(
    new Set([frontDesk, pharmacy].flatMap((id) => [`+12025590001 ${id}`, `+12025590002 ${id}`])),
  )
  expect(phones.map(({ state, isWritten }) => [state, isWritten])).toEqual(
    Array.from({ length: 4 }, () => ['granted', true]),
  )
})

test('without a statement, nothing is recorded', async () => {
  const { consent: _, ...body } = startBody()
  const { id } = await clinic.dana.get('contactImports.start', { body })
  await add({ contactImportId: id }, [{ name: 'Una Asked', phones: ['2025590005'] }])
  const result = await clinic.dana.get('contactImports.finish', { params: { contactImportId: id } })
  expect(result.consent).toBeNull()
  expect(await entriesOf('Una Asked')).toEqual([])
})

test('phones of rows that are skipped or refused get no entry, and neither do phones that are not in the file', async () => {
  await importRows(
    [
      { name: 'Skip Known', phones: ['2025590011'] },
      { name: 'Fill Known', phones: ['2025590012', '2025590013'] },
      { name: 'Over Known', phones: ['2025590014'] },
      { name: 'Same Known', phones: ['2025590015'] },
    ],
    { consent: undefined },
  )
  const skipping = await importRows([
    { name: 'Skip Again', phones: ['2025590011'] },
    { name: 'Own Line', phones: [clinic.numbers[1].number] },
    { name: 'Only Email', emails: ['only@email.example'] },
    { name: 'New One', phones: ['2025590016'] },
  ])
  expect(skipping.consent?.phones).toBe(1)
  const filling = await importRows(
    [
      { name: 'Fill Again', phones: ['2025590012'], company: 'Dock' },
      { name: 'Same Known', phones: ['2025590015'] },
    ],
    { duplicates: 'fill' },
  )
  expect(filling).toMatchObject({ counts: { filled: 1, skipped: 1 }, consent: { phones: 1 } })
  const overwriting = await importRows([{ name: 'Over Again', phones: ['2025590014', '2025590017'] }], {
    duplicates: 'overwrite',
  })
  expect(overwriting.consent?.phones).toBe(2)
  expect(await numbersOf('Skip Known')).toEqual([])
  expect(await numbersOf('New One')).toEqual(['+12025590016'])
  expect(await numbersOf('Fill Known')).toEqual(['+12025590012'])
  expect(await numbersOf('Same Known')).toEqual([])
  expect((await numbersOf('Over Again')).toSorted()).toEqual(['+12025590014', '+12025590017'])
})

test('a part that is sent again adds no entry, and a phone of two parts gets one', async () => {
  const params = await start({ duplicates: 'fill' })
  const first = [{ name: 'Rita Repeated', phones: ['2025590020'] }]
  for (let time = 0; time < 3; time += 1) await add(params, first)
  const second = [
    { name: 'Rita Repeated', phones: ['2025590020', '2025590021'], company: 'Dock' },
    { name: 'Rita Repeated', phones: ['2025590021'], remarks: 'Mornings' },
  ]
  const { consent } = await add(params, second, { part: 2, from: 3 })
  expect(consent?.phones).toBe(2)
  expect((await numbersOf('Rita Repeated')).toSorted()).toEqual(['+12025590020', '+12025590021'])
  // Another import is another statement.
  await importRows([{ phones: ['2025590020'], language: 'es' }], { duplicates: 'fill' })
  expect(await numbersOf('Rita Repeated')).toHaveLength(3)
})

test('two spellings of a phone are one phone, whichever the file has', async () => {
  await importRows([{ name: 'Tina Twin', phones: ['+5215515875145'] }], { consent: undefined })
  const rows = [{ phones: ['+525515875145', '+5215515875145'], company: 'Dock' }]
  const { consent } = await importRows(rows, { duplicates: 'fill' })
  expect(consent?.phones).toBe(1)
  expect(await entriesOf('Tina Twin')).toHaveLength(1)
  expect((await consentOf('Tina Twin')).phones).toMatchObject([{ state: 'granted', isWritten: true }])
})

test('a phone that opted out stays opted out: by STOP, and by hand', async () => {
  const { chat, phones } = await texting.newChat(['Stan Stopped'])
  const { chat: other } = await texting.newChat(['Hanna Hand'])
  await phones[0]!.send(texting.frontDesk, 'STOP')
  await until(async () => (await phoneIn(chat)).optedOut)
  const hand = await phoneIn(other)
  await clinic.omar.call('optOuts.add', { params: { chatId: other.id, memberId: hand.id } })
  const rows = [phones[0]!.number, hand.number ?? ''].map((number) => ({ phones: [number], company: 'Dock' }))
  expect((await importRows(rows, { duplicates: 'fill' })).consent?.phones).toBe(2)
  expect([(await phoneIn(chat)).optedOut, (await phoneIn(other)).optedOut]).toEqual([true, true])
  expect((await consentOf('Stan Stopped')).phones).toMatchObject([{ state: 'revoked', isByPhone: true }])
  expect((await consentOf('Hanna Hand')).phones).toMatchObject([{ state: 'revoked', isByPhone: false }])
  expect((await entriesOf('Stan Stopped')).map(({ source }) => source)).toEqual(['import', 'keyword'])
  expect((await entriesOf('Hanna Hand')).map(({ source }) => source)).toEqual(['import', 'manual'])
  const text = await texting.send(other, 'Are you there?')
  expect(text.delivery.map(({ status }) => status)).toContain('skipped')
  await phones[0]!.send(texting.frontDesk, 'START')
  await until(async () => !(await phoneIn(chat)).optedOut)
})

test('an open chat of the line shows who recorded consent, and no longer lacks it', async () => {
  const setRequirement = (consent: 'off' | 'block') =>
    clinic.dana.get('settings.updateConsent', { params: { numberId: frontDesk }, body: { consent } })
  await setRequirement('block')
  try {
    const { chat } = await texting.newChat(['Olga Open'])
    const { number, lacksConsent } = await phoneIn(chat)
    expect(lacksConsent).toBe('block')
    const listener = await listen(harness.url, clinic.omar)
    await importRows([{ phones: [number ?? ''], company: 'Dock' }], { duplicates: 'fill' })
    await until(async () => listener.events().some((event) => 'chatId' in event && event.chatId === chat.id))
    await listener.connection.stop()
    expect((await phoneIn(chat)).lacksConsent).toBeUndefined()
    const changes = await clinic.omar.get('chats.changes', { params: { chatId: chat.id }, query: {} })
    expect(changes.filter(({ kind }) => kind === 'consented').map(({ by }) => by)).toEqual([clinic.dana.id])
    expect((await texting.send(chat, 'Hello')).delivery.map(({ status }) => status)).not.toContain('skipped')
  } finally {
    await setRequirement('off')
  }
})

test('a statement is about lines of the organization, and has words', async () => {
  const refuse = async (consent: object, by: Client = clinic.dana) => {
    const { status, error } = await by.call('contactImports.start', {
      body: { ...startBody(), consent },
    })
    return [status, error?.errors]
  }
  const lineIds = [frontDesk]
  const unknown = [400, { 'consent.lineIds': [CONSENT_TEXTS.unknownLine] }]
  expect(await refuse({ lineIds, statement: STATEMENT }, clinic.stranger)).toEqual(unknown)
  expect(await refuse({ lineIds: [frontDesk, clinic.dana.id], statement: STATEMENT })).toEqual(unknown)
  expect(await refuse({ lineIds: [], statement: STATEMENT })).toEqual([
    400,
    { 'consent.lineIds': [CONSENT_TEXTS.chooseLine] },
  ])
  expect(await refuse({ lineIds, statement: ' \u200b' })).toEqual([
    400,
    { 'consent.statement': [CONSENT_TEXTS.statement] },
  ])
  const tooMany = Array.from({ length: CONTACT_IMPORT.consentLines + 1 }, () => frontDesk)
  for (const consent of [
    { lineIds },
    { lineIds: tooMany, statement: STATEMENT },
    { lineIds, statement: 'x'.repeat(2_001) },
    { lineIds, statement: STATEMENT, at: '2026-11-01T00:00:00Z' },
  ]) {
    expect((await refuse(consent))[0]).toBe(400)
  }
})

test('another organization with the same phones has a ledger of its own', async () => {
  const { stranger } = clinic
  await importRows([{ name: 'Sam Shared', phones: ['2025590040'] }])
  await importRows([{ name: 'Sam Elsewhere', phones: ['2025590040'] }], { consent: undefined }, stranger)
  expect((await consentOf('Sam Elsewhere', stranger)).entries).toEqual([])
  expect((await stranger.get('consent.list', { query: {} })).map(({ number }) => number)).not.toContain('+12025590040')
  expect(await numbersOf('Sam Shared')).toEqual(['+12025590040'])
})

test('an Undo leaves the entries, and the audit log says how many phones there were', async () => {
  const { id: contactImportId } = await importRows([{ name: 'Ulla Undone', phones: ['2025590050'] }])
  const undone = await clinic.dana.get('contactImports.undo', { params: { contactImportId } })
  expect(undone).toMatchObject({ state: 'undone', kept: 0, consent: { phones: 1 } })
  const [entry] = await clinic.dana.get('consent.list', { query: {} })
  expect(entry).toMatchObject({ number: '+12025590050', source: 'import', state: 'granted' })
  const audited = await clinic.dana.get('settings.audit', { query: { kind: 'contactsImported' } })
  expect(audited[0]?.subject).toBe('patients.csv: 1 added, consent of 1 recorded')
})

test('a part and a STOP of a phone in it leave the phone opted out', async () => {
  const numbers = Array.from({ length: 12 }, (_, at) => `+120255906${String(at).padStart(2, '0')}`)
  await importRows(
    numbers.map((number, at) => ({ name: `Both ${at}`, phones: [number] })),
    { consent: undefined },
  )
  const params = await start({ duplicates: 'fill', consent: { lineIds: [frontDesk, pharmacy], statement: STATEMENT } })
  const rows = numbers.map((number) => ({ phones: [number], company: 'Dock' }))
  await Promise.all([
    add(params, rows.toReversed()),
    ...numbers.map((number) => phoneOf(harness.sandbox, number).send(texting.frontDesk, 'STOP')),
  ])
  for (const [at] of numbers.entries()) {
    const ofLine = await until(async () => {
      const { phones } = await consentOf(`Both ${at}`)
      return phones.length === 2 && phones.some(({ isByPhone }) => isByPhone) && phones
    })
    const states = new Map(ofLine.map(({ line, state }) => [line.id, state]))
    expect([states.get(frontDesk), states.get(pharmacy)]).toEqual(['revoked', 'granted'])
  }
})
