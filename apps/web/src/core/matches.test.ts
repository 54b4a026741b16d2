import { assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { hasWords, matchesIn } from './matches.ts'

const found = (text: string, term: string) => matchesIn(text, term).map(({ from, to }) => text.slice(from, to))

it.each([
  ['Über den Fluss\nzum  FLUSSUFER, Einfluss', 'fluss uber', ['Über', 'Fluss', 'FLUSS']],
  ['One two', ' ', []],
  ['Zoe\u0308 was here', 'zoe', ['Zoe\u0308']],
  ['Zoe\u0308 was here', 'was', ['was']],
  ['½ price… for José', 'jose price', ['price', 'José']],
  ['½', '1 2', ['½']],
  ['Große Straße', 'stras', ['Straß']],
  ['Große Straße', 'grosse', ['Große']],
  ['Łódź and Ærø', 'lodz aer', ['Łódź', 'Ær']],
  ['İzmir, Isparta, ılık', 'IZMIR ılı isp', ['İzmir', 'Isp', 'ılı']],
  ['Mr. O’Brien', "o'brien", ['O’Brien']],
  ['Mr. O’Brien', 'obr', ['O’Br']],
  ['re\u00ADsched\u200Bule it', 'reschedule', ['re\u00ADsched\u200Bule']],
  ['Smith‑Jones', 'smith-jones', ['Smith', 'Jones']],
  ['η οδός, ΟΔΟΣ', 'οδοσ', ['οδός', 'ΟΔΟΣ']],
  ['أَحْمَـــد هنا', 'احمد', ['أَحْمَـــد']],
  ['שָׁלוֹם לך', 'שלום', ['שָׁלוֹם']],
  ['ＦＡＸ　１２', 'fax 12', ['ＦＡＸ', '１２']],
  ['the oﬃce', 'off', ['oﬃ']],
  ['𝐒𝐓𝐎𝐏 it', 'stop', ['𝐒𝐓𝐎𝐏']],
  ['ไปโรงพยาบาลพรุ่งนี้', 'พยาบาล', ['พยาบาล']],
  ['新東京タワー、東京', '東京', ['東京', '東京']],
  ['おがわ', 'が', ['が']],
  ['おがわ', 'か', []],
  ['ｶﾞｲﾄﾞ', 'ガイ', ['ｶﾞｲ']],
  ['営業hours', 'hours', ['hours']],
  ['Thanks 👍🏽!', '👍', ['👍']],
  ['It costs $5 (50%)', '$ 50%', ['$', '50', '%']],
  ['हिन्दी में', 'हिन्', ['हिन्']],
  ['Joanna', 'anna', []],
])('in “%s”, “%s” is %j', (text, term, parts) => {
  expect(found(text, term)).toEqual(parts)
})

it('marks parts of any text in order', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), string({ unit: 'binary', maxLength: 4 }), (text, term) => {
      let end = 0
      for (const { from, to } of matchesIn(text, term)) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        end = to
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
  )
})

it('has a word in itself, and in a longer text', () => {
  assert(
    property(string({ unit: 'grapheme', maxLength: 20 }), string({ unit: 'grapheme', maxLength: 20 }), (text, more) => {
      expect(hasWords(`${text} ${more}`, text) || matchesIn(text, text).length === 0).toBe(true)
    }),
  )
})

it.each([
  ['ana', 'Joanna', false],
  ['ana', 'Ánastasia', true],
  ['lopez ana', 'Ana López', true],
  ['lopez ben', 'Ana López', false],
  ['rivera', 'Ana Lopez-Rivera', true],
  ['office', 'The oﬃce', true],
  ['line 2', 'Ｌｉｎｅ ２', true],
  ['が', 'おがわ', true],
  ['hours', '営業hours', true],
  ['', 'Ana', true],
  ['.', 'Ana', false],
  ['.*', 'Ana', false],
])('all words of “%s” in “%s”: %s', (term, text, isFound) => {
  expect(hasWords(text, term)).toBe(isFound)
})
