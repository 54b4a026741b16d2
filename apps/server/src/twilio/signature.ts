import type { TenantId } from '@partyline/contract'
import twilio from 'twilio'

/** A webhook whose signature was checked. `tenants` use the account that signed it. */
export type SignedCall = { parameters: Record<string, string>; accountSid: string; tenants: { tenantId: TenantId }[] }

/** A request as Twilio signs it: the whole address, and the parameters of the form. */
type SignedRequest = { authToken: string; url: string; parameters: Record<string, string | string[]> }

/** Signs as Twilio does. */
export function signAsTwilio({ authToken, url, parameters }: SignedRequest): string {
  return twilio.getExpectedTwilioSignature(authToken, url, parameters)
}

/**
 * Whether Twilio signed this request with the account's token. `url` is the configured public address that Twilio was
 * told, never one made from the request's headers; `parameters` are all of the form, a repeated key as a list.
 */
export function isSignedByTwilio(request: SignedRequest & { signature: string | undefined }): boolean {
  const { authToken, url, parameters, signature } = request
  if (!signature) return false
  return twilio.validateRequest(authToken, signature, url, parameters)
}
