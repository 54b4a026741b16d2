/** Twilio's webhooks: checks the signature against the configured public address, hands over, and answers quickly. */
export { webhookRoutes } from './webhook-routes.ts'
export { createTwilioCaller, signedRequestOf } from './twilio-caller.ts'
