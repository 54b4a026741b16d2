import { describe, expect, test } from 'vitest'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { readFiles, summaryOf, utf8 } from './import-tests.ts'

const { incomplete, missingNumber, onlyFax, remark } = CONTACT_IMPORT_TEXTS

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const binary = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('takes the phone of a card', () => {
  test.each<[string, string, string]>([
    [
      'of an iPhone',
      card('N:Lee;Ann;;;', 'FN:Ann Lee', 'item1.TEL;type=pref:+12025550901', 'item1.X-ABLabel:iPhone'),
      '+12025550901',
    ],
    [
      'labeled fax by an iPhone',
      card('FN:A', 'TEL;type=HOME;type=FAX:2025550901', 'TEL;type=WORK:2025550902'),
      '2025550902',
    ],
    [
      'labeled by a person',
      card('FN:A', 'item1.TEL:2025550901', 'item1.X-ABLabel:Fax Büro', 'item2.TEL:2025550902', 'item2.X-ABLabel:Büro'),
      '2025550902',
    ],
    [
      'whose label comes first',
      card('FN:A', 'item1.X-ABLabel:_$!<HomeFAX>!$_', 'item1.TEL:2025550901', 'TEL:2025550902'),
      '2025550902',
    ],
    [
      'whose label has a character set',
      card('FN:A', 'item1.TEL:2025550901', 'item1.X-ABLabel;CHARSET=UTF-8:传真', 'TEL:2025550902'),
      '2025550902',
    ],
    ['labeled pager', card('FN:A', 'TEL;TYPE=PAGER:2025550901', 'TEL;TYPE=WORK,VOICE:2025550902'), '2025550902'],
    [
      'labeled mobile last',
      card('FN:A', 'TEL;TYPE=WORK:2025550901', 'TEL;TYPE=HOME:2025550902', 'TEL;TYPE=CELL:2025550903'),
      '2025550903 | of mobile 2025550903, home 2025550902, work 2025550901',
    ],
    [
      'preferred among equals',
      card('FN:A', 'TEL;TYPE=CELL:2025550901', 'TEL;TYPE=CELL,PREF:2025550902'),
      '2025550902 | of mobile 2025550902, mobile 2025550901',
    ],
    [
      'preferred in 4.0',
      card('FN:A', 'TEL;TYPE=cell;PREF=2:2025550901', 'TEL;TYPE=cell;PREF=1:2025550902'),
      '2025550902 | of mobile 2025550902, mobile 2025550901',
    ],
    ['as a URI', card('FN:A', 'TEL;VALUE=uri;TYPE="voice,cell":tel:+1-202-555-0901'), '+12025550901'],
    [
      'as a URI with an extension',
      card('FN:A', 'TEL;VALUE=uri:tel:+1-202-555-0901;ext=102'),
      `+12025550901 | ${remark('ext. 102')}`,
    ],
    ['with an extension', card('FN:A', 'TEL;TYPE=WORK:(202) 555-0901 x102'), `+12025550901 | ${remark('ext. 102')}`],
    ['with a wait', card('FN:A', 'TEL;CELL:+12025550901w99'), `+12025550901 | ${remark('w99')}`],
    ['twice in other spellings', card('FN:A', 'TEL:(202) 555-0901', 'TEL;TYPE=CELL:202-555-0901'), '202-555-0901'],
    ['folded', card('FN:A', 'TEL;TYPE=CELL:+1202', ' 5550901'), '+12025550901'],
    ['folded with a tab', card('FN:A', 'TEL;TYPE=CELL:+1202', '\t5550901'), '+12025550901'],
    ['in a line with spaces', card('FN:A', 'TEL ;CELL: +12025550901 '), '+12025550901'],
    [
      'with two numbers',
      card('FN:A', 'TEL;CELL:2025550901 / 2025550902'),
      '+12025550901 | of mobile +12025550901, mobile +12025550902',
    ],
    [
      'of Outlook',
      card('FN:A', 'TEL;WORK;VOICE:(202) 555-0901', 'TEL;CELL;VOICE:(202) 555-0902', 'TEL;WORK;FAX:(202) 555-0903'),
      '(202) 555-0902 | of mobile (202) 555-0902, work (202) 555-0901',
    ],
    [
      'of an old Android',
      card('FN:A', 'TEL;X-Mobile:2025550901', 'TEL;X-CUSTOM:2025550902'),
      '2025550901 | of mobile 2025550901, main 2025550902',
    ],
    [
      'with a label of its own language',
      card('FN:A', 'item1.TEL:2025550901', 'item1.X-ABLabel:携帯', 'TEL;HOME:2025550902'),
      '2025550901 | of mobile 2025550901, home 2025550902',
    ],
    ['that only is a fax', card('FN:A', 'TEL;FAX:2025550901'), onlyFax],
    ['that is none', card('FN:A', 'EMAIL:a@b.example'), missingNumber],
  ])('%s', async (_, text, expected) => {
    const [first = ''] = await summaryOf(utf8(text))
    expect(first.replace(/^(A|Ann Lee): /, '')).toBe(expected)
  })
})

