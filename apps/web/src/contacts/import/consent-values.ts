import type { CallBody, NumberId } from '@partyline/contract'
import { BOUND_TEXTS, CONSENT_TEXTS, CONTACT_IMPORT, isBlank } from '@partyline/contract'
import { IMPORT_CONSENT_TEXTS as TEXTS } from './import-texts.ts'

/** A person's statement that everyone in a file consented. */
export type ConsentValues = {
  isStated: boolean
  lineIds: readonly NumberId[]
  statement: string
  isSigned: boolean
}

/** Chooses the line if there is only one. */
export const firstConsent = (lineIds: readonly NumberId[]): ConsentValues => ({
  isStated: false,
  lineIds: lineIds.length === 1 ? lineIds : [],
  statement: '',
  isSigned: false,
})

export type ConsentErrors = Partial<Record<'lineIds' | 'statement' | 'isSigned', string>>

export function consentErrors({ isStated, lineIds, statement, isSigned }: ConsentValues): ConsentErrors {
  if (!isStated) return {}
  const max = CONTACT_IMPORT.consentLines
  return {
    ...(lineIds.length === 0 && { lineIds: CONSENT_TEXTS.chooseLine }),
    ...(lineIds.length > max && { lineIds: BOUND_TEXTS.tooMany('numbers', max) }),
    ...(isBlank(statement) && { statement: CONSENT_TEXTS.statement }),
    ...(!isSigned && { isSigned: TEXTS.unsigned }),
  }
}

export function consentBody({
  isStated,
  lineIds,
  statement,
}: ConsentValues): Pick<CallBody<'contactImports.start'>, 'consent'> {
  return isStated ? { consent: { lineIds: [...lineIds], statement } } : {}
}
