import { AppError } from '../platform/index.ts'
import type { Caller } from '../platform/index.ts'
import { currentMember, isUnclaimed } from './stored-chat.ts'
import type { WritableChat } from './stored-chat.ts'

/**
 * Every enabled user sees every chat of the tenant and can join any. Writing is for members and Admins: docs/product.md#roles
 * @throws {AppError} not-a-member
 */
export function assertMayWrite(caller: Caller, chat: WritableChat): void {
  const mayWrite = caller.role === 'Admin' || currentMember(chat, caller.userId) !== null
  if (!mayWrite) throw new AppError('not-a-member')
}

/** The first reply to an unclaimed chat claims it, so every enabled user may write it. @throws {AppError} not-a-member */
export function assertMayReply(caller: Caller, chat: WritableChat): void {
  if (!isUnclaimed(chat)) assertMayWrite(caller, chat)
}
