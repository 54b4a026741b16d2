import type { ChatId, NumberId, TenantId, UserId, UserRole } from '@partyline/contract'
import { anyOf } from '../platform/index.ts'
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
  isTenantSuspended: boolean
  /** The lines that can send. */
  linesInUse: ReadonlySet<NumberId>
  authors: ReadonlyMap<UserId, { name: string; role: UserRole; enabled: boolean }>
}

export async function findSenders(
  trx: Queries,
  tenantId: TenantId,
  messages: readonly { numberId: NumberId; writtenBy: UserId }[],
): Promise<Senders> {
  const rows = await trx
    .selectFrom('tenants as t')
    .leftJoin('lines as l', (join) =>
      join
        .onRef('l.tenantId', '=', 't.tenantId')
        .on('l.inUse', '=', true)
        .on('l.numberId', '=', anyOf(messages.map(({ numberId }) => numberId))),
    )
    .innerJoin('users as u', (join) =>
      join
        .onRef('u.tenantId', '=', 't.tenantId')
        .on('u.userId', '=', anyOf(messages.map(({ writtenBy }) => writtenBy))),
    )
    .select(['t.suspended', 'l.numberId', 'u.userId', 'u.name', 'u.role', 'u.enabled'])
    .where('t.tenantId', '=', tenantId)
    .execute()
  return {
    isTenantSuspended: rows.some(({ suspended }) => suspended),
    linesInUse: new Set(rows.flatMap(({ numberId }) => numberId ?? [])),
    authors: new Map(rows.map(({ userId, ...user }) => [userId, user])),
  }
}
