import { AppError, invalid } from '../platform/index.ts'
import type { Caller } from '../platform/index.ts'
import { currentMember, isUnclaimed } from './stored-chat.ts'
import type { WritableChat } from './stored-chat.ts'

/**
 * Every enabled user sees every chat of the tenant and can join any. Writing is for members and Admins: docs/product.md#roles
 * @throws {AppError} not-a-member
 */
export function assertMayWrite(caller: Writer, chat: WritableChat): void {
  if (!mayWrite(caller, chat)) throw new AppError('not-a-member')
}

type Writer = Pick<Caller, 'userId' | 'role' | 'key'>

const mayWrite = ({ role, userId }: Writer, chat: WritableChat) =>
  role === 'Admin' || currentMember(chat, userId) !== null

/** The first reply to an unclaimed chat claims it, so every enabled user may write it. Keys write to all chats of their lines. */
export const mayReply = (writer: Writer, chat: WritableChat) =>
  writer.key ? isOnLineOf(writer, chat) : isUnclaimed(chat) || mayWrite(writer, chat)

const isOnLineOf = ({ key }: Writer, { numberId }: Pick<WritableChat, 'numberId'>) => key?.lines?.has(numberId) ?? true

/** @throws {AppError} not-a-member */
export function assertMayReply(caller: Writer, chat: WritableChat): void {
  if (mayReply(caller, chat)) return
  // To a key, chats of other lines do not exist.
  throw new AppError(caller.key ? 'not-found' : 'not-a-member')
}

/**
 * For changes that the caller bases on a version. `ifMatch`: the header, `"7"`; the quotation marks are optional, and any
 * version will do without it.
 * @throws {AppError} conflict, validation
 */
export function assertVersion(chat: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*') return
  const version = /^"?(\d{1,15})"?$/.exec(ifMatch)?.[1]
  if (!version) throw invalid({ 'If-Match': ['If-Match should be the version of the chat.'] })
  if (Number(version) !== chat.version) throw new AppError('conflict')
}
