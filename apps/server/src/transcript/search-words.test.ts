import { fold, searchWords } from '@partyline/contract'
import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'

const TENANT = 'aaaaaaaa-0000-4000-8000-000000000000'

/** Every character that has a meaning, except NUL, which PostgreSQL stores in no text. */
const CHARACTERS = Array.from({ length: 0x11_00_00 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character))

let database: Database
/** Characters that only the newer Unicode of JavaScript can decompose. */
let unknown: ReadonlySet<string>
beforeAll(async () => {
  database = await openTestDatabase()
  const decomposed = CHARACTERS.filter((character) => character.normalize('NFKD') !== character)
  const { rows } = await sql<{ character: string }>`
    select character from unnest(${decomposed}::text[]) character where normalize(character, NFKD) = character`.execute(
    database.queries,
  )
  unknown = new Set(rows.map(({ character }) => character))
})
afterAll(() => database.close())

/** The words of each text in the database, without the tenant. */
async function wordsInDatabase(texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select search_words(${TENANT}, text) as words from unnest(${texts}::text[]) with ordinality as t (text, place)
    order by place`.execute(database.queries)
  return rows.map(({ words }) => words.map((word) => word.slice(8)))
}

/** The words of a text in the browser, as they are in the database's index: runs in pairs, and long words cut. */
function wordsInBrowser(text: string): string[] {
  return searchWords(text).flatMap(({ text: word, isRun }) => {
    const characters = Array.from(word)
    if (!isRun) return characters.slice(0, 64).join('')
    return characters.map((character, place) => character + (characters[place + 1] ?? ''))
  })
}

describe('the words of a text', () => {
  test.each([
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Ærø Œuvre Łódź Đà Ħamrun Þór Ðorsteinn', 'aero oeuvre lodz da hamrun thor dorsteinn'],
    ['İstanbul ISTANBUL ıstanbul istanbul', 'istanbul istanbul istanbul istanbul'],
    ['Zoë Zoe\u0308 ZOË', 'zoe zoe zoe'],
    ['Ångström Ångström', 'angstrom angstrom'],
    ["O’Brien O'Brien O`Brien O´Brien Oʼbrien Oʻbrien O‘Brien O＇Brien", Array(8).fill('obrien').join(' ')],
    ['Smith-Jones Smith‐Jones Smith‑Jones Smith–Jones', Array(4).fill('smith jones').join(' ')],
    ['Jo\u00ADhann Jo\u200Bhann \uFEFFJohann Jo\u2060hann J\u200Eohann', Array(5).fill('johann').join(' ')],
    ['Ｆｒｏｎｔ　Ｄｅｓｋ １２', 'front desk 12'],
    ['ﬁnance ﬂow ﬀ ĳ Ǆ', 'finance flow ff ij dz'],
    ['𝐒𝐓𝐎𝐏 ⓢⓣⓞⓟ', 'stop stop'],
    ['½ ² ℡ №', '1 2 2 tel no'],
    ['ΟΔΟΣ οδός Οδοσ ᾳ ΐ', 'οδοσ οδοσ οδοσ α ι'],
    ['Ёлка ЙОД їжак ҐАНОК', 'елка иод іжак ґанок'],
    ['ԵՐԵՎԱՆ Երևան', 'երեվան երեւան'],
    ['مُحَمَّد مـــحمد', 'محمد محمد'],
    ['أحمد إحسان آمنة ٱلله على علی', 'احمد احسان امنه الله علي علي'],
    ['کتاب كتاب ۱۲٣', 'كتاب كتاب 123'],
    ['مرحبا، كيف؟', 'مرحبا كيف'],
    ['می‌خواهم میخواهم', 'ميخواهم ميخواهم'],
    ['שָׁלוֹם שלום בית־ספר', 'שלום שלום בית ספר'],
    ['\u202Eabc\u202C \u2068def\u2069', 'abc def'],
    ['हिन्दी। नमस्ते', 'हिन्दी नमस्ते'],
    ['โรงเรียน', 'โร รง งเ เร รี ีย ยน น'],
    ['東京タワー', '東京 京タ タワ ワー ー'],
    ['がぎ ｶﾞｷﾞ カ', 'がぎ ぎ ガギ ギ カ'],
    ['ジョン・スミス', 'ジョ ョン ン スミ ミス ス'],
    ['北京abc大学', '北京 京 abc 大学 学'],
    ['人々、〆切', '人々 々 〆切 切'],
    ['서울시', '서울시'.normalize('NFKD')],
    ['👍🏽 1️⃣ ❤️', '👍 🏽 1 ❤'],
    ['$5 50% #tag a&b ¿qué?', '$ 5 50 % # tag a & b que'],
    ['“quoted” «cité» „so“ 「は」', 'quoted cite so は'],
    ['re-sched\u00ADuled', 're scheduled'],
    ['naïve café résumé', 'naive cafe resume'],
    ['Nguyễn Thị Ánh', 'nguyen thi anh'],
    ['Dvořák Čapek Škoda', 'dvorak capek skoda'],
    ['Kızılırmak', 'kizilirmak'],
    ['José JOSE\u0301', 'jose jose'],
    ['x'.repeat(70), 'x'.repeat(64)],
    ['\u200B \u3164 \u034F', ''],
    ['ŒUVRE æther ÞÓR', 'oeuvre aether thor'],
    ['2×3 6÷2', '2 3 6 2'],
  ])('of “%s” are “%s” in the database and in the browser', async (text, words) => {
    const expected = words === '' ? [] : words.split(' ')
    expect(await wordsInDatabase([text])).toEqual([expected])
    expect(wordsInBrowser(text)).toEqual(expected)
  })

  test('are the same in the database and in the browser for every character', async () => {
    const known = CHARACTERS.filter((character) => !unknown.has(character))
    const texts = Array.from({ length: Math.ceil(known.length / 40) }, (_, index) =>
      known
        .slice(40 * index, 40 * index + 40)
        .map((character) => `a${character}b`)
        .join(' '),
    )
    const stored = await wordsInDatabase(texts)
    expect(texts.filter((text, index) => stored[index]?.join() !== wordsInBrowser(text).join())).toEqual([])
  })

  test('are the same in the database and in the browser for random texts', async () => {
    const latin = [
      'a',
      'Z',
      ' ',
      'ß',
      'İ',
      'Σ',
      'ς',
      'é',
      'e\u0301',
      '\u0327',
      'ﬁ',
      "'",
      '’',
      '-',
      '‐',
      '\u00AD',
      '\u200D',
    ]
    const others = [
      'か',
      'が',
      'ｶ',
      'ﾞ',
      '\u3099',
      '東',
      '々',
      'ก',
      'ี',
      'ำ',
      'أ',
      'ـ',
      '\u064E',
      'ש',
      '\u05C1',
      '한',
      '\u11AB',
      'Й',
      '👍',
      '🏽',
      '\uFE0F',
      '7',
    ]
    const pieces = constantFrom(...latin, ...others)
    const texts = array(oneof(pieces, string({ unit: 'binary', maxLength: 3 })), { maxLength: 24 }).map((parts) =>
      parts
        .flatMap((part) => Array.from(part))
        .filter((character) => character !== '\0' && !unknown.has(character))
        .join(''),
    )
    await assert(
      asyncProperty(array(texts, { minLength: 40, maxLength: 40 }), async (some) => {
        expect(await wordsInDatabase(some)).toEqual(some.map(wordsInBrowser))
        for (const text of some) expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 50 },
    )
  })
})
