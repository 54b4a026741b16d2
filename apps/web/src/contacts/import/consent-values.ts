import type { CallBody, NumberId, StatedConsent } from '@partyline/contract'
import { BOUND_TEXTS, CONSENT_TEXTS, CONTACT_IMPORT, isBlank } from '@partyline/contract'
import { IMPORT_CONSENT_TEXTS as TEXTS } from './import-texts.ts'
import type { RowChoice } from './row-choice.ts'

/** A person's statement about everyone in a file, or in some of its rows: that they agreed to texts, opted out, or nothing. */
export type ConsentValues = {
  state: 'none' | StatedConsent
  lineIds: readonly NumberId[]
  statement: string
  isSigned: boolean
  /** The rows that it is about, and that are imported. Null: all. */
  rows: RowChoice | null
}

/** Chooses the line if there is only one. */
export const firstConsent = (lineIds: readonly NumberId[]): ConsentValues => ({
  state: 'none',
  lineIds: lineIds.length === 1 ? lineIds : [],
  statement: '',
  isSigned: false,
  rows: null,
})

export type ConsentErrors = Partial<Record<'lineIds' | 'statement' | 'isSigned' | 'rows', string>>

export function consentErrors({ state, lineIds, statement, isSigned, rows }: ConsentValues): ConsentErrors {
  if (state === 'none') return {}
  const max = CONTACT_IMPORT.consentLines
  return {
    ...(rows?.values.length === 0 && { rows: TEXTS.noRows }),
    ...(lineIds.length === 0 && { lineIds: CONSENT_TEXTS.chooseLine }),
    ...(lineIds.length > max && { lineIds: BOUND_TEXTS.tooMany('numbers', max) }),
    ...(isBlank(statement) && { statement: state === 'granted' ? CONSENT_TEXTS.statement : TEXTS.noOrigin }),
    ...(!isSigned && { isSigned: TEXTS.unsigned }),
  }
}

export function consentBody({
  state,
  lineIds,
  statement,
}: ConsentValues): Pick<CallBody<'contactImports.start'>, 'consent'> {
  return state === 'none' ? {} : { consent: { state, lineIds: [...lineIds], statement } }
}
