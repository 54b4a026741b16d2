import type {
  ChatChange,
  ChatChangeId,
  ChatId,
  DeliveriesChanged,
  MemberId,
  Message,
  MessageId,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { AppError } from '../../platform/index.ts'
import type { Clock, Queries } from '../../platform/index.ts'
import { idAfter } from '../../transcript/index.ts'
import type { Transcript } from '../../transcript/index.ts'
import { insertChanges } from './chat-changes-store.ts'
import { chatChanged, deliveriesChanged, messageAdded } from './chats-events.ts'
import type { ChatStep } from './chats-events.ts'
import { presentListed } from './chats-presenter.ts'
import { findChat, holdChat, lockOpenChats, lockOpenChatsOf } from './chats-store.ts'
import { holdForMessages } from './held-chats-store.ts'
import { recountFailures, settle } from './list-fields-store.ts'
import { membersOf } from './members-store.ts'
import { insertMessages } from './new-messages-store.ts'
import type { NewMessageIn } from './new-messages-store.ts'
import { isChatOf } from './stored-chat.ts'
import type { ChatRow, Pair, StoredChat } from './stored-chat.ts'

/** What keeps a chat's row and its members' rows in line with what happens in it. Part of the caller's transaction. */
export type ChatRecords = ReturnType<typeof createChatRecords>

/** A message as it was added, and what tells it. */
export type Added = { message: Message; event: RealtimeEvent }

/** A change before it is told: the transaction that makes it gives it an id, a time and an author. */
export type Untold = ChatChange extends infer Change
  ? Change extends ChatChange
    ? Omit<Change, 'id' | 'at' | 'by'>
    : never
  : never

/** What changed about a chat. */
export type ChangeOfChat = {
  steps: readonly ChatStep<Untold>[]
  /** Null: nobody of the team. */
  by: MemberId | null
  unreadCounts?: Record<string, number>
}

export function createChatRecords({ transcript, clock }: { transcript: Transcript; clock: Clock }) {
  async function withMembers(db: Queries, tenantId: TenantId, rows: readonly ChatRow[]): Promise<StoredChat[]> {
    const ids = rows.map(({ chatId }) => chatId)
    const members = await membersOf(db, tenantId, ids)
    return rows.map((row) => ({ ...row, members: members.get(row.chatId) ?? [] }))
  }

  async function find(db: Queries, tenantId: TenantId, chatId: ChatId): Promise<StoredChat> {
    const row = await findChat(db, tenantId, chatId)
    const [chat] = row ? await withMembers(db, tenantId, [row]) : []
    if (!chat) throw new AppError('not-found')
    return chat
  }

  async function lockAll(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<StoredChat[]> {
    return withMembers(trx, tenantId, await lockOpenChats(trx, tenantId, chatIds))
  }

  async function lockAllOf(trx: Queries, tenantId: TenantId, pairs: readonly Pair[]): Promise<StoredChat[]> {
    if (pairs.length === 0) return []
    const chats = await withMembers(trx, tenantId, await lockOpenChatsOf(trx, tenantId, pairs))
    // While one was waited for, its phone may have left it.
    return chats.filter((chat) => pairs.some((pair) => isChatOf(chat, pair)))
  }

  /** An open chat, held until the transaction ends. @throws {AppError} not-found */
  async function lock(trx: Queries, tenantId: TenantId, chatId: ChatId): Promise<StoredChat> {
    const [chat] = await lockAll(trx, tenantId, [chatId])
    if (!chat) throw new AppError('not-found')
    return chat
  }

  /** Adds messages to chats that are held, in this order. The events are for after the commit. */
  async function addMessages(trx: Queries, added: readonly NewMessageIn[]): Promise<Added[]> {
    const settled = await insertMessages(trx, added)
    return added.map(({ chat: { tenantId, chatId }, message: written, unclaimedCount = 0 }, index) => {
      const { version, ...data } = settled[index] ?? missing(written.id)
      const message = transcript.presentNew(tenantId, written)
      return { message, event: messageAdded({ tenantId, chatId, version }, { message, unclaimedCount, ...data }) }
    })
  }

  /**
   * After deliveries of the locked chat moved on, or records were added or taken away; `concernsFailures` where a text
   * failed, or one that had failed did not any more.
   */
  async function recordDeliveries(
    trx: Queries,
    { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
    {
      concernsFailures = false,
      ...change
    }: Pick<DeliveriesChanged, 'changed'> &
      Partial<Pick<DeliveriesChanged, 'removed' | 'unreadCounts'>> & { concernsFailures?: boolean },
  ): Promise<RealtimeEvent> {
    const failures = concernsFailures ? { failedCount: await recountFailures(trx, { tenantId, chatId }) } : {}
    const { version, hasUnread } = await settle(trx, { tenantId, chatId }, { raise: 1 })
    const data = { removed: [], unreadCounts: {}, ...change, ...failures, hasUnread }
    return deliveriesChanged({ tenantId, chatId, version }, data)
  }

  /** After files of a message that was recorded before came in. The event carries the whole message again. */
  async function recordMedia(
    trx: Queries,
    { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
    messageId: MessageId,
  ): Promise<RealtimeEvent> {
    const message = (await transcript.byIds(trx, tenantId, [messageId])).get(messageId)
    if (!message) throw new Error(`There is no message ${messageId} to add files to.`)
    const { version, ...data } = await settle(trx, { tenantId, chatId }, { raise: 1 })
    const unclaimedCount = (await findChat(trx, tenantId, chatId))?.unclaimedCount ?? 0
    return messageAdded({ tenantId, chatId, version }, { message, unclaimedCount, ...data })
  }

  /** After the locked chat itself or its members changed, in as many ways as there are steps. */
  async function recordChange(
    trx: Queries,
    { tenantId, chatId }: Pick<ChatRow, 'tenantId' | 'chatId'>,
    { steps, by, unreadCounts = {} }: ChangeOfChat,
  ): Promise<RealtimeEvent[]> {
    await settle(trx, { tenantId, chatId }, { raise: steps.length })
    const { members, ...row } = await find(trx, tenantId, chatId)
    const messageId = row.lastMessageId
    const lastMessage = messageId ? ((await transcript.byIds(trx, tenantId, [messageId])).get(messageId) ?? null) : null
    const told = tell(steps, { by, at: clock.now(), after: messageId })
    await insertChanges(
      trx,
      row,
      told.flatMap(({ changes }) => changes),
    )
    return chatChanged(tenantId, told, { chat: presentListed(row, { members, lastMessage }), unreadCounts })
  }

  return {
    /** Also an archived chat. @throws {AppError} not-found */
    find,

    /** Holds a chat without reading it, also an archived one: for deliveries that move on. */
    hold: holdChat,

    /** The open ones of these chats, each held until the transaction ends. */
    lockAll,

    /** The open chats in which one of our numbers and a phone text each other, each held until the transaction ends. */
    lockAllOf,

    lock,

    /** Open chats, held until the transaction ends, with what messages for them are written with. */
    holdForMessages,

    addMessages,
    recordDeliveries,
    recordMedia,
    recordChange,
  }
}

function missing(id: MessageId): never {
  throw new Error(`The message ${id} was not added.`)
}

/** The changes in their order, behind the chat's last message. */
function tell(
  steps: readonly ChatStep<Untold>[],
  { by, at, after }: { by: MemberId | null; at: Date; after: MessageId | null },
): ChatStep<ChatChange>[] {
  let last: string | null = after
  return steps.map(({ kind, changes }) => ({
    kind,
    changes: changes.map((change) => {
      const id = idAfter<ChatChangeId>(last)
      last = id
      return { id, at: at.toISOString(), by, ...change }
    }),
  }))
}
