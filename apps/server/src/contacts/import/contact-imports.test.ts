import { CONTACT_IMPORT, CONTACT_IMPORT_ERRORS as ERRORS, CONTACT_IMPORT_REASONS as REASONS } from '@partyline/contract'
import type { CallBody, Contact, ContactField, ContactImportId, MemberId, NumberId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { phoneOf } from '../../../tests/phone.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'
import { until } from '../../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let dana: Client
let omar: Client
let stranger: Client
let since: ContactField
let plan: ContactField
let visits: ContactField
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana, omar, stranger } = clinic)
  const fields = await dana.get('contactFields.update', {
    body: {
      fields: [
        { name: 'Since', kind: 'date' },
        { name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver'] },
        { name: 'Visits', kind: 'number' },
      ],
    },
  })
  ;[since, plan, visits] = fields as [ContactField, ContactField, ContactField]
})
afterAll(() => harness.close())

type Row = Partial<CallBody<'contactImports.add'>['rows'][number]> & { row: number }
type Duplicates = CallBody<'contactImports.start'>['duplicates']
type Options = { by?: Client; duplicates?: Duplicates; total?: number }

/** Rows numbered as in a file with a heading. */
const numbered = (rows: readonly Omit<Row, 'row'>[], from = 2) =>
  rows.map((row, at): Row => ({ ...row, row: from + at }))

async function start({ by = dana, duplicates = 'skip', total = 1_000 }: Options = {}) {
  const { id } = await by.get('contactImports.start', { body: { fileName: 'patients.csv', duplicates, total } })
  return { contactImportId: id }
}
const add = (params: { contactImportId: ContactImportId }, body: { part: number; rows: Row[] }, by = dana) =>
  by.call('contactImports.add', { params, body })

/** A whole import in one part. */
async function importRows(rows: readonly Omit<Row, 'row'>[], options: Options = {}) {
  const { by = dana } = options
  const params = await start(options)
  await by.get('contactImports.add', { params, body: { part: 1, rows: numbered(rows) } })
  return { params, result: await by.get('contactImports.finish', { params }) }
}

async function undo(params: { contactImportId: ContactImportId }, by = dana) {
  for (;;) {
    const result = await by.get('contactImports.undo', { params })
    if (result.state === 'undone') return result
  }
}

/** The cells of the report, without its head. */
async function report(params: { contactImportId: ContactImportId }) {
  const { csv } = await dana.get('contactImports.report', { params })
  const lines = csv.trimEnd().split('\r\n').slice(1)
  return lines.map((line) => line.slice(1, -1).split('","'))
}

const search = (term: string) => dana.get('contacts.search', { body: { term } })
const one = async (term: string) => {
  const [found] = await search(term)
  if (!found) throw new Error(`Nobody is found by ${term}.`)
  return dana.get('contacts.get', { params: { contactId: found.id } })
}
const history = ({ id: contactId }: Pick<Contact, 'id'>) => dana.get('contacts.history', { params: { contactId } })

