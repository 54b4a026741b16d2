/**
 * Consent: whether a line may text a phone. Owns the ledger, with the opt-outs and written consents that follow from it:
 * the tables `consent_people`, `consent_entries`, `consent_evidence`, `erasure_keys`, `opt_outs`, and `written_consents`.
 */
export { createConsentLists } from './consent-lists-service.ts'
export type { ConsentLists } from './consent-lists-service.ts'
export { consentRoutes } from './consent-routes.ts'
export { createErasedPhones } from './erased-phones.ts'
export type { ErasedPhones } from './erased-phones.ts'
export { createHandOver } from './hand-over.ts'
export { createConsents } from './consent-service.ts'
export type { Consents } from './consent-service.ts'
export { optedOut } from './consent-store.ts'
export { keywordOf, optOutRequestIn, wishIn } from './opt-out-keyword.ts'
