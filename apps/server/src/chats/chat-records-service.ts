import { automaticName } from '@partyline/contract'
import type {
  ChatChange,
  ChatId,
  DeliveriesChanged,
  MemberId,
  Message,
  MessageId,
  RealtimeEvent,
  TenantId,
  UserId,
} from '@partyline/contract'
import { AppError, newId } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { insertChanges } from './chat-changes-store.ts'
import { chatChanged, deliveriesChanged, messageAdded } from './chats-events.ts'
import type { ChatStep, NewChatChange } from './chats-events.ts'
import { presentShared, presentWithMessage } from './chats-presenter.ts'
import {
  findChat,
  haveTexted,
  lockOpenChats,
  lockOpenChatsOf,
  lockRow,
  updateDetails,
  updateStates,
} from './chats-store.ts'
import { lockForMessages } from './locked-chats-store.ts'
import { recountFailures, refreshListFields } from './list-fields-store.ts'
import { membersOf, membersOfChats } from './members-store.ts'
import { insertMessages, writeMessages } from './new-messages-store.ts'
import type { Notice } from './notices-store.ts'
import type { NewMessageIn, PendingChanges } from './new-messages-store.ts'
import { pendingEvents } from './pending-service.ts'
import { currentPhones, isChatOf, timeAfter } from './stored-chat.ts'
import type { ChatRow, NumberMember, StoredChat } from './stored-chat.ts'

