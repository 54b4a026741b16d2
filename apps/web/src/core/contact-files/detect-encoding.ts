import { binaryOf, bytesOf, isMostlyUtf8, isUtf8, markedEncoding } from './decode-text.ts'
import type { Encoding } from './decode-text.ts'

/** Our names of the encodings that the detector may answer, by its own names. */
const CANDIDATES = new Map<string, Encoding>([
  ['windows-1252', 'windows-1252'],
  ['macroman', 'macintosh'],
  ['windows-1250', 'windows-1250'],
  ['iso-8859-2', 'iso-8859-2'],
  ['windows-1257', 'windows-1257'],
  ['windows-1254', 'windows-1254'],
  ['windows-1251', 'windows-1251'],
  ['koi8-r', 'koi8-r'],
  ['ibm866', 'ibm866'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['windows-1253', 'windows-1253'],
  ['windows-1255', 'windows-1255'],
  ['windows-1256', 'windows-1256'],
  ['windows-1258', 'windows-1258'],
  ['cp874', 'windows-874'],
  ['cp932', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
  ['cp949', 'euc-kr'],
])
/** Enough to tell an encoding. */
const MAX_SAMPLE_BYTES = 20_000
/** Where two are as likely, the more common one. */
const BONUS: Partial<Record<Encoding, number>> = { 'windows-1252': 0.03 }

const EAST_ASIAN = String.raw`\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}\p{sc=Hiragana}\p{sc=Bopomofo}ー々`
const SCRIPTS = String.raw`\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}`
const TYPOGRAPHIC = String.raw`\x00-\x7F'’«»“”„·‑–—`
const notAscii = (what: string) => String.raw`(?![\x00-\x7F])${what}`
const notTypographic = String.raw`(?![${TYPOGRAPHIC}])[\p{S}\p{P}\p{N}\p{Z}]`
/** Sequences that no name has: letters were decoded wrongly. */
const ODD: readonly [pattern: RegExp, weight: number][] = [
  // Characters that nobody writes.
  [/[\u0080-\u009F\uFFFD\p{Co}\p{Cn}]/gu, 1],
  // A capital in a word.
  [new RegExp(String.raw`\p{Ll}(?=${notAscii(String.raw`\p{Lu}`)})`, 'gu'), 1],
  // A sign in a word.
  [new RegExp(String.raw`[\p{L}\p{M}](?=${notTypographic})|${notTypographic}(?=\p{L})`, 'gu'), 1],
  // Two scripts in a word.
  [new RegExp(String.raw`\p{sc=Latin}(?=[${SCRIPTS}])|[${SCRIPTS}](?=\p{sc=Latin})`, 'gu'), 1],
  [new RegExp(`[${EAST_ASIAN}](?=(?![${EAST_ASIAN}])[\\p{L}])|\\p{sc=Latin}(?=[${EAST_ASIAN}])`, 'gu'), 1],
  // Three letters with marks in a row.
  [new RegExp(`(?:${notAscii(String.raw`\p{sc=Latin}`)}){3}`, 'gu'), 1],
  // Japanese in half width.
  [/[\uFF61-\uFF9F]/g, 1],
  // Icelandic letters, which Turkish and Baltic ones turn into.
  [/[þÞðÐýÝ]/g, 0.15],
]

/** `isSure` is false where it is a guess. */
export type DetectedEncoding = { encoding: Encoding; isSure: boolean }

/**
 * The most likely encoding of a file. The detector is large, so it is loaded only if the file is not Unicode.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<DetectedEncoding> {
  const marked = markedEncoding(bytes)
  if (marked) return { encoding: marked, isSure: true }
  if (isUtf8(bytes)) return { encoding: 'utf-8', isSure: true }
  if (isMostlyUtf8(bytes)) return { encoding: 'utf-8', isSure: false }
  const { detectAll } = await import('jschardet')
  const sample = lettersOf(bytes)
  const found = detectAll(sample, { minimumThreshold: 0, detectEncodings: [...CANDIDATES.keys()] })
  const ranked = found.flatMap(({ encoding, confidence }) => {
    const ours = CANDIDATES.get(encoding?.toLowerCase() ?? '')
    const text = ours && decodeStrictly(sample, ours)
    return text ? [{ encoding: ours, score: confidence + (BONUS[ours] ?? 0) - 2 * oddness(text) }] : []
  })
  const [best] = ranked.toSorted((a, b) => b.score - a.score)
  return { encoding: best?.encoding ?? 'windows-1252', isSure: false }
}

/** The cells with letters beyond ASCII: numbers and addresses say nothing, and are many. */
function lettersOf(bytes: Uint8Array): Uint8Array {
  const cells = binaryOf(bytes).match(/[^\r\n,;\t|":=]*[\x80-\xFF][^\r\n,;\t|":=]*/g) ?? []
  return bytesOf(cells.join('\n').slice(0, MAX_SAMPLE_BYTES))
}

function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function oddness(text: string): number {
  const odd = ODD.reduce((sum, [pattern, weight]) => sum + weight * (text.match(pattern)?.length ?? 0), 0)
  return odd / Math.max(1, text.length)
}
