import { BOUNDS, isNamedAfterNumber } from '@partyline/contract'
import type { ChatId, MemberId, NumberId, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import type { ChangedContact, Numbers } from '../../numbers/index.ts'
import { AppError, invalid, newId } from '../../platform/index.ts'
import type { Caller, Clock, Queries } from '../../platform/index.ts'
import { insertDeliveries } from '../../transcript/index.ts'
import type { DeliveryId } from '../../transcript/index.ts'
import type { ChatRecords, Untold } from '../rows/chat-records-service.ts'
import { lastTold } from '../rows/chat-changes-store.ts'
import type { ChatStep } from '../rows/chats-events.ts'
import { archive, claimChat, insertChat, updateDetails } from '../rows/chats-store.ts'
import type { ChatDetails } from '../rows/chats-store.ts'
import { addMembers, findHolders, findPeople, holdNumber, removeMembers } from '../rows/members-store.ts'
import type { Holder, Person } from '../rows/members-store.ts'
import { currentMember, isCurrent, memberIdOf } from '../rows/stored-chat.ts'
import type { ChatMember, Pair, StoredChat } from '../rows/stored-chat.ts'
import { tellComing, tellDetails, tellLeaving, tellMoved, tellMovedAway } from './telling.ts'

/** Changes of chats and their members inside a transaction. The chats are locked; who may was asked before. */
export type ChatChanges = ReturnType<typeof createChatChanges>

/** As long as the relay remembers what a phone wrote (decisions 4.4). */
const RELAY_PAUSE_TOLD_EVERY_MS = 10 * 60_000

/** A chat that does not exist yet. */
export type ChatToOpen = ChatDetails & {
  createdBy: UserId | null
  people: readonly Person[]
  /** Where phones among the people were until now. */
  moved?: readonly Holder[]
}

type Parts = { records: ChatRecords; numbers: Pick<Numbers, 'findProviderNumber' | 'requireTextable'>; clock: Clock }

export function createChatChanges({ records, numbers, clock }: Parts) {
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
    if (chat.members.filter(isCurrent).length + people.length > BOUNDS.chatMembers) {
      throw new AppError('conflict', { message: `A chat can have at most ${BOUNDS.chatMembers} members.` })
    }
    const { numberId, lastMessageId } = chat
    await addMembers(trx, chat, { people, numberId, joinedAfter: lastMessageId, at: clock.now() })
    await skipLastMessage(trx, chat, people)
    if (people.some(({ role }) => role === 'TeamsUser')) await claimChat(trx, chat)
  }

  async function close(trx: Queries, chat: StoredChat) {
    await holdNumber(trx, chat, null)
    await archive(trx, { ...chat, at: clock.now() })
  }

  async function open(trx: Queries, { people, moved = [], ...chat }: ChatToOpen): Promise<RealtimeEvent[]> {
    const at = clock.now()
    await insertChat(trx, { ...chat, createdAt: at })
    await addMembers(trx, chat, { people, numberId: chat.numberId, joinedAfter: null, at })
    return records.recordChange(trx, chat, {
      steps: [{ kind: 'ChatCreated', changes: [{ kind: 'created' }, ...tellMoved(moved)] }],
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
      steps: [{ kind: 'MemberRemovedFromChat', changes: tellLeaving([member], by) }],
      by,
      unreadCounts: zeros([member]),
    })
  }

  async function numberOf(trx: Queries, { tenantId, numberId }: Pick<ChatDetails, 'tenantId' | 'numberId'>) {
    const number = await numbers.findProviderNumber(trx, tenantId, numberId)
    if (!number) throw new Error(`There is no number ${numberId} for a chat.`)
    return number.number
  }

  /** What differs, as lines. */
  async function differences(trx: Queries, before: StoredChat, after: ChatDetails): Promise<Untold[]> {
    const number = await numberOf(trx, before)
    const isMoved = after.numberId !== before.numberId
    return tellDetails({ ...before, number }, { ...after, number: isMoved ? await numberOf(trx, after) : number })
  }

  /**
   * The open chat in which the number and the phone text each other, locked. Null: there is none, and none can come
   * until the transaction ends, but for one that a person creates (then the unique index refuses ours: try again).
   */
  async function findOpenChatOf(trx: Queries, tenantId: TenantId, pair: Pair): Promise<StoredChat | null> {
    const lockIt = async () => (await records.lockAllOf(trx, tenantId, [pair]))[0] ?? null
    const known = await lockIt()
    if (known) return known
    const name = `${tenantId}/${pair.numberId}/${pair.memberId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
    return lockIt()
  }

  /** A chat that a text from a phone opens, with those of the number's default users who are enabled. */
  async function createInboundChat(
    trx: Queries,
    chat: { tenantId: TenantId; numberId: NumberId; name: string; memberId: MemberId; userIds: readonly UserId[] },
  ): Promise<{ chat: StoredChat; events: RealtimeEvent[] }> {
    const { tenantId, numberId, name, memberId } = chat
    const chatId = newId<ChatId>()
    const found = await findPeople(trx, tenantId, [memberId, ...chat.userIds.map(memberIdOf)])
    const people = found.filter(({ id, disabled }) => id === memberId || !disabled)
    const opened = { tenantId, chatId, numberId, name, relay: true, createdBy: null, people }
    const events = await open(trx, opened)
    return { chat: await records.find(trx, tenantId, chatId), events }
  }

  /** The open chats of a phone, each held until the transaction ends. */
  async function lockOpenChatsWith(trx: Queries, tenantId: TenantId, memberId: MemberId): Promise<StoredChat[]> {
    const holders = await findHolders(trx, tenantId, [memberId])
    return records.lockAll(
      trx,
      tenantId,
      holders.map(({ chatId }) => chatId),
    )
  }

  /** A contact was deleted: it leaves its open chats, and the history keeps it. Decisions 3.3. */
  async function removeMobileFromOpenChats(
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

  /** A contact was changed: its open chats that are called after its number or its former name take the new one. */
  async function followContact(
    trx: Queries,
    { before, after, by }: ChangedContact & { by: Caller },
  ): Promise<RealtimeEvent[]> {
    if (before.name === after.name) return []
    const events: RealtimeEvent[] = []
    for (const chat of await lockOpenChatsWith(trx, by.tenantId, memberIdOf(before.id))) {
      const isCalledAfter = chat.name === before.name || isNamedAfterNumber(chat.name, before.number)
      if (!isCalledAfter || chat.name === after.name) continue
      await updateDetails(trx, { ...chat, name: after.name })
      const changes = [{ kind: 'renamed' as const, from: chat.name, to: after.name }]
      const steps = [{ kind: 'ChatUpdated' as const, changes }]
      events.push(...(await records.recordChange(trx, chat, { steps, by: memberIdOf(by.userId) })))
    }
    return events
  }

  /** The relay no longer passes on what this phone writes. The chat says so, but not at every text. */
  async function recordRelayPause(trx: Queries, chat: StoredChat, memberId: MemberId): Promise<RealtimeEvent[]> {
    const told = await lastTold(trx, chat, { kind: 'relayPaused', memberId })
    if (told && clock.now().getTime() - told.getTime() < RELAY_PAUSE_TOLD_EVERY_MS) return []
    const steps = [{ kind: 'ChatUpdated' as const, changes: [{ kind: 'relayPaused' as const, memberId }] }]
    return records.recordChange(trx, chat, { steps, by: null })
  }

  /**
   * The chosen people.
   * @throws {AppError} validation where one does not exist, or is disabled; country-not-allowed
   */
  async function requirePeople(trx: Queries, tenantId: TenantId, ids: readonly MemberId[]): Promise<Person[]> {
    const people = await findPeople(trx, tenantId, ids)
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
    remove,
    findOpenChatOf,
    createInboundChat,
    removeMobileFromOpenChats,
    followContact,
    recordRelayPause,

    /** Makes the chat's name, number, relay and members what they should be. No event where they were that already. */
    async update(trx: Queries, chat: StoredChat, wanted: WantedChat): Promise<RealtimeEvent[]> {
      const { leaving, coming, moved, by, ...details } = wanted
      const isMoved = details.numberId !== chat.numberId
      const isUpdated = isMoved || details.name !== chat.name || details.relay !== chat.relay
      const steps: ChatStep<Untold>[] = []
      if (leaving.length > 0) {
        await removeMembers(trx, chat, { ids: leaving.map(({ id }) => id), at: clock.now() })
        steps.push({ kind: 'MemberRemovedFromChat', changes: tellLeaving(leaving, by) })
      }
      if (isUpdated) {
        await updateDetails(trx, details)
        steps.push({ kind: 'ChatUpdated', changes: await differences(trx, chat, details) })
      }
      if (isMoved) await holdNumber(trx, chat, details.numberId)
      if (coming.length > 0) {
        const staying = chat.members.filter((member) => !leaving.includes(member))
        await enter(trx, { ...chat, ...details, members: staying }, coming)
        steps.push({ kind: 'MemberAddedToChat', changes: tellComing(coming, { by, moved }) })
      }
      if (steps.length === 0) return []
      return records.recordChange(trx, chat, { steps, by, unreadCounts: zeros([...leaving, ...coming]) })
    },

    /** Adds the caller to an open chat, unless they are in it. @throws {AppError} not-found, validation */
    async join(trx: Queries, { tenantId, userId }: Caller, chatId: ChatId): Promise<RealtimeEvent[]> {
      const chat = await records.lock(trx, tenantId, chatId)
      if (currentMember(chat, userId)) return []
      const by = memberIdOf(userId)
      const people = await requirePeople(trx, tenantId, [by])
      await enter(trx, chat, people)
      const steps = [{ kind: 'MemberAddedToChat' as const, changes: tellComing(people, { by }) }]
      return records.recordChange(trx, chat, { steps, by, unreadCounts: zeros(people) })
    },

    async archive(trx: Queries, chat: StoredChat, by: MemberId): Promise<RealtimeEvent[]> {
      await close(trx, chat)
      return records.recordChange(trx, chat, { steps: [ARCHIVED], by })
    },

    /** Takes phones out of the chats that hold them, for another one. A one-to-one chat that loses its phone is archived. */
    async vacate(
      trx: Queries,
      chats: readonly StoredChat[],
      { holders, to, by }: { holders: readonly Holder[]; to: { id: ChatId; name: string }; by: MemberId },
    ): Promise<RealtimeEvent[]> {
      const events: RealtimeEvent[] = []
      for (const chat of chats) {
        const ids = holders.filter(({ chatId }) => chatId === chat.chatId).map(({ memberId }) => memberId)
        await removeMembers(trx, chat, { ids, at: clock.now() })
        const phones = chat.members.filter((member) => isCurrent(member) && member.role === 'ExternalMobile')
        const isLeftEmpty = phones.length === 1
        if (isLeftEmpty) await close(trx, chat)
        const away: ChatStep<Untold> = { kind: 'MemberRemovedFromChat', changes: tellMovedAway(ids, to) }
        events.push(...(await records.recordChange(trx, chat, { steps: isLeftEmpty ? [away, ARCHIVED] : [away], by })))
      }
      return events
    },

    requirePeople,
  }
}

/** What a chat should be from now on, by whom, and where phones that come were until now. */
export type WantedChat = ChatDetails & {
  leaving: readonly ChatMember[]
  coming: readonly Person[]
  moved: readonly Holder[]
  by: MemberId
}

const ARCHIVED: ChatStep<Untold> = { kind: 'ChatArchived', changes: [{ kind: 'archived' }] }

function zeros(people: readonly Pick<Person, 'id' | 'role'>[]): Record<string, number> {
  return Object.fromEntries(people.filter(({ role }) => role === 'TeamsUser').map(({ id }) => [id, 0]))
}
