import { parseNumber } from './parse-number.ts'
import type { ParsedNumber } from './parse-number.ts'

/** A number within a run of digits and marks. */
export type NumberInRun = ParsedNumber & { from: number; to: number }

const countDigits = (written: string) => written.replaceAll(/\D/g, '').length
/** In "202/555-0142" and "030/123456" the area code ends at the slash. */
const MAX_AREA_DIGITS = 5

/** Enough to tell whether a run can be read in more than one way. */
const MAX_WAYS = 8

type Piece = { written: string; from: number }

function splitAt(run: string, separator: RegExp): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of run.matchAll(separator)) {
    pieces.push({ written: run.slice(from, found.index), from })
    from = found.index + found[0].length
  }
  return [...pieces, { written: run.slice(from), from }]
}

/**
 * The numbers in a run of digits and marks. Its digits are used completely or not at all, so that nothing is cut from a longer
 * number.
 */
export function numbersInRun(run: string, country: string): NumberInRun[] {
  const slashed = splitAt(run, /\s*\/\s*/g)
  const [area, ...rest] = slashed
  const areaDigits = area ? countDigits(area.written) - (area.written.includes('+') ? 2 : 0) : 0
  if (rest.length === 0 || (rest.length === 1 && areaDigits <= MAX_AREA_DIGITS)) {
    const found = numbersInPart({ written: run, from: 0 }, country)
    if (found.length > 0 || rest.length === 0) return found
  }
  return slashed.flatMap((piece) => numbersInPart(piece, country))
}

function numbersInPart(part: Piece, country: string): NumberInRun[] {
  const several = severalNumbers(part, country)
  // "030 1234567 030 7654321" may be read as one long number.
  if (several?.every(({ from }) => beginning(part, from).endsWith('0'))) return several
  const listed = /^[1-9]\d{0,2}[.)]\s+(?=[(0])/.exec(part.written)
  const whole = listed ? null : one(part, country)
  if (whole) return [whole]
  if (several) return several
  const numbered = /^\d{1,3}[.)]\s+|^\d{1,2}\)|^\(\d\)\s+/.exec(part.written)?.[0].length
  if (!numbered) return []
  const found = one({ written: part.written.slice(numbered), from: part.from + numbered }, country)
  return found?.isValid ? [found] : []
}

function one({ written, from }: Piece, country: string): NumberInRun | null {
  const parsed = parseNumber(written, country)
  return parsed && { ...parsed, from, to: from + written.length }
}

/** The kind of a number's first character: a parenthesis, a zero, or neither. */
function beginning(part: Piece, from: number): string {
  return /^\(?0?/.exec(part.written.slice(from - part.from))?.[0] ?? ''
}

/** Numbers with only space or a hyphen between them. Null unless there is exactly one way to read all digits as numbers. */
function severalNumbers(part: Piece, country: string): NumberInRun[] | null {
  const tokens = splitAt(part.written, /\s+-\s+|\s+/g)
  if (tokens.length < 2 || tokens.length > 24 || countDigits(part.written) < 14) return null
  /** Ways to read the tokens before each one. */
  const ways: NumberInRun[][][] = [[[]]]
  for (let end = 1; end <= tokens.length; end++) {
    const here: NumberInRun[][] = []
    for (let start = 0; start < end; start++) {
      const before = ways[start] ?? []
      if (before.length === 0) continue
      const [first, last] = [tokens[start], tokens[end - 1]]
      if (!first || !last) continue
      const written = part.written.slice(first.from, last.from + last.written.length)
      const found = countDigits(written) < 7 ? null : one({ written, from: part.from + first.from }, country)
      if (found?.isValid) here.push(...before.slice(0, MAX_WAYS).map((way) => [...way, found]))
    }
    ways.push(here)
  }
  const complete = (ways[tokens.length] ?? []).filter((way) => way.length > 1)
  const alike = complete.filter((way) => way.every(({ from }) => beginning(part, from) === beginning(part, part.from)))
  const [only, ...others] = alike.length > 0 ? alike : complete
  return only && others.length === 0 ? only : null
}
