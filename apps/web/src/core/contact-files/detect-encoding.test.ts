import { describe, expect, test } from 'vitest'
import { decodeText, ENCODINGS, isAscii } from './decode-text.ts'
import type { Encoding } from './decode-text.ts'
import { detectEncoding } from './detect-encoding.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : [...part])))

/** The bytes of each character in an encoding, from the decoder: the platform encodes UTF-8 only. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  const add = (...code: number[]) => {
    const character = decoder.decode(Uint8Array.from(code))
    if (Array.from(character).length === 1 && !codes.has(character)) codes.set(character, code)
  }
  for (let first = 0; first < 0x100; first += 1) add(first)
  for (let first = 0x81; first < 0xff && /_|jp|18030|big5|kr/.test(encoding); first += 1) {
    for (let second = 0x40; second < 0xff; second += 1) add(first, second)
  }
  return Uint8Array.from(Array.from(text).flatMap((character) => codes.get(character) ?? []))
}

function utf16(text: string, isBigEndian = false): Uint8Array {
  const words = Array.from({ length: text.length }, (_, at) => [text.charCodeAt(at) & 0xff, text.charCodeAt(at) >> 8])
  return Uint8Array.from(words.flatMap((word) => (isBigEndian ? word.toReversed() : word)))
}

describe('recognizes', () => {
  test.each<[Encoding, string, string]>([
    ['windows-1252', 'German', 'Name;Handy\r\nJürgen Müller;+12025550201\r\nKäthe Weiß;+12025550202'],
    ['windows-1252', 'German, one name', 'Zoë Größ;+12025550201'],
    ['windows-1252', 'French', 'Prénom;Téléphone\r\nÉlodie Lefèvre;+12025550201\r\nFrançois Côté;+12025550202'],
    ['windows-1252', 'Spanish', 'Nombre;Teléfono\r\nJosé Muñoz;+12025550201\r\nMaría Peña;+12025550202'],
    ['windows-1252', 'Portuguese', 'Nome;Telemóvel\r\nJoão Conceição;+12025550201'],
    ['windows-1252', 'Swedish', 'Namn;Mobil\r\nÅsa Öberg;+12025550201\r\nMärta Åkesson;+12025550202'],
    ['windows-1252', 'Danish', 'Navn;Mobil\r\nSøren Ærø;+12025550201\r\nJørgen Brøndum;+12025550202'],
    ['windows-1252', 'with an apostrophe of Word', 'Name;Phone\r\nPat O’Neil;+12025550201\r\nDan O’Shea;+12025550202'],
    ['macintosh', 'German', 'Name;Handy\rJürgen Müller;+12025550201\rKäthe Weiß;+12025550202'],
    ['macintosh', 'French', 'Prénom;Téléphone\rÉlodie Lefèvre;+12025550201\rFrançois Côté;+12025550202'],
    ['macintosh', 'Spanish', 'Nombre;Teléfono\rJosé Muñoz;+12025550201\rMaría Peña;+12025550202'],
    ['windows-1250', 'Polish', 'Imię;Telefon\r\nŁukasz Żółć;+12025550201\r\nMałgorzata Wiśniewska;+12025550202'],
    ['windows-1250', 'Czech', 'Jméno;Mobilní telefon\r\nJiří Dvořák;+12025550201\r\nTomáš Růžička;+12025550202'],
    ['windows-1250', 'Hungarian', 'Név;Mobiltelefon\r\nErzsébet Kőszegi;+12025550201\r\nGergő Szűcs;+12025550202'],
    ['windows-1251', 'Russian', 'Имя;Телефон\r\nАнна Смирнова;+12025550201\r\nБорис Орлов;+12025550202'],
    ['windows-1251', 'Russian, one name', 'Name;Phone\r\nЕкатерина;+12025550201'],
    ['windows-1251', 'Ukrainian', 'Прізвище;Телефон\r\nОлена Шевченко;+12025550201\r\nЮрій Ковальчук;+12025550202'],
    ['koi8-r', 'Russian', 'Имя;Телефон\r\nАнна Смирнова;+12025550201\r\nБорис Орлов;+12025550202'],
    ['ibm866', 'Russian', 'Имя;Телефон\r\nАнна Смирнова;+12025550201\r\nБорис Орлов;+12025550202'],
    ['windows-1253', 'Greek', 'Όνομα;Κινητό\r\nΕλένη Παπαδοπούλου;+12025550201\r\nΓιώργος Νικολαΐδης;+12025550202'],
    ['windows-1254', 'Turkish', 'Ad;Cep telefonu\r\nAyşe Yılmaz;+12025550201\r\nGülşen Öztürk;+12025550202'],
    ['windows-1255', 'Hebrew', 'שם;נייד\r\nדוד כהן;+12025550201\r\nשרה לוי;+12025550202'],
    ['windows-1256', 'Arabic', 'الاسم;الجوال\r\nمحمد علي;+12025550201\r\nفاطمة حسن;+12025550202'],
    ['windows-1257', 'Lithuanian', 'Vardas;Mobilusis\r\nŽydrūnė Šimkutė;+12025550201\r\nRūta Ąžuolaitė;+12025550202'],
    ['windows-874', 'Thai', 'ชื่อ,โทรศัพท์\r\nสมชาย ใจดี,+12025550201\r\nสมหญิง รักไทย,+12025550202'],
    ['shift_jis', 'Japanese', '氏名,電話番号\r\n山田 太郎,+12025550201\r\n佐藤花子,+12025550202'],
    [
      'euc-jp',
      'Japanese',
      '氏名,電話番号\r\n山田 太郎,+12025550201\r\n鈴木 一郎,+12025550202\r\n高橋めぐみ,1\r\nタナカ ケン,2\r\nさくら みどり,3',
    ],
    ['gb18030', 'Chinese, simplified', '姓名,手机\r\n王小明,+12025550201\r\n李丽华,+12025550202'],
    ['big5', 'Chinese, traditional', '姓名,手機\r\n王小明,+12025550201\r\n李麗華,+12025550202'],
    ['euc-kr', 'Korean', '이름,휴대폰\r\n김철수,+12025550201\r\n이영희,+12025550202'],
  ])('%s: %s', async (encoding, _, text) => {
    const file = encode(text, encoding)
    const found = await detectEncoding(file)
    expect(decodeText(file, found.encoding)).toBe(text)
    expect(found.isSure).toBe(false)
  })

  test.each<[string, Uint8Array, Encoding, string]>([
    ['plain ASCII', utf8('Ann'), 'utf-8', 'Ann'],
    ['UTF-8', utf8('Zoë 山田'), 'utf-8', 'Zoë 山田'],
    ['UTF-8 with a byte order mark', utf8('\uFEFFZoë'), 'utf-8', 'Zoë'],
    ['UTF-16 with a byte order mark', bytes([0xff, 0xfe], [...utf16('Zoë')]), 'utf-16le', 'Zoë'],
    ['big-endian UTF-16 with one', bytes([0xfe, 0xff], [...utf16('Zoë', true)]), 'utf-16be', 'Zoë'],
    ['UTF-16 without one', utf16('Zoë,2025550201'), 'utf-16le', 'Zoë,2025550201'],
    ['big-endian UTF-16 without one', utf16('Zoë,2025550201', true), 'utf-16be', 'Zoë,2025550201'],
    ['UTF-16 in Chinese', utf16('王小明,2025550201\r\n'), 'utf-16le', '王小明,2025550201\r\n'],
    ['ISO-2022-JP', bytes([0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42], ',1'), 'iso-2022-jp', '山田,1'],
  ])('%s, for sure', async (_, file, encoding, text) => {
    expect(await detectEncoding(file)).toEqual({ encoding, isSure: true })
    expect(decodeText(file, encoding)).toBe(text)
  })

  test.each<[string, Uint8Array, string]>([
    ['a byte of Windows-1252', bytes('José,Caf', [0xe9]), 'José,Café'],
    ['a byte at the start', bytes([0xe9], 'lan José'), 'élan José'],
    ['a character that was cut', bytes('José 山', [0xe5, 0xb1]), 'José 山å±'],
    ['a byte order mark, too', bytes([0xef, 0xbb, 0xbf], 'Zoë', [0xe9]), 'Zoëé'],
  ])('UTF-8 with %s', async (_, file, text) => {
    const { encoding } = await detectEncoding(file)
    expect([encoding, decodeText(file, encoding)]).toEqual(['utf-8', text])
  })
})

test('every encoding of the list can be decoded, also bytes that it does not have', () => {
  const all = Uint8Array.from({ length: 512 }, (_, at) => (at * 7) % 256)
  for (const encoding of Object.keys(ENCODINGS) as Encoding[]) expect(decodeText(all, encoding)).not.toBe('')
})

test('knows whether an encoding makes a difference', () => {
  expect([utf8('Ann'), utf8('Zoë'), utf16('Ann'), bytes([0x1b])].map(isAscii)).toEqual([true, false, false, false])
})
