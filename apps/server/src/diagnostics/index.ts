/** Diagnostics: checks the path of a text from Twilio and back, and says how to fix problems. It changes nothing. */
export { diagnosticsRoutes } from './diagnostics-routes.ts'
export { createDiagnostics } from './diagnostics-service.ts'
export type { Diagnostics } from './diagnostics-service.ts'
export { checkRegistration } from './registration-check.ts'
export { createSelfTest } from './self-test/self-test.ts'
