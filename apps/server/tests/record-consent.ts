import { lockLedger } from '../src/consent/ledger-store.ts'
import type { ConsentKey, NewEntry } from '../src/consent/ledger-store.ts'
import type { Queries } from '../src/platform/index.ts'

/** Adds an entry: a STOP of the phone, if nothing else is given. Returns the state with it. */
export async function recordConsent(trx: Queries, key: ConsentKey, entry: Partial<NewEntry> = {}) {
  const { at = new Date() } = entry
  const ledger = await lockLedger(trx, key)
  return ledger.add({ state: 'revoked', source: 'keyword', by: null, at, recordedAt: at, ...entry })
}
