import { MESSAGE, SCHEDULE, SCHEDULE_TEXTS, signed } from '@partyline/contract'
import type { ChatId, FileId, MemberId, MessageId, NumberId, QuotedMessage, ReturnReason } from '@partyline/contract'
import { assertMayReply, isUnclaimed, mayReply, memberIdOf } from '../chats/index.ts'
import type { LockedForMessages, RepeatableRequest, WritableChat } from '../chats/index.ts'
import { composeMessage, recipientsOf, textedBy } from '../delivery/index.ts'
import { assertCountriesAllowed, countryBar } from '../numbers/index.ts'
import { AppError, newId } from '../platform/index.ts'
import type { Caller } from '../platform/index.ts'
import type { NewMessage, PendingMessage, StoredFile } from '../transcript/index.ts'
import { assertOwn, assertSendable } from './messages-policy.ts'
import { waitOf } from './timing.ts'
import type { Timing } from './timing.ts'

/** A message that a user sends to a chat. */
export type Draft = {
  caller: Caller
  chatId: ChatId
  text: string
  files: readonly StoredFile[]
  parentId: MessageId | null
  timing: Timing
  /** The pending message that it takes the place of. */
  replaces: MessageId | null
  /** It is that message, at another time. */
  keepsId?: boolean
  /** It asks these phones for consent, and goes to no others. */
  asks?: ReadonlySet<MemberId>
  /** The chat is created with it, in the same transaction. */
  opensChat?: boolean
  request: RepeatableRequest | null
  /** The request's id in the log. */
  requestId: string | null
}

/** `parent`: null if the chat has no such message. `isSent`: whether the message that it is to replace was sent. */
export type NewText = { draft: Draft; parent: QuotedMessage | null; isSent: boolean }

/** A pending message whose time has come. `author`: null if the tenant has no such user. */
export type DueText = { due: PendingMessage; author: Author | null; missing: ReadonlySet<FileId> }

/** As they are now. */
export type Author = Pick<Caller, 'userId' | 'name' | 'role'> & { enabled: boolean }

/** A locked chat with its pending messages. */
export type ChatNow = WritableChat & { pending: readonly PendingMessage[] }

/** The options of a tenant. The second line is for due messages. */
export type TenantNow = Pick<LockedForMessages, 'addSignature' | 'assignOnReply' | 'allowedCountries'> & {
  isSuspended: boolean
  linesInUse: ReadonlySet<NumberId>
}

/** `replaced`: the pending message in whose place it is written. */
export type Admitted =
  | { outcome: 'sent'; message: NewMessage; replaced: PendingMessage | null; assigns: boolean }
  | { outcome: 'pending'; message: PendingMessage; replaced: PendingMessage | null }
  /** No one on the team is in the chat, or the author is a key that has not written in it: they must join it first. */
  | { outcome: 'unclaimed' }
  | { outcome: 'refused'; error: AppError }
  | { outcome: 'late'; due: PendingMessage }
  | { outcome: 'returned'; due: PendingMessage; reason: ReturnReason }

/**
 * Decides whether a text may be sent to its locked chat now, has to wait, or is refused: docs/product.md#undo-and-send-later
 * A text that is due is checked like a new one, because anything may have changed since it was written.
 */
export function admit(text: NewText | DueText, chat: ChatNow | null, tenant: TenantNow, now: Date): Admitted {
  if ('due' in text) return admitDue(text, chat, tenant, now)
  try {
    return admitNew(text, chat, tenant, now)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'refused', error }
  }
}

