/**
 * Contacts and lines, with the default users of each line: adding, finding, changing, importing, and exporting them. Talking
 * to Twilio about lines is the work of settings.
 */
export { assertCountriesAllowed, countryBar, formatNumber } from './phone-number.ts'
export type { AllowedCountries } from './phone-number.ts'
export type { ChangedContact, Contact } from './contacts-service.ts'
export { announceNumbers } from './numbers-events.ts'
export type { AnnounceNumbers } from './numbers-events.ts'
export { numberRoutes } from './numbers-routes.ts'
export { createNumbers } from './numbers-service.ts'
export type { Numbers } from './numbers-service.ts'
export { digitsIn } from './contact-list-store.ts'
export { lineNumberOf, ownNumbersAmong } from './lines-store.ts'
export {
  deletePhones,
  findWithNumbers,
  insertContacts,
  lockContactNumbers,
  reviveContacts,
} from './contact-import-store.ts'
export { lockContactNumber, lockContactRow, updateContactRow } from './contacts-store.ts'
export type { DeletingLine, NumberAtProvider, Line } from './lines-service.ts'