/** Keeps a chat's row and its members' rows consistent. Part of the caller's transaction. */
export type ChatRecords = {
  /** Also an archived chat. @throws {AppError} not-found */
  find(db: Queries, tenantId: TenantId, chatId: ChatId): Promise<StoredChat>
  /** Locks a chat without reading it, also an archived one: for deliveries that move on. */
  lockRow(trx: Queries, tenantId: TenantId, chatId: ChatId): Promise<void>
  /** An open chat, locked until the transaction ends. @throws {AppError} not-found */
  lock(trx: Queries, tenantId: TenantId, chatId: ChatId): Promise<StoredChat>
  /** The open ones of these chats, locked. */
  lockAll(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<StoredChat[]>
  /** The open chats in which a line and a phone text each other, locked. */
  lockAllOf(trx: Queries, tenantId: TenantId, pairs: readonly NumberMember[]): Promise<StoredChat[]>
  haveTexted: typeof haveTexted
  /** Open chats, locked, and everything that writing messages into them depends on. */
  lockForMessages: typeof lockForMessages
  /**
   * Adds messages to locked chats, in this order, and changes pending ones. Returns the events for after the commit, which is
   * sent with the messages if they are the last that the transaction writes.
   */
  addMessages(
    trx: Queries,
    added: readonly NewMessageIn[],
    options?: { pending?: PendingChanges | null; isLast?: boolean },
  ): Promise<RealtimeEvent[]>
  /** Call after deliveries of the locked chat moved on, or records were added or removed. */
  recordDeliveries(trx: Queries, chat: ChatKey, change: DeliveryChange): Promise<RealtimeEvent>
  /** Call after files of an earlier message came in. The event has the whole message again. */
  recordMedia(trx: Queries, chat: ChatKey, messageId: MessageId): Promise<RealtimeEvent>
  /** Call after the locked chat itself or its members changed. */
  recordChange(trx: Queries, chat: ChatKey, change: ChangeOfChat): Promise<RealtimeEvent[]>
  /** The same, with the chat as it is then. */
  change(trx: Queries, chat: ChatKey, change: ChangeOfChat): Promise<Changed>
}

type ChatKey = Pick<ChatRow, 'tenantId' | 'chatId'>

type DeliveryChange = Pick<DeliveriesChanged, 'changed'> &
  Partial<Pick<DeliveriesChanged, 'removed' | 'unreadCounts'>> & {
    /** Whether a text failed, or one that had failed no longer counts as failed. */
    concernsFailures?: boolean
  }

export type Changed = { events: RealtimeEvent[]; chat: StoredChat; lastMessage: Message | null }

/** Changes of a chat. */
type ChangeOfChat = {
  steps: readonly ChatStep<NewChatChange>[]
  /** Null: no one on the team. */
  by: MemberId | null
  unreadCounts?: Record<string, number>
}

export function createChatRecords({ transcript, clock }: { transcript: Transcript; clock: Clock }): ChatRecords {
  async function find(db: Queries, tenantId: TenantId, chatId: ChatId): Promise<StoredChat> {
    const [row, members] = await Promise.all([findChat(db, tenantId, chatId), membersOfChats(db, tenantId, [chatId])])
    if (!row) throw new AppError('not-found')
    return { ...row, members: members.get(chatId) ?? [] }
  }

  async function lockAll(trx: Queries, tenantId: TenantId, chatIds: readonly ChatId[]): Promise<StoredChat[]> {
    const [rows, members] = await Promise.all([
      lockOpenChats(trx, tenantId, chatIds),
      membersOfChats(trx, tenantId, chatIds),
    ])
    return rows.map((row) => ({ ...row, members: members.get(row.chatId) ?? [] }))
  }

  async function lockAllOf(trx: Queries, tenantId: TenantId, pairs: readonly NumberMember[]): Promise<StoredChat[]> {
    if (pairs.length === 0) return []
    const rows = await lockOpenChatsOf(trx, tenantId, pairs)
    const members = await membersOf(trx, tenantId, rows)
    const chats = rows.map((row) => ({ ...row, members: members.get(row.chatId) ?? [] }))
    // While one was waited for, its phone may have left it.
    return chats.filter((chat) => pairs.some((pair) => isChatOf(chat, pair)))
  }

  async function lock(trx: Queries, tenantId: TenantId, chatId: ChatId): Promise<StoredChat> {
    const [chat] = await lockAll(trx, tenantId, [chatId])
    if (!chat) throw new AppError('not-found')
    return chat
  }

  const addMessages: ChatRecords['addMessages'] = async (trx, added, { pending = null, isLast = false } = {}) => {
    const commit = { isLast: isLast && added.every(({ effect }) => !effect) }
    const [{ messages, chats }, changes] = await Promise.all([
      pending
        ? writeMessages(trx, added, { ...pending, ...commit })
        : insertMessages(trx, added, commit).then((rows) => ({ messages: rows, chats: [] })),
      recordEffects(trx, added),
    ])
    const events = added.map(({ chat, message, unclaimedCount = 0 }, index) => {
      const { tenantId, chatId } = chat
      const { version, unreadCounts, ...fields } = messages[index] ?? missing(message.id)
      const ofMessage = changes.get(message.id)
      return messageAdded(
        { tenantId, chatId, version },
        {
          ...presentWithMessage({ ...chat, ...fields, unclaimedCount, archivedAt: null }),
          message: transcript.presentNew(message),
          unreadCounts,
          ...(ofMessage && { changes: ofMessage }),
        },
      )
    })
    // Last, because the events of the messages still count them as scheduled.
    const ofPending = pending ? pendingEvents(transcript, pending.tenantId, chats, pending.left) : []
    return [...events, ...ofPending]
  }

  /** Stores the effects of messages on their chats, and returns them by message. */
  async function recordEffects(
    trx: Queries,
    added: readonly NewMessageIn[],
  ): Promise<ReadonlyMap<MessageId, ChatChange[]>> {
    const withEffect = added.flatMap(({ chat, message, effect }) => (effect ? [{ chat, message, ...effect }] : []))
    const recorded = withEffect.map(({ chat, message: { id }, by, changes }) => {
      return { id, chat, changes: changes.map(identifier({ by, at: timeAfter(chat, clock.now()) })) }
    })
    await Promise.all([updateStates(trx, [...new Set(recorded.map(({ chat }) => chat))]), insertChanges(trx, recorded)])
    return new Map(recorded.map(({ id, changes }) => [id, changes]))
  }

  async function recordDeliveries(
    trx: Queries,
    { tenantId, chatId }: ChatKey,
    { concernsFailures = false, ...change }: DeliveryChange,
  ): Promise<RealtimeEvent> {
    const failures = concernsFailures ? { failedCount: await recountFailures(trx, { tenantId, chatId }) } : {}
    const { version, hasUnread } = await refreshListFields(trx, { tenantId, chatId }, { raise: 1 })
    const data = { removed: [], unreadCounts: {}, ...change, patch: { ...failures, hasUnread } }
    return deliveriesChanged({ tenantId, chatId, version }, data)
  }

  async function recordMedia(
    trx: Queries,
    { tenantId, chatId }: ChatKey,
    messageId: MessageId,
  ): Promise<RealtimeEvent> {
    const message = (await transcript.byIds(trx, tenantId, [messageId])).get(messageId)
    if (!message) throw new Error(`There is no message ${messageId} to add files to.`)
    await refreshListFields(trx, { tenantId, chatId }, { raise: 1 })
    const chat = await find(trx, tenantId, chatId)
    return messageAdded(chat, { ...presentWithMessage(chat), message, unreadCounts: {} })
  }

  /** An automatic name follows the phones, without a line in the history: no person renamed the chat. */
  async function withAutomaticName(trx: Queries, row: ChatRow, members: StoredChat['members']): Promise<ChatRow> {
    const name = row.autoNamed ? automaticName(currentPhones({ members })) : null
    if (name === null || name === row.name) return row
    const named = { ...row, name }
    await updateDetails(trx, named)
    return named
  }

  async function change(
    trx: Queries,
    { tenantId, chatId }: ChatKey,
    { steps, by, unreadCounts = {} }: ChangeOfChat,
  ): Promise<Changed> {
    const [, { members, ...stored }] = await Promise.all([
      refreshListFields(trx, { tenantId, chatId }, { raise: steps.length }),
      find(trx, tenantId, chatId),
    ])
    const chat = { ...(await withAutomaticName(trx, stored, members)), members }
    const messageId = chat.lastMessageId
    const identify = identifier({ by, at: timeAfter(chat, clock.now()) })
    const identified = steps.map(({ kind, changes }) => ({ kind, changes: changes.map(identify) }))
    const changed = identified.flatMap(({ changes }) => changes)
    const [messages] = await Promise.all([
      messageId ? transcript.byIds(trx, tenantId, [messageId]) : null,
      insertChanges(trx, [{ chat, changes: changed }], noticesOf(chat, changed)),
    ])
    const lastMessage = (messageId && messages?.get(messageId)) || null
    const events = chatChanged(chat, identified, { patch: presentShared(chat), lastMessage, unreadCounts })
    return { events, chat, lastMessage }
  }

  return {
    find,
    lock,
    lockRow,
    lockAll,
    lockAllOf,
    haveTexted,
    lockForMessages,
    addMessages,
    recordDeliveries,
    recordMedia,
    change,
    recordChange: async (...args) => (await change(...args)).events,
  }
}

/** Notices for a person to whom a colleague assigned a chat, and for the chat's people when its snooze ends. */
function noticesOf({ tenantId, chatId }: ChatKey, changes: readonly ChatChange[]): Notice[] {
  return changes.flatMap((change): Notice[] => {
    const notice = { tenantId, chatId, itemId: change.id, causedBy: change.by, happenedAt: new Date(change.at) }
    if (change.kind === 'snoozeEnded') return [{ ...notice, kind: change.kind, userId: null }]
    if (change.kind !== 'assigned' || change.memberId === change.by) return []
    return [{ ...notice, kind: change.kind, userId: change.memberId as string as UserId }]
  })
}

function missing(id: MessageId): never {
  throw new Error(`The message ${id} was not added.`)
}

/** Returns a function that gives changes their ids, in order. */
function identifier({ by, at }: { by: MemberId | null; at: Date }) {
  return (change: NewChatChange): ChatChange => ({ id: newId(), at: at.toISOString(), by, ...change })
}