function admitNew({ draft, parent, isSent }: NewText, chat: ChatNow | null, tenant: TenantNow, now: Date): Admitted {
  const { caller, text, files, timing, requestId, asks = null, opensChat: isFirst = false } = draft
  if (!chat) throw new AppError('not-found')
  if (!isFirst) assertMayReply(caller, chat)
  if (draft.parentId && !parent) throw new AppError('not-found')
  const asSent = signed(text, tenant.addSignature && !caller.key ? caller.name : null)
  assertSendable({ text, asSent, media: files })
  const replaced = chat.pending.find(({ id }) => id === draft.replaces) ?? null
  if (draft.replaces && !replaced) throw new AppError(isSent ? 'already-sent' : 'not-found')
  if (replaced) assertOwn(caller, replaced)
  const id = draft.keepsId && replaced ? replaced.id : newId<MessageId>()
  const from = { author: memberIdOf(caller.userId), now, requestId, id }
  const message = composeMessage(chat, { text, asSent, files, parent, asks }, from)
  assertCountriesAllowed(textedBy(message), tenant.allowedCountries)
  const opensChat = isFirst || (replaced?.opensChat ?? false)
  const others = chat.pending.filter((other) => other !== replaced)
  const wait = waitOf(timing, others, now)
  const joins = caller.key ? !chat.members.some(({ id: member }) => member === from.author) : isUnclaimed(chat)
  if (!wait && !isFirst && joins) return { outcome: 'unclaimed' }
  if (!wait) return { outcome: 'sent', message, replaced, assigns: tenant.assignOnReply && !opensChat && !caller.key }
  // Otherwise, it would be returned when it is due.
  assertMayReply(caller, chat)
  if (others.length >= SCHEDULE.maxPerChat) throw new AppError('conflict', { message: SCHEDULE_TEXTS.tooMany })
  const written = { writtenBy: caller.userId, writtenAt: now, requestId, opensChat }
  const content = { text, parent, files, recipients: recipientsOf(message) }
  const { tenantId, chatId, numberId } = chat
  const pending = { id, tenantId, chatId, numberId, ...content, ...written, ...wait, reason: null, ownerId: null }
  return { outcome: 'pending', message: pending, replaced }
}

function admitDue({ due, author, missing }: DueText, chat: ChatNow | null, tenant: TenantNow, now: Date): Admitted {
  const returned = (reason: ReturnReason): Admitted => ({ outcome: 'returned', due, reason })
  if (now.getTime() - due.sendAt.getTime() > SCHEDULE.maxLateMs) return { outcome: 'late', due }
  if (!chat) return returned('chat closed')
  if (tenant.isSuspended) return returned('tenant suspended')
  if (!author?.enabled || !mayReply(author, chat)) return returned('author left')
  const asSent = signed(due.text, tenant.addSignature ? author.name : null)
  const { id, text, files, parent, writtenBy, requestId } = due
  const from = { author: memberIdOf(writtenBy), now, requestId, id }
  const message = composeMessage(chat, { text, asSent, files, parent }, from)
  const reason = reasonToReturn({ due, message, asSent }, chat, { ...tenant, missing })
  if (reason) return returned(reason)
  if (isUnclaimed(chat)) return { outcome: 'unclaimed' }
  return { outcome: 'sent', message, replaced: due, assigns: tenant.assignOnReply && !due.opensChat }
}

/** Why a message cannot be sent as it was written; null if it can. */
function reasonToReturn(
  { due, message, asSent }: { due: PendingMessage; message: NewMessage; asSent: string },
  { numberId, members }: ChatNow,
  now: TenantNow & Pick<DueText, 'missing'>,
): ReturnReason | null {
  if (numberId !== due.numberId) return 'line changed'
  if (due.recipients.length > 0 && !now.linesInUse.has(numberId)) return 'line not in use'
  if (due.files.some(({ fileId }) => now.missing.has(fileId))) return 'file missing'
  if (recipientsOf(message).join() !== due.recipients.join()) {
    const isOptedOut = members.some(({ id, optedOut }) => optedOut && due.recipients.includes(id))
    return isOptedOut ? 'opted out' : 'recipients changed'
  }
  if (textedBy(message).some((number) => countryBar(number, now.allowedCountries))) return 'country not allowed'
  return asSent.length > MESSAGE.maxLength ? 'too long' : null
}
