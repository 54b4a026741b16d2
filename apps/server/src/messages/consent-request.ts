import { CONSENT_TEXTS } from '@partyline/contract'
import type { ChatId, Message, NumberId } from '@partyline/contract'
import { assertMayReply, isCurrent } from '../chats/index.ts'
import type { Chats } from '../chats/index.ts'
import type { Consents } from '../consent/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { AppError, currentRequestId } from '../platform/index.ts'
import type { Caller, Database, Handlers } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { MessageWriter } from './message-writer.ts'

type Parts = {
  database: Database
  chats: Pick<Chats, 'lock'>
  tenants: Pick<Tenants, 'get'>
  numbers: Pick<Numbers, 'findLine'>
  consents: Pick<Consents, 'canBeAsked' | 'recordRequest'>
  writer: Pick<MessageWriter, 'writeIn' | 'publish'>
}

/** Asks the phones of a chat for consent, which they give by answering YES: docs/product.md#consent-to-texts */
export function consentRequestRoutes({ database, chats, tenants, numbers, consents, writer }: Parts) {
  /** @throws {AppError} `not-found`, `not-a-member`; `conflict` if no phone is left to ask */
  async function ask(caller: Caller, chatId: ChatId): Promise<Message> {
    const { tenantId } = caller
    const { name } = await tenants.get(tenantId)
    const { message, ...written } = await database.transaction(async (trx) => {
      const chat = await chats.lock(trx, tenantId, chatId)
      assertMayReply(caller, chat)
      const phones = chat.members.flatMap((member) => {
        if (!isCurrent(member) || !member.number || !member.lacksConsent) return []
        return [{ tenantId, lineId: chat.numberId, number: member.number, memberId: member.id }]
      })
      const asked = await consents.canBeAsked(trx, phones)
      if (asked.length === 0) throw new AppError('conflict', { message: CONSENT_TEXTS.nobodyToAsk })
      const text = await requestOf(trx, chat.numberId)
      const asks = new Set(asked.map(({ memberId }) => memberId))
      const content = { text, files: [], parentId: null, timing: { holdMs: 0 }, replaces: null, asks }
      const draft = { caller, chatId, ...content, request: null, requestId: currentRequestId() }
      const sent = await writer.writeIn(trx, draft)
      const message = { chatId, messageId: sent.message.id }
      const events = await consents.recordRequest(trx, caller, asked, { text, message })
      return { ...sent, events: [...sent.events, ...events] }
    })
    writer.publish([written])
    return message

    async function requestOf(trx: Parameters<typeof numbers.findLine>[0], lineId: NumberId): Promise<string> {
      return (await numbers.findLine(trx, tenantId, lineId))?.consentRequest ?? CONSENT_TEXTS.request(name)
    }
  }

  return {
    'consent.ask': ({ caller, params }) => ask(caller, params.chatId),
  } satisfies Partial<Handlers>
}
