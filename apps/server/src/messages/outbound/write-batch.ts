import { signed } from '@partyline/contract'
import type { ChatId, Message, MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import { assertMayReply, isUnclaimed, memberIdOf, nameOf, resultOf } from '../../chats/index.ts'
import type { Chats, NewMessageIn, RepeatableRequest, WritableChat } from '../../chats/index.ts'
import { assertCountriesAllowed } from '../../numbers/index.ts'
import { AppError, createBatches } from '../../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../../platform/index.ts'
import type { StoredFile, Transcript } from '../../transcript/index.ts'
import { assertSendable } from '../messages-policy.ts'
import { composeMessage, textedBy } from './compose-message.ts'

/** What somebody of the team wants to say in a chat. */
export type Draft = {
  caller: Caller
  chatId: ChatId
  text: string
  files: readonly StoredFile[]
  parentId: MessageId | null
  request: RepeatableRequest | null
  /** What the log calls the request. */
  requestId: string | null
}

/** The message, or the id of the one that an earlier request with the same key has written. */
export type Written = Message | Repeated

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  transcript: Transcript
  announcements: Topic<readonly RealtimeEvent[]>
}

type Repeated = { repeated: MessageId }

/** What becomes of each draft, and what is to be announced. */
type Outcomes = { of: Map<Draft, PromiseSettledResult<Written>>; events: RealtimeEvent[] }

export type Writing = ReturnType<typeof createWriting>

/** Messages in one commit. */
const MOST = 64
/** Batches under way: while one waits for its commit, PostgreSQL works on the other. */
const LANES = 2

/** Writes drafts, many in one transaction, and announces them when it is committed. See {@link createBatches}. */
export function createWriting({ database, clock, chats, transcript, announcements }: Parts) {
  /** Whether a draft may be written is decided here, where its chat is held. A refusal is an {@link AppError}. */
  async function prepareComposing(trx: Queries, tenantId: TenantId, drafts: readonly Draft[], outcomes: Outcomes) {
    const chatIds = [...new Set(drafts.map(({ chatId }) => chatId))]
    const requests = drafts.flatMap(({ request }) => request ?? [])
    const held = await chats.holdForMessages(trx, tenantId, { chatIds, requests })
    const chatOf = new Map(held.chats.map((chat) => [chat.chatId, chat]))

    /** Adds the author of the first reply to the chat, which is then held with its new member. */
    async function claim(caller: Caller, chatId: ChatId) {
      outcomes.events.push(...(await chats.claim(trx, caller, chatId)))
      const [chat] = (await chats.holdForMessages(trx, tenantId, { chatIds: [chatId], requests: [] })).chats
      if (!chat) throw new Error(`The chat ${chatId} is held and cannot be gone.`)
      chatOf.set(chatId, chat)
      return chat
    }

    return async (draft: Draft): Promise<NewMessageIn | Repeated> => {
      const { caller, chatId, text, files, parentId, request, requestId } = draft
      const repeated = request && resultOf(request, held.known)
      if (repeated) return { repeated: repeated as MessageId }
      let chat = chatOf.get(chatId)
      if (!chat) throw new AppError('not-found')
      assertMayReply(caller, chat)
      const parent = parentId && (await transcript.quote(trx, chat, parentId))
      const asSent = signed(text, held.addSignature ? caller.name : null)
      assertSendable({ text, asSent, media: files })
      const from = { author: memberIdOf(caller.userId), at: clock.now(), requestId }
      const compose = (to: WritableChat) => composeMessage(to, { text, asSent, files, parent }, from)
      let message = compose(chat)
      assertCountriesAllowed(textedBy(message), held.allowedCountries)
      if (isUnclaimed(chat)) {
        chat = await claim(caller, chatId)
        message = compose(chat)
      }
      // The next one in this batch stands behind it.
      chat.lastMessageId = message.id
      return { chat, message, request }
    }
  }

  async function writeOfTenant(trx: Queries, tenantId: TenantId, drafts: readonly Draft[], outcomes: Outcomes) {
    const compose = await prepareComposing(trx, tenantId, drafts, outcomes)
    const composed: { draft: Draft; added: NewMessageIn }[] = []
    for (const draft of drafts) {
      try {
        const result = await compose(draft)
        if ('repeated' in result) outcomes.of.set(draft, { status: 'fulfilled', value: result })
        else composed.push({ draft, added: result })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes.of.set(draft, { status: 'rejected', reason: error })
      }
    }
    const written = await chats.addMessages(
      trx,
      composed.map(({ added }) => added),
    )
    for (const [index, { message, event }] of written.entries()) {
      const draft = composed[index]?.draft
      if (draft) outcomes.of.set(draft, { status: 'fulfilled', value: message })
      outcomes.events.push(event)
    }
  }

  const newLane = () =>
    createBatches<Draft, Written>({
      most: MOST,
      keyOf: ({ caller: { tenantId }, request }) => request && `${tenantId}/${nameOf(request)}`,
      async run(drafts) {
        const outcomes: Outcomes = { of: new Map(), events: [] }
        const tenantsInOrder = [...Map.groupBy(drafts, ({ caller }) => caller.tenantId)].toSorted(([a], [b]) =>
          a < b ? -1 : 1,
        )
        await database.transaction(async (trx) => {
          for (const [tenantId, ofTenant] of tenantsInOrder) await writeOfTenant(trx, tenantId, ofTenant, outcomes)
        })
        announcements.publish(outcomes.events)
        return drafts.flatMap((draft) => outcomes.of.get(draft) ?? [])
      },
    })
  const lanes = Array.from({ length: LANES }, newLane)

  /** Messages of one chat keep their order, so they share a lane. */
  const write = (draft: Draft): Promise<Written> => {
    const lane = lanes[Number.parseInt(draft.chatId.slice(-1), 16) % LANES]
    if (!lane) throw new Error(`There is no lane for the chat ${draft.chatId}.`)
    return lane(draft)
  }
  return { write }
}
