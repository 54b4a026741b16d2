import { KEY_TEXTS, signed } from '@partyline/contract'
import type { CallBody, CallForm, ChatId, Message, MessageId, Upload } from '@partyline/contract'
import { assertMayReply, fingerprintOf, idempotencyKeyOf, recallResult } from '../chats/index.ts'
import type { Chats, FirstMessage } from '../chats/index.ts'
import { decodeFile } from '../media/index.ts'
import type { Media, StoredFile } from '../media/index.ts'
import { AppError, currentRequestId, invalid } from '../platform/index.ts'
import type { Caller, Database, Handlers } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { findPending } from '../transcript/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { Written } from './message-batch.ts'
import type { MessageWriter } from './message-writer.ts'
import { assertSendable } from './messages-policy.ts'
import type { Timing } from './timing.ts'

type Parts = {
  database: Database
  chats: Chats
  transcript: Transcript
  media: Media
  tenants: Tenants
  writer: MessageWriter
}

type Form = CallForm<'messages.send'>

/** Checks the first message of a chat and stores its files. */
export type PrepareFirst = (
  caller: Caller,
  message: { text: string; media: readonly Upload[]; holdSeconds: number; key: string | null },
) => Promise<FirstMessage>

export function createSendMessage(parts: Parts) {
  const { database, chats, transcript, media, tenants, writer } = parts

  /**
   * Sends a message, or keeps it until its time.
   * @throws {AppError} not-found, not-a-member, validation, already-sent, canceled, idempotency-mismatch
   */
  async function sendMessage(caller: Caller, chatId: ChatId, form: Form, key: string | null): Promise<Message> {
    const { Message: text, Media: uploads, ReplyToMessageId: parentId = null, ...other } = form
    const { ReplacesMessageId: replaces = null } = other
    if (caller.key) assertAtOnce({ HoldSeconds: other.HoldSeconds, SendAt: other.SendAt, ReplacesMessageId: replaces })
    const request = requestOf(caller, chatId, form, key)
    let files: StoredFile[] = []
    // Files are stored before the transaction, because processing a picture takes time.
    if (uploads.length > 0) {
      const earlier = request && (await recallResult(database.queries, request))
      if (earlier) return find(caller, chatId, earlier as MessageId)
      assertMayReply(caller, await chats.find(database.queries, caller.tenantId, chatId))
      files = await storeFiles(caller, text, uploads)
    }
    const requestId = currentRequestId()
    const timing = timingOf(other)
    const written = await writer.write({ caller, chatId, text, files, parentId, timing, replaces, request, requestId })
    return 'repeated' in written ? find(caller, chatId, written.repeated) : written
  }

  /** Checks before it stores any file, so that a refused message leaves nothing behind. */
  async function storeFiles(caller: Caller, text: string, uploads: readonly Upload[]): Promise<StoredFile[]> {
    const { tenantId, name, key } = caller
    const { addSignature } = await tenants.get(tenantId)
    const asSent = signed(text, addSignature && !key ? name : null)
    assertSendable({ text, asSent, media: uploads.map(({ bytes }) => bytes) })
    const files: StoredFile[] = []
    for (const { contentType: declaredType, ...file } of uploads) {
      files.push(await media.store({ tenantId, declaredType, ...file }))
    }
    return files
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
  const prepareFirst: PrepareFirst = async (caller, { text, media: uploads, holdSeconds, key }) => {
    if (caller.key) assertAtOnce({ HoldSeconds: holdSeconds })
    const content = { text, files: await storeFiles(caller, text, uploads), parentId: null }
    const timing = { holdMs: caller.key ? null : holdSeconds * 1_000 }
    const first = { ...content, timing, replaces: null, opensChat: true, requestId: currentRequestId() }
    const hold = holdSeconds > 0 && { HoldSeconds: holdSeconds }
    const form = { Message: text, Media: [...uploads], CancelOnReply: true, ...hold }
    let written: Written[] = []
    return {
      async write(trx, chatId) {
        // A program that repeats this may find the chat by then, and send there.
        const request = requestOf(caller, chatId, form, key)
        const draft = { caller, chatId, request, ...first }
        const { events, message: _message, ...others } = await writer.writeIn(trx, draft)
        written = [{ events: [], ...others }]
        return events
      },
      afterCommit: () => writer.publish(written),
    }
  }

  return {
    prepareFirst,
    routes: {
      'messages.send': ({ caller, params, form, body, request }) =>
        sendMessage(caller, params.chatId, form ?? asForm(body), idempotencyKeyOf(request.headers)),
    } satisfies Partial<Handlers>,
  }
}

/** The request to send a message, in which the order of fields does not matter. */
function requestOf({ tenantId, userId }: Caller, chatId: ChatId, form: Form, key: string | null) {
  if (key === null) return null
  const { Message: text, Media: uploads, ReplyToMessageId: parentId = null, ...other } = form
  const fingerprint = fingerprintOf({ chatId, text, parentId, ...other }, uploads)
  return { tenantId, userId, call: 'messages.send' as const, key, fingerprint }
}

/** The same request as a form, so that a retry may come as the other. */
function asForm({ message: Message, media, replyToMessageId }: CallBody<'messages.send'>): Form {
  return { Message, Media: media.map(decodeFile), ReplyToMessageId: replyToMessageId, CancelOnReply: true }
}

/** No one would see messages that a program holds or schedules. @throws {AppError} validation */
function assertAtOnce(fields: Record<string, string | number | null | undefined>): void {
  const later = Object.keys(fields).filter((name) => fields[name])
  if (later.length > 0) throw invalid(Object.fromEntries(later.map((name) => [name, [KEY_TEXTS.notLater]])))
}

function timingOf({ HoldSeconds, SendAt, CancelOnReply: cancelOnReply }: Omit<Form, 'Message' | 'Media'>): Timing {
  if (SendAt === undefined) return { holdMs: HoldSeconds === undefined ? null : HoldSeconds * 1_000 }
  return { sendAt: new Date(SendAt), cancelOnReply, field: 'SendAt' }
}
