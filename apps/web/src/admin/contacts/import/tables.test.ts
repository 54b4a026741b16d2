import { describe, expect, test } from 'vitest'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { readFiles, summaryOf, utf8 } from './import-tests.ts'

const { alsoRounded, missingNumber, onlyFax, remark, rounded } = CONTACT_IMPORT_TEXTS

describe('reads the marks of spreadsheets:', () => {
  test.each<[string, string]>([
    ['="2025550901"', '2025550901'],
    ['"=""2025550901"""', '2025550901'],
    ['="+12025550901"', '+12025550901'],
    ['"=""(202) 555-0901"""', '(202) 555-0901'],
    ['=+12025550901', '+12025550901'],
    ['=2025550901', '2025550901'],
    ["'+12025550901", '+12025550901'],
    ["'2025550901", '2025550901'],
    ["'(202) 555-0901", '(202) 555-0901'],
    ['"\'+1 (202) 555-0901"', '+1 (202) 555-0901'],
    ['’2025550901', '+12025550901'],
    ['2025550901.0', '+12025550901'],
    ['2025550901.00', '+12025550901'],
    ['12025550901.0', '+12025550901'],
    ['2.025550901E9', '+12025550901'],
    ['2.025550901E+09', '+12025550901'],
    ['"2,025550901E+09"', '+12025550901'],
    ['1.2025550901E10', '+12025550901'],
    ['1.20256E+10', rounded],
    ['"1,20256E+10"', rounded],
    ['1.61E+10', rounded],
    ['4.47911E+11', rounded],
    ['2E+09', rounded],
    ['1.202555E+10', rounded],
    ['202.555.0901', '202.555.0901'],
    ['202/555-0901', '+12025550901'],
    ['  2025550901\u00a0', '2025550901'],
    ['"2025550901\n2025550902"', '+12025550901 | of main +12025550901, main +12025550902'],
    ['2025550901;2025550902', '+12025550901 | of main +12025550901, main +12025550902'],
    ['2025550901 2025550902', '+12025550901 | of main +12025550901, main +12025550902'],
    ['Fax: 2025550901', onlyFax],
    ['Fax (work): 2025550901', onlyFax],
    ['2025550901 (fax home)', onlyFax],
    ['2025550901 x5', `+12025550901 | ${remark('ext. 5')}`],
    ['call the office', 'call the office'],
    ['', missingNumber],
  ])('%s', async (cell, expected) => {
    expect(await summaryOf(utf8(`Name,Phone\r\nBob,2025550911\r\nAnn,${cell}\r\n`))).toEqual([
      'Bob: 2025550911',
      `Ann: ${expected}`,
    ])
  })

  test('a rounded number does not stop another phone of its row', async () => {
    const text = 'Name,Mobile,Home\nAnn,1.20256E+10,2025550901\n'
    expect(await summaryOf(utf8(text))).toEqual([`Ann: 2025550901 | ${alsoRounded('1.20256E+10')}`])
  })
})

describe('reads cells between', () => {
  const ann = ['Ann Lee: 2025550901', 'Bob, Jr.: 2025550902']
  test.each<[string, string]>([
    ['commas', 'Name,Phone\nAnn Lee,2025550901\n"Bob, Jr.",2025550902'],
    ['semicolons', 'Name;Phone\nAnn Lee;2025550901\nBob, Jr.;2025550902'],
    ['tabs', 'Name\tPhone\nAnn Lee\t2025550901\nBob, Jr.\t2025550902'],
    ['vertical bars', 'Name|Phone\nAnn Lee|2025550901\nBob, Jr.|2025550902'],
    ['semicolons that the file names', 'sep=;\r\nName;Phone\r\nAnn Lee;2025550901\r\nBob, Jr.;2025550902'],
    ['separators that the file names in quotes', '"sep=;"\nName;Phone\nAnn Lee;2025550901\nBob, Jr.;2025550902'],
    ['tabs that the file names', 'SEP=\t\r\nName\tPhone\r\nAnn Lee\t2025550901\r\nBob, Jr.\t2025550902'],
    ['carriage returns', 'Name;Phone\rAnn Lee;2025550901\rBob, Jr.;2025550902\r'],
    ['several kinds of line ends', 'Name;Phone\r\nAnn Lee;2025550901\rBob, Jr.;2025550902\n'],
    ['empty lines', '\r\n\r\nName;Phone\r\n\r\n;\r\nAnn Lee;2025550901\r\nBob, Jr.;2025550902\r\n;;\r\n'],
    ['quotes everywhere', '"Name","Phone"\n"Ann Lee","2025550901"\n"Bob, Jr.","2025550902"'],
    ['more cells than headings', 'Name;Phone\nAnn Lee;2025550901;x;y\nBob, Jr.;2025550902;;'],
  ])('%s', async (_, text) => {
    expect(await summaryOf(utf8(text))).toEqual(ann)
  })

  test('a comma that is a decimal sign does not separate', async () => {
    expect(await summaryOf(utf8('Name;Phone\nAnn;1,20256E+10\nBob;2025550902'))).toEqual([
      `Ann: ${rounded}`,
      'Bob: 2025550902',
    ])
  })
})

describe('says what a file is that it cannot read:', () => {
  test.each<[string, Uint8Array, string]>([
    [
      'a workbook',
      Uint8Array.from([0x50, 0x4b, 3, 4]),
      'This is an Excel workbook. In Excel, choose File > Save As > CSV UTF-8',
    ],
    ['a workbook among cards', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), 'This is an Excel workbook.'],
    ['a web page', utf8('<html><table><tr><td>2025550901'), 'This is neither a CSV file nor a vCard.'],
    ['XML', utf8('<?xml version="1.0"?><a>2025550901</a>'), 'This is neither a CSV file nor a vCard.'],
    ['rich text', utf8(String.raw`{\rtf1 2025550901}`), 'This is neither a CSV file nor a vCard.'],
    ['a PDF', utf8('%PDF-1.7 2025550901'), 'This is neither a CSV file nor a vCard.'],
    ['JSON', utf8('[{"name":"Ann","phone":"2025550901"}]'), 'This is neither a CSV file nor a vCard.'],
    ['LDIF', utf8('dn: cn=Ann\ntelephoneNumber: 2025550901'), 'This is neither a CSV file nor a vCard.'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'This is neither a CSV file nor a vCard.'],
    ['a file with a heading only', utf8('Name,Phone\n'), 'This file has no contacts.'],
  ])('%s', async (_, file, words) => {
    await expect(readFiles([file])).rejects.toThrow(words)
  })
})
