import type { File, Message, MessageId, QuotedMessage, TenantId } from '@partyline/contract'
import { AppError, invalid } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { oneForEachMember } from './delivery-parts.ts'
import { findQuote, isInChat, messagesBeside, messagesByIds } from './messages-store.ts'
import type { InChat, Side } from './messages-store.ts'
import type { NewMessage } from './new-message.ts'
import type { StoredFile, StoredMessage } from './stored-message.ts'

/** Which part of a chat: the newest messages, or those beside one message. */
export type Page = {
  limit: number
  before?: MessageId | undefined
  after?: MessageId | undefined
  around?: MessageId | undefined
}

/** The transcript as people see it. */
export type Transcript = ReturnType<typeof createTranscript>

type Options = { presentFile: (file: StoredFile) => File }

export function createTranscript({ presentFile }: Options) {
  const present = (stored: StoredMessage): Message => ({
    id: stored.id,
    text: stored.text,
    sentOn: stored.sentOn.toISOString(),
    sentBy: stored.sentBy,
    parentId: stored.parentId,
    parent: stored.parentId && stored.parent ? { id: stored.parentId, ...stored.parent } : null,
    delivery: oneForEachMember(stored.delivery).map((record) => ({
      ...record,
      updatedOn: new Date(record.updatedOn).toISOString(),
    })),
    media: stored.media.map((file) => presentFile(file)),
    pendingMedia: stored.pendingMedia,
    missingMedia: stored.missingMedia,
    recovered: stored.recovered,
  })

  return {
    /** @throws {AppError} not-found where the chat has no such message */
    async requireInChat(db: Queries, inChat: InChat, messageId: MessageId): Promise<void> {
      if (!(await isInChat(db, inChat, messageId))) throw new AppError('not-found')
    },

    /** The message that another one answers. @throws {AppError} not-found where the chat has no such message */
    async quote(db: Queries, inChat: InChat, messageId: MessageId): Promise<QuotedMessage> {
      const quote = await findQuote(db, inChat, messageId)
      if (!quote) throw new AppError('not-found')
      return quote
    },

    /** A message that is being added, as {@link byIds} would read it. */
    presentNew: (tenantId: TenantId, { sentOn, parent, files, deliveries, ...message }: NewMessage): Message => ({
      id: message.id,
      text: message.text,
      sentOn: sentOn.toISOString(),
      sentBy: message.sentBy,
      parentId: parent?.id ?? null,
      parent,
      delivery: oneForEachMember(
        deliveries.map((delivery) => ({
          memberId: delivery.memberId,
          status: delivery.status,
          updatedOn: delivery.at.toISOString(),
          errorCode: null,
          errorText: delivery.status === 'skipped' ? delivery.errorText : null,
          dismissed: false,
        })),
      ),
      media: files.map((file) => presentFile(file)),
      pendingMedia: message.pendingMedia,
      missingMedia: 0,
      recovered: message.recovered,
    }),

    /** Oldest first. @throws {AppError} not-found where the message that the page stands beside is not in the chat */
    async page(db: Queries, inChat: InChat, { limit, before, after, around }: Page): Promise<Message[]> {
      const places = [before, after, around].filter((place) => place !== undefined)
      const place = places[0] ?? null
      if (places.length > 1) throw invalid({ before: ['Only one of before, after and around is possible.'] })
      if (place && !(await isInChat(db, inChat, place))) throw new AppError('not-found')
      const older = Math.floor(limit / 2)
      const sides: Side[] = around
        ? [
            { from: around, towards: 'older', limit: older },
            { from: around, towards: 'newer', limit: limit - older, inclusive: true },
          ]
        : [{ from: place, towards: after ? 'newer' : 'older', limit }]
      const messages: Message[] = []
      for (const side of sides) {
        const stored = await messagesBeside(db, inChat, side)
        messages.push(...stored.map(present))
      }
      return messages
    },

    async byIds(db: Queries, tenantId: TenantId, ids: readonly MessageId[]): Promise<Map<MessageId, Message>> {
      const stored = await messagesByIds(db, tenantId, ids)
      return new Map(stored.map((message) => [message.id, present(message)]))
    },
  }
}
