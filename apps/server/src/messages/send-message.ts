import { SCHEDULE, SCHEDULE_TEXTS, signed } from '@partyline/contract'
import type { CallForm, ChatId, Message, MessageId, RealtimeEvent, Upload } from '@partyline/contract'
import {
  assertMayReply,
  assignToAuthor,
  fingerprintOf,
  idempotencyKeyOf,
  isUnclaimed,
  memberIdOf,
  newestIdOf,
  recallResult,
  resultOf,
} from '../chats/index.ts'
import type { Chats, PrepareFirstMessage, WritableChat } from '../chats/index.ts'
import { composeMessage, recipientsOf, textedBy } from '../delivery/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media, StoredFile } from '../media/index.ts'
import { assertCountriesAllowed } from '../numbers/index.ts'
import { AppError, currentRequestId } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { findPending, heldUntil, insertPending, messageIdAt } from '../transcript/index.ts'
import type { NewMessage, PendingMessage, Transcript } from '../transcript/index.ts'
import { createMessageWriter } from './message-writer.ts'
import type { Compose } from './message-writer.ts'
import { assertSendable } from './messages-policy.ts'
import { requirePending } from './pending-policy.ts'
import { waitOf } from './timing.ts'
import type { Timing } from './timing.ts'

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  transcript: Transcript
  media: Media
  tenants: Tenants
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
  onPending: (sendAt: Date) => void
}

type Form = NonNullable<CallForm<'messages.send'>>

export function createSendMessage(parts: Parts) {
  const { database, clock, chats, transcript, media, tenants, textsQueued, onPending } = parts
  const write = createMessageWriter({ ...parts, compose: createCompose({ clock, transcript }) })

  /**
   * Sends a message, or keeps it until its time.
   * @throws {AppError} not-found, not-a-member, validation, already-sent, canceled, idempotency-mismatch
   */
  async function sendMessage(caller: Caller, chatId: ChatId, form: Form, key: string | null): Promise<Message> {
    const { tenantId, userId } = caller
    const { Message: text, Media: uploads, ReplyToMessageId: parentId = null, ...other } = form
    const { ReplacesMessageId: replaces = null } = other
    const fingerprint = fingerprintOf({ chatId, text, parentId, ...other }, uploads)
    const request = key === null ? null : { tenantId, userId, call: 'messages.send' as const, key, fingerprint }
    let files: StoredFile[] = []
    // Files are stored before the transaction, because processing a picture takes time.
    if (uploads.length > 0) {
      const earlier = request && (await recallResult(database.queries, request))
      if (earlier) return find(caller, chatId, earlier as MessageId)
      assertMayReply(caller, await chats.find(database.queries, tenantId, chatId))
      files = (await signAndStore(caller, text, uploads)).files
    }
    const requestId = currentRequestId()
    const timing = timingOf(other)
    const written = await write({ caller, chatId, text, files, parentId, timing, replaces, request, requestId })
    return 'repeated' in written ? find(caller, chatId, written.repeated) : written
  }

  /** Checks before it stores any file, so that a refused message leaves nothing behind. */
  async function signAndStore(caller: Caller, text: string, uploads: readonly Upload[]) {
    const { tenantId, name } = caller
    const { addSignature } = await tenants.get(tenantId)
    const asSent = signed(text, addSignature ? name : null)
    assertSendable({ text, asSent, media: uploads.map(({ bytes }) => bytes) })
    const files: StoredFile[] = []
    for (const { contentType: declaredType, ...file } of uploads) {
      files.push(await media.store({ tenantId, declaredType, ...file }))
    }
    return { asSent, files }
  }

  /** The result of an earlier request. @throws {AppError} canceled */
  async function find({ tenantId }: Caller, chatId: ChatId, messageId: MessageId): Promise<Message> {
    const message = (await transcript.byIds(database.queries, tenantId, [messageId])).get(messageId)
    if (message) return message
    const pending = await findPending(database.queries, { tenantId, chatId }, messageId)
    if (!pending || pending.state === 'returned') throw new AppError('canceled')
    return transcript.presentPending(pending)
  }

  /** For a chat that is opened with its first message. */
  const prepareFirst: PrepareFirstMessage = async (caller, { text, media: uploads, holdSeconds }) => {
    const { tenantId } = caller
    const words = { text, ...(await signAndStore(caller, text, uploads)), parent: null }
    let held: PendingMessage | null = null
    return {
      async write(trx, chat) {
        const [now, requestId] = [clock.now(), currentRequestId()]
        const message = composeMessage(chat, words, { author: memberIdOf(caller.userId), at: now, requestId })
        const wait = waitOf({ holdMs: holdSeconds * 1_000 }, { pending: { count: 0, heldUntil: null } }, now)
        if (!wait) {
          const added = await chats.addMessages(trx, [{ chat, message }])
          return added.map(({ event }) => event)
        }
        // Otherwise, it would be returned when it is due.
        assertMayReply(caller, chat)
        held = pendingMessage(caller, chat, message, { ...wait, requestKey: null, requestId, opensChat: true })
        await insertPending(trx, [held])
        return chats.recordPending(trx, tenantId, [chat.chatId])
      },
      afterCommit: () => (held ? onPending(held.sendAt) : textsQueued.publish([{ tenantId }])),
    }
  }

  return {
    prepareFirst,
    write,
    routes: {
      'messages.send': ({ caller, params, form, request }) =>
        sendMessage(caller, params.chatId, form, idempotencyKeyOf(request.headers)),
    } satisfies Partial<Handlers>,
  }
}