describe('a row', () => {
  test('becomes a contact with everything that its cells say', async () => {
    const { result } = await importRows([
      {
        name: 'Ivy Imported',
        company: 'Harbor Plumbing',
        emails: ['ivy@example.com; Ivy L <ivy.l@example.com>'],
        phones: ['(202) 558-0001', 'Mobile: 202-558-0002'],
        tags: ['"VIP", Insured'],
        remarks: 'Prefers mornings.\r\nKnocks.',
        timeZone: 'Europe/London',
        language: 'ES-mx',
        fields: { [since.id]: '2026-11-29', [plan.id]: 'gold', [visits.id]: '12.5' },
      },
    ])
    expect(result).toMatchObject({
      state: 'finished',
      done: 1,
      counts: { added: 1, refused: 0 },
      by: { id: clinic.dana.id },
    })
    const ivy = await one('Ivy Imported')
    expect(ivy).toMatchObject({
      company: 'Harbor Plumbing',
      emails: ['ivy@example.com', 'ivy.l@example.com'],
      tags: ['Insured', 'VIP'],
      remarks: 'Prefers mornings.\nKnocks.',
      timeZone: 'Europe/London',
      language: 'es-mx',
      fields: { [since.id]: '2026-11-29', [plan.id]: 'Gold', [visits.id]: '12.5' },
      phones: [
        { number: '+12025580001', name: 'Ivy Imported', preferred: true },
        { number: '+12025580002', preferred: false },
      ],
    })
    expect(await history(ivy)).toMatchObject([
      { by: 'Dana Cole', kind: 'added', import: { fileName: 'patients.csv', isUndo: false } },
    ])
    for (const term of ['2025580002', '558-0001', 'ivy.l@example', 'Harbor']) {
      expect((await search(term)).map(({ id }) => id)).toContain(ivy.id)
    }
    // The specified calls know its phones.
    expect(await omar.get('numbers.search', { body: { term: '2025580002' } })).toMatchObject([{ name: 'Ivy Imported' }])
  })

  test('is named after its company, email, or number if it has no name', async () => {
    await importRows([
      { company: 'Dock Nine', phones: ['2025580010'] },
      { emails: ['nobody@dock.example'] },
      { phones: ['2025580011'] },
    ])
    expect((await one('2025580010')).name).toBe('Dock Nine')
    expect((await one('nobody@dock.example')).name).toBe('nobody@dock.example')
    expect((await one('2025580011')).name).toBe('(202) 558-0011')
  })

  test('is refused without a way to reach the person, and loses only the cells that can’t be read', async () => {
    const { params, result } = await importRows([
      { name: 'No Way' },
      { name: 'Bad Number', phones: ['12'], emails: ['nope'] },
      { name: 'Own Line', phones: [clinic.numbers[0].number] },
      { name: 'N'.repeat(201), phones: ['2025580020'] },
      {
        name: 'Half Read',
        phones: ['2025580021', '1.20256E+10', 'Fax: 202-558-0022'],
        emails: ['half@'],
        tags: ['fine, #bad'],
        timeZone: 'Mars/Olympus',
        language: '???',
        fields: { [since.id]: '11/29/2026', [plan.id]: 'Bronze', [visits.id]: 'many' },
      },
    ])
    expect(result.counts).toMatchObject({ added: 1, refused: 4 })
    const lines = await report(params)
    expect(lines.map(([row, outcome, , details]) => [row, outcome, details])).toEqual([
      ['2', 'Can’t import', REASONS.noPhoneOrEmail],
      ['3', 'Can’t import', expect.stringContaining(REASONS.leftOut('Phone', '12', REASONS.noNumber))],
      ['4', 'Can’t import', expect.stringContaining('own Twilio numbers')],
      ['5', 'Can’t import', REASONS.nameTooLong(200)],
      ['6', 'New', expect.stringContaining(REASONS.leftOut('Email', 'half@', REASONS.noEmail))],
    ])
    const details = lines[4]?.[3] ?? ''
    for (const why of [
      REASONS.rounded,
      REASONS.fax,
      REASONS.noTag,
      REASONS.noTimeZone,
      REASONS.noLanguage,
      REASONS.leftOut('Since', '11/29/2026', REASONS.noDate),
      REASONS.leftOut('Plan', 'Bronze', REASONS.noChoice),
      REASONS.leftOut('Visits', 'many', REASONS.noNumberValue),
    ]) {
      expect(details).toContain(why)
    }
    const half = await one('Half Read')
    expect(half).toMatchObject({ emails: [], tags: ['fine'], fields: {}, timeZone: null, language: null })
    expect(half.phones).toHaveLength(1)
  })

  test('with hostile cells is harmless in the report', async () => {
    const name = '=HYPERLINK("https://evil.example")'
    const { params } = await importRows([
      { name, phones: ['2025580030'], remarks: '<script>alert(1)</script>\0', tags: ['a'.repeat(41)] },
      { name: '\u202E\u0000Evil\nName', phones: ['+1 (202) 558\u20110031\u202C'] },
    ])
    const { csv } = await dana.get('contactImports.report', { params })
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect((await one('2025580030')).name).toBe(name)
    expect(await one('2025580031')).toMatchObject({ name: 'Evil Name' })
  })
})

