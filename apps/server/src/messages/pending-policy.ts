import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { AppError } from '../platform/index.ts'
import type { Caller, Queries } from '../platform/index.ts'
import { findPending, isInChat } from '../transcript/index.ts'
import type { PendingMessage } from '../transcript/index.ts'

/**
 * A pending message that the caller may change: one that they wrote or, once it is returned, own. `forAdmins`: Admins may, too.
 * @throws {AppError} already-sent, not-found, forbidden
 */
export async function requirePending(
  db: Queries,
  { userId, role }: Caller,
  { tenantId, chatId, messageId }: { tenantId: TenantId; chatId: ChatId; messageId: MessageId },
  { forAdmins = false } = {},
): Promise<PendingMessage> {
  const inChat = { tenantId, chatId }
  const pending = await findPending(db, inChat, messageId)
  if (!pending) throw new AppError((await isInChat(db, inChat, messageId)) ? 'already-sent' : 'not-found')
  const isOwn = (pending.ownerId ?? pending.writtenBy) === userId
  if (!isOwn && !(forAdmins && role === 'Admin')) throw new AppError('forbidden')
  return pending
}
