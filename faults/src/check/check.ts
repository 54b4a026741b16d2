import type { Evidence } from '../evidence/evidence.ts'
import type { Finding, Rule } from './rule.ts'
import { allSettled, countersMatch, everythingSettled, serverKeptRunning } from './rules/end-state.ts'
import { keptOnce, notEarly, oneMessageAKey, shownOnce } from './rules/acknowledged.ts'
import { everyEvent, nothingAfterSuccess, reportsMatch, sameEvent } from './rules/events.ts'
import { receivedOnce, receivedInOrder } from './rules/incoming.ts'
import { nothingAfterStop } from './rules/opt-outs.ts'
import { repliesInTime, repliesOnce } from './rules/replies.ts'
import { inOrder, postedOnce, statusesMatch } from './rules/sending.ts'
import { picturesArrive, picturesKept } from './rules/pictures.ts'
import { agreesWithTwilio, onlyForward } from './rules/statuses.ts'
import { tenantsApart } from './rules/tenants.ts'

export type Violation = Finding & { readonly rule: string }

export const RULES: readonly Rule[] = [
  keptOnce,
  notEarly,
  oneMessageAKey,
  shownOnce,
  postedOnce,
  statusesMatch,
  inOrder,
  onlyForward,
  agreesWithTwilio,
  receivedOnce,
  receivedInOrder,
  nothingAfterStop,
  repliesOnce,
  repliesInTime,
  tenantsApart,
  picturesKept,
  picturesArrive,
  everyEvent,
  sameEvent,
  nothingAfterSuccess,
  reportsMatch,
  allSettled,
  everythingSettled,
  countersMatch,
  serverKeptRunning,
]

/** Checks the evidence of a completed run against every rule. */
export function check(evidence: Evidence): Violation[] {
  return RULES.flatMap(({ name, find }) => Array.from(find(evidence), (finding) => ({ rule: name, ...finding })))
}
