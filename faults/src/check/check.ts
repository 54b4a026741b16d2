import type { Evidence } from '../evidence/evidence.ts'
import type { Finding, Rule } from './rule.ts'
import { cameToRest, countersFit, everythingSettled, serverStayedUp } from './rules/afterwards.ts'
import { keptOnce, oneMessageAKey, shownOnce } from './rules/acknowledged.ts'
import { cameInOnce, cameInOrder } from './rules/incoming.ts'
import { nothingAfterStop } from './rules/opt-outs.ts'
import { inOrder, postedOnce, sentAsSaid } from './rules/sending.ts'
import { picturesArrive, picturesKept } from './rules/pictures.ts'
import { agreesWithTwilio, onlyForward } from './rules/statuses.ts'
import { tenantsApart } from './rules/tenants.ts'

export type Violation = Finding & { readonly rule: string }

export const RULES: readonly Rule[] = [
  keptOnce,
  oneMessageAKey,
  shownOnce,
  postedOnce,
  sentAsSaid,
  inOrder,
  onlyForward,
  agreesWithTwilio,
  cameInOnce,
  cameInOrder,
  nothingAfterStop,
  tenantsApart,
  picturesKept,
  picturesArrive,
  cameToRest,
  everythingSettled,
  countersFit,
  serverStayedUp,
]

/** Holds the evidence of a run that has ended against every promise. */
export function check(evidence: Evidence): Violation[] {
  return RULES.flatMap(({ name, find }) => Array.from(find(evidence), (finding) => ({ rule: name, ...finding })))
}
