import { readFileSync } from 'node:fs'
import type { ContactField } from '@partyline/contract'
import { expect, test } from 'vitest'
import { decodeFile, openFiles } from '../../core/contact-files/open-files.ts'
import { readTable } from '../../core/contact-files/read-table.ts'
import { cardRows, tableRows } from './file-rows.ts'
import { guessMapping, mappingOf, rememberedMapping } from './targets.ts'

const BIRTHDAY: ContactField = { id: 'f1' as ContactField['id'], name: 'Birthday', kind: 'date', choices: [] }
const CONTEXT = { fields: [BIRTHDAY], languages: [], dateOrder: 'monthFirst' } as const

/** The columns that are imported, with their targets. */
function guessed(headings: string, row: string, fields: readonly ContactField[] = []) {
  const table = readTable(`${headings}\n${row}\n`)
  const { targets, isFirstRowHeading } = guessMapping(table, fields)
  expect(isFirstRowHeading).toBe(true)
  return Object.fromEntries(
    targets.flatMap((target, at) => (target === 'none' ? [] : [[table.rows[0]?.[at] ?? '', target]])),
  )
}

test.each([
  [
    'Outlook',
    'First Name,Middle Name,Last Name,Company,Business Fax,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Display Name,E-mail 2 Address,Categories,Notes',
    'Pat,J,Lane,Dock,202-555-0101,202-555-0102,202-555-0103,202-555-0104,p@example.com,Pat Lane,q@example.com,VIP,Hi',
    {
      'First Name': 'given',
      'Middle Name': 'middle',
      'Last Name': 'family',
      Company: 'company',
      'Business Phone': 'phones',
      'Home Phone': 'phones',
      'Mobile Phone': 'phones',
      'E-mail Address': 'emails',
      'E-mail 2 Address': 'emails',
      Categories: 'tags',
      Notes: 'remarks',
    },
  ],
  [
    'our export',
    'Name,Company,Phones,Emails,Tags,Language,Time zone,Last text,Added,Opted out of,Remarks,Birthday',
    'Pat Lane,Dock,+12025550104; +12025550105,p@example.com,VIP,en,America/New_York,2026-11-20 09:00,2026-11-01,Front desk,Hi,1990-01-02',
    {
      Name: 'name',
      Company: 'company',
      Phones: 'phones',
      Emails: 'emails',
      Tags: 'tags',
      Language: 'language',
      'Time zone': 'timeZone',
      Remarks: 'remarks',
      Birthday: 'field:f1',
    },
  ],
  [
    'Google',
    'First Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Notes',
    'Pat,Lane,Dock,* myContacts ::: VIP,Home,p@example.com,Mobile,+12025550104,Hi',
    {
      'First Name': 'given',
      'Last Name': 'family',
      'Organization Name': 'company',
      Labels: 'tags',
      'E-mail 1 - Value': 'emails',
      'Phone 1 - Value': 'phones',
      Notes: 'remarks',
    },
  ],
  [
    'a practice',
    'Patient Name,Birthday,Cell Phone,Email,Preferred Language,Time Zone',
    'Lane Pat,01/02/1990,2025550104,p@example.com,Spanish,Eastern',
    {
      'Patient Name': 'name',
      Birthday: 'field:f1',
      'Cell Phone': 'phones',
      Email: 'emails',
      'Preferred Language': 'language',
      'Time Zone': 'timeZone',
    },
  ],
  [
    'German',
    'Vorname;Nachname;Firma;Mobiltelefon;Fax geschäftlich;E-Mail-Adresse;Kategorien;Notizen',
    'Pat;Lane;Dock;202-555-0104;202-555-0105;p@example.com;VIP;Hallo',
    {
      Vorname: 'given',
      Nachname: 'family',
      Firma: 'company',
      Mobiltelefon: 'phones',
      'E-Mail-Adresse': 'emails',
      Kategorien: 'tags',
      Notizen: 'remarks',
    },
  ],
  [
    'Spanish',
    'Nombre,Apellidos,Empresa,Teléfono móvil,Correo electrónico,Etiquetas,Notas,Idioma',
    'Pat,Lane,Dock,202-555-0104,p@example.com,VIP,Hola,es',
    {
      Nombre: 'given',
      Apellidos: 'family',
      Empresa: 'company',
      'Teléfono móvil': 'phones',
      'Correo electrónico': 'emails',
      Etiquetas: 'tags',
      Notas: 'remarks',
      Idioma: 'language',
    },
  ],
  [
    'French',
    'Prénom,Nom,Société,Téléphone portable,Adresse électronique,Catégories,Remarques,Langue',
    'Pat,Lane,Dock,202-555-0104,p@example.com,VIP,Bonjour,fr',
    {
      Prénom: 'given',
      Nom: 'family',
      Société: 'company',
      'Téléphone portable': 'phones',
      'Adresse électronique': 'emails',
      Catégories: 'tags',
      Remarques: 'remarks',
      Langue: 'language',
    },
  ],
])('the columns of an export are guessed: %s', (_, headings, row, expected) => {
  expect(guessed(headings, row, [BIRTHDAY])).toEqual(expected)
})

