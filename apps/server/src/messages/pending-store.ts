import type { ChatId, NumberId, TenantId, UserId, UserRole } from '@partyline/contract'
import { anyOf, PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export async function chatNames(
  db: Queries,
  tenantId: TenantId,
  chatIds: readonly ChatId[],
): Promise<Map<ChatId, string>> {
  const rows = await db
    .selectFrom('chats')
    .select(['chatId', 'name'])
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', anyOf(chatIds))
    .execute()
  return new Map(rows.map(({ chatId, name }) => [chatId, name]))
}

/** The tenant, lines, and authors of messages, which may have changed since they were written. */
export type Senders = {
  isSuspended: boolean
  /** The lines that can send. */
  linesInUse: ReadonlySet<NumberId>
  authors: ReadonlyMap<UserId, { userId: UserId; name: string; role: UserRole; enabled: boolean }>
}

export const NO_SENDERS: Senders = { isSuspended: false, linesInUse: new Set(), authors: new Map() }

/** The senders of all pending messages of these chats. */
export async function findSenders(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<Senders> {
  const rows = await trx
    .selectFrom('pendingMessages as m')
    .innerJoin('tenants as t', 't.tenantId', 'm.tenantId')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenantId', '=', 'm.tenantId').onRef('u.userId', '=', 'm.writtenBy'),
    )
    .leftJoin('lines as l', (join) =>
      join.onRef('l.tenantId', '=', 'm.tenantId').onRef('l.numberId', '=', 'm.numberId').on('l.inUse', '=', true),
    )
    .select(['t.suspended', 'l.numberId', 'u.userId', 'u.name', 'u.role', 'u.enabled'])
    .where('m.tenantId', '=', tenantId)
    .where('m.chatId', '=', anyOf(chatIds))
    .modifyEnd(PREPARED)
    .execute()
  return {
    isSuspended: rows.some(({ suspended }) => suspended),
    linesInUse: new Set(rows.flatMap(({ numberId }) => numberId ?? [])),
    authors: new Map(rows.map(({ userId, name, role, enabled }) => [userId, { userId, name, role, enabled }])),
  }
}
