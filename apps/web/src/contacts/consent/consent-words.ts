import { CONSENT_STATE_TEXTS } from '@partyline/contract'
import type { ConsentEntry, NumberId, PhoneConsent } from '@partyline/contract'
import type { Times } from '../../platform/times.ts'
import { CONSENT_CARD_TEXTS as TEXTS, HOW_TEXTS } from './consent-texts.ts'

type State = Pick<PhoneConsent, 'state' | 'since' | 'source' | 'askedAt'>

/** The consent of a phone for a line: one sentence, and another if the phone was asked. */
export function stateWords({ state, since, source, askedAt }: State, times: Pick<Times, 'date'>): string {
  const asked = askedAt === null ? null : TEXTS.asked(times.date(askedAt))
  if (state === 'none' || since === null || source === null) return asked ?? TEXTS.none
  return [knownWords(state, source, times.date(since)), asked].filter(Boolean).join('. ')
}

function knownWords(state: 'granted' | 'refused' | 'revoked', source: ConsentEntry['source'], day: string): string {
  if (state === 'revoked') {
    if (source === 'keyword') return TEXTS.stopped(day)
    if (source === 'twilio' || source === 'twilioError') return TEXTS.stoppedAtTwilio(day)
    if (source === 'manual') return TEXTS.stoppedByHand(day)
  }
  return TEXTS.known(CONSENT_STATE_TEXTS[state], HOW_TEXTS[source], day)
}

export type LineOfConsent = {
  key: string
  /** The phone and line, if there are several; otherwise empty. */
  label: string
  /** Null if nothing is known of the phone. */
  known: PhoneConsent | null
}

type Parties = {
  /** The contact's phones. */
  numbers: readonly string[]
  /** Their consent, for each line with an entry. */
  known: readonly PhoneConsent[]
  /** The lines in use. */
  lineIds: readonly NumberId[]
  format: (number: string) => string
}

/** One entry per phone and line with known consent, or one for the phone. Labels contain only distinguishing parts. */
export function linesOfConsent({ numbers, known, lineIds, format }: Parties): LineOfConsent[] {
  if (known.length === 0) return [{ key: '', label: '', known: null }]
  const hasPhones = isSeveral([...numbers, ...known.map(({ number }) => number)])
  const hasLines = isSeveral([...lineIds, ...known.map(({ line }) => line.id)])
  const rows = known.map((phone) => {
    const { number, line } = phone
    const names = [hasPhones && format(number), hasLines && line.name].filter((name) => name !== false)
    const [one = '', other] = names
    const label = other === undefined ? one : TEXTS.of(one, other)
    return { key: `${number} ${line.id}`, label, known: phone }
  })
  const unknown = numbers.filter((number) => !known.some((phone) => phone.number === number))
  return [...rows, ...unknown.map((number) => ({ key: number, label: format(number), known: null }))]
}

export const isSeveral = (values: readonly string[]) => new Set(values).size > 1

/** Whether an entry was recorded on another day than it happened. */
export const isLater = ({ at, recordedAt }: Pick<ConsentEntry, 'at' | 'recordedAt'>, times: Pick<Times, 'sameDay'>) =>
  !times.sameDay(at, recordedAt)