function timingOf({ HoldSeconds, SendAt, CancelOnReply: cancelOnReply }: Omit<Form, 'Message' | 'Media'>): Timing {
  if (SendAt === undefined) return { holdMs: HoldSeconds * 1_000 }
  return { sendAt: new Date(SendAt), cancelOnReply, field: 'SendAt' }
}

/** Decides, in the transaction and with the chat locked, whether and when a message may be sent. */
export function createCompose({ clock, transcript }: { clock: Clock; transcript: Transcript }): Compose {
  return async function compose(draft, chats) {
    const { caller, chatId, text, files, parentId, timing, request, requestId } = draft
    const repeated = request && resultOf(request, chats.known)
    if (repeated) return { repeated: repeated as MessageId }
    let chat = chats.find(chatId)
    if (!chat) throw new AppError('not-found')
    assertMayReply(caller, chat)
    const parent = parentId && (await transcript.quote(chats.trx, chat, parentId))
    const asSent = signed(text, chats.addSignature ? caller.name : null)
    assertSendable({ text, asSent, media: files })
    const replaced = draft.replaces && (await requirePending(chats.trx, caller, { ...chat, messageId: draft.replaces }))
    const opensChat = replaced?.opensChat ?? false
    // It does not wait behind the message that it replaces.
    if (replaced?.state === 'held') chat.pending.heldUntil = await heldUntil(chats.trx, chat, replaced.id)
    const now = clock.now()
    const from = { author: memberIdOf(caller.userId), at: now, requestId }
    const composeFor = (to: WritableChat) => composeMessage(to, { text, asSent, files, parent }, from)
    let message = composeFor(chat)
    assertCountriesAllowed(textedBy(message), chats.allowedCountries)
    const wait = waitOf(timing, chat, now)
    if (wait) {
      const { pending } = chat
      if (!replaced && pending.count >= SCHEDULE.maxPerChat)
        throw new AppError('conflict', { message: SCHEDULE_TEXTS.tooMany })
      if (!replaced) pending.count += 1
      if (wait.state === 'held') pending.heldUntil = wait.sendAt
      const requestKey = request?.key ?? null
      return { pending: pendingMessage(caller, chat, message, { ...wait, requestKey, requestId, opensChat }), replaced }
    }
    if (isUnclaimed(chat)) {
      chat = await chats.join(caller, chatId)
      message = composeFor(chat)
    }
    // The next message in this batch sorts after this one.
    chat.lastMessageId = message.id
    const effect = chats.assignOnReply && !opensChat ? assignToAuthor(chat, caller) : null
    return { added: { chat, message, request, effect }, replaced }
  }
}

/** A message that is not sent yet, as composed for its chat. */
function pendingMessage(
  { userId: writtenBy }: Caller,
  chat: WritableChat,
  message: NewMessage,
  when: Pick<PendingMessage, 'state' | 'sendAt' | 'cancelOnReply' | 'opensChat' | 'requestKey' | 'requestId'>,
): PendingMessage {
  const { tenantId, chatId, numberId } = chat
  const { text, parent, files, sentOn: writtenAt } = message
  const id = messageIdAt(when.sendAt, newestIdOf(chat))
  const content = { text, parent, files, recipients: recipientsOf(message) }
  return { id, tenantId, chatId, numberId, ...content, writtenBy, writtenAt, reason: null, ownerId: null, ...when }
}
