import type { UserRole } from '@partyline/contract'
import type { Api } from '../platform/api.ts'

/** What an organization still lacks. */
export type SetupState = {
  consented: boolean
  /** Where an administrator consents; null where it is not known. */
  consentUrl: string | null
  /** Whether a Twilio account is configured. */
  configured: boolean
  /** Of the caller; null where it is not known. */
  role: UserRole | null
}

/** A check that fails counts as not consented, or as configured with no role. Section 8 of the specification. */
export async function readSetup(api: Pick<Api, 'call'>): Promise<SetupState> {
  const [consent, account, me] = await Promise.allSettled([
    api.call('settings.consented'),
    api.call('settings.twilioAccount'),
    api.call('users.me'),
  ])
  const isKnown = account.status === 'fulfilled' && me.status === 'fulfilled'
  return {
    consented: consent.status === 'fulfilled' && consent.value.succeeded,
    consentUrl: consent.status === 'fulfilled' ? consent.value.link : null,
    configured: isKnown ? account.value.succeeded : true,
    role: isKnown ? me.value.role : null,
  }
}
