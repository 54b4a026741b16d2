import { KEY_TEXTS, VALIDATION } from '@partyline/contract'
import type { CallBody, Chat, ChatId, RealtimeEvent } from '@partyline/contract'
import { invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries } from '../platform/index.ts'
import type { ChatChanges, ChatToOpen } from './chat-changes-service.ts'
import type { GetChat } from './inbox-service.ts'
import { recallResult, reserveResult } from './idempotency-store.ts'
import type { RepeatableRequest } from './idempotency-store.ts'
import type { Phones, PhonesOfChat } from './phones-service.ts'
import { memberIdOf } from './stored-chat.ts'

export type NewChat = Omit<CallBody<'chats.create'>, 'message' | 'media' | 'holdSeconds'>

/** The first message of a chat, prepared before the transaction that opens it. */
export type FirstMessage = {
  /** Writes it into the new chat, and returns the events to publish. */
  write(trx: Queries, chatId: ChatId): Promise<RealtimeEvent[]>
  afterCommit(): void
}

type First = { request: RepeatableRequest | null; prepareFirst: (() => Promise<FirstMessage>) | null }

/**
 * Opens a chat with its first message, if there is one, in one transaction. A repeated request gets the chat that it opened.
 * @throws {AppError} idempotency-mismatch, not-a-member, number-busy, payload-too-large, validation
 */
export type OpenChat = (caller: Caller, wanted: NewChat, first: First) => Promise<Chat>

type Opening = ChatToOpen['people'][number]

type Parts = { database: Database; clock: Clock; getChat: GetChat; changes: ChatChanges; phones: Phones }

export function createOpenChat({ database, clock, getChat, changes, phones }: Parts): OpenChat {
  return async (caller, wanted, { request, prepareFirst }) => {
    const { tenantId, userId } = caller
    const { numberId, name, autoName, relay, moveMembers } = wanted
    if (caller.key && moveMembers) throw invalid({ moveMembers: [KEY_TEXTS.noMove] })
    const memberIds = [...new Set(wanted.memberIds)]
    const known = request && (await recallResult(database.queries, request))
    if (known) return getChat(caller, known as ChatId)

    const firstMessage = prepareFirst && (await prepareFirst())
    let chatId = newId<ChatId>()
    const advice = caller.key && { advice: KEY_TEXTS.busy }
    const wantedPhones: PhonesOfChat = { tenantId, chatId, numberId, memberIds, ...advice }
    await phones.commit(wantedPhones, async (trx) => {
      const reserved = request && (await reserveResult(trx, request, { resultId: chatId, at: clock.now() }))
      if (reserved?.state === 'repeated') {
        chatId = reserved.resultId as ChatId
        return []
      }
      await phones.requireNumber(trx, wantedPhones, VALIDATION.createChatNumber)
      const people: Opening[] = await changes.requirePeople(trx, tenantId, memberIds)
      if (caller.key) people.push({ id: memberIdOf(userId), role: 'ApiKey' })
      const { vacate } = await phones.lock(trx, wantedPhones, moveMembers)
      const { events, moved } = await vacate({ name, by: memberIdOf(userId) })
      const chat = { tenantId, chatId, numberId, name, autoNamed: autoName, relay, createdBy: userId }
      const created = await changes.open(trx, { ...chat, people, moved })
      const sent = await firstMessage?.write(trx, chatId)
      return [...events, ...created, ...(sent ?? [])]
    })
    firstMessage?.afterCommit()
    return getChat(caller, chatId)
  }
}