describe('a duplicate', () => {
  test('is found by phone in any spelling, and by email in upper or lower case', async () => {
    await importRows([
      { name: 'Mia Mexico', phones: ['+52 55 1587 5145'] },
      { name: 'Eli Email', emails: ['Eli@Example.com'] },
    ])
    const { result } = await importRows([
      { name: 'Mia again', phones: ['+5215515875145'] },
      { name: 'Eli again', emails: ['eLI@example.COM'] },
      { name: 'New', phones: ['2025580040'] },
      { name: 'New again', phones: ['(202) 558 0040'] },
    ])
    expect(result.counts).toMatchObject({ added: 1, skipped: 3 })
    expect(await search('again')).toEqual([])
  })

  test('of two contacts is skipped, and so is what the phone does not tell apart', async () => {
    await importRows([
      { name: 'Pat One', phones: ['2025580050'], emails: ['family@example.com'] },
      { name: 'Pat Two', phones: ['2025580051'] },
      { name: 'Pat Three', emails: ['three@example.com'] },
    ])
    const { params, result } = await importRows(
      [
        { name: 'Both', phones: ['2025580050', '2025580051'], company: 'X' },
        { name: 'Other email', phones: ['2025580051'], emails: ['family@example.com'], company: 'X' },
        { phones: ['2025580050'], emails: ['family@example.com'], company: 'Right' },
      ],
      { duplicates: 'overwrite' },
    )
    expect(result.counts).toMatchObject({ skipped: 2, overwritten: 1 })
    expect((await report(params))[0]?.[3]).toBe(REASONS.matchesSeveral(['Pat One', 'Pat Two']))
    expect((await one('2025580050')).company).toBe('Right')
    expect((await one('2025580051')).company).toBe('')
  })

  test('has only its empty values filled, its lists added to, and its number for a name replaced', async () => {
    const phone = phoneOf(harness.sandbox, '+12025580060')
    await phone.send(clinic.numbers[0].number, 'Hello?')
    const unnamed = await until(async () => (await search('2025580060'))[0])
    await importRows([
      { name: 'Kim Known', company: 'Old', emails: ['kim@example.com'], phones: ['2025580061'], tags: ['a'] },
    ])
    const { result } = await importRows(
      [
        { name: 'Tess Texted', phones: ['2025580060'] },
        {
          name: 'Kim Other',
          company: 'New',
          remarks: 'Hi',
          emails: ['k2@example.com'],
          phones: ['2025580061', '2025580062'],
          tags: ['A', 'b'],
        },
        { name: 'Kim Known', phones: ['2025580062'] },
      ],
      { duplicates: 'fill' },
    )
    expect(result.counts).toMatchObject({ filled: 2, skipped: 1 })
    const kim = await one('2025580061')
    expect(kim).toMatchObject({
      name: 'Kim Known',
      company: 'Old',
      remarks: 'Hi',
      emails: ['kim@example.com', 'k2@example.com'],
      tags: ['a', 'b'],
    })
    expect(kim.phones.map(({ number }) => number)).toEqual(['+12025580061', '+12025580062'])
    const tess = await one('2025580060')
    expect(tess).toMatchObject({ id: unnamed.id, name: 'Tess Texted', phones: [{ name: 'Tess Texted' }] })
    const [chat] = await dana.get('chats.search', { body: { mode: 'all', term: 'Tess Texted', searchIn: 'names' } })
    expect(chat).toMatchObject({ name: 'Tess Texted' })
    expect((await history(kim))[0]).toMatchObject({
      kind: 'changed',
      import: { isUndo: false },
      changes: expect.arrayContaining([{ field: 'remarks', fieldName: null, from: '', to: 'Hi' }]),
    })
  })

  test('is overwritten with the values that the row has, and keeps its phones', async () => {
    await importRows([
      { name: 'Olga Old', company: 'Old', remarks: 'Stays', phones: ['2025580070'], fields: { [plan.id]: 'Gold' } },
    ])
    await importRows(
      [{ name: 'Olga New', company: 'New', phones: ['2025580071', '2025580070'], fields: { [plan.id]: 'Silver' } }],
      { duplicates: 'overwrite' },
    )
    const olga = await one('2025580070')
    expect(olga).toMatchObject({ name: 'Olga New', company: 'New', remarks: 'Stays', fields: { [plan.id]: 'Silver' } })
    expect(olga.phones.map(({ number, name }) => [number, name])).toEqual([
      ['+12025580070', 'Olga New'],
      ['+12025580071', 'Olga New'],
    ])
  })

  test('whose phone was deleted gets it back with Fill only', async () => {
    const { id: numberId } = await clinic.contact('Noor', '+12025580080')
    const noor = await one('2025580080')
    await dana.get('settings.deleteMobileNumber', { params: { numberId } })
    const skipped = await importRows([{ name: 'Noor', phones: ['2025580080'] }])
    expect(skipped.result.counts.skipped).toBe(1)
    const { params } = await importRows([{ name: 'Noor', phones: ['2025580080'] }], { duplicates: 'fill' })
    expect(await one('2025580080')).toMatchObject({ id: noor.id, phones: [{ id: numberId }] })
    await undo(params)
    expect((await dana.get('contacts.get', { params: { contactId: noor.id } })).phones).toEqual([])
  })

  test('whose contact was deleted is added again', async () => {
    await importRows([{ name: 'Gone Gil', phones: ['2025580085', '2025580086'] }])
    await dana.get('contacts.delete', { params: { contactId: (await one('Gone Gil')).id } })
    const { result } = await importRows([{ name: 'Back Gil', phones: ['2025580085', '2025580086'] }])
    expect(result.counts.added).toBe(1)
    expect((await one('Back Gil')).phones.map(({ name }) => name)).toEqual(['Back Gil', 'Back Gil'])
    expect(await search('2025580086')).toHaveLength(1)
  })
})

