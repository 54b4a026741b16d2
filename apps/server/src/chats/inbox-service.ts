import type { CallBody, Chat, ChatId, ChatListItem, Operation, RealtimeEvent } from '@partyline/contract'
import { PAGE, RESTORE_DAYS, RESTORE_TEXTS, VALIDATION } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { AppError, untilClosed } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries, Topic } from '../platform/index.ts'
import { pendingOf, searchHeaders } from '../transcript/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import type { ChatRecords } from './chat-records-service.ts'
import { assertMayWrite, assertVersion } from './chats-policy.ts'
import { changesOf } from './chat-changes-store.ts'
import { presentChat, presentListed } from './chats-presenter.ts'
import { searchList } from './list/list-search.ts'
import { readListCursor } from './list/list-cursor.ts'
import { countFilters, countLines } from './list/counts-store.ts'
import { countUnread, listChats } from './list/list-store.ts'
import { membersOf } from './members-store.ts'
import { unreadMentions } from './mentions-store.ts'
import type { Phones, PhonesOfChat } from './phones-service.ts'
import { currentMember, currentPhones, isCurrent, lostPhones, memberIdOf } from './stored-chat.ts'
import type { StoredChat } from './stored-chat.ts'

/** A chat as the caller sees it, with its newest messages. @throws {AppError} not-found */
export type GetChat = (caller: Caller, chatId: ChatId) => Promise<Chat>

type Parts = {
  database: Database
  clock: Clock
  numbers: Pick<Numbers, 'listInUse'>
  phones: Phones
  transcript: Transcript
  records: ChatRecords
  changes: ChatChanges
  announcements: Topic<readonly RealtimeEvent[]>
  getChat: GetChat
}

export function createGetChat({
  database,
  records,
  transcript,
}: Pick<Parts, 'database' | 'records' | 'transcript'>): GetChat {
  return async function getChat(caller, chatId) {
    const db = database.queries
    const chat = await records.find(db, caller.tenantId, chatId)
    const messages = await transcript.page(db, chat, { limit: PAGE.messages })
    const pending = await pendingOf(db, caller.tenantId, [chatId])
    const mentions = await unreadMentions(db, caller, [chatId])
    return presentChat(caller, chat, {
      messages,
      mentionCount: mentions.get(chatId) ?? 0,
      pending: pending.map((message) => transcript.presentPending(message)),
    })
  }
}

