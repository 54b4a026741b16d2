import { DOCTOR_CHECKS, DOCTOR_MENDS } from '@partyline/contract'
import type { DoctorCheck, DoctorCheckId, DoctorFinding, TwilioNumber } from '@partyline/contract'

/** What one check came to. */
export type Check = { id: DoctorCheckId; finding: DoctorFinding; number?: TwilioNumber }

export const check = (id: DoctorCheckId, finding: DoctorFinding, number?: TwilioNumber): Check => ({
  id,
  finding,
  ...(number && { number }),
})

export function presentCheck({ id, finding: { state, found, advice, mend }, number }: Check): DoctorCheck {
  return {
    id,
    title: DOCTOR_CHECKS[id].title,
    number: number ? { id: number.id, number: number.number, name: number.name } : null,
    state,
    found,
    advice: advice ?? null,
    mend: mend ? { kind: mend, label: DOCTOR_MENDS[mend] } : null,
  }
}
