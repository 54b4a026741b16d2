export { chatContactsQuery, fieldsQuery } from './shared-queries.ts'
import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent, lazyWithStyles } from '../platform/lazy-component.tsx'

/** The screen with all contacts. */
export const ContactsPage = lazyWithStyles(async () => (await import('./list/contacts-page.tsx')).ContactsPage)

/** The card of a contact in a chat. */
export const ChatContactCard = lazyComponent(
  optionalChunk(async () => (await import('./card/chat-contact-card.tsx')).ChatContactCard),
)

/** The tenant's own fields, for Admins. */
export const ContactFields = lazyWithStyles(async () => (await import('./fields/contact-fields.tsx')).ContactFields)

/** The ledger of consent, as a page to print. */
export const ConsentPrintPage = lazyWithStyles(async () => (await import('./consent/print-page.tsx')).ConsentPrintPage)

/** The ledger of consent, for Admins. */
export const ConsentLedger = lazyWithStyles(async () => (await import('./consent/consent-ledger.tsx')).ConsentLedger)

/** Opens the form that records the consent of a phone’s owner. */
export const RecordConsentButton = lazyComponent(
  optionalChunk(async () => (await import('./consent/record-button.tsx')).RecordConsentButton),
)
