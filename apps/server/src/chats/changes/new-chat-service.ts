import { BOUND_TEXTS, MESSAGE, VALIDATION } from '@partyline/contract'
import type { CallBody, Chat, ChatId, RealtimeEvent, Upload } from '@partyline/contract'
import { AppError, newId } from '../../platform/index.ts'
import type { Caller, Clock, Database, Queries } from '../../platform/index.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import type { ChatRecords } from '../rows/chat-records-service.ts'
import type { Inbox } from '../inbox-service.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { claimResult, recallResult } from '../idempotency/idempotency-store.ts'
import type { Phones, PhonesOfChat } from './phones-service.ts'
import { memberIdOf } from '../rows/stored-chat.ts'
import type { StoredChat } from '../rows/stored-chat.ts'

/** What a first message says. */
type FirstMessage = { text: string; media: readonly Upload[] }

/**
 * Checks a first message and stores its files, before the transaction. What it returns writes the message into the new
 * chat, and answers with what to announce.
 */
export type PrepareFirstMessage = (
  caller: Caller,
  message: FirstMessage,
) => Promise<(trx: Queries, chat: StoredChat) => Promise<RealtimeEvent[]>>

export type NewChat = Omit<CallBody<'chats.create'>, 'message' | 'media'> & FirstMessage

type Parts = {
  database: Database
  clock: Clock
  inbox: Inbox
  records: ChatRecords
  changes: ChatChanges
  phones: Phones
  prepareFirstMessage: PrepareFirstMessage
}

/** Creating a chat, with a first message where one is given. */
export type NewChats = ReturnType<typeof createNewChats>

export function createNewChats({ database, clock, inbox, records, changes, phones, prepareFirstMessage }: Parts) {
  return {
    /** @throws {AppError} idempotency-mismatch, number-busy, validation */
    async create(caller: Caller, wanted: NewChat, idempotencyKey: string | null): Promise<Chat> {
      const { tenantId, userId } = caller
      const { numberId, name, relay, moveMembers, text, media } = wanted
      if (media.reduce((total, { bytes }) => total + bytes.length, 0) > MESSAGE.maxMediaBytes) {
        throw new AppError('payload-too-large', { message: BOUND_TEXTS.tooLarge })
      }
      const memberIds = [...new Set(wanted.memberIds)]
      const fingerprint = fingerprintOf({ numberId, name, relay, moveMembers, text, memberIds }, media)
      const request = idempotencyKey
        ? { tenantId, userId, call: 'chats.create' as const, key: idempotencyKey, fingerprint }
        : null
      const known = request && (await recallResult(database.queries, request))
      if (known) return inbox.get(caller, known as ChatId)

      const hasMessage = text !== '' || media.length > 0
      const sendFirstMessage = hasMessage ? await prepareFirstMessage(caller, { text, media }) : null
      let chatId = newId<ChatId>()
      const wantedPhones: PhonesOfChat = { tenantId, chatId, numberId, memberIds }
      await phones.commit(wantedPhones, async (trx) => {
        const claim = request && (await claimResult(trx, request, { resultId: chatId, at: clock.now() }))
        if (claim?.state === 'repeated') {
          chatId = claim.resultId as ChatId
          return []
        }
        await phones.requireNumber(trx, wantedPhones, VALIDATION.createChatNumber)
        const people = await changes.requirePeople(trx, tenantId, memberIds)
        const { vacate } = await phones.lock(trx, wantedPhones, moveMembers)
        const { events, moved } = await vacate({ name, by: memberIdOf(userId) })
        const chat = { tenantId, chatId, numberId, name, relay, createdBy: userId }
        const created = await changes.open(trx, { ...chat, people, moved })
        const sent = await sendFirstMessage?.(trx, await records.find(trx, tenantId, chatId))
        return [...events, ...created, ...(sent ?? [])]
      })
      return inbox.get(caller, chatId)
    },
  }
}
