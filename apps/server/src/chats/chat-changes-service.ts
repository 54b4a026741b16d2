import { automaticName, BOUNDS, isNamedAfterNumber } from '@partyline/contract'
import type { ChatId, MemberId, NumberId, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import type { ChangedContact, Numbers } from '../numbers/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Queries } from '../platform/index.ts'
import { insertDeliveries } from '../transcript/index.ts'
import type { DeliveryId } from '../transcript/index.ts'
import type { ChatRecords } from './chat-records-service.ts'
import { lastChangeAt } from './chat-changes-store.ts'
import type { ChatStep, NewChatChange } from './chats-events.ts'
import { archive, insertChat, lockPair, resetUnclaimedCount, unarchive, updateDetails } from './chats-store.ts'
import type { ChatDetails } from './chats-store.ts'
import { addMembers, findHolders, findPeople, holdNumber, removeMembers } from './members-store.ts'
import type { Holder, Person } from './members-store.ts'
import { currentMember, currentPhones, isCurrent, isUnclaimed, lostPhones, memberIdOf } from './stored-chat.ts'
import type { ChatMember, NumberMember, StoredChat } from './stored-chat.ts'
import { membersAdded, detailsChanged, membersRemoved, phonesMovedHere, phonesMovedAway } from './describe-changes.ts'

/** Changes of chats and their members inside a transaction. The chats are locked, and permissions were checked. */
export type ChatChanges = {
  open(trx: Queries, chat: ChatToOpen): Promise<RealtimeEvent[]>
  /** Sets the chat's name, number, relay and members. No event if nothing changes. */
  update(trx: Queries, chat: StoredChat, wanted: WantedChat): Promise<RealtimeEvent[]>
  archive(trx: Queries, chat: StoredChat, by: MemberId): Promise<RealtimeEvent[]>
  /** Restores an archived chat. The caller joins it if no one else on the team is in it. */
  restore(trx: Queries, chat: StoredChat, caller: Pick<Caller, 'userId'>): Promise<RealtimeEvent[]>
  /** Adds people who are not in the chat, without recording it. @throws {AppError} conflict if the chat is full */
  enter(trx: Queries, chat: StoredChat, people: readonly Person[]): Promise<void>
  /** Adds a key to an open chat, unless it is in it, when it first writes there. @throws {AppError} not-found */
  joinKey: (trx: Queries, key: Pick<Caller, 'tenantId' | 'userId'>, chatId: ChatId) => Promise<RealtimeEvent[]>
  /** Adds the caller to an open chat, unless they are in it. @throws {AppError} not-found, validation */
  join: (trx: Queries, caller: Pick<Caller, 'tenantId' | 'userId'>, chatId: ChatId) => Promise<RealtimeEvent[]>
  remove(
    trx: Queries,
    chat: StoredChat,
    removal: { member: Pick<ChatMember, 'id' | 'role'>; by: MemberId },
  ): Promise<RealtimeEvent[]>
  /**
   * Takes phones out of the chats that hold them, for another one. A chat that is left without a phone is archived.
   */
  vacate(
    trx: Queries,
    chats: readonly StoredChat[],
    move: { holders: readonly Holder[]; to: { id: ChatId; name: string }; by: MemberId | null },
  ): Promise<RealtimeEvent[]>
  /**
   * The chosen people.
   * @throws {AppError} validation if one does not exist or is disabled; country-not-allowed
   */
  requirePeople(trx: Queries, tenantId: TenantId, ids: readonly MemberId[]): Promise<Person[]>
  /**
   * The open chat in which the line and the phone text each other, locked. If there is none, none can be opened until
   * the transaction ends, except by a person. Then the unique index refuses ours, and the caller retries.
   */
  lockOpenChatOf(trx: Queries, tenantId: TenantId, pair: NumberMember): Promise<StoredChat | null>
  /** Creates a chat for a text from a phone, with the line's enabled default users. */
  createInboundChat(trx: Queries, chat: InboundChat): Promise<{ chat: StoredChat; events: RealtimeEvent[] }>
  /** A deleted contact leaves its open chats and stays in their history. */
  removeContactFromOpenChats(
    trx: Queries,
    removal: { tenantId: TenantId; memberId: MemberId; by: UserId },
  ): Promise<RealtimeEvent[]>
  /** Renames the open chats with an automatic name, or the contact's number or former name. */
  followContact(trx: Queries, change: ChangedContact & { by: Caller }): Promise<RealtimeEvent[]>
  /** Records in the chat that the relay is paused for this phone, but not for every text. */
  recordRelayPause(
    trx: Queries,
    chat: Pick<StoredChat, 'tenantId' | 'chatId'>,
    memberId: MemberId,
  ): Promise<RealtimeEvent[]>
}

type InboundChat = {
  tenantId: TenantId
  numberId: NumberId
  name: string
  memberId: MemberId
  userIds: readonly UserId[]
}

/**
 * Within this time, a phone's repeated text looks like a loop (`inbound/loop-guard-store.ts`), and the chat says only once
 * that the relay is paused: docs/product.md#group-texting-is-a-relay
 */
export const LOOP_WINDOW_MS = 10 * 60_000

/** A chat that does not exist yet. */
export type ChatToOpen = ChatDetails & {
  createdBy: UserId | null
  people: readonly Pick<Person, 'id' | 'role'>[]
  /** Where phones among the people were until now. */
  moved?: readonly Holder[]
}

type Parts = { records: ChatRecords; numbers: Pick<Numbers, 'findLine' | 'requireTextable'>; clock: Clock }

export function createChatChanges({ records, numbers, clock }: Parts): ChatChanges {
  /** A phone that comes in late will never get the last message: its record says so, or `hasUnread` would stay. */
  async function skipLastMessage(trx: Queries, chat: StoredChat, people: readonly Person[]) {
    const messageId = chat.lastMessageId
    if (!messageId) return
    const phones = people.filter(({ role }) => role === 'ExternalMobile')
    const skipped = { status: 'skipped' as const, errorText: 'Joined after this message.', messageId, at: clock.now() }
    await insertDeliveries(
      trx,
      chat,
      phones.map(({ id: memberId }) => ({ id: newId<DeliveryId>(), memberId, ...skipped })),
    )
  }

  async function enter(trx: Queries, chat: StoredChat, people: readonly Person[]) {
    const current = chat.members.filter((member) => isCurrent(member) && member.role !== 'ApiKey')
    if (current.length + people.length > BOUNDS.chatMembers) {
      throw new AppError('conflict', { message: `A chat can have at most ${BOUNDS.chatMembers} members.` })
    }
    const { numberId, lastMessageId } = chat
    await addMembers(trx, chat, { people, numberId, joinedAfter: lastMessageId, at: clock.now() })
    await skipLastMessage(trx, chat, people)
    if (people.some(({ role }) => role === 'TeamsUser')) await resetUnclaimedCount(trx, chat)
  }

  async function close(trx: Queries, chat: StoredChat, at: Date) {
    await holdNumber(trx, chat, null)
    await archive(trx, { ...chat, at })
  }

  async function open(trx: Queries, { people, moved = [], ...chat }: ChatToOpen): Promise<RealtimeEvent[]> {
    const at = clock.now()
    await insertChat(trx, { ...chat, createdAt: at })
    await addMembers(trx, chat, { people, numberId: chat.numberId, joinedAfter: null, at })
    return records.recordChange(trx, chat, {
      steps: [{ kind: 'ChatCreated', changes: [{ kind: 'created' }, ...phonesMovedHere(moved)] }],
      by: chat.createdBy && memberIdOf(chat.createdBy),
      unreadCounts: zeros(people),
    })
  }

  async function remove(
    trx: Queries,
    chat: StoredChat,
    { member, by }: { member: Pick<ChatMember, 'id' | 'role'>; by: MemberId },
  ) {
    await removeMembers(trx, chat, { ids: [member.id], at: clock.now() })
    return records.recordChange(trx, chat, {
      steps: [{ kind: 'MemberRemovedFromChat', changes: membersRemoved([member], by) }],
      by,
      unreadCounts: zeros([member]),
    })
  }

  async function numberOf(trx: Queries, { tenantId, numberId }: Pick<ChatDetails, 'tenantId' | 'numberId'>) {
    const number = await numbers.findLine(trx, tenantId, numberId)
    if (!number) throw new Error(`There is no number ${numberId} for a chat.`)
    return number.number
  }

  /** The differences, as lines. */
  async function differences(trx: Queries, before: StoredChat, after: ChatDetails): Promise<NewChatChange[]> {
    const number = await numberOf(trx, before)
    const isMoved = after.numberId !== before.numberId
    return detailsChanged({ ...before, number }, { ...after, number: isMoved ? await numberOf(trx, after) : number })
  }

  async function lockOpenChatOf(trx: Queries, tenantId: TenantId, pair: NumberMember): Promise<StoredChat | null> {
    const lockIt = async () => (await records.lockAllOf(trx, tenantId, [pair]))[0] ?? null
    const known = await lockIt()
    if (known) return known
    await lockPair(trx, tenantId, pair)
    return lockIt()
  }

  async function createInboundChat(trx: Queries, chat: InboundChat) {
    const { tenantId, numberId, name, memberId } = chat
    const chatId = newId<ChatId>()
    const found = await findPeople(trx, tenantId, [memberId, ...chat.userIds.map(memberIdOf)])
    const people = found.filter(({ id, disabled }) => id === memberId || !disabled)
    const opened = { tenantId, chatId, numberId, name, relay: true, autoNamed: true, createdBy: null, people }
    const events = await open(trx, opened)
    return { chat: await records.find(trx, tenantId, chatId), events }
  }

  /** The open chats of a phone, each locked until the transaction ends. */
  async function lockOpenChatsWith(trx: Queries, tenantId: TenantId, memberId: MemberId): Promise<StoredChat[]> {
    const holders = await findHolders(trx, tenantId, [memberId])
    return records.lockAll(
      trx,
      tenantId,
      holders.map(({ chatId }) => chatId),
    )
  }

  async function removeContactFromOpenChats(
    trx: Queries,
    { tenantId, memberId, by }: { tenantId: TenantId; memberId: MemberId; by: UserId },
  ): Promise<RealtimeEvent[]> {
    const events: RealtimeEvent[] = []
    for (const chat of await lockOpenChatsWith(trx, tenantId, memberId)) {
      const member = currentMember(chat, memberId)
      if (member) events.push(...(await remove(trx, chat, { member, by: memberIdOf(by) })))
    }
    return events
  }

  async function followContact(
    trx: Queries,
    { before, after, by }: ChangedContact & { by: Caller },
  ): Promise<RealtimeEvent[]> {
    if (before.name === after.name) return []
    const events: RealtimeEvent[] = []
    for (const chat of await lockOpenChatsWith(trx, by.tenantId, memberIdOf(before.id))) {
      const isCalledAfter = chat.name === before.name || isNamedAfterNumber(chat.name, before.number)
      const name = chat.autoNamed ? automaticName(currentPhones(chat)) : isCalledAfter ? after.name : null
      if (name === null || name === chat.name) continue
      await updateDetails(trx, { ...chat, name })
      const changes = [{ kind: 'renamed' as const, from: chat.name, to: name }]
      const steps = [{ kind: 'ChatUpdated' as const, changes }]
      // A key is not a member of the chats.
      events.push(...(await records.recordChange(trx, chat, { steps, by: by.key ? null : memberIdOf(by.userId) })))
    }
    return events
  }

  async function recordRelayPause(
    trx: Queries,
    chat: Pick<StoredChat, 'tenantId' | 'chatId'>,
    memberId: MemberId,
  ): Promise<RealtimeEvent[]> {
    const lastPause = await lastChangeAt(trx, chat, { kind: 'relayPaused', memberId })
    if (lastPause && clock.now().getTime() - lastPause.getTime() < LOOP_WINDOW_MS) return []
    const steps = [{ kind: 'ChatUpdated' as const, changes: [{ kind: 'relayPaused' as const, memberId }] }]
    return records.recordChange(trx, chat, { steps, by: null })
  }

  async function requirePeople(trx: Queries, tenantId: TenantId, ids: readonly MemberId[]): Promise<Person[]> {
    const people = (await findPeople(trx, tenantId, ids)).filter(({ role }) => role !== 'ApiKey')
    if (people.length < ids.length) throw invalid({ memberIds: ['A chosen member does not exist.'] })
    const disabled = people.filter((person) => person.disabled)
    if (disabled.length > 0) {
      throw invalid({ memberIds: disabled.map(({ name }) => `${name} is disabled and cannot be added.`) })
    }
    const phones = people.flatMap(({ number }) => number ?? [])
    if (phones.length > 0) await numbers.requireTextable(trx, tenantId, phones)
    return people
  }

  return {
    open,
    enter,
    remove,
    lockOpenChatOf,
    createInboundChat,
    removeContactFromOpenChats,
    followContact,
    recordRelayPause,

    async update(trx, chat, wanted) {
      const { leaving, coming, moved, by, ...details } = wanted
      const isMoved = details.numberId !== chat.numberId
      const isUpdated = isMoved || details.name !== chat.name || details.relay !== chat.relay
      const steps: ChatStep<NewChatChange>[] = []
      if (leaving.length > 0) {
        await removeMembers(trx, chat, { ids: leaving.map(({ id }) => id), at: clock.now() })
        steps.push({ kind: 'MemberRemovedFromChat', changes: membersRemoved(leaving, by) })
      }
      if (isUpdated) {
        await updateDetails(trx, details)
        steps.push({ kind: 'ChatUpdated', changes: await differences(trx, chat, details) })
      }
      if (isMoved) await holdNumber(trx, chat, details.numberId)
      if (coming.length > 0) {
        const staying = chat.members.filter((member) => !leaving.includes(member))
        await enter(trx, { ...chat, ...details, members: staying }, coming)
        steps.push({ kind: 'MemberAddedToChat', changes: membersAdded(coming, { by, moved }) })
      }
      if (steps.length === 0) return []
      return records.recordChange(trx, chat, { steps, by, unreadCounts: zeros([...leaving, ...coming]) })
    },

    async joinKey(trx, { tenantId, userId }, chatId) {
      const chat = await records.lock(trx, tenantId, chatId)
      if (currentMember(chat, userId)) return []
      const by = memberIdOf(userId)
      const keys = [{ id: by, role: 'ApiKey' as const }]
      // It takes no one's place in a full chat.
      const { numberId, lastMessageId: joinedAfter } = chat
      await addMembers(trx, chat, { people: keys, numberId, joinedAfter, at: clock.now() })
      const steps = [{ kind: 'MemberAddedToChat' as const, changes: membersAdded(keys, { by }) }]
      return records.recordChange(trx, chat, { steps, by })
    },

    async join(trx, { tenantId, userId }, chatId) {
      const chat = await records.lock(trx, tenantId, chatId)
      if (currentMember(chat, userId)) return []
      const by = memberIdOf(userId)
      const people = await requirePeople(trx, tenantId, [by])
      await enter(trx, chat, people)
      const steps = [{ kind: 'MemberAddedToChat' as const, changes: membersAdded(people, { by }) }]
      return records.recordChange(trx, chat, { steps, by, unreadCounts: zeros(people) })
    },

    async archive(trx, chat, by) {
      await close(trx, chat, clock.now())
      return records.recordChange(trx, chat, { steps: [ARCHIVED], by })
    },

    async restore(trx, chat, { userId }) {
      const by = memberIdOf(userId)
      const returning = [...lostPhones(chat).map(({ id }) => id), ...(isUnclaimed(chat) ? [by] : [])]
      await unarchive(trx, chat)
      await holdNumber(trx, chat, chat.numberId)
      if (returning.length > 0) await enter(trx, chat, await findPeople(trx, chat.tenantId, returning))
      const entered = returning.map((id) => ({ id }))
      const users = chat.members.filter((member) => isCurrent(member) && member.role === 'TeamsUser')
      return records.recordChange(trx, chat, {
        steps: [{ kind: 'ChatCreated', changes: [{ kind: 'restored' }, ...membersAdded(entered, { by })] }],
        by,
        unreadCounts: Object.fromEntries(users.map(({ id, unreadCount }) => [id, unreadCount])),
      })
    },

    async vacate(trx, chats, { holders, to, by }) {
      const events: RealtimeEvent[] = []
      const at = clock.now()
      for (const chat of chats) {
        const ids = holders.filter(({ chatId }) => chatId === chat.chatId).map(({ memberId }) => memberId)
        await removeMembers(trx, chat, { ids, at })
        const losesLastPhone = currentPhones(chat).every(({ id }) => ids.includes(id))
        if (losesLastPhone) await close(trx, chat, at)
        const away: ChatStep<NewChatChange> = { kind: 'MemberRemovedFromChat', changes: phonesMovedAway(ids, to) }
        events.push(
          ...(await records.recordChange(trx, chat, { steps: losesLastPhone ? [away, ARCHIVED] : [away], by })),
        )
      }
      return events
    },

    requirePeople,
  }
}

/** The new state of a chat, its author, and the previous chats of phones that join. */
type WantedChat = ChatDetails & {
  leaving: readonly ChatMember[]
  coming: readonly Person[]
  moved: readonly Holder[]
  by: MemberId
}

const ARCHIVED: ChatStep<NewChatChange> = { kind: 'ChatArchived', changes: [{ kind: 'archived' }] }

function zeros(people: readonly Pick<Person, 'id' | 'role'>[]): Record<string, number> {
  return Object.fromEntries(people.filter(({ role }) => role === 'TeamsUser').map(({ id }) => [id, 0]))
}
