import { describe, expect, test } from 'vitest'
import { readFiles, utf8 } from './import-tests.ts'
import { UnreadableFile } from '../../../core/contact-files/read-table.ts'

const latin = (text: string) =>
  Uint8Array.from(text, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)))
const utf16 = (text: string) => {
  const bytes = [0xff, 0xfe]
  for (const character of text) bytes.push(character.charCodeAt(0) % 256, character.charCodeAt(0) >> 8)
  return Uint8Array.from(bytes)
}

/** The name and number of each contact. */
async function read(bytes: Uint8Array, country?: string) {
  const { contacts } = await readFiles([bytes], country)
  return contacts.map(({ name, number }) => [name, number])
}

const ANN = ['Ann Lee', '+12025550142']
const ZOE = ['Zoë Größ', '0171 1234567']

describe('reads a table', () => {
  test.each<[string, Uint8Array]>([
    ['with commas', utf8('Name,Number\nAnn Lee,+12025550142\n')],
    ['with semicolons, as Excel writes them in Europe', utf8('Name;Telefon\r\nAnn Lee;+12025550142\r\n')],
    ['with tabs in UTF-16, as Excel’s Unicode text', utf16('Name\tMobile\r\nAnn Lee\t+12025550142')],
    ['with a byte order mark', utf8('\uFEFFName,Number\nAnn Lee,+12025550142')],
    ['with a line that names the separator', utf8('sep=|\r\nName|Number\r\nAnn Lee|+12025550142')],
    ['with quotes, and with carriage returns as line ends', utf8('"Number","Name"\r"+12025550142","Ann Lee"')],
    ['without headings', utf8('Ann Lee,+12025550142')],
    ['with the number first', utf8('+12025550142,Ann Lee')],
    ['exported by Google', utf8('First Name,Last Name,Phone 1 - Label,Phone 1 - Value\nAnn,Lee,Mobile,+12025550142')],
    [
      'exported by Outlook',
      utf8('First Name,Last Name,Business Fax,Business Phone,Mobile Phone\nAnn,Lee,12345678,2025550199,+12025550142'),
    ],
    ['with empty lines', utf8('\n\nName,Number\n , \n\nAnn Lee,+12025550142\n\n')],
    ['exported by Partyline', utf8(`\uFEFF"Name","Number","State"\r\n"Ann Lee","'+12025550142","Enabled"\r\n`)],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual([ANN])
  })

  test.each<[string, Uint8Array]>([
    ['UTF-8', utf8('Name;Handy\nZoë Größ;0171 1234567')],
    ['Windows-1252', latin('Name;Handy\nZoë Größ;0171 1234567')],
    ['UTF-16', utf16('Name;Handy\nZoë Größ;0171 1234567')],
  ])('in %s', async (_, bytes) => {
    expect(await read(bytes, 'DE')).toEqual([ZOE])
  })

  test('with escaped quotes, line breaks in cells, and formulas as plain text', async () => {
    const text = `Name,Number\n"Ann ""A"", Lee",1\n"Two\nlines",2\n"'=1+1",'+3\n'tis,4`
    expect(await read(utf8(text))).toEqual([
      ['Ann "A", Lee', '1'],
      ['Two\nlines', '2'],
      ['=1+1', '+3'],
      ["'tis", '4'],
    ])
  })

  test('with missing or extra cells, and truncates cells to 1,000 characters', async () => {
    expect(await read(utf8('Name,Number\nAnn Lee,+12025550142,more\nBob'))).toEqual([ANN, ['Bob', '']])
    expect((await read(utf8(`Name,Number\n${'x'.repeat(5_000)},1`)))[0]?.[0]).toHaveLength(1_000)
  })
})

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

