/**
 * The Doctor: checks the way from Twilio to here and back, and says in plain words what is wrong and how it is mended.
 * It changes nothing and owns no table.
 */
export { doctorRoutes } from './doctor-routes.ts'
export { createDoctor } from './doctor-service.ts'
export { checkRegistration } from './registration-check.ts'
export { createSelfTest } from './self-test/self-test.ts'