test('without a heading, columns are told by their contents', () => {
  const table = readTable('Pat Lane,202-555-0104,p@example.com\nKim Fox,202-555-0105,k@example.com\n')
  expect(guessMapping(table, [])).toEqual({ isFirstRowHeading: false, targets: ['name', 'phones', 'emails'] })
  expect(mappingOf(table, [], true).isFirstRowHeading).toBe(true)
})

test('a remembered column of a field that is gone is not imported', () => {
  expect(rememberedMapping(['name', 'field:f1', 'field:f2'], [BIRTHDAY])).toEqual(['name', 'field:f1', 'none'])
})

test('rows have the best phone first, no fax, and their place in the file', () => {
  const table = readTable('Name,Home,Fax,Mobile Phone\nPat,2025550101,2025550102,2025550103\n')
  const mapping = guessMapping(table, [])
  const [row] = tableRows(table, mapping, CONTEXT).slice(0, 10)
  expect(row).toMatchObject({ row: 2, name: 'Pat' })
  expect(row?.phones[0]).toBe('2025550103')
  expect(row?.phones).not.toContain('2025550102')
})

test('the place of a row counts empty lines, and lines in a cell as one', () => {
  const text = '\n\nName,Phone\n;\nPat,2025550101\n\n"Kim\nFox",2025550102\nLee,2025550103\n'
  const table = readTable(text.replace(';', ','))
  const places = (isFirstRowHeading: boolean) =>
    tableRows(table, mappingOf(table, [], isFirstRowHeading), CONTEXT)
      .slice(0, 10)
      .map(({ row }) => row)
  expect(places(true)).toEqual([5, 7, 8])
  expect(places(false)).toEqual([3, 5, 7, 8])
})

test.each<[string, string, string, number[]]>([
  ['a title', 'Sunrise Dental, patients', 'Last name', [4]],
  ['a title and a date', 'Sunrise Dental\nPrinted 11/30/2026', 'Last name', [5]],
])('%s above the headings is left out', (_, titles, first, expected) => {
  const lines = titles.split('\n').map((title) => `"${title}",,`)
  const table = readTable([...lines, '', 'Last name,First name,Cell #', 'Lane,Pat,2025550101', ''].join('\n'))
  expect(table.rows[0]?.[0]).toBe(first)
  const mapping = guessMapping(table, [])
  expect(mapping).toEqual({ isFirstRowHeading: true, targets: ['family', 'given', 'phones'] })
  const rows = tableRows(table, mapping, CONTEXT).slice(0, 10)
  expect(rows.map(({ row }) => row)).toEqual(expected)
})

test.each([
  ['a number without a name', ',2025550101\nName,Phone\nPat,2025550102\n', 3],
  ['a row with two cells', 'Kim,\nLee,2025550101\nName,Phone\n', 3],
  ['a name above a row that looks like one heading', 'Kim,\nContact,2025550101\n', 2],
  ['a name far above the headings', `${'Kim,\n'.repeat(11)}Name,Phone\n`, 12],
])('%s is no title', (_, text, count) => {
  expect(readTable(text).rows).toHaveLength(count)
})

const SAMPLES = new URL('../../admin/contacts/import/samples/', import.meta.url)
test.each([
  ['windows-1251.csv', /\p{Script=Cyrillic}/u],
  ['shiftjis.csv', /\p{Script=Han}/u],
  ['utf16le-nobom.csv', /\p{L}/u],
  ['outlook-other-column.csv', /\p{L}/u],
  ['google-fax-first.csv', /\p{L}/u],
  ['home-work.csv', /\p{L}/u],
  ['excel-text-marks.csv', /\p{L}/u],
  ['invisible.csv', /\p{L}/u],
  ['invisible.vcf', /\p{L}/u],
  ['missing-end.vcf', /\p{L}/u],
  ['pauses.vcf', /\p{L}/u],
  ['utf8-windows1251-vcf.vcf', /\p{Script=Cyrillic}/u],
])('%s has names and phones', async (name, letters) => {
  const opened = await openFiles([new Uint8Array(readFileSync(new URL(name, SAMPLES)))], 1_000_000)
  const file = decodeFile(opened, opened.encoding)
  const rows =
    file.kind === 'cards' ? cardRows(file.cards) : tableRows(file.table, guessMapping(file.table, []), CONTEXT)
  const all = rows.slice(0, rows.length)
  expect(all.some((row) => letters.test(row.name))).toBe(true)
  expect(all.filter(({ phones }) => phones.length > 0).length).toBeGreaterThan(0)
})