describe('reads a vCard', () => {
  test.each<[string, string]>([
    ['of version 3.0', card('VERSION:3.0', 'N:Lee;Ann;;;', 'FN:Ann Lee', 'TEL;TYPE=CELL:+12025550142')],
    ['of version 4.0', card('VERSION:4.0', 'FN:Ann Lee', 'TEL;VALUE=uri;TYPE="cell,voice":tel:+12025550142')],
    ['of version 2.1', card('VERSION:2.1', 'N:Lee;Ann', 'TEL;CELL;VOICE:+12025550142')],
    ['with a group', card('item1.TEL:+12025550142', 'item1.X-ABLabel:phone', 'FN:Ann Lee')],
    ['with folded lines', card('FN:Ann', '  Lee', 'TEL;TYPE=CELL:+1202', ' 5550142')],
    [
      'with fax and work numbers, which it skips',
      card('FN:Ann Lee', 'TEL;WORK;FAX:1', 'TEL;WORK:2', 'TEL;TYPE=cell:+12025550142'),
    ],
    ['with the same number twice, once', card('FN:Ann Lee', 'TEL:+12025550142', 'TEL;TYPE=HOME:+12025550142')],
    ['in lowercase', card('fn:Ann Lee', 'tel;type=cell:+12025550142').toLowerCase().replace('ann lee', 'Ann Lee')],
    [
      'with a nested card, which it skips',
      card('FN:Ann Lee', 'AGENT:', 'BEGIN:VCARD', 'FN:Her agent', 'TEL:1', 'END:VCARD', 'TEL:+12025550142'),
    ],
    ['with a picture', card('FN:Ann Lee', 'PHOTO;ENCODING=b:/9j/4AAQ', ' SkZJRg:TEL=', 'TEL:+12025550142')],
  ])('%s', async (_, text) => {
    expect(await read(utf8(text))).toEqual([ANN])
  })

  test('with folded quoted-printable values, in UTF-8, ISO-8859-1, or an unknown charset', async () => {
    const encoded = card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=B6=',
      '=C3=9F;Zo=C3=AB',
      'TEL;CELL:0171 1234567',
    )
    expect(await read(utf8(encoded))).toEqual([ZOE])
    const western = card('FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Zo=EB Gr=F6=DF', 'TEL:0171 1234567')
    expect(await read(utf8(western))).toEqual([ZOE])
    expect(
      await read(utf8(card('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=X-NONE:Zo=EB Gr=F6=DF', 'TEL:0171 1234567'))),
    ).toEqual([ZOE])
    expect(await read(latin(card('FN:Zoë Größ', 'TEL:0171 1234567')))).toEqual([ZOE])
  })

  test('with escaped characters, and with a full name, name parts, an organization, or no name', async () => {
    expect(await read(utf8(card(String.raw`FN:Lee\, Ann\; MD\nWest`, 'TEL:1')))).toEqual([['Lee, Ann; MD West', '1']])
    expect(await read(utf8(card(String.raw`N:Lee\;Li;Ann;M.;Dr.;Jr.`, 'TEL:1')))).toEqual([
      ['Dr. Ann M. Lee;Li Jr.', '1'],
    ])
    expect(await read(utf8(card('FN:', 'ORG:Lakeside;West', 'TEL:1')))).toEqual([['Lakeside', '1']])
    expect(await read(utf8(card('TEL:1')))).toEqual([['', '1']])
  })

  test('with the mobile number, or without any number', async () => {
    const two = card('FN:Ann', 'TEL;HOME:3', 'TEL;CELL:1', 'TEL;TYPE=mobile:2') + card('FN:Bob', 'EMAIL:b@b.example')
    expect(await read(utf8(two))).toEqual([
      ['Ann', '1'],
      ['Bob', ''],
    ])
    expect(await read(utf8(card('FN:Ann', 'TEL;VALUE=uri:tel:+1-202-555-0142;ext=5')))).toEqual([
      ['Ann', '+12025550142'],
    ])
  })
})

describe('rejects a file', () => {
  test.each<[string, Uint8Array]>([
    ['This file has no contacts. Choose another one.', utf8('')],
    ['This file has no contacts. Choose another one.', utf8(' \r\n\uFEFF')],
    ['This file has no contacts. Choose another one.', utf8('BEGIN:VCARD\r\nNOTE:Ann')],
    ['Excel workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])],
    ['Excel workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0])],
    ['neither a CSV file nor a vCard', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])],
    ['No column of this file holds phone numbers.', utf8('Name,Colour\nAnn,Red')],
    ['A quotation mark in row 2 has no other end.', utf8('Name,Number\n"Ann,1234567\nBob,2345678')],
    ['at most 5,000 contacts', utf8(`Name,Number\n${'Ann,1234567\n'.repeat(5_001)}`)],
    ['at most 5,000 contacts', utf8(card('FN:Ann', 'TEL:1').repeat(5_001))],
    ['at most 10 MB', new Uint8Array(10_000_001)],
  ])('with the error “%s”', async (words, bytes) => {
    await expect(readFiles([bytes])).rejects.toThrow(new RegExp(words.replaceAll('.', String.raw`\.`), 'i'))
  })

  test('with an error of type UnreadableFile', async () => {
    await expect(readFiles([utf8('')])).rejects.toThrow(UnreadableFile)
  })
})
