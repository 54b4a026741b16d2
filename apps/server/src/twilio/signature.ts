import type { TenantId } from '@partyline/contract'
import twilio from 'twilio'

/** A webhook whose signature was checked. */
export type SignedCall = {
  parameters: Record<string, string>
  accountSid: string
  /** They use the account with the token that signed it. */
  tenants: { tenantId: TenantId }[]
  /** For each tenant that uses the account, how it was stored when it was read. Absent if no webhook has brought the text. */
  storedAccounts?: Record<TenantId, string>
}

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
