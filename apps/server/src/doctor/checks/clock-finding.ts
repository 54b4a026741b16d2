import { DOCTOR_FINDINGS } from '@partyline/contract'
import type { DoctorFinding } from '@partyline/contract'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Less may be the way of the answer, which names whole seconds. */
const BEARABLE_MS = 30 * SECOND
/** Microsoft's tokens are refused beyond this. */
const TOO_FAR_MS = 5 * MINUTE

/** What our clock says beside another one. */
export function clockFinding(ours: Date, theirs: Date): DoctorFinding {
  const difference = ours.getTime() - theirs.getTime()
  const way = difference > 0 ? 'ahead' : 'behind'
  const ms = Math.abs(difference)
  if (ms < BEARABLE_MS) return DOCTOR_FINDINGS.clock.right()
  if (ms < TOO_FAR_MS) return DOCTOR_FINDINGS.clock.wrong(Math.round(ms / SECOND), way)
  return DOCTOR_FINDINGS.clock.farOff(Math.round(ms / MINUTE), way)
}
