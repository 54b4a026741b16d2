import type { CallBody, NumberId, StatedConsent } from '@partyline/contract'
import { BOUND_TEXTS, CONSENT_TEXTS, CONTACT_IMPORT, isBlank } from '@partyline/contract'
import { IMPORT_CONSENT_TEXTS as TEXTS } from './import-texts.ts'

/** A person's statement about everyone in a file: that they agreed to texts, opted out, or nothing. */
export type ConsentValues = {
  state: 'none' | StatedConsent
  lineIds: readonly NumberId[]
  statement: string
  isSigned: boolean
}

/** Chooses the line if there is only one. */
export const firstConsent = (lineIds: readonly NumberId[]): ConsentValues => ({
  state: 'none',
  lineIds: lineIds.length === 1 ? lineIds : [],
  statement: '',
  isSigned: false,
})

export type ConsentErrors = Partial<Record<'lineIds' | 'statement' | 'isSigned', string>>

export function consentErrors({ state, lineIds, statement, isSigned }: ConsentValues): ConsentErrors {
  if (state === 'none') return {}
  const max = CONTACT_IMPORT.consentLines
  return {
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