/** The calls of the chat list and of a chat’s settings. */
export function inboxRoutes(parts: Parts) {
  const { database, clock, numbers, phones, transcript, records, changes, announcements, getChat } = parts

  /** Announces after the commit. */
  async function commit(work: (trx: Queries) => Promise<RealtimeEvent[]>): Promise<void> {
    const events = await database.transaction(work)
    if (events.length > 0) announcements.publish(events)
  }

  /** A change of a chat by someone who may write in it. */
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

  /** A page of the caller’s list, and where the next one begins. */
  async function search(
    caller: Caller,
    { cursor, term, searchIn, ...filters }: CallBody<'chats.search'>,
    signal: AbortSignal,
  ): Promise<{ chats: ChatListItem[]; nextCursor: string | null; searchedBackTo: Date | null }> {
    const { tenantId } = caller
    const query = { ...filters, tenantId, viewerId: memberIdOf(caller.userId) }
    const listed = () =>
      listChats(database.queries, { ...query, cursor: cursor ? readListCursor(cursor) : null, found: null })
    const {
      chats: page,
      nextCursor,
      searchedBackTo,
    } = term
      ? await searchList(database, { ...query, cursor, term, searchIn }, { signal })
      : { ...(await listed()), searchedBackTo: null }
    const members = await membersOf(database.queries, tenantId, page)
    const mentions = await unreadMentions(
      database.queries,
      caller,
      page.map(({ chatId }) => chatId),
    )
    const messages = await transcript.byIds(
      database.queries,
      tenantId,
      page.map(({ lastMessageId }) => lastMessageId).filter((id) => id !== null),
    )
    const chats = page.map(({ hit, ...row }) => {
      const chat = { ...row, members: members.get(row.chatId) ?? [] }
      const lastMessage = (chat.lastMessageId && messages.get(chat.lastMessageId)) ?? null
      return presentListed(caller, chat, { lastMessage, mentionCount: mentions.get(chat.chatId) ?? 0, hit })
    })
    return { chats, nextCursor, searchedBackTo }
  }

  async function update(
    caller: Caller,
    chatId: ChatId,
    { moveMembers, ifMatch, ...wanted }: CallBody<'chats.update'> & { ifMatch: string | undefined },
  ): Promise<Chat> {
    const { tenantId } = caller
    const { numberId, name } = wanted
    const memberIds = [...new Set(wanted.memberIds)]
    const wantedPhones: PhonesOfChat = { tenantId, chatId, numberId, memberIds }
    await phones.commit(wantedPhones, async (trx) => {
      const { chat, vacate } = await phones.lock(trx, wantedPhones, moveMembers)
      if (!chat) throw new AppError('not-found')
      assertMayWrite(caller, chat)
      assertVersion(chat, ifMatch)
      if (numberId !== chat.numberId) await phones.requireNumber(trx, wantedPhones, VALIDATION.updateChatNumber)
      const current = chat.members.filter(isCurrent)
      const newIds = memberIds.filter((id) => !current.some((member) => member.id === id))
      const coming = await changes.requirePeople(trx, tenantId, newIds)
      const leaving = current.filter(({ id, role }) => role !== 'ApiKey' && !memberIds.includes(id))
      const by = memberIdOf(caller.userId)
      const { events, moved } = await vacate({ name, by })
      const relay = wanted.relay ?? chat.relay
      const autoNamed = chat.autoNamed && name === chat.name
      const details = { tenantId, chatId, numberId, name, autoNamed, relay, leaving, coming, moved, by }
      return [...events, ...(await changes.update(trx, chat, details))]
    })
    return getChat(caller, chatId)
  }

  async function restore(caller: Caller, chatId: ChatId): Promise<void> {
    const { tenantId } = caller
    const phonesOf = (chat: StoredChat): PhonesOfChat => {
      const memberIds = [...currentPhones(chat), ...lostPhones(chat)].map(({ id }) => id)
      return { tenantId, chatId, numberId: chat.numberId, memberIds, advice: RESTORE_TEXTS.busy }
    }
    const known = await records.find(database.queries, tenantId, chatId)
    await phones.commit(phonesOf(known), async (trx) => {
      await records.lockRow(trx, tenantId, chatId)
      const chat = await records.find(trx, tenantId, chatId)
      if (chat.archivedAt === null) return []
      if (clock.now().getTime() - chat.archivedAt.getTime() > RESTORE_DAYS * DAY_MS) {
        throw new AppError('conflict', { message: RESTORE_TEXTS.tooLate })
      }
      await phones.assertFree(trx, phonesOf(chat))
      await recordAuditEntry(trx, caller, {
        kind: 'chatRestored',
        at: clock.now(),
        subject: chat.name,
        about: chat.chatId,
      })
      return changes.restore(trx, chat, caller)
    })
  }

  return {
    'chats.search': async ({ caller, body, reply }) => {
      const { chats, ...place } = await search(caller, body, untilClosed(reply))
      void reply.headers(searchHeaders(place))
      return chats
    },

    'chats.counts': async ({
      caller: { tenantId, userId },
      query: { mode, endOfToday = endOfDayInUtc(clock.now()) },
    }) => {
      const viewer = { tenantId, viewerId: memberIdOf(userId), mode }
      const lines = (await numbers.listInUse(tenantId)).map(({ id }) => id)
      const [counts, ofLines] = await Promise.all([
        countFilters(database.queries, { ...viewer, endOfToday }),
        countLines(database.queries, viewer, lines),
      ])
      return { ...counts, lines: ofLines }
    },

    'chats.unreadTotal': ({ caller: { tenantId, userId } }) =>
      countUnread(database.queries, { tenantId, viewerId: memberIdOf(userId) }),

    'chats.get': ({ caller, params }) => getChat(caller, params.chatId),

    'chats.changes': async ({ caller, params, query }) => {
      const chat = await records.find(database.queries, caller.tenantId, params.chatId)
      return changesOf(database.queries, chat, query)
    },

    'chats.update': ({ caller, params, body, request }) =>
      update(caller, params.chatId, { ...body, ifMatch: request.headers['if-match'] }),

    'chats.delete': async ({ caller, params }) => {
      await change(caller, params.chatId, async (trx, chat) => {
        await recordAuditEntry(trx, caller, {
          kind: 'chatDeleted',
          at: clock.now(),
          subject: chat.name,
          about: chat.chatId,
        })
        return changes.archive(trx, chat, memberIdOf(caller.userId))
      })
      return DONE
    },

    'chats.restore': async ({ caller, params: { chatId } }) => {
      await restore(caller, chatId)
      return getChat(caller, chatId)
    },

    'chats.join': async ({ caller, params: { chatId } }) => {
      await commit((trx) => changes.join(trx, caller, chatId))
      return getChat(caller, chatId)
    },

    'chats.leave': async ({ caller, params }) => {
      let result = DONE
      await commit(async (trx) => {
        const chat = await records.lock(trx, caller.tenantId, params.chatId)
        const member = currentMember(chat, caller.userId)
        if (member) return changes.remove(trx, chat, { member, by: member.id })
        result = { succeeded: false, details: 'You are not a member of this chat.', link: null }
        return []
      })
      return result
    },

    'chats.removeMember': async ({ caller, params: { chatId, memberId } }) => {
      await change(caller, chatId, async (trx, chat) => {
        const member = currentMember(chat, memberId)
        if (!member || member.role === 'ApiKey') throw new AppError('not-found')
        return changes.remove(trx, chat, { member, by: memberIdOf(caller.userId) })
      })
      return getChat(caller, chatId)
    },
  } satisfies Partial<Handlers>
}

const DAY_MS = 86_400_000

const endOfDayInUtc = (now: Date) => new Date(now.getTime() + DAY_MS - (now.getTime() % DAY_MS)).toISOString()

const DONE: Operation = { succeeded: true, details: null, link: null }
