import type { TenantId } from '@partyline/contract'
import type { Config } from '../../platform/index.ts'

/** The directory that Entra puts all personal Microsoft accounts into. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

export type SignUpRules = Pick<Config, 'SIGN_UP' | 'ALLOWED_TENANTS'>

/** Personal accounts belong to no organisation. */
export function isPersonalAccount(tenantId: TenantId): boolean {
  return tenantId === CONSUMERS
}

/** What is known of a directory that has no tenant yet. */
type Applicant = { tenantId: TenantId; hasSubscription: boolean }

/** Whether the first person of an unknown directory may open a tenant for it (decisions 1.2). */
export function mayOpenTenant({ tenantId, hasSubscription }: Applicant, rules: SignUpRules): boolean {
  if (rules.SIGN_UP === 'open') return true
  if (rules.SIGN_UP === 'marketplace') return hasSubscription
  return rules.ALLOWED_TENANTS.some((allowed) => allowed.toLowerCase() === tenantId)
}
