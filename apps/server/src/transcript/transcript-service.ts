import type { Delivery, File, MemberId, Message, MessageId, TenantId } from '@partyline/contract'
import type { StoredFile } from '../media/index.ts'
import { AppError, invalid } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { oneForEachMember } from './delivery-status.ts'
import { isInChat, messagesBeside, messagesByIds } from './messages-store.ts'
import type { InChat, Side } from './messages-store.ts'
import type { NewMessage } from './new-message.ts'
import type { PendingMessage } from './pending-messages-store.ts'
import type { StoredMessage } from './stored-message.ts'

/** The part of a chat to read: the newest messages, or those next to a message. */
type Page = {
  limit: number
  before?: MessageId | undefined
  after?: MessageId | undefined
  around?: MessageId | undefined
}

/** The transcript as people see it. */
export type Transcript = {
  /** @throws {AppError} not-found if the chat has no such message */
  requireInChat(db: Queries, inChat: InChat, messageId: MessageId): Promise<void>
  /** A message that is being added, as {@link byIds} would read it. */
  presentNew(message: NewMessage): Message
  presentPending(message: PendingMessage): Message
  /** Oldest first. @throws {AppError} not-found if the message next to which the page is, is not in the chat */
  page(db: Queries, inChat: InChat, page: Page): Promise<Message[]>
  byIds(db: Queries, tenantId: TenantId, ids: readonly MessageId[]): Promise<Map<MessageId, Message>>
  /** Oldest first: the first ones from `since` on, or those after a message. */
  forward(
    db: Queries,
    inChat: InChat,
    page: { after: MessageId | null; since: Date; limit: number },
  ): Promise<Message[]>
}

type Options = { presentFile: (file: StoredFile) => File }

export function createTranscript({ presentFile }: Options): Transcript {
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
    automatic: stored.automatic,
  })

  const recordOf = (memberId: MemberId, status: Delivery['status'], at: Date): Delivery => ({
    memberId,
    status,
    updatedOn: at.toISOString(),
    errorCode: null,
    errorText: null,
    dismissed: false,
  })

  return {
    async requireInChat(db, inChat, messageId) {
      if (!(await isInChat(db, inChat, messageId))) throw new AppError('not-found')
    },

    presentNew: ({ sentOn, parent, files, deliveries, ...message }) => ({
      id: message.id,
      text: message.text,
      sentOn: sentOn.toISOString(),
      sentBy: message.sentBy,
      parentId: parent?.id ?? null,
      parent,
      delivery: oneForEachMember(
        deliveries.map((delivery) => ({
          ...recordOf(delivery.memberId, delivery.status, delivery.at),
          errorText: delivery.status === 'skipped' ? delivery.errorText : null,
        })),
      ),
      media: files.map((file) => presentFile(file)),
      pendingMedia: message.pendingMedia,
      missingMedia: 0,
      recovered: message.recovered,
      automatic: message.automatic,
    }),

    presentPending: ({
      id,
      text,
      parent,
      files,
      recipients,
      writtenBy,
      writtenAt,
      state,
      sendAt,
      cancelOnReply,
      reason,
      ownerId,
    }) => ({
      id,
      text,
      sentOn: writtenAt.toISOString(),
      sentBy: writtenBy as string as MemberId,
      parentId: parent?.id ?? null,
      parent,
      delivery: [
        recordOf(writtenBy as string as MemberId, 'read', writtenAt),
        ...(state === 'returned' ? [] : recipients.map((id) => recordOf(id, 'queued', writtenAt))),
      ],
      media: files.map((file) => presentFile(file)),
      pendingMedia: 0,
      missingMedia: 0,
      recovered: false,
      automatic: null,
      pending: { state, sendOn: sendAt.toISOString(), cancelOnReply, reason, owner: ownerId },
    }),

    async page(db, inChat, { limit, before, after, around }) {
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

    async forward(db, inChat, { after: from, since, limit }) {
      const stored = await messagesBeside(db, inChat, { from, towards: 'newer', since, limit })
      return stored.map(present)
    },

    async byIds(db, tenantId, ids) {
      const stored = await messagesByIds(db, tenantId, ids)
      return new Map(stored.map((message) => [message.id, present(message)]))
    },
  }
}
