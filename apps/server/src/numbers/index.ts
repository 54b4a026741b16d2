/**
 * Contacts (mobile_numbers) and the numbers of the tenant's Twilio account (provider_numbers, with who is assigned by
 * default): adding, finding, reading and writing phone numbers. Talking to Twilio about them is settings' work.
 */
export { assertCountriesAllowed, countryBar } from './allowed-countries.ts'
export type { AllowedCountries } from './allowed-countries.ts'
export type { ChangedContact, MobileNumber } from './mobile-numbers-service.ts'
export { announceNumbers } from './numbers-events.ts'
export type { AnnounceNumbers } from './numbers-events.ts'
export { numberRoutes } from './numbers-routes.ts'
export { createNumbers } from './numbers-service.ts'
export type { Numbers } from './numbers-service.ts'
export type { NumberAtProvider, ProviderNumber } from './provider-numbers-service.ts'