describe('a preview', () => {
  test('says what an import then does, and changes nothing', async () => {
    await importRows([{ name: 'Pre Viewed', phones: ['2025580090'] }])
    const rows = numbered([
      { name: 'Pre New', phones: ['2025580091'], tags: ['Previewed'], company: 'C' },
      { name: 'Pre Other', phones: ['2025580090'], company: 'Filled' },
      { name: 'Pre New 2', phones: ['2025580091'], company: 'C' },
      { name: 'Pre Bad', phones: ['1'] },
      { phones: ['1'] },
    ])
    const preview = await dana.get('contactImports.preview', { body: { duplicates: 'fill', rows } })
    expect(preview).toMatchObject([
      {
        row: 2,
        outcome: 'added',
        card: { name: 'Pre New', phones: ['+12025580091'], tags: ['Previewed'] },
      },
      { row: 3, outcome: 'filled', card: { name: 'Pre Viewed', company: 'Filled' } },
      { row: 4, outcome: 'skipped', reasons: [REASONS.upToDate('Pre New')] },
      { row: 5, name: 'Pre Bad', outcome: 'refused', card: null },
      { row: 6, name: null, outcome: 'refused', card: null },
    ])
    expect(await search('2025580091')).toEqual([])
    expect(await dana.get('contacts.tags')).not.toContain('Previewed')
    const params = await start({ duplicates: 'fill' })
    await add(params, { part: 1, rows })
    expect((await report(params)).map(([, ...cells]) => cells.slice(0, 2))).toEqual([
      ['New', 'Pre New'],
      ['Filled in', 'Pre Other'],
      ['Skipped', 'Pre New 2'],
      ['Can’t import', 'Pre Bad'],
      ['Can’t import', ''],
    ])
  })
})

describe('a row that matches a contact', () => {
  const family = (digits: string, duplicates: Duplicates) =>
    numbered([
      { name: `Anna ${duplicates}`, phones: [digits] },
      { name: `Ben ${duplicates}`, phones: [digits], tags: ['child'] },
      { name: `Cleo ${duplicates}`, phones: [digits] },
    ])

  test.each([
    ['skip', '2025580120', 'Skipped', REASONS.matches('Anna skip')],
    ['fill', '2025580121', 'Filled in', REASONS.upToDate('Anna fill')],
    ['overwrite', '2025580122', 'Overwritten', REASONS.matches('Ben overwrite')],
  ] as const)(
    'of another name keeps its own, and says whom it matches: %s',
    async (duplicates, digits, outcome, last) => {
      const rows = family(digits, duplicates)
      const matches = REASONS.matches(`Anna ${duplicates}`)
      const preview = await dana.get('contactImports.preview', { body: { duplicates, rows } })
      expect(preview.map(({ name, reasons }) => [name, reasons])).toEqual([
        [`Anna ${duplicates}`, []],
        [`Ben ${duplicates}`, [matches]],
        [`Cleo ${duplicates}`, [last]],
      ])
      const params = await start({ duplicates })
      await add(params, { part: 1, rows })
      expect((await report(params))[1]?.slice(0, 4)).toEqual(['3', outcome, `Ben ${duplicates}`, matches])
    },
  )

  test('says nothing if it has the same name, or one of them has none', async () => {
    const phone = phoneOf(harness.sandbox, '+12025580125')
    await phone.send(clinic.numbers[0].number, 'Hello?')
    await until(async () => (await search('2025580125'))[0])
    await clinic.contact('Dora  Double', '+12025580126')
    const rows = numbered([
      { name: 'Tim Texted', phones: ['2025580125'] },
      { name: ' dora DOUBLE', phones: ['2025580126'], company: 'A' },
      { phones: ['2025580126'], remarks: 'B' },
    ])
    const preview = await dana.get('contactImports.preview', { body: { duplicates: 'fill', rows } })
    expect(preview.map(({ outcome, name, reasons }) => [outcome, name, reasons])).toEqual([
      ['filled', 'Tim Texted', []],
      ['filled', 'dora DOUBLE', []],
      ['filled', 'Dora  Double', []],
    ])
  })
})

