/** Twilio: the only folder that knows its SDK, its addresses and its error codes. It owns no table. */
export { errorTextOf } from './error-texts.ts'
export { MediaFetchError } from './fetch-media.ts'
export type { Credentials } from './fetch-media.ts'
export { isSignedByTwilio, signAsTwilio } from './signature.ts'
export { TwilioFailure } from './twilio-failure.ts'
export { createTwilio } from './twilio-gateway.ts'
export type { AccountGateway, SendResult, TwilioGateway, TwilioRequest } from './twilio-gateway.ts'
export type { AccountNumber, MessagingService, TwilioMessage } from './twilio-resources.ts'
