import { blankOtherFigures } from './not-phones.ts'
import { phoneLabel } from './phone-labels.ts'
import { parseNumber } from './parse-number.ts'
import { numbersInRun } from './split-run.ts'

/** A number in a clean text. */
export type NumberSpan = {
  from: number
  to: number
  /** Where its extension ends. */
  end: number
  /** Null if a spreadsheet rounded it. */
  number: string | null
  isValid: boolean
  /** A plus or a URI marks it as a phone. */
  isMarked: boolean
  remark: string | null
}

/** Replaces figures that are not a phone. */
const BLANK = '\uE000'
/** Replaces marks around a number, which delimit it. */
const BREAK = '\uE001'
const filler = (found: string) => BREAK.repeat(found.length)

const RUN = /(?:[([] ?)*(?:\+[ (+)]*)?\d(?:[\d ()./~[\]-]*\d)?/g
const URI =
  /(?<![\p{L}\d])(?:tel|telprompt|callto|sms|smsto|mms|mmsto|whatsapp|facetime|facetime-audio|sips?):(?:\/\/)? *(?=[+\d(])/giu
const WHATSAPP = /(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=)(?=\+?\d)/gi
const URI_PARAMETERS = /^(?:@[\w.-]+|;[\w-]+=[^\s;>?,"]*|\?[^\s>"]*)+/
const EXTENSION =
  /^ ?[,;]? ?[([]?(?:(?:extension|extn|ext|x|#|int|interno|interne|poste|anexo|ramal|apparat|nebenstelle|durchwahl|dw|toestel|wew|доб|вн|内線|分机|내선)(?:[. :=#]|no)*) ?(\d{1,7})#?[)\]]?(?![\d\p{L}])/iu
/** Pauses of a telephone, and the digits that it dials after them. */
const PAUSE = /^(?: ?(?:,{2,}|;{2,}|[pw]+) ?|[,;])([\d*#]{1,12})(?:[,;pw]+[\d*#]{1,12})*(?![\d\p{L}])/iu
/** With a single comma or semicolon, digits of a length that could be another phone are not a pause. */
const MAX_PAUSE_DIGITS = 6
/** 1.2025550142E10 and 1,61E+10, as a spreadsheet writes a long number. */
const SCIENTIFIC = /(?<![\p{L}\d.,])(\d)(?:[.,](\d{1,14}))?E\+?(\d{1,2})(?![\p{L}\d])/giu
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_]/u

/** Finds the numbers in a clean text, and blanks out unrelated figures and marks. The text keeps its length. */
export function findNumbers(text: string, country: string): { blanked: string; spans: NumberSpan[] } {
  const scientific = scientificNumbers(text, country)
  let blanked = withoutPercents(text)
  for (const { from, to } of scientific)
    blanked = blanked.slice(0, from) + filler(text.slice(from, to)) + blanked.slice(to)
  const uris = new Set<number>()
  blanked = blanked.replaceAll(URI, (found, at: number) => {
    uris.add(at + found.length)
    return filler(found)
  })
  // The number in a link of WhatsApp has its country code, with or without a plus.
  blanked = blanked.replaceAll(WHATSAPP, (found, at: number) => {
    uris.add(at + found.length - 1)
    return `${filler(found.slice(1))}+`
  })
  blanked = withoutListNumbers(blanked.replaceAll(/(?<![\d.,])\d{7,15}\.0+(?!\d)/g, dropDecimals))
  // Addresses after a number of a URI go first: they look like mail.
  blanked = blanked.replaceAll(/(?<=[\d+])@[\w.-]+/g, (found, at: number) =>
    isInUri(blanked, at) ? filler(found) : found,
  )
  blanked = blankOtherFigures(blanked)

  const spans: NumberSpan[] = [...scientific]
  let next = 0
  for (const found of blanked.matchAll(RUN)) {
    if (found.index < next) continue
    const run = found[0]
    const isUri = uris.has(found.index)
    const numbers = numbersInRun(run, country)
    const last = numbers.at(-1)
    const runEnd = found.index + run.length
    const rest = blanked.slice(runEnd)
    const tail = last?.to === run.length ? readTail(rest, isUri) : { length: 0, remark: null }
    if (!isSeparate(blanked, found.index, runEnd + tail.length, run)) continue
    for (const { from, to, number, isValid } of numbers) {
      const isLast = to === last?.to
      spans.push({
        from: found.index + from,
        to: found.index + to,
        end: found.index + to + (isLast ? tail.length : 0),
        number,
        isValid,
        isMarked: isUri || run.slice(from, to).includes('+'),
        remark: isLast ? tail.remark : null,
      })
    }
    next = runEnd + tail.length
  }
  return { blanked, spans: spans.toSorted((a, b) => a.from - b.from) }
}

/** `%2B` and other marks of a number in a URI, in as many characters. */
function withoutPercents(text: string): string {
  return text.replaceAll(/%(2B|20|28|29|2D)(?=[\d(%+])/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)).padEnd(3),
  )
}

const dropDecimals = (found: string) => found.replace(/\.0+$/, filler)

function isInUri(text: string, at: number): boolean {
  return /\uE001[\d+ ().-]*$/.test(text.slice(0, at))
}

/** Drops the numbers of a numbered list, if they count up: 1. 2. 3. */
function withoutListNumbers(text: string): string {
  const found = [...text.matchAll(/(?<=^[ \t•*>-]*)(\d{1,3})[.):] (?=.*\d)/gm)]
  const numbers = found.map(([, number]) => Number(number))
  if (found.length < 2 || !numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1))
    return text
  let plain = text
  for (const { index, 0: written } of found) {
    plain = plain.slice(0, index) + filler(written) + plain.slice(index + written.length)
  }
  return plain
}

function readTail(rest: string, isUri: boolean): { length: number; remark: string | null } {
  const parameters = isUri ? (URI_PARAMETERS.exec(rest)?.[0] ?? '') : ''
  const inParameters = /;ext=(\d+)/i.exec(parameters)?.[1]
  if (parameters) return { length: parameters.length, remark: inParameters ? `ext. ${inParameters}` : null }
  const extension = EXTENSION.exec(rest)
  if (extension) return { length: extension[0].length, remark: `ext. ${extension[1]}` }
  const pause = PAUSE.exec(rest)
  if (pause && !(/^[,;]\d/.test(pause[0]) && (pause[1]?.length ?? 0) > MAX_PAUSE_DIGITS)) {
    return { length: pause[0].length, remark: pause[0].trim() }
  }
  return { length: 0, remark: null }
}

/** Whether a run is a separate word, not part of a code such as AB2025550142. */
function isSeparate(text: string, from: number, to: number, run: string): boolean {
  const [before, after] = [text[from - 1] ?? ' ', text[to] ?? ' ']
  if (before === BLANK || after === BLANK || before === '@' || after === '@') return false
  const wordBefore = /[\p{L}_]*$/u.exec(text.slice(0, from))?.[0] ?? ''
  if (LETTER.test(before) && !run.includes('+') && !phoneLabel(wordBefore)) return false
  const wordAfter = /^[\p{L}_]*/u.exec(text.slice(to))?.[0] ?? ''
  return !LETTER.test(after) || phoneLabel(wordAfter) !== null
}

function scientificNumbers(text: string, country: string): NumberSpan[] {
  return [...text.matchAll(SCIENTIFIC)].flatMap((found) => {
    const [written, first = '', decimals = '', exponent = ''] = found
    const shift = Number(exponent)
    if (shift < 6 || shift > 14) return []
    const isWhole = decimals.length >= shift && /^0*$/.test(decimals.slice(shift))
    const parsed = isWhole ? parseNumber(first + decimals.slice(0, shift), country) : null
    if (isWhole && !parsed) return []
    const span = { from: found.index, to: found.index + written.length, end: found.index + written.length }
    return [{ ...span, number: parsed?.number ?? null, isValid: true, isMarked: true, remark: null }]
  })
}