describe('a User', () => {
  test('imports new contacts, and changes none with it', async () => {
    for (const duplicates of ['fill', 'overwrite'] as const) {
      const body = { duplicates, rows: numbered([{ phones: ['2025580100'] }]) }
      const answers = [
        await omar.call('contactImports.start', { body: { fileName: 'a.csv', duplicates, total: 1 } }),
        await omar.call('contactImports.preview', { body }),
      ]
      expect(answers.map(({ status, error }) => [status, error?.message])).toEqual([
        [403, ERRORS.onlyAdmins],
        [403, ERRORS.onlyAdmins],
      ])
    }
    const { params, result } = await importRows([{ name: 'By Omar', phones: ['2025580101'] }], { by: omar })
    expect(result.counts.added).toBe(1)
    await undo(params, omar)
    expect(await search('By Omar')).toEqual([])
  })

  test('adds to no import of someone else, and undoes none', async () => {
    const params = await start({ by: dana })
    const refused = [
      await add(params, { part: 1, rows: numbered([{ phones: ['2025580102'] }]) }, omar),
      await omar.call('contactImports.finish', { params }),
      await omar.call('contactImports.undo', { params }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    const theirs = [
      await add(params, { part: 1, rows: numbered([{ phones: ['2025580102'] }]) }, stranger),
      await stranger.call('contactImports.undo', { params }),
      await stranger.call('contactImports.report', { params }),
    ]
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await omar.get('contactImports.list')).map(({ id }) => id)).toContain(params.contactImportId)
  })
})

describe('a part', () => {
  test('that is sent again changes nothing, and the next one follows', async () => {
    const params = await start({ total: 3 })
    const first = { part: 1, rows: numbered([{ name: 'Part A', phones: ['2025580110'] }]) }
    const answers = [await add(params, first), await add(params, first), await add(params, first)]
    expect(answers.map(({ data }) => data)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ done: 1 })),
    )
    expect(await search('Part A')).toHaveLength(1)
    const wrong = [
      await add(params, { part: 3, rows: numbered([{ phones: ['2025580111'] }], 3) }),
      await add(params, { part: 2, rows: numbered([{ phones: ['2025580111'] }], 2) }),
      await add(params, { part: 2, rows: numbered([{}, {}, {}], 3) }),
    ]
    expect(wrong.map(({ error }) => error?.errors)).toEqual([
      { part: [ERRORS.otherPart(2)] },
      { rows: [ERRORS.rowOrder] },
      { rows: [ERRORS.tooManyRows] },
    ])
    await add(params, { part: 2, rows: numbered([{ phones: ['2025580111'] }], 3) })
    await dana.get('contactImports.finish', { params })
    const late = await add(params, { part: 3, rows: numbered([{ phones: ['2025580112'] }], 4) })
    expect([late.status, late.error?.message]).toEqual([409, ERRORS.notRunning])
  })

  test('of two imports at once adds each person once', async () => {
    const rows = numbered(
      Array.from({ length: 40 }, (_, at) => ({ name: `Twice ${at}`, emails: [`twice${at}@example.com`] })),
    )
    const both = await Promise.all([start(), start(), start()])
    const answers = await Promise.all(both.map((params) => add(params, { part: 1, rows })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await search('Twice')).toHaveLength(40)
  })

  test('and a text from a phone in it make one contact', async () => {
    const params = await start()
    const numbers = Array.from({ length: 20 }, (_, at) => `+120255802${String(at).padStart(2, '0')}`)
    const rows = numbered(numbers.map((number, at) => ({ name: `Meanwhile ${at}`, phones: [number] })))
    const [{ status }] = await Promise.all([
      add(params, { part: 1, rows }),
      ...numbers.slice(5, 10).map((number) => phoneOf(harness.sandbox, number).send(clinic.numbers[0].number, 'Hi')),
    ])
    expect(status).toBe(200)
    const found = await until(async () => {
      const contacts = await Promise.all(numbers.map(search))
      return contacts.slice(5, 10).every(([contact]) => contact?.lastTextAt != null) && contacts
    })
    expect(found.map(({ length }) => length)).toEqual(numbers.map(() => 1))
  })
})

