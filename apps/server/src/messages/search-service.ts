import type { CallBody, ChatId, FoundMessage, MemberId, MessageId, TenantId } from '@partyline/contract'
import { chatsOfContact } from '../chats/index.ts'
import type { Database } from '../platform/index.ts'
import { collectHits, readTerm, SEARCH_LIMITS, searchStep, searchWindow } from '../transcript/index.ts'
import type { SearchLimits, SearchTerm } from '../transcript/index.ts'
import { foundMessages } from './search-store.ts'
import type { MessageFilters } from './search-store.ts'

/** Candidates that are checked and read in one statement, at most. */
const CANDIDATES_PER_STEP = 200
/** A contact in more chats than this is searched for in all messages. */
const MAX_CHATS_OF_CONTACT = 50

type Search = MessageFilters &
  Pick<CallBody<'messages.search'>, 'term' | 'limit'> & {
    chatId?: ChatId | null | undefined
    cursor?: MessageId | null | undefined
  }

type Found = {
  messages: FoundMessage[]
  /** Where the search continues; null when it has reached the end. */
  nextCursor: MessageId | null
  /** Every message after this time has been searched. Null when all have. */
  searchedBackTo: Date | null
}

/** Candidates, and the place up to which the messages have been read. */
type Batch = { ids: readonly MessageId[]; next: Place | null }

/**
 * Messages that have the term, newest first. Without a cursor the search continues until it has a hit or has reached
 * the end. With one it ends after a bounded number of steps. ADR 11.
 */
export async function searchMessages(
  database: Database,
  tenantId: TenantId,
  { term: text, chatId = null, cursor = null, limit, ...filters }: Search,
  { signal, limits = SEARCH_LIMITS }: { signal?: AbortSignal; limits?: SearchLimits } = {},
): Promise<Found> {
  const term = text ? await readTerm(database.queries, tenantId, text) : null
  const messages: FoundMessage[] = []
  if (text && !term) return { messages, nextCursor: null, searchedBackTo: null }
  const chatIds = chatId ? [chatId] : await fewChats(database, tenantId, filters.memberIds)
  let steps = 0
  for await (const batch of batches(database, { tenantId, term, chatIds, before: cursor, limits, ...filters })) {
    // Usually a page of candidates is a page of hits. The steps grow until they are as large as possible.
    for (let from = 0, size; from < batch.ids.length && messages.length <= limit; from += size) {
      size = Math.min(Math.max(limit + 1, from), CANDIDATES_PER_STEP)
      const ids = batch.ids.slice(from, from + size)
      messages.push(...(await searchStep(database, (db) => foundMessages(db, { tenantId, term, ids, ...filters }))))
    }
    const last = messages[limit - 1]
    if (last && (messages.length > limit || batch.next)) {
      const searchedBackTo = batch.next && new Date(last.sentOn)
      return { messages: messages.slice(0, limit), nextCursor: last.messageId, searchedBackTo }
    }
    steps += 1
    const mayEnd = cursor !== null || messages.length > 0
    const isSpent = signal?.aborted || (mayEnd && steps >= limits.stepsPerCall)
    if (isSpent && batch.next) return { messages, ...continueAt(batch.next) }
  }
  return { messages, nextCursor: null, searchedBackTo: null }
}

/** The chats to search if one of the members is a contact with few of them; null for all chats. */
async function fewChats(
  database: Database,
  tenantId: TenantId,
  memberIds: readonly MemberId[] = [],
): Promise<ChatId[] | null> {
  for (const memberId of memberIds) {
    const contact = { tenantId, memberId, max: MAX_CHATS_OF_CONTACT }
    const chatIds = await searchStep(database, (db) => chatsOfContact(db, contact))
    if (chatIds) return chatIds
  }
  return null
}

type Place = { messageId: MessageId; sentOn: Date }

const continueAt = ({ messageId, sentOn }: Place) => ({ nextCursor: messageId, searchedBackTo: sentOn })

type Walk = Pick<MessageFilters, 'sentBy' | 'hasPicture' | 'from' | 'to'> & {
  tenantId: TenantId
  term: SearchTerm | null
  chatIds: readonly ChatId[] | null
  before: MessageId | null
  limits: SearchLimits
}

/**
 * Message ids from new to old: all candidates of a rare term at once, otherwise window by window. They have the words of
 * the term, but perhaps not in the order of its phrases, which takes long to check.
 */
async function* batches(database: Database, { limits, hasPicture, from, to, ...walk }: Walk): AsyncGenerator<Batch> {
  const { chatIds, before } = walk
  const term = walk.term && { ...walk.term, phrases: [] }
  const span = { before, from: from ? new Date(from) : null, to: to ? new Date(to) : null }
  const hits = term && (await searchStep(database, (db) => collectHits(db, term, limits.collectedHits, span)))
  if (hits) {
    const wanted = hits.filter((hit) => chatIds === null || chatIds.includes(hit.chatId))
    yield { ids: wanted.map(({ messageId }) => messageId), next: null }
    return
  }
  // Messages with files are found one by one, which costs more than reading all of them in order.
  const size = hasPicture && !chatIds ? Math.ceil(limits.messagesPerStep / 2) : limits.messagesPerStep
  const window = { ...walk, ...span, term, hasFiles: hasPicture, size }
  for (;;) {
    const { hits: ids, oldest } = await searchStep(database, (db) => searchWindow(db, window))
    yield { ids, next: oldest }
    if (!oldest) return
    window.before = oldest.messageId
  }
}
