import type { CallBody, NumberId, PhoneConsent } from '@partyline/contract'
import { CONSENT_TEXTS } from '@partyline/contract'
import type { FieldErrors } from 'react-hook-form'
import { ApiError } from '../../platform/api-error.ts'
import type { Times } from '../../platform/times.ts'
import { RECORD_TEXTS } from './consent-texts.ts'

/** The values of the form that records consent. */
export type RecordValues = {
  numbers: string[]
  lineIds: NumberId[]
  state: 'granted' | 'refused' | 'revoked'
  source: 'form' | 'written' | 'spoken'
  wording: string
  address: string
  /** `2026-11-19`; empty while it is incomplete. */
  day: string
}

type Offered = {
  /** The contact's phones, and the lines that are in use. */
  numbers: readonly string[]
  lineIds: readonly NumberId[]
  /** The phone and line that the person came from. */
  number?: string | undefined
  lineId?: NumberId | undefined
}

/** Preselects the only phone or line, or the ones that the person came from. */
export function firstValues({ numbers, lineIds, number, lineId }: Offered, today: string): RecordValues {
  return {
    numbers: numbers.filter((one) => numbers.length === 1 || one === number),
    lineIds: lineIds.filter((one) => lineIds.length === 1 || one === lineId),
    state: 'granted',
    source: 'form',
    wording: '',
    address: '',
    day: today,
  }
}

export const needsWording = ({ state, source }: Pick<RecordValues, 'state' | 'source'>): boolean =>
  state === 'granted' && source !== 'spoken'

export function recordErrors(values: RecordValues, today: string): FieldErrors<RecordValues> {
  const { numbers, lineIds, wording, day } = values
  const wrong: [keyof RecordValues, string | false][] = [
    ['numbers', numbers.length === 0 && RECORD_TEXTS.choosePhone],
    ['lineIds', lineIds.length === 0 && CONSENT_TEXTS.chooseLine],
    ['wording', needsWording(values) && wording.trim() === '' && CONSENT_TEXTS.wording],
    ['day', day === '' ? RECORD_TEXTS.dayMissing : day > today && CONSENT_TEXTS.future],
  ]
  return Object.fromEntries(
    wrong.filter(([, message]) => message).map(([field, message]) => [field, { type: 'custom', message }]),
  )
}

/** An entry for each phone and line. The server sets the time of today’s entries; other days get noon. */
export function recordBody(
  { numbers, lineIds, state, source, wording, address, day }: RecordValues,
  times: Pick<Times, 'dayOf' | 'now' | 'instantOf'>,
): CallBody<'contacts.recordConsent'> {
  const isToday = day === times.dayOf(times.now())
  const rest = { state, source, wording, address, ...(!isToday && { at: times.instantOf(day, '12:00') }) }
  return { entries: numbers.flatMap((number) => lineIds.map((lineId) => ({ number, lineId, ...rest }))) }
}

const FIELD_OF: Record<string, keyof RecordValues | undefined> = {
  number: 'numbers',
  lineId: 'lineIds',
  wording: 'wording',
  address: 'address',
  at: 'day',
}

/** The server’s errors by the fields of the form, if each of them is about one. */
export function withFormFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(error.errors)) {
    const field = FIELD_OF[/^entries[[.]\d+\]?\.(\w+)$/.exec(path)?.[1] ?? '']
    if (field === undefined) return error
    errors[field] = sentences
  }
  const { status, body, headers } = error
  return new ApiError({ status, body: { ...(body as object), errors }, headers })
}

/** The phones that texted STOP to one of the lines: consent does not let texts through again. */
export function stoppedPhones(phones: readonly PhoneConsent[], { numbers, lineIds }: RecordValues): string[] {
  const isStopped = ({ number, line, isByPhone, state }: PhoneConsent) =>
    isByPhone && state !== 'granted' && numbers.includes(number) && lineIds.includes(line.id)
  return [...new Set(phones.filter(isStopped).map(({ number }) => number))]
}