describe('Undo', () => {
  test('removes what was added and restores what was changed', async () => {
    await importRows([
      {
        name: 'Una Undo',
        company: 'Was',
        emails: ['una@example.com'],
        phones: ['2025580300'],
        tags: ['Was'],
        fields: { [plan.id]: 'Gold' },
      },
    ])
    const before = await one('Una Undo')
    const { params, result } = await importRows(
      [
        {
          name: 'Una New',
          company: 'Is',
          remarks: 'New',
          emails: ['una2@example.com'],
          phones: ['2025580300', '2025580301'],
          tags: ['Is'],
          timeZone: 'Europe/Paris',
          language: 'fr',
          fields: { [plan.id]: 'Silver', [visits.id]: '3' },
        },
        { name: 'Una Added', phones: ['2025580302', '2025580303'] },
        { phones: ['2025580302'], company: 'Filled in the same import' },
      ],
      { duplicates: 'overwrite' },
    )
    expect(result.counts).toMatchObject({ added: 1, overwritten: 2 })
    expect(await undo(params)).toMatchObject({ state: 'undone', undone: 3, kept: 0 })
    const after = await one('2025580300')
    expect(after).toEqual(before)
    expect(await search('Una Added')).toEqual([])
    expect(await omar.get('numbers.search', { body: { term: '2025580303' } })).toEqual([])
    expect((await history(after))[0]).toMatchObject({ kind: 'changed', import: { isUndo: true } })
    expect((await report(params)).map(([, , , , undone]) => undone)).toEqual(['Undone.', 'Undone.', 'Undone.'])
    // Once more changes nothing, and the same file can be imported again.
    expect(await undo(params)).toMatchObject({ state: 'undone', undone: 3 })
    expect((await importRows([{ name: 'Una Added', phones: ['2025580302'] }])).result.counts.added).toBe(1)
  })

  test('leaves alone what people changed since', async () => {
    await importRows([{ name: 'Kept Kay', company: 'Was', phones: ['2025580310'] }])
    const { params } = await importRows(
      [
        { company: 'Is', remarks: 'Imported', tags: ['Imported'], phones: ['2025580310', '2025580311'] },
        { name: 'Kept Edited', phones: ['2025580312'] },
        { name: 'Kept Texted', phones: ['2025580313'] },
        { name: 'Kept Disabled', phones: ['2025580314'] },
        { name: 'Kept Gone', phones: ['2025580315'] },
        { name: 'Kept Clean', phones: ['2025580316'] },
        { name: 'Kept on Hold', phones: ['2025580317'] },
      ],
      { duplicates: 'overwrite' },
    )
    const kay = await one('2025580310')
    await omar.get('contacts.update', { params: { contactId: kay.id }, body: { company: 'By Omar', tags: [] } })
    const edited = await one('2025580312')
    await omar.get('contacts.update', { params: { contactId: edited.id }, body: { remarks: 'Mine' } })
    await phoneOf(harness.sandbox, '+12025580313').send(clinic.numbers[0].number, 'Hello')
    await until(async () => (await one('2025580313')).lastTextAt)
    const { memberId } = await phoneMember('2025580311')
    await clinic.chat('With Kay', [clinic.dana.id, memberId])
    const disabled = await one('2025580314')
    await dana.get('settings.updateMobileNumber', {
      params: { numberId: disabled.phones[0]?.id ?? '' },
      body: { name: 'Kept Disabled', disabled: true },
    })
    await dana.get('contacts.delete', { params: { contactId: (await one('2025580315')).id } })
    await dana.get('legalHolds.place', { body: { contactId: (await one('2025580317')).id } })
    expect(await undo(params)).toMatchObject({ undone: 7, kept: 5 })
    expect(await one('2025580310')).toMatchObject({
      company: 'By Omar',
      remarks: '',
      tags: [],
      phones: [{}, { number: '+12025580311' }],
    })
    expect((await report(params)).map(([, , , , undone]) => undone)).toEqual([
      `Not undone. ${REASONS.keptValue('Company')} ${REASONS.keptPhone('+12025580311')}`,
      `Not undone. ${REASONS.keptEdited}`,
      `Not undone. ${REASONS.keptInChat}`,
      `Not undone. ${REASONS.keptEdited}`,
      `Nothing to undo. ${REASONS.gone}`,
      'Undone.',
      `Not undone. ${REASONS.keptEdited}`,
    ])
    expect((await search('Kept')).map(({ name }) => name).toSorted()).toEqual([
      'Kept Disabled',
      'Kept Edited',
      'Kept Kay',
      'Kept Texted',
      'Kept on Hold',
    ])
  })

  test('of a contact that was merged leaves the merged one alone', async () => {
    const { params } = await importRows([
      { name: 'Merge One', phones: ['2025580320'] },
      { name: 'Merge Two', phones: ['2025580321'] },
    ])
    const [first, second] = [await one('2025580320'), await one('2025580321')]
    await dana.get('contacts.merge', { params: { contactId: first.id }, body: { mergedId: second.id } })
    expect(await undo(params)).toMatchObject({ kept: 1 })
    expect((await one('2025580321')).phones).toHaveLength(2)
  })

  test('restores the name of a chat', async () => {
    await phoneOf(harness.sandbox, '+12025580330').send(clinic.numbers[0].number, 'Hello?')
    await until(async () => (await search('2025580330'))[0])
    const { params } = await importRows([{ name: 'Nell Named', phones: ['2025580330'] }], { duplicates: 'fill' })
    const names = async (term: string) =>
      (await dana.get('chats.search', { body: { mode: 'all', term, searchIn: 'names' } })).map(({ name }) => name)
    expect(await names('Nell Named')).toEqual(['Nell Named'])
    await undo(params)
    expect(await names('Nell Named')).toEqual([])
    expect(await one('2025580330')).toMatchObject({ name: '(202) 558-0330' })
  })

  test('of an import that was stopped ends it', async () => {
    const params = await start({ total: 10 })
    await add(params, { part: 1, rows: numbered([{ name: 'Stopped', phones: ['2025580340'] }]) })
    expect(await undo(params)).toMatchObject({ state: 'undone', done: 1, total: 10 })
    const late = await add(params, { part: 2, rows: numbered([{ phones: ['2025580341'] }], 3) })
    expect(late.status).toBe(409)
  })

  test('goes on where it stopped', async () => {
    const many = CONTACT_IMPORT.undone + 20
    const params = await start({ total: many })
    const row = (at: number) => ({ row: at + 2, name: `Long ${at}`, emails: [`long${at}@example.com`] })
    const rows = Array.from({ length: many }, (_, at) => row(at))
    await add(params, { part: 1, rows: rows.slice(0, CONTACT_IMPORT.rowsInPart) })
    await add(params, { part: 2, rows: rows.slice(CONTACT_IMPORT.rowsInPart) })
    const first = await dana.get('contactImports.undo', { params })
    expect(first).toMatchObject({ state: 'undoing', undone: CONTACT_IMPORT.undone })
    expect(await search('Long')).toHaveLength(20)
    expect(await dana.get('contactImports.undo', { params })).toMatchObject({ state: 'undone', undone: many })
    expect(await search('Long')).toEqual([])
  })
})

describe('columns', () => {
  test('are remembered for the same headings', async () => {
    const columns = [
      { heading: 'Who', target: 'name' },
      { heading: 'Nr', target: 'phones' },
    ]
    const headings = columns.map(({ heading }) => heading)
    expect(await dana.get('contactImports.columns', { body: { headings } })).toEqual({ columns: null })
    await dana.get('contactImports.start', { body: { fileName: 'a.csv', duplicates: 'skip', total: 1, columns } })
    expect(await omar.get('contactImports.columns', { body: { headings } })).toEqual({ columns })
    expect(await omar.get('contactImports.columns', { body: { headings: headings.toReversed() } })).toEqual({
      columns: null,
    })
    expect(await stranger.get('contactImports.columns', { body: { headings } })).toEqual({ columns: null })
  })
})

const memberIdOf = (id: NumberId | undefined) => (id ?? '') as unknown as MemberId

async function phoneMember(term: string) {
  const [found] = await dana.get('numbers.search', { body: { type: 'Mobile', term } })
  return { memberId: memberIdOf(found?.id) }
}
