import type { TenantId, UserId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { DirectoryAccount } from '../microsoft/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import type { SessionEnding } from './users-service.ts'
import { findUserIds, lockUser, noteReturned, updateUser } from './users-store.ts'

export type Departures = {
  /**
   * Signs out the users among these accounts who can no longer sign in to Microsoft, and sets `leftDirectoryAt`. If the
   * account returns, `leftDirectoryAt` is cleared, and the user can sign in again.
   */
  follow(tenantId: TenantId, accounts: readonly DirectoryAccount[]): Promise<void>
}

type Parts = { database: Database; clock: Clock; sessions: SessionEnding }

export function createDepartures({ database, clock, sessions }: Parts): Departures {
  async function depart(tenantId: TenantId, userId: UserId): Promise<void> {
    const announceEnd = await database.transaction(async (trx) => {
      const user = await lockUser(trx, tenantId, userId)
      if (!user) return () => {}
      const at = clock.now()
      const { ended, announceEnd } = await sessions.shutOut(trx, { tenantId, userId })
      await updateUser(trx, { tenantId, userId }, { leftDirectoryAt: at })
      // Graph may report the same change again.
      if (user.leftDirectoryAt === null || ended > 0) {
        await recordAuditEntry(trx, { tenantId, userId: null }, { kind: 'leftDirectory', at, subject: user.name })
      }
      return announceEnd
    })
    announceEnd()
  }

  return {
    async follow(tenantId, accounts) {
      const ids = accounts.map(({ userId }) => userId)
      const users = new Set(await findUserIds(database.queries, tenantId, ids))
      const ofUsers = accounts.filter(({ userId }) => users.has(userId))
      const idsThat = (canSignIn: boolean) =>
        ofUsers.filter((account) => account.canSignIn === canSignIn).map(({ userId }) => userId)
      await noteReturned(database.queries, tenantId, idsThat(true))
      for (const userId of idsThat(false)) await depart(tenantId, userId)
    },
  }
}
