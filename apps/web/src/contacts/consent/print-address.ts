import type { ContactId } from '@partyline/contract'

/** The page to print, outside of Teams: not all of its apps can print. */
export const printAddress = (contactId: ContactId | null): string =>
  contactId === null ? '/consent/print' : `/consent/print?contact=${contactId}`
