import { CONSENT_TEXTS } from '@partyline/contract'
import type { Clock, Queries } from '../platform/index.ts'
import { consentAfter } from './consent-state.ts'
import { dropWritten } from './erased-phones-store.ts'
import { factsOfPerson, markFormer } from './former-phones-store.ts'
import type { FormerPhone } from './former-phones-store.ts'
import { lockLedger } from './ledger-store.ts'

/**
 * The entries about a number stay with the phone of its former owner, and do not count for the next one. Refusals go on as entries
 * of the number.
 */
export function createHandOver({ clock }: { clock: Clock }) {
  return async (trx: Queries, phone: FormerPhone): Promise<void> => {
    const { tenantId, number } = phone
    const personKey = await markFormer(trx, phone)
    if (personKey === null) return
    await dropWritten(trx, tenantId, [number])
    const facts = await factsOfPerson(trx, tenantId, personKey)
    for (const [lineId, ofLine] of Map.groupBy(facts, (fact) => fact.lineId)) {
      const { stop, refusal } = consentAfter(ofLine)
      for (const fact of [stop, refusal].filter((one) => one !== null)) {
        const ledger = await lockLedger(trx, { tenantId, lineId, number })
        await ledger.add({ ...fact, recordedAt: clock.now(), address: CONSENT_TEXTS.formerOwner })
      }
    }
  }
}
