import { expect, test } from 'vitest'
import { readTable } from '../../core/contact-files/read-table.ts'
import { FILLED, meaningOf } from './cell-meaning.ts'
import { tableRows } from './file-rows.ts'
import { choiceColumns, suggestedRows } from './row-choice.ts'
import { guessMapping } from './targets.ts'

function read(text: string) {
  const table = readTable(text)
  const mapping = guessMapping(table, [])
  const columns = choiceColumns(table, mapping)
  const phonesOf = (state: 'granted' | 'revoked') => {
    const only = suggestedRows(columns, state)
    const rows = tableRows(table, mapping, { fields: [], languages: [], dateOrder: 'monthFirst' }, only)
    return rows.slice(0, rows.length).map(({ row, phones }) => [row, phones[0]])
  }
  return { targets: mapping.targets, columns, phonesOf }
}

test.each<[string, string, [number, string][], [number, string][]]>([
  [
    'a status',
    'Contact Name,Phone Number,Opt-in Status\nHana,2025590401,Opted Out\nIan,2025590402,Subscribed\nJo,2025590403,Never Subscribed\n',
    [[2, '2025590401']],
    [[3, '2025590402']],
  ],
  [
    'yes and no below a heading about opt-outs',
    'PhoneNumber,FirstName,OptOut\n12025590301,Dora,false\n12025590302,Earl,true\n',
    [[3, '12025590302']],
    [[2, '12025590301']],
  ],
  [
    'the date of an opt-out, where there is one',
    'Phone,Name,Unsubscribed at\n2025590201,Ann,2026-11-03 09:12\n2025590202,Ben,\n2025590203,Cy,2026-11-04 13:55\n',
    [
      [2, '2025590201'],
      [4, '2025590203'],
    ],
    [[3, '2025590202']],
  ],
  [
    'consent to texts rather than to emails',
    'Name,Phone,Email Marketing Consent,SMS Marketing Consent\nTia,2025590901,SUBSCRIBED,UNSUBSCRIBED\nUma,2025590902,UNSUBSCRIBED,SUBSCRIBED\n',
    [[2, '2025590901']],
    [[3, '2025590902']],
  ],
])('the rows that opted out, and those that agreed, are suggested by %s', (_, text, out, granted) => {
  const { phonesOf } = read(text)
  expect(phonesOf('revoked')).toEqual(out)
  expect(phonesOf('granted')).toEqual(granted)
})

test.each([
  ['all rows say the same', 'Phone,Status\n2025590101,Opted Out\n2025590102,Opted Out\n'],
  ['others may have opted out for another reason', 'Phone,Name,Reason\n2025590101,Ann,STOP\n2025590102,Ben,Manual\n'],
  ['no row has opted out', 'Phone,Plan\n2025590101,Gold\n2025590102,Silver\n'],
  ['only emails are unsubscribed', 'Phone,Email opt-out\n2025590101,true\n2025590102,false\n'],
  ['all opt-outs have dates', 'Phone,Opt-Out Date\n2025590101,10/9/2026\n2025590102,10/10/2026\n'],
])('all rows are meant if %s', (_, text) => {
  expect(read(text).phonesOf('revoked')).toHaveLength(2)
  expect(suggestedRows(read(text).columns, 'revoked')).toBeNull()
})

test('rows can be chosen by any column with few values, with its empty cells, and by whether it has one of many', () => {
  const many = Array.from({ length: 20 }, (_, at) => `20255901${at + 10},${at % 2 ? 'A' : ''},${at ? `x${at}` : ''}`)
  const { columns } = read(`Phone,List,Note ID\n${many.join('\n')}\n`)
  expect(columns.map(({ heading, values }) => [heading, values])).toEqual([
    [
      'List',
      [
        { value: '', rows: 10 },
        { value: 'A', rows: 10 },
      ],
    ],
    [
      'Note ID',
      [
        { value: FILLED, rows: 19 },
        { value: '', rows: 1 },
      ],
    ],
  ])
})

test('a status, a list, or a keyword is no name, and nothing about opt-outs is a phone or an email', () => {
  const status = 'contact_id,status\n+12025590101,opt-out\n+12025590102,opt-in\n+12025590103,opt-out\n'
  expect(read(status).targets).toEqual(['phones', 'none'])
  expect(read('Number,List\n2025591401,Blocked\n2025591402,Blocked\n2025591403,Active\n').targets).toEqual([
    'phones',
    'none',
  ])
  expect(read('Phone,Owner\n2025591401,Pat Lane\n2025591402,Kim Fox\n').targets).toEqual(['phones', 'name'])
  const hubspot = 'Phone Number,SMS opted out,Unsubscribed from all email,Email\n2025591101,true,false,a@example.com\n'
  expect(read(hubspot).targets).toEqual(['phones', 'none', 'none', 'emails'])
})

test.each([
  ['Status', 'Opted Out', 'out'],
  ['Status', 'optedout', 'out'],
  ['Status', 'UNSUBSCRIBED', 'out'],
  ['Status', 'Blocklisted', 'out'],
  ['Status', 'STOP', 'out'],
  ['Status', 'Do not text', 'out'],
  ['Status', 'Not opted out', 'notOut'],
  ['Status', 'NEVER_SUBSCRIBED', 'notOut'],
  ['Status', 'opt-in', 'in'],
  ['Status', 'Yes', null],
  ['Text Opt Out', 'Yes', 'out'],
  ['Text Opt Out', 'No', 'notOut'],
  ['Text Opt Out', '', 'notOut'],
  ['Text Opt Out', 'Pending', null],
  ['Subscribed', 'FALSE', 'out'],
  ['Subscribed', '1', 'in'],
  ['Subscribed', '', null],
] as const)('%s: %s', (heading, value, meaning) => {
  expect(meaningOf(heading, value)).toBe(meaning)
})
