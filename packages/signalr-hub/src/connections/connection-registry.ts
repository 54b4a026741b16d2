import { randomBytes } from 'node:crypto'
import { Connection, type ConnectionServices } from './connection.ts'
import type { HubRequest } from './hub-request.ts'
import { createBatcher } from './record.ts'
import type { HubUser } from './user.ts'

/** The connections of one hub in this process, by their secret token. */
export type ConnectionRegistry = {
  /** Returns undefined if the user or the hub has reached its maximum. */
  create(user: HubUser, request: HubRequest): Connection | undefined
  find(token: string): Connection | undefined
  all(): IterableIterator<Connection>
  readonly size: number
}

/** 16 random bytes in 22 characters that need no escaping: clients put the token into a URL unescaped. */
function createId(): string {
  return randomBytes(16).toString('base64url')
}

export function createConnectionRegistry(
  shared: Omit<ConnectionServices, 'forget' | 'batcher'>,
  onEmpty: () => void,
): ConnectionRegistry {
  const byToken = new Map<string, Connection>()
  const countByUser = new Map<string | null, number>()
  const services: ConnectionServices = { ...shared, batcher: createBatcher(), forget }

  function countUser(userId: string | null, change: 1 | -1): void {
    const count = (countByUser.get(userId) ?? 0) + change
    if (count > 0) countByUser.set(userId, count)
    else countByUser.delete(userId)
  }

  function isFull(userId: string | null): boolean {
    const ofUser = userId === null ? 0 : (countByUser.get(userId) ?? 0)
    return byToken.size >= shared.limits.maximumConnections || ofUser >= shared.limits.maximumConnectionsPerUser
  }

  function forget(connection: Connection): void {
    if (!byToken.delete(connection.token)) return
    countUser(connection.user.userId, -1)
    if (byToken.size === 0) onEmpty()
  }

  return {
    create(user, request) {
      if (isFull(user.userId)) return undefined
      const connection = new Connection({ id: createId(), token: createId(), user, request }, services)
      byToken.set(connection.token, connection)
      countUser(user.userId, 1)
      return connection
    },
    find: (token) => byToken.get(token),
    all: () => byToken.values(),
    get size() {
      return byToken.size
    },
  }
}
