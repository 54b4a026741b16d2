import type { ConsentEntry, ConsentSource, UserId } from '@partyline/contract'

/** The fields of an entry that the state depends on. */
export type ConsentFact = { state: ConsentEntry['state']; source: ConsentSource; at: Date; by: UserId | null }

/** The state that follows from the entries of a phone and a line. */
export type ConsentState = {
  /** The refusal of the phone itself that is in force. */
  stop: ConsentFact | null
  /** The refusal in force that a user recorded. */
  refusal: ConsentFact | null
  /** The consent in force. Never together with a refusal. */
  grant: ConsentFact | null
  /** The unanswered request. */
  request: ConsentFact | null
}

const NO_CONSENT: ConsentState = { stop: null, refusal: null, grant: null, request: null }

const BY_PHONE: ReadonlySet<ConsentSource> = new Set(['keyword', 'twilio', 'twilioError'])
/** Not in writing: spoken, or an opt-out by hand that was reversed. */
const UNWRITTEN: ReadonlySet<ConsentSource> = new Set(['spoken', 'manual'])

/** The state after these entries, in the order in which they happened: docs/product.md#consent-to-texts */
export function consentAfter(facts: Iterable<ConsentFact>): ConsentState {
  let now = NO_CONSENT
  for (const fact of facts) now = next(now, fact)
  return now
}

function next(before: ConsentState, fact: ConsentFact): ConsentState {
  if (fact.state === 'asked') return { ...before, request: fact }
  const isOfPhone = BY_PHONE.has(fact.source)
  if (fact.state === 'granted') {
    // Only the phone can reverse its own refusal.
    if (isOfPhone) return { ...NO_CONSENT, grant: fact }
    // A statement about everyone in a file reverses no one's refusal.
    if (fact.source === 'import' && before.refusal) return before
    // A spoken consent does not replace one in writing.
    const isLess = fact.source === 'manual' || (before.grant !== null && UNWRITTEN.has(fact.source))
    const grant = before.stop || isLess ? before.grant : fact
    return { ...before, refusal: null, grant, request: null }
  }
  const refused = { ...before, grant: null, request: null }
  return isOfPhone ? { ...refused, stop: fact } : { ...refused, refusal: fact }
}

/** Why no texts may be sent; null if they may. */
export const refusalOf = ({ stop, refusal }: ConsentState): ConsentFact | null => stop ?? refusal

/** The consent that can be shown in writing. */
export const writtenConsentOf = ({ grant }: ConsentState): ConsentFact | null =>
  grant && !UNWRITTEN.has(grant.source) ? grant : null
