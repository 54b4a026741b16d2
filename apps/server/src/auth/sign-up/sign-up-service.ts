import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { recordDeed } from '../../audit/index.ts'
import type { DirectoryPerson } from '../../microsoft/index.ts'
import type { Clock, Database, Topic } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import type { Users } from '../../users/index.ts'
import { tenantCreated } from './sign-up-events.ts'
import { isPersonalAccount, mayOpenTenant } from './sign-up-policy.ts'
import type { SignUpRules } from './sign-up-policy.ts'

export type SignUp = {
  /** Whether somebody whom their directory vouches for may come in. Opens a tenant where the rules allow it. */
  admit(person: DirectoryPerson): Promise<boolean>
}

/** What organizations bought in the marketplace. */
export type Subscriptions = { hasActive(tenantId: TenantId): Promise<boolean> }

type Parts = {
  database: Database
  clock: Clock
  tenants: Tenants
  users: Users
  rules: SignUpRules
  subscriptions: Subscriptions
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createSignUp(parts: Parts): SignUp {
  const { database, clock, tenants, users, rules, subscriptions, announcements } = parts

  /** False where another person of the same directory came first at the same moment. */
  async function openTenant({ tenantId, userId, name, login, email }: DirectoryPerson): Promise<boolean> {
    const domain = login.split('@')[1] ?? ''
    const isFirst = await database.transaction(async (trx) => {
      if (!(await tenants.create(trx, { tenantId, name: domain || name, domain }))) return false
      await users.add(trx, { tenantId, userId, name, email, role: 'Admin' })
      await recordDeed(trx, { tenantId, userId }, { kind: 'organizationOpened', at: clock.now(), subject: domain })
      return true
    })
    if (isFirst) announcements.publish([tenantCreated(tenantId)])
    return isFirst
  }

  async function admitUser({ tenantId, userId, email }: DirectoryPerson): Promise<boolean> {
    const [tenant, user] = await Promise.all([tenants.get(tenantId), users.find(tenantId, userId)])
    if (!user || user.disabled) return false
    if (tenant.suspended && user.role !== 'Admin') return false
    await users.setEmail(tenantId, userId, email)
    return true
  }

  return {
    async admit(person) {
      const { tenantId } = person
      if (isPersonalAccount(tenantId)) return false
      if (await tenants.find(tenantId)) return admitUser(person)
      const hasSubscription = await subscriptions.hasActive(tenantId)
      if (!mayOpenTenant({ tenantId, hasSubscription }, rules)) return false
      return (await openTenant(person)) || admitUser(person)
    },
  }
}
