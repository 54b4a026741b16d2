import { eventWithoutData } from '@partyline/contract'
import type { RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { DirectoryAccount } from '../microsoft/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { SessionEnding } from './users-service.ts'
import { findDirectoryStates, lockUser, updateUser } from './users-store.ts'

type Person = { tenantId: TenantId; userId: UserId }

export type Departures = {
  /**
   * Takes over from the directory who has left and who is back, each person in a transaction of their own. Call
   * `beforeEach` before each of them. Accounts of people who are not users are ignored.
   */
  follow(tenantId: TenantId, accounts: readonly DirectoryAccount[], beforeEach: () => Promise<void>): Promise<void>
}

/** Updates a person's chats, which are a domain above this one. */
type ChatsOfPerson = {
  changePerson<Result>(
    trx: Queries,
    person: { tenantId: TenantId; id: UserId },
    change: () => Promise<Result>,
  ): Promise<Result>
  announceList(tenantId: TenantId): void
}

type Parts = {
  database: Database
  clock: Clock
  sessions: SessionEnding
  chats: ChatsOfPerson
  announcements: Topic<readonly RealtimeEvent[]>
}

/** People who left the directory count as disabled until they are back: docs/product.md#people-who-leave */
export function createDepartures({ database, clock, sessions, chats, announcements }: Parts): Departures {
  /** Null if nothing changed; otherwise a function to call after the commit. */
  function setLeft(trx: Queries, { tenantId, userId }: Person, hasLeft: boolean): Promise<(() => void) | null> {
    return chats.changePerson(trx, { tenantId, id: userId }, async () => {
      const user = await lockUser(trx, tenantId, userId)
      if (!user || (user.leftDirectoryAt !== null) === hasLeft) return null
      const at = clock.now()
      await updateUser(trx, { tenantId, userId }, { leftDirectoryAt: hasLeft ? at : null })
      const kind = hasLeft ? 'leftDirectory' : 'returnedToDirectory'
      await recordAuditEntry(trx, { tenantId, userId: null }, { kind, at, subject: user.name })
      return hasLeft ? (await sessions.shutOut(trx, { tenantId, userId })).announceEnd : () => {}
    })
  }

  function announce(tenantId: TenantId): void {
    announcements.publish([eventWithoutData(tenantId, 'UserAdded')])
    chats.announceList(tenantId)
  }

  return {
    async follow(tenantId, accounts, beforeEach) {
      const hasLeft = await findDirectoryStates(database.queries, tenantId)
      const changed = accounts.filter(({ userId, canSignIn }) => hasLeft.get(userId) === canSignIn)
      // Restore returning people first: one of them may be an Admin.
      const inOrder = changed.toSorted((one, other) => Number(other.canSignIn) - Number(one.canSignIn))
      try {
        for (const { userId, canSignIn } of inOrder) {
          await beforeEach()
          const afterCommit = await database.transaction((trx) => setLeft(trx, { tenantId, userId }, !canSignIn))
          afterCommit?.()
        }
      } finally {
        if (changed.length > 0) announce(tenantId)
      }
    },
  }
}
