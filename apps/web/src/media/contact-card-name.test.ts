import { expect, it } from 'vitest'
import { contactCardName } from './contact-card-name.ts'

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
  ['bare line feeds', card('FN:Ann').replaceAll('\r', ''), 'Ann'],
])('reads %s', (_, written, name) => {
  expect(contactCardName(written)).toBe(name)
})

it.each([
  ['no name', card('TEL:+12025550142')],
  ['an empty name', card('FN: ')],
  ['bytes that are not UTF-8', card('FN;ENCODING=QUOTED-PRINTABLE:=FF=FE')],
  ['a name beyond the part that is read', card(`NOTE:${'x'.repeat(20_000)}`, 'FN:Ann')],
  ['no card at all', ''],
])('finds no name in a card with %s', (_, written) => {
  expect(contactCardName(written)).toBeNull()
})

it('truncates a name to 100 characters and strips control characters', () => {
  expect(contactCardName(card(`FN:${'😀'.repeat(500)}`))).toBe('😀'.repeat(100))
  expect(contactCardName(card('FN:Ann\u0000\u0007 Lee'))).toBe('Ann Lee')
})
