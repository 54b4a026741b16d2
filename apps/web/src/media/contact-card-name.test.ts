import { expect, it } from 'vitest'
import { contactCardName } from './contact-card-name.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

it.each([
  ['a plain name', card('VERSION:3.0', 'N:Miller;Tom', 'FN:Tom Miller', 'TEL:+12025550142'), 'Tom Miller'],
  ['a name in a group with parameters', card('item1.FN;X-A="a:b";CHARSET=UTF-8:Tom Miller'), 'Tom Miller'],
  ['a folded name', card('FN:Tom', '  Miller'), 'Tom Miller'],
  ['an escaped name', card('FN:Miller\\, Tom\\nPlumber'), 'Miller, Tom Plumber'],
  [
    'a quoted-printable name over two lines',
    card('FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=C3=BC=', 'rgen 100%', 'TEL:1'),
    'Jürgen 100%',
  ],
  ['the first of several', card('FN:Ann') + card('FN:Bob'), 'Ann'],
  ['parts of a name only', card('N:Lee;Ann;;;', 'TEL:1'), 'Ann Lee'],
  ['a card that ends in a photo', card('FN:Ann', `PHOTO;ENCODING=b:${'x'.repeat(20_000)}`), 'Ann'],
  ['another encoding', card('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=WINDOWS-1251:=C0=ED=ED=E0'), 'Анна'],
  ['bare line feeds', card('FN:Ann').replaceAll('\r', ''), 'Ann'],
])('reads %s', async (_, written, name) => {
  expect(await contactCardName(utf8(written))).toBe(name)
})

it.each([
  ['no name', card('TEL:+12025550142')],
  ['an empty name', card('FN: ')],
  ['a name beyond the part that is read', card(`NOTE:${'x'.repeat(20_000)}`, 'FN:Ann')],
  ['no card at all', ''],
])('finds no name in a card with %s', async (_, written) => {
  expect(await contactCardName(utf8(written))).toBeNull()
})

it('truncates a name to 100 characters and strips control characters', async () => {
  expect(await contactCardName(utf8(card(`FN:${'😀'.repeat(500)}`)))).toBe('😀'.repeat(100))
  expect(await contactCardName(utf8(card('FN:Ann\u0007 Lee')))).toBe('Ann Lee')
})
