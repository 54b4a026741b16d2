import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { AppError } from '../platform/index.ts'
import type { Caller, Queries } from '../platform/index.ts'
import { findPending, isInChat } from '../transcript/index.ts'
import type { PendingMessage } from '../transcript/index.ts'

/** Who may change a pending message: its author or, once it is returned, its owner. @throws {AppError} forbidden */
export function assertOwn({ userId }: Pick<Caller, 'userId'>, { ownerId, writtenBy }: PendingMessage): void {
  if ((ownerId ?? writtenBy) !== userId) throw new AppError('forbidden')
}

/** @throws {AppError} already-sent, not-found */
export async function requirePending(
  db: Queries,
  { tenantId, chatId, messageId }: { tenantId: TenantId; chatId: ChatId; messageId: MessageId },
): Promise<PendingMessage> {
  const pending = await findPending(db, { tenantId, chatId }, messageId)
  if (pending) return pending
  throw new AppError((await isInChat(db, { tenantId, chatId }, messageId)) ? 'already-sent' : 'not-found')
}
