import type { MessageId, RealtimeEvent } from '@partyline/contract'
import type { Chats } from '../chats/index.ts'
import type { Media } from '../media/index.ts'
import { AppError, currentRequestId } from '../platform/index.ts'
import type { Database, Handlers, Queries, Topic } from '../platform/index.ts'
import { cancelPending, findPending, isInChat, returnPending, scheduledOf } from '../transcript/index.ts'
import type { InChat, PendingMessage, Transcript } from '../transcript/index.ts'
import type { MessageWriter } from './message-writer.ts'
import { assertOwn } from './messages-policy.ts'
import { chatNames } from './pending-store.ts'
import { AT_ONCE } from './timing.ts'

type Parts = {
  database: Database
  chats: Chats
  transcript: Transcript
  announcements: Topic<readonly RealtimeEvent[]>
  media: Pick<Media, 'forget' | 'erase'>
  writer: Pick<MessageWriter, 'write'>
}

/** The calls about messages that have not been sent: docs/product.md#undo-and-send-later */
export function pendingRoutes({ database, chats, transcript, media, announcements, writer }: Parts) {
  return {
    'messages.scheduled': async ({ caller: { tenantId }, query: { after = null, limit } }) => {
      const pending = await scheduledOf(database.queries, tenantId, { after, limit })
      const chatIds = [...new Set(pending.map(({ chatId }) => chatId))]
      const names = await chatNames(database.queries, tenantId, chatIds)
      return pending.map((message) => {
        const { chatId } = message
        return { chatId, chatName: names.get(chatId) ?? '', message: transcript.presentPending(message) }
      })
    },

    'messages.cancel': async ({ caller, params: { chatId, messageId } }) => {
      const { tenantId } = caller
      const { message, events, unused } = await database.transaction(async (trx) => {
        const [, pending] = await Promise.all([
          chats.lockRow(trx, tenantId, chatId),
          requirePending(trx, { tenantId, chatId }, messageId),
        ])
        if (caller.role !== 'Admin') assertOwn(caller, pending)
        const [, changed] = await Promise.all([
          pending.state === 'held'
            ? returnPending(trx, pending, { ownerId: pending.writtenBy, reason: 'undone' })
            : cancelPending(trx, pending),
          chats.recordPending(trx, tenantId, [chatId]),
        ])
        const files = pending.state === 'held' ? [] : await media.forget(trx, tenantId, pending.files)
        return { message: pending, events: changed, unused: files }
      })
      announcements.publish(events)
      await media.erase(unused)
      return transcript.presentPending(message)
    },

    // Everything is checked again.
    'messages.reschedule': async ({ caller, params: { chatId, messageId }, body: { sendAt, cancelOnReply } }) => {
      const pending = await requirePending(database.queries, { tenantId: caller.tenantId, chatId }, messageId)
      assertOwn(caller, pending)
      const { text, parent, files } = pending
      const schedule = { cancelOnReply: cancelOnReply ?? pending.cancelOnReply, field: 'sendAt' as const }
      const timing = sendAt === null ? AT_ONCE : { sendAt: new Date(sendAt), ...schedule }
      const content = { text, files, parentId: parent?.id ?? null, timing, replaces: messageId, keepsId: true }
      const written = await writer.write({ caller, chatId, ...content, request: null, requestId: currentRequestId() })
      if ('repeated' in written) throw new Error('A draft without a request cannot be repeated.')
      return written
    },
  } satisfies Partial<Handlers>
}

/** @throws {AppError} already-sent, not-found */
async function requirePending(db: Queries, inChat: InChat, messageId: MessageId): Promise<PendingMessage> {
  const pending = await findPending(db, inChat, messageId)
  if (pending) return pending
  throw new AppError((await isInChat(db, inChat, messageId)) ? 'already-sent' : 'not-found')
}
