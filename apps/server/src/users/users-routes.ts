import type { CurrentUser, TenantId } from '@partyline/contract'
import { untilClosed } from '../platform/index.ts'
import type { Handlers } from '../platform/index.ts'
import { DirectoryBusy } from './lookup-service.ts'
import type { Lookup } from './lookup-service.ts'
import type { Users } from './users-service.ts'

type Parts = {
  users: Users
  lookup: Lookup
  /** The tenant's settings that the composer needs. */
  tenants: {
    get(tenantId: TenantId): Promise<Pick<CurrentUser, 'addSignature' | 'defaultCountry'> & { name: string }>
  }
}

export function userRoutes({ users, lookup, tenants }: Parts) {
  return {
    'users.me': async ({ caller: { tenantId, userId } }) => {
      const [user, tenant] = await Promise.all([users.get(tenantId, userId), tenants.get(tenantId)])
      const { name: tenantName, addSignature, defaultCountry } = tenant
      return { ...user, tenantName, addSignature, defaultCountry }
    },
    'users.get': ({ caller, params }) => users.get(caller.tenantId, params.userId),
    'users.list': ({ caller }) => users.list(caller.tenantId),
    'users.lookup': ({ caller, body, reply }) => {
      const search = { tenantId: caller.tenantId, term: body.searchTerm, signal: untilClosed(reply) }
      return lookup.people(search).catch((error: unknown) => {
        if (error instanceof DirectoryBusy) void reply.header('Retry-After', error.retryAfterSeconds)
        throw error
      })
    },
  } satisfies Partial<Handlers>
}