describe('takes the name of a card', () => {
  test.each<[string, string, string]>([
    [
      'in quoted-printable of Android',
      card('N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96berg;=C3=85sa;;;', 'TEL:1'),
      'Åsa Öberg',
    ],
    [
      'in quoted-printable over lines',
      card('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=E5=B1=B1=E7=94=B0=', '=E5=A4=AA=E9=83=8E', 'TEL:1'),
      '山田太郎',
    ],
    ['in Windows-1251', card('FN;CHARSET=windows-1251:\xC0\xED\xED\xE0', 'TEL:1'), 'Анна'],
    ['in Shift JIS', card('FN;CHARSET=SHIFT_JIS:\x8E\x52\x93\x63', 'TEL:1'), '山田'],
    [
      'in quoted-printable of Shift JIS',
      card('FN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8ER=93c', 'TEL:1'),
      '山田',
    ],
    ['in UTF-8 that is folded within a letter', card('FN:Zo\xC3', ' \xAB', 'TEL:1'), 'Zoë'],
    ['in two encodings', card('FN;CHARSET=KOI8-R:\xE1\xCE\xCE\xC1', 'NOTE:\xC3\xAB', 'TEL:1'), 'Анна'],
    ['with a byte order mark', `\xEF\xBB\xBF${card('FN:Ann', 'TEL:1')}`, 'Ann'],
    ['behind headers of mail', `Content-Type: text/x-vcard\r\n\r\n${card('FN:Ann', 'TEL:1')}`, 'Ann'],
    ['in a group', card('item1.FN:Ann', 'TEL:1'), 'Ann'],
    ['of a company', card('N:;;;;', 'FN:', 'ORG:Harbor Plumbing;', 'TEL:1'), 'Harbor Plumbing'],
    ['in parts', card('N:Lee;Ann;M.;Dr.;', 'TEL:1'), 'Dr. Ann M. Lee'],
    ['with escapes', card(String.raw`FN:Lee\, Ann\; MD`, 'TEL:1'), 'Lee, Ann; MD'],
    ['with line ends of an old Mac', card('FN:Ann', 'TEL:1').replaceAll('\r\n', '\r'), 'Ann'],
    ['as a nickname', card('NICKNAME:Annie', 'TEL:1'), 'Annie'],
  ])('%s', async (_, text, name) => {
    const { contacts } = await readFiles([binary(text)])
    expect(contacts.map((contact) => contact.name)).toEqual([name])
  })
})

describe('of a broken file, takes whole cards, and names the others:', () => {
  const ann = card('FN:Ann', 'TEL:2025550901')
  const bob = card('FN:Bob', 'TEL:2025550902')
  const cut = `${incomplete} | of main 2025550901`
  test.each<[string, string, string[]]>([
    ['an end is missing', ann.replace('END:VCARD\r\n', '') + bob, [`Ann: ${cut}`, 'Bob: 2025550902']],
    ['the last end is missing', bob + ann.replace('END:VCARD\r\n', ''), ['Bob: 2025550902', `Ann: ${cut}`]],
    [
      'the file ends within a number',
      bob + ann.slice(0, ann.indexOf('0901')),
      ['Bob: 2025550902', `Ann: ${incomplete}`],
    ],
    [
      'the file begins within a card',
      ann.replace('BEGIN:VCARD\r\n', 'UID:1\r\n') + bob,
      [`Ann: ${cut}`, 'Bob: 2025550902'],
    ],
    [
      'the ends of two are missing',
      (ann + bob).replaceAll('END:VCARD\r\n', '') + ann,
      [`Ann: ${cut}`, `Bob: ${incomplete} | of main 2025550902`, 'Ann: 2025550901'],
    ],
    ['an end is doubled', `${ann}END:VCARD\r\n${bob}`, ['Ann: 2025550901', 'Bob: 2025550902']],
    ['a line has no colon', ann.replace('TEL:', 'GARBAGE\r\nTEL:') + bob, ['Ann: 2025550901', 'Bob: 2025550902']],
    ['lines are empty', ann.replaceAll('\r\n', '\r\n\r\n') + bob, ['Ann: 2025550901', 'Bob: 2025550902']],
    [
      'a card is in a card',
      card('FN:Ann', 'AGENT:', 'BEGIN:VCARD', 'FN:Agent', 'TEL:2025550909', 'END:VCARD', 'TEL:2025550901') + bob,
      ['Ann: 2025550901', 'Bob: 2025550902'],
    ],
    ['a card has nothing', card() + bob, [`: ${missingNumber}`, 'Bob: 2025550902']],
  ])('%s', async (_, text, expected) => {
    expect(await summaryOf(utf8(text))).toEqual(expected)
  })

  test('several files are read together, and tables only one by one', async () => {
    const { contacts } = await readFiles([utf8(ann), utf8(bob)])
    expect(contacts.map(({ name }) => name)).toEqual(['Ann', 'Bob'])
    await expect(readFiles([utf8(ann), utf8('Name,Phone\nAnn,2025550901')])).rejects.toThrow(
      'Choose tables one at a time.',
    )
  })

  test('cards in UTF-16 are read, too', async () => {
    const words = Uint16Array.from(`\uFEFF${card('FN:Zoë', 'TEL:2025550901')}`, (character) => character.charCodeAt(0))
    expect(await summaryOf(new Uint8Array(words.buffer))).toEqual(['Zoë: 2025550901'])
  })
})
