import { fold } from './fold.ts'

/** Characters of languages that put no spaces between words: Thai, Lao, Burmese, Khmer, Chinese, and Japanese. */
const UNSPACED = String.raw`\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FA\u30FC-\u312F\u31A0-\u31BF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}`
const SYMBOL = String.raw`[#-&*+/<=>@\\^_|~§°£\u20A0-\u20BF\u2190-\u2BFF\u{1F000}-\u{1FAFF}]`
/** Characters between words, including symbols. */
const BETWEEN = String.raw`\u0001-/:-@\[-\x60\{-¿×÷\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05C6\u05F4\u0600-\u060F\u061B-\u061F\u066A-\u066D\u06D4\u06DD\u06DE\u06E9\u0964\u0965\u1360-\u1368\u1800-\u180A\u2000-\u20CF\u2190-\u303F\u30FB\uFFF9-\uFFFF\u{1F000}-\u{1FAFF}`
const WORDS = new RegExp(`(?<run>[${UNSPACED}]+)|${SYMBOL}|[^${BETWEEN}${UNSPACED}]+`, 'gu')
const UNSPACED_CHARACTERS = new RegExp(`[${UNSPACED}]+`, 'gu')
/** A character with the marks on it, which includes the voiced sound marks of half-width katakana. */
const CHARACTERS = /[^\p{M}\uFF9E\uFF9F][\p{M}\uFF9E\uFF9F]*|[\p{M}\uFF9E\uFF9F]+/gu

/** A word for search. A `run` is a row of characters without spaces, in which a search term may begin anywhere. */
export type SearchWord = { text: string; isRun: boolean; place: number }

/** The words of a text as the SQL function `search_words` reads them. */
export function searchWords(text: string): SearchWord[] {
  return wordsIn(composed(fold(text)))
}

/** The same, and the places in the text from which the characters of the folded text come. */
export function searchWordsInPlace(text: string): { words: SearchWord[]; starts: number[]; ends: number[] } {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { index, 0: character } of text.matchAll(CHARACTERS)) {
    const part = composed(fold(character))
    folded += part
    for (let at = 0; at < part.length; at += 1) {
      starts.push(index)
      ends.push(index + character.length)
    }
  }
  return { words: wordsIn(folded), starts, ends }
}

/** `が` is one character, as it is written. */
function composed(folded: string): string {
  return folded.replaceAll(UNSPACED_CHARACTERS, (run) => run.normalize('NFC'))
}

function wordsIn(folded: string): SearchWord[] {
  return Array.from(folded.matchAll(WORDS), ({ index, 0: word, groups }) => ({
    text: word,
    isRun: groups?.['run'] !== undefined,
    place: index,
  }))
}
