import { VALIDATION } from '@partyline/contract'
import type { CallBody, CallForm, Chat, ChatId, RealtimeEvent, Upload } from '@partyline/contract'
import { decodeFile } from '../media/index.ts'
import { newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries } from '../platform/index.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import type { GetChat } from './inbox-service.ts'
import { fingerprintOf, idempotencyKeyOf } from './idempotency-key.ts'
import { recallResult, reserveResult } from './idempotency-store.ts'
import type { Phones, PhonesOfChat } from './phones-service.ts'
import { memberIdOf } from './stored-chat.ts'

/** A first message, and how long it is held. */
type FirstMessage = { text: string; media: readonly Upload[]; holdSeconds: number }

/** Checks a first message and stores its files, before the transaction that opens the chat. */
export type PrepareFirstMessage = (caller: Caller, message: FirstMessage) => Promise<PreparedMessage>

type PreparedMessage = {
  /** Writes the message into the new chat, and returns the events to publish. */
  write(trx: Queries, chatId: ChatId): Promise<RealtimeEvent[]>
  afterCommit(): void
}

type NewChat = Omit<CallBody<'chats.create'>, 'message' | 'media'> & FirstMessage

type Parts = {
  database: Database
  clock: Clock
  getChat: GetChat
  changes: ChatChanges
  phones: Phones
  prepareFirstMessage: PrepareFirstMessage
}

/** The call that opens a chat, with a first message if one is given. */
export function openChatRoutes(parts: Parts) {
  const { database, clock, getChat, changes, phones, prepareFirstMessage } = parts

  /** @throws {AppError} idempotency-mismatch, not-a-member, number-busy, payload-too-large, validation */
  async function openChat(caller: Caller, wanted: NewChat, idempotencyKey: string | null): Promise<Chat> {
    const { tenantId, userId } = caller
    const { numberId, name, relay, moveMembers, text, media, holdSeconds } = wanted
    const memberIds = [...new Set(wanted.memberIds)]
    // Without a hold, a request has the fingerprint that it had before messages could be held.
    const hold = holdSeconds > 0 ? { holdSeconds } : {}
    const fingerprint = fingerprintOf({ numberId, name, relay, moveMembers, text, memberIds, ...hold }, media)
    const request = idempotencyKey
      ? { tenantId, userId, call: 'chats.create' as const, key: idempotencyKey, fingerprint }
      : null
    const known = request && (await recallResult(database.queries, request))
    if (known) return getChat(caller, known as ChatId)

    const hasMessage = text !== '' || media.length > 0
    const firstMessage = hasMessage ? await prepareFirstMessage(caller, { text, media, holdSeconds }) : null
    let chatId = newId<ChatId>()
    const wantedPhones: PhonesOfChat = { tenantId, chatId, numberId, memberIds }
    await phones.commit(wantedPhones, async (trx) => {
      const reserved = request && (await reserveResult(trx, request, { resultId: chatId, at: clock.now() }))
      if (reserved?.state === 'repeated') {
        chatId = reserved.resultId as ChatId
        return []
      }
      await phones.requireNumber(trx, wantedPhones, VALIDATION.createChatNumber)
      const people = await changes.requirePeople(trx, tenantId, memberIds)
      const { vacate } = await phones.lock(trx, wantedPhones, moveMembers)
      const { events, moved } = await vacate({ name, by: memberIdOf(userId) })
      const chat = { tenantId, chatId, numberId, name, relay, createdBy: userId }
      const created = await changes.open(trx, { ...chat, people, moved })
      const sent = await firstMessage?.write(trx, chatId)
      return [...events, ...created, ...(sent ?? [])]
    })
    firstMessage?.afterCommit()
    return getChat(caller, chatId)
  }

  return {
    'chats.create': ({ caller, body, form, request }) =>
      openChat(caller, form ? fromForm(form) : fromJson(body), idempotencyKeyOf(request.headers)),
  } satisfies Partial<Handlers>
}

function fromJson({ message = '', media, ...chat }: CallBody<'chats.create'>): NewChat {
  return { ...chat, text: message, media: media.map(decodeFile) }
}

function fromForm(form: NonNullable<CallForm<'chats.create'>>): NewChat {
  return {
    numberId: form.NumberId,
    name: form.Name,
    memberIds: form.MemberIds,
    relay: form.Relay,
    moveMembers: form.MoveMembers,
    text: form.Message ?? '',
    media: form.Media,
    holdSeconds: form.HoldSeconds,
  }
}
