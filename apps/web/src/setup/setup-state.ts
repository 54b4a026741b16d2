import type { UserRole } from '@partyline/contract'
import type { Api } from '../platform/api.ts'

/** What an organization still lacks. */
export type SetupState = {
  consented: boolean
  /** False where the check failed: then nobody is told that consent is missing. */
  isConsentKnown: boolean
  /** Where an administrator consents; null where it is not known. */
  consentUrl: string | null
  /** Whether a Twilio account is configured. */
  configured: boolean
  /** Of the caller; null where it is not known. */
  role: UserRole | null
}

/**
 * A check that fails counts as not consented, or as configured with no role. Section 8 of the specification.
 * @returns null where none of them is answered, as without a connection: then nothing is known
 */
export async function readSetup(api: Pick<Api, 'call'>): Promise<SetupState | null> {
  const checks = await Promise.allSettled([
    api.call('settings.consented'),
    api.call('settings.twilioAccount'),
    api.call('users.me'),
  ])
  if (checks.every(({ status }) => status === 'rejected')) return null
  const [consent, account, me] = checks
  const isKnown = account.status === 'fulfilled' && me.status === 'fulfilled'
  return {
    consented: consent.status === 'fulfilled' && consent.value.succeeded,
    isConsentKnown: consent.status === 'fulfilled',
    consentUrl: consent.status === 'fulfilled' ? consent.value.link : null,
    configured: isKnown ? account.value.succeeded : true,
    role: isKnown ? me.value.role : null,
  }
}
