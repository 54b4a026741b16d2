import { DIAGNOSTICS_CHECKS, DIAGNOSTICS_FIXES, DIAGNOSTICS_LINKS } from '@partyline/contract'
import type { DiagnosticsCheck, DiagnosticsCheckId, DiagnosticsFinding, TwilioNumber } from '@partyline/contract'

type CheckedNumber = Pick<TwilioNumber, 'id' | 'number' | 'name'>

/** The result of one check. */
export type Check = { id: DiagnosticsCheckId; finding: DiagnosticsFinding; number?: CheckedNumber }

export const check = (id: DiagnosticsCheckId, finding: DiagnosticsFinding, number?: CheckedNumber): Check => ({
  id,
  finding,
  ...(number && { number }),
})

export function presentCheck({ id, finding: { state, found, advice, fix, link }, number }: Check): DiagnosticsCheck {
  return {
    id,
    title: DIAGNOSTICS_CHECKS[id].title,
    number: number ? { id: number.id, number: number.number, name: number.name } : null,
    state,
    found,
    advice: advice ?? null,
    fix: fix ? { kind: fix, label: DIAGNOSTICS_FIXES[fix] } : null,
    link: link ? DIAGNOSTICS_LINKS[link] : null,
  }
}
