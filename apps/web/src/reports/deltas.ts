import { durationText } from './durations.ts'
import { percentText, written } from './numbers.ts'
import { DELTA_TEXTS as TEXTS } from './report-texts.ts'

/** The difference of a figure from the previous one. The tone only repeats the text. */
export type Delta = { text: string; tone: 'better' | 'worse' | 'neutral' }

/** From here on, a multiple is easier to read than per cent. */
const MULTIPLE_FROM = 3
/** Percentiles of the same answers may differ by this much. */
const APPROXIMATE = 0.05
const APPROXIMATE_SECONDS = 10

/** More is neither better nor worse: failures, too, grow with the texts. */
export function countDelta(now: number, before: number): Delta {
  const text = now === before ? TEXTS.same : `${signed(now - before)} (${countWords(now, before)})`
  return { text, tone: 'neutral' }
}

function countWords(now: number, before: number): string {
  if (before === 0) return TEXTS.noneBefore
  if (now === 0) return TEXTS.noneNow
  if (now / before >= MULTIPLE_FROM) return TEXTS.times(written(Math.round(now / before)))
  const change = percentText(Math.abs(now - before) / before)
  return now > before ? TEXTS.more(change) : TEXTS.fewer(change)
}

/** Shorter is better. Null: there were no answers now. */
export function durationDelta(now: number | null, before: number | null, options: { inDays?: boolean } = {}) {
  if (now === null) return null
  if (before === null) return { text: TEXTS.noAnswersBefore, tone: 'neutral' } satisfies Delta
  const difference = Math.abs(now - before)
  if (difference <= Math.max(APPROXIMATE_SECONDS, before * APPROXIMATE))
    return { text: TEXTS.aboutSame, tone: 'neutral' } satisfies Delta
  const sign = now < before ? MINUS : '+'
  const words = now < before ? TEXTS.faster : TEXTS.slower
  const text = durationText(difference, options)
  return {
    text: text.startsWith('under') ? TEXTS.underMinute(words) : `${sign}${text} (${words})`,
    tone: now < before ? 'better' : 'worse',
  } satisfies Delta
}

/** Compares shares from 0 to 1; more is better. */
export function shareDelta(now: number | null, before: number | null): Delta | null {
  if (now === null) return null
  if (before === null) return { text: TEXTS.noAnswersBefore, tone: 'neutral' }
  const points = Math.round(now * 100) - Math.round(before * 100)
  if (points === 0) return { text: TEXTS.same, tone: 'neutral' }
  const words = points > 0 ? TEXTS.better : TEXTS.worse
  return {
    text: `${signed(points)} ${TEXTS.points(Math.abs(points))} (${words})`,
    tone: points > 0 ? 'better' : 'worse',
  }
}

const MINUS = '\u2212'
const signed = (difference: number) => (difference > 0 ? '+' : MINUS) + written(Math.abs(difference))
