import type {
  CallBody,
  CallQuery,
  Chat,
  ChatChange,
  ChatId,
  ChatListItem,
  MemberId,
  Operation,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { PAGE, VALIDATION } from '@partyline/contract'
import { recordDeed } from '../audit/index.ts'
import { AppError } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { ChatChanges } from './changes/chat-changes-service.ts'
import type { ChatRecords } from './rows/chat-records-service.ts'
import { assertMayWrite } from './chats-policy.ts'
import { changesOf } from './rows/chat-changes-store.ts'
import { presentChat, presentListed } from './rows/chats-presenter.ts'
import { countOpenChats } from './rows/chats-store.ts'
import { searchList } from './list/list-search.ts'
import { readCursor } from './list/list-cursor.ts'
import { countUnread, listChats } from './list/list-store.ts'
import { membersOf } from './rows/members-store.ts'
import type { Phones, PhonesOfChat } from './changes/phones-service.ts'
import { currentMember, isCurrent, memberIdOf } from './rows/stored-chat.ts'
import type { StoredChat } from './rows/stored-chat.ts'

/** The chats as people use them. */
export type Inbox = ReturnType<typeof createInbox>

type Parts = {
  database: Database
  clock: Clock
  phones: Phones
  transcript: Transcript
  records: ChatRecords
  changes: ChatChanges
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createInbox({ database, clock, phones, transcript, records, changes, announcements }: Parts) {
  async function get(caller: Caller, chatId: ChatId): Promise<Chat> {
    const db = database.queries
    const chat = await records.find(db, caller.tenantId, chatId)
    const messages = await transcript.page(db, chat, { limit: PAGE.messages })
    return presentChat(chat, { messages, unreadCount: currentMember(chat, caller.userId)?.unreadCount ?? 0 })
  }

  /** Announces after the commit. */
  async function commit(work: (trx: Queries) => Promise<RealtimeEvent[]>): Promise<void> {
    const events = await database.transaction(work)
    if (events.length > 0) announcements.publish(events)
  }

  /** One change of one chat by somebody who may write into it. */
  async function change(
    caller: Caller,
    chatId: ChatId,
    work: (trx: Queries, chat: StoredChat) => Promise<RealtimeEvent[]>,
  ) {
    await commit(async (trx) => {
      const chat = await records.lock(trx, caller.tenantId, chatId)
      assertMayWrite(caller, chat)
      return work(trx, chat)
    })
  }

  return {
    get,

    /** What happened to the chat beside its messages. @throws {AppError} not-found */
    async changes({ tenantId }: Caller, chatId: ChatId, page: CallQuery<'chats.changes'>): Promise<ChatChange[]> {
      const chat = await records.find(database.queries, tenantId, chatId)
      return changesOf(database.queries, chat, page)
    },

    /** A page of the caller's list, and where the next one begins. */
    async search(
      caller: Caller,
      { cursor, term, searchIn, ...filters }: CallBody<'chats.search'>,
      signal: AbortSignal,
    ): Promise<{ chats: ChatListItem[]; nextCursor: string | null; searchedBackTo: Date | null }> {
      const { tenantId } = caller
      const query = { ...filters, tenantId, viewerId: memberIdOf(caller.userId) }
      const listed = () =>
        listChats(database.queries, { ...query, cursor: cursor ? readCursor(cursor) : null, found: null })
      const {
        chats: page,
        nextCursor,
        searchedBackTo,
      } = term
        ? await searchList(database, { ...query, cursor, term, searchIn }, { signal })
        : { ...(await listed()), searchedBackTo: null }
      const members = await membersOf(
        database.queries,
        tenantId,
        page.map(({ chatId }) => chatId),
      )
      const messages = await transcript.byIds(
        database.queries,
        tenantId,
        page.map(({ lastMessageId }) => lastMessageId).filter((id) => id !== null),
      )
      const chats = page.map(({ unreadCount, hit, ...chat }) => {
        const lastMessage = (chat.lastMessageId && messages.get(chat.lastMessageId)) ?? null
        return { ...presentListed(chat, { members: members.get(chat.chatId) ?? [], lastMessage }), unreadCount, hit }
      })
      return { chats, nextCursor, searchedBackTo }
    },

    async unreadTotal({ tenantId, userId }: Caller): Promise<{ messages: number }> {
      return { messages: await countUnread(database.queries, { tenantId, viewerId: memberIdOf(userId) }) }
    },

    /** @throws {AppError} conflict where `expectedVersion` is given and no longer the chat's */
    async update(
      caller: Caller,
      chatId: ChatId,
      { moveMembers, expectedVersion, ...wanted }: CallBody<'chats.update'> & { expectedVersion: number | null },
    ): Promise<Chat> {
      const { tenantId } = caller
      const { numberId, name } = wanted
      const memberIds = [...new Set(wanted.memberIds)]
      const wantedPhones: PhonesOfChat = { tenantId, chatId, numberId, memberIds }
      await phones.commit(wantedPhones, async (trx) => {
        const { chat, vacate } = await phones.lock(trx, wantedPhones, moveMembers)
        if (!chat) throw new AppError('not-found')
        assertMayWrite(caller, chat)
        if (expectedVersion !== null && expectedVersion !== chat.version) throw new AppError('conflict')
        if (numberId !== chat.numberId) await phones.requireNumber(trx, wantedPhones, VALIDATION.updateChatNumber)
        const current = chat.members.filter(isCurrent)
        const newIds = memberIds.filter((id) => !current.some((member) => member.id === id))
        const coming = await changes.requirePeople(trx, tenantId, newIds)
        const leaving = current.filter(({ id }) => !memberIds.includes(id))
        const by = memberIdOf(caller.userId)
        const { events, moved } = await vacate({ name, by })
        const relay = wanted.relay ?? chat.relay
        const details = { tenantId, chatId, numberId, name, relay, leaving, coming, moved, by }
        return [...events, ...(await changes.update(trx, chat, details))]
      })
      return get(caller, chatId)
    },

    async archive(caller: Caller, chatId: ChatId): Promise<Operation> {
      await change(caller, chatId, async (trx, chat) => {
        await recordDeed(trx, caller, { kind: 'chatDeleted', at: clock.now(), subject: chat.name })
        return changes.archive(trx, chat, memberIdOf(caller.userId))
      })
      return DONE
    },

    async join(caller: Caller, chatId: ChatId): Promise<Chat> {
      await commit((trx) => changes.join(trx, caller, chatId))
      return get(caller, chatId)
    },

    async leave(caller: Caller, chatId: ChatId): Promise<Operation> {
      let result = DONE
      await commit(async (trx) => {
        const chat = await records.lock(trx, caller.tenantId, chatId)
        const member = currentMember(chat, caller.userId)
        if (member) return changes.remove(trx, chat, { member, by: member.id })
        result = { succeeded: false, details: 'You are not a member of this chat.', link: null }
        return []
      })
      return result
    },

    async removeMember(caller: Caller, chatId: ChatId, memberId: MemberId): Promise<Chat> {
      await change(caller, chatId, async (trx, chat) => {
        const member = currentMember(chat, memberId)
        if (!member) throw new AppError('not-found')
        return changes.remove(trx, chat, { member, by: memberIdOf(caller.userId) })
      })
      return get(caller, chatId)
    },

    /** How many chats the tenant has that are not archived. */
    countOpen: (tenantId: TenantId) => countOpenChats(database.queries, tenantId),
  }
}

const DONE: Operation = { succeeded: true, details: null, link: null }
