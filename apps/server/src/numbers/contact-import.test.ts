import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
let dana: Client
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana } = clinic)
})
afterAll(() => harness.close())
beforeEach(async () => {
  for (const { id } of await dana.get('numbers.mobile')) {
    await dana.get('settings.deleteMobileNumber', { params: { numberId: id } })
  }
})

const ANN = { number: '(202) 555-0142', name: 'Ann' }
const BOB = { number: '+44 20 7946 0018', name: ' Bob ' }
const check = (contacts: unknown) => dana.get('settings.checkMobileImport', { body: { contacts } })
const importAll = (contacts: unknown, by = dana) => by.call('settings.importMobileNumbers', { body: { contacts } })
const names = async () => (await dana.get('numbers.mobile')).map(({ name }) => name)

describe('an import', () => {
  test('can be checked row by row without changes', async () => {
    await clinic.contact('Carol', '+12025550150')
    const rows = [
      ANN,
      { number: '202-555-0150', name: 'Caroline' },
      { number: '+1 202 555 0142', name: 'Ann again' },
      { number: 'hello', name: 'Dan' },
      { number: '', name: 'Eve' },
      { number: '2025550143', name: '  ' },
      { number: '2025550144', name: 'x'.repeat(201) },
      { number: '1'.repeat(900), name: 'Fay' },
    ]
    const refused = (reason: string, number: string | null = null) => ({
      state: 'refused',
      number,
      knownAs: null,
      reason,
    })
    expect(await check(rows)).toEqual([
      { state: 'new', number: '+12025550142', knownAs: null, reason: null },
      { state: 'known', number: '+12025550150', knownAs: 'Carol', reason: null },
      { state: 'repeated', number: '+12025550142', knownAs: null, reason: null },
      refused('Number should be a valid phone number.'),
      refused('Number should be defined.'),
      refused('Name should be defined.', '+12025550143'),
      refused('Name should have at most 200 characters.', '+12025550144'),
      refused('Number should be a valid phone number.'),
    ])
    expect(await names()).toEqual(['Carol'])
  })

  test('shows a deleted contact as new when it is checked', async () => {
    const { id } = await clinic.contact('Ann Lee', '+12025550142')
    await dana.get('settings.deleteMobileNumber', { params: { numberId: id } })
    expect(await check([ANN])).toMatchObject([{ state: 'new', knownAs: null }])
  })

  test('adds all contacts, and none if it is repeated', async () => {
    const first = await importAll([ANN, BOB])
    expect([first.status, first.data]).toEqual([200, { added: 2, known: 0 }])
    expect((await importAll([ANN, BOB])).data).toEqual({ added: 0, known: 2 })
    expect((await dana.get('numbers.mobile')).map(({ name, number }) => [name, number])).toEqual([
      ['Ann', '+12025550142'],
      ['Bob', '+442079460018'],
    ])
  })

  test('with an invalid contact adds none, and names the row', async () => {
    const { status, error } = await importAll([ANN, { number: '12', name: 'Short' }, ANN, BOB])
    expect([status, error?.errors]).toEqual([
      400,
      {
        'contacts.1.number': ['Number should be a valid phone number.'],
        'contacts.2.number': ['This number is in the list more than once.'],
      },
    ])
    expect((await importAll([ANN, { number: '2025550143', name: '' }])).error?.errors).toEqual({
      'contacts.1.name': ['Name should be defined.'],
    })
    expect(await names()).toEqual([])
  })

  test('keeps existing contacts unchanged, and restores deleted ones', async () => {
    const ann = await clinic.contact('Ann Lee', '+12025550142')
    const bob = await clinic.contact('Robert', '+442079460018')
    const params = { numberId: bob.id }
    await dana.get('settings.updateMobileNumber', { params, body: { name: 'Robert', disabled: true } })
    await dana.get('settings.deleteMobileNumber', { params })
    expect((await importAll([ANN, BOB])).data).toEqual({ added: 1, known: 1 })
    const listed = await dana.get('numbers.mobile')
    expect(listed.map(({ id, name, disabled }) => [id, name, disabled])).toEqual([
      [ann.id, 'Ann Lee', false],
      [bob.id, 'Bob', false],
    ])
  })

  test('adds each contact once, despite concurrent imports and additions', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ number: `+1202556${1_000 + index}`, name: `No ${index}` }))
    const [one, two, single] = await Promise.all([
      importAll(many),
      importAll(many.toReversed()),
      dana.call('numbers.addMobile', { body: many[30] }),
    ])
    const added = (one.data?.added ?? 0) + (two.data?.added ?? 0) + (single.status === 200 ? 1 : 0)
    expect([one.status, two.status, added]).toEqual([200, 200, 60])
    expect(await names()).toHaveLength(60)
  })

  test('requires an Admin, affects only their tenant, and is recorded in the audit log', async () => {
    expect((await importAll([ANN], clinic.omar)).status).toBe(403)
    await importAll([ANN, BOB])
    await importAll([ANN, BOB])
    expect(await clinic.stranger.get('numbers.mobile')).toEqual([])
    expect((await importAll([ANN], clinic.stranger)).data).toEqual({ added: 1, known: 0 })
    const entries = await dana.get('settings.audit', { query: { kind: 'contactsImported' } })
    expect(entries[0]).toMatchObject({ subject: '2 contacts', by: { name: 'Dana Cole' } })
    const [theirs] = await clinic.stranger.get('settings.audit', { query: { kind: 'contactsImported' } })
    expect(theirs?.subject).toBe('1 contact')
  })
})

describe('an export', () => {
  test('is a CSV file that Excel can read, with formulas escaped', async () => {
    const nasty = ['=1+1', '+cmd', '-2', '@SUM(A1)', "=cmd|' /C calc'!A0", '＝1+1', 'Ann "A", Lee', 'Zoë; 本']
    const contacts = nasty.map((name, index) => ({ number: `+1202555015${index}`, name }))
    await importAll(contacts)
    const { fileName, csv } = await dana.get('settings.exportMobileNumbers')
    expect(fileName).toMatch(/^mobile-numbers-\d{4}-\d\d-\d\d\.csv$/)
    const [head, ...lines] = csv.split('\r\n')
    expect(head).toBe('\uFEFF"Name","Number","State","Opted out of"')
    expect(lines.toSorted()).toEqual(
      [
        '',
        `"'=1+1","'+12025550150","Enabled",""`,
        `"'+cmd","'+12025550151","Enabled",""`,
        `"'-2","'+12025550152","Enabled",""`,
        `"'@SUM(A1)","'+12025550153","Enabled",""`,
        `"'=cmd|' /C calc'!A0","'+12025550154","Enabled",""`,
        `"'＝1+1","'+12025550155","Enabled",""`,
        `"Ann ""A"", Lee","'+12025550156","Enabled",""`,
        `"Zoë; 本","'+12025550157","Enabled",""`,
      ].toSorted(),
    )
  })
})
