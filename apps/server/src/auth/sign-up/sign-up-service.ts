import { eventWithoutData } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { recordAuditEntry } from '../../audit/index.ts'
import type { DirectoryPerson } from '../../microsoft/index.ts'
import type { Clock, Queries, Topic, Config } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import type { Users } from '../../users/index.ts'
import type { Admit } from '../sessions/session-service.ts'

export type SignUp = {
  /** Admits a person authenticated by their directory. Creates a tenant if the rules allow it. */
  admission(person: DirectoryPerson): Admit
}

/** Marketplace subscriptions of organizations. */
export type Subscriptions = { hasActive(db: Queries, tenantId: TenantId): Promise<boolean> }

type Parts = {
  clock: Clock
  tenants: Tenants
  users: Users
  rules: SignUpRules
  subscriptions: Subscriptions
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createSignUp(parts: Parts): SignUp {
  const { clock, tenants, users, rules, subscriptions, announcements } = parts

  /** False where another person of the same directory came first at the same moment. */
  async function openTenant(trx: Queries, person: DirectoryPerson): Promise<boolean> {
    const { tenantId, userId, name, login, email, hasAcctClaim } = person
    const domain = login.split('@')[1] ?? ''
    if (!(await tenants.create(trx, { tenantId, name: domain || name, domain }))) return false
    await users.add(trx, { tenantId, userId, name, email, role: 'Admin' })
    await tenants.noteAcctClaim(trx, { tenantId, hasAcctClaim: null }, hasAcctClaim)
    await recordAuditEntry(trx, { tenantId, userId }, { kind: 'organizationOpened', at: clock.now(), subject: domain })
    return true
  }

  async function admitUser(trx: Queries, { tenantId, userId, email, hasAcctClaim }: DirectoryPerson) {
    const [tenant, user] = [await tenants.find(tenantId, trx), await users.find(tenantId, userId, trx)]
    if (!tenant || !user || user.disabled) return null
    if (tenant.suspended && user.role !== 'Admin') return null
    // The known address stays if the token has none.
    if (email !== null) await users.setEmail(trx, { tenantId, userId, email })
    await tenants.noteAcctClaim(trx, tenant, hasAcctClaim)
    return { announce: () => {} }
  }

  return {
    admission: (person) => async (trx) => {
      const { tenantId } = person
      if (isPersonalAccount(tenantId)) return null
      if (await tenants.find(tenantId, trx)) return admitUser(trx, person)
      if (!person.isMember) return null
      const hasSubscription = await subscriptions.hasActive(trx, tenantId)
      if (!mayOpenTenant({ tenantId, hasSubscription }, rules)) return null
      if (!(await openTenant(trx, person))) return admitUser(trx, person)
      return { announce: () => announcements.publish([eventWithoutData(tenantId, 'TenantCreated')]) }
    },
  }
}

/** The directory that Entra puts all personal Microsoft accounts into. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

export type SignUpRules = Pick<Config, 'SIGN_UP' | 'ALLOWED_TENANTS'>

/** Personal accounts belong to no organization. */
export function isPersonalAccount(tenantId: TenantId): boolean {
  return tenantId === CONSUMERS
}

/** A directory that has no tenant yet. */
type Applicant = { tenantId: TenantId; hasSubscription: boolean }

/** Whether the first member of an unknown directory can open a tenant for it: docs/product.md#sign-up */
export function mayOpenTenant({ tenantId, hasSubscription }: Applicant, rules: SignUpRules): boolean {
  if (rules.SIGN_UP === 'open') return true
  if (rules.SIGN_UP === 'marketplace') return hasSubscription
  return rules.ALLOWED_TENANTS.some((allowed) => allowed.toLowerCase() === tenantId)
}
