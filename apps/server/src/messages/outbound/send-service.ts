import { signed } from '@partyline/contract'
import type { CallForm, ChatId, Message, MessageId, Upload } from '@partyline/contract'
import { assertMayReply, fingerprintOf, memberIdOf, recallResult } from '../../chats/index.ts'
import type { Chats, PrepareFirstMessage } from '../../chats/index.ts'
import type { Media } from '../../media/index.ts'
import { AppError, currentRequestId } from '../../platform/index.ts'
import type { Caller, Clock, Database } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import type { StoredFile, Transcript } from '../../transcript/index.ts'
import { assertSendable } from '../messages-policy.ts'
import { composeMessage } from './compose-message.ts'
import type { Writing } from './write-batch.ts'

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  transcript: Transcript
  media: Media
  tenants: Tenants
  writing: Writing
}

export type Sending = ReturnType<typeof createSending>

export function createSending({ database, clock, chats, transcript, media, tenants, writing }: Parts) {
  /** Checks before any file is stored: what cannot be sent leaves nothing behind. */
  async function prepare(caller: Caller, message: { text: string; media: readonly Upload[] }) {
    const { addSignature } = await tenants.get(caller.tenantId)
    const asSent = signed(message.text, addSignature ? caller.name : null)
    assertSendable({ text: message.text, asSent, media: message.media.map(({ bytes }) => bytes) })
    const files: StoredFile[] = []
    for (const { contentType: declaredType, ...file } of message.media) {
      files.push(await media.store({ tenantId: caller.tenantId, declaredType, ...file }))
    }
    return { text: message.text, asSent, files, parent: null }
  }

  async function known(caller: Caller, messageId: MessageId): Promise<Message> {
    const message = (await transcript.byIds(database.queries, caller.tenantId, [messageId])).get(messageId)
    if (!message) throw new AppError('not-found')
    return message
  }

  return {
    /** @throws {AppError} not-found, not-a-member, validation, idempotency-mismatch */
    async send(
      caller: Caller,
      chatId: ChatId,
      { form, key }: { form: NonNullable<CallForm<'messages.send'>>; key: string | null },
    ): Promise<Message> {
      const { tenantId, userId } = caller
      const { Message: text, Media: uploads, ReplyToMessageId: parentId = null } = form
      const fingerprint = fingerprintOf({ chatId, text, parentId }, uploads)
      const request = key === null ? null : { tenantId, userId, call: 'messages.send' as const, key, fingerprint }
      let files: StoredFile[] = []
      if (uploads.length > 0) {
        const earlier = request && (await recallResult(database.queries, request))
        if (earlier) return known(caller, earlier as MessageId)
        assertMayReply(caller, await chats.find(database.queries, tenantId, chatId))
        files = (await prepare(caller, { text, media: uploads })).files
      }
      const requestId = currentRequestId()
      const written = await writing.write({ caller, chatId, text, files, parentId, request, requestId })
      return 'repeated' in written ? known(caller, written.repeated) : written
    },

    /** For a chat that is created with its first message. */
    prepareFirst: (async (caller, message) => {
      const words = await prepare(caller, message)
      return async (trx, chat) => {
        const from = { author: memberIdOf(caller.userId), at: clock.now(), requestId: currentRequestId() }
        const first = composeMessage(chat, words, from)
        const added = await chats.addMessages(trx, [{ chat, message: first }])
        return added.map(({ event }) => event)
      }
    }) satisfies PrepareFirstMessage,
  }
}
