import type { ChatId, MemberId, MessageId } from '@partyline/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchList } from '../src/chats/list/list-search.ts'
import { searchMessages } from '../src/messages/search-service.ts'
import type { Database } from '../src/platform/index.ts'
import {
  addSearchedTexts,
  contactOf,
  DESK,
  GUESTS,
  HOUR_MS,
  START_MS,
  TENANT,
  VIEWER,
  VOCABULARY,
} from './searched-texts.ts'
import type { SearchedChat, SearchedMessage } from './searched-texts.ts'
import { openTestDatabase } from './test-database.ts'

// With any limits, a search returns the same as a naive one, page by page, and reports correctly how far back it went.

const SEED = 20_261_123
const RUNS = 150

let database: Database
let chats: SearchedChat[]
beforeAll(async () => {
  database = await openTestDatabase()
  chats = await addSearchedTexts(database.queries, SEED)
})
afterAll(() => database.close())

const word = fc.constantFrom(...VOCABULARY, 'an', 'be', 'do', 'none')
/** Messages are sent one every hour. */
const hourOfMessages = fc
  .integer({ min: -10, max: 610 })
  .map((hour) => new Date(START_MS + hour * HOUR_MS).toISOString())
const searches = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 2 }),
  isQuoted: fc.boolean(),
  limit: fc.integer({ min: 1, max: 40 }),
  limits: fc.record({
    collectedHits: fc.constantFrom(0, 30, 1_000),
    messagesPerStep: fc.integer({ min: 1, max: 60 }),
    stepsPerCall: fc.integer({ min: 1, max: 5 }),
    chatsAtOnce: fc.integer({ min: 1, max: 12 }),
  }),
})
const contact = fc.nat({ max: 29 }).map(contactOf)
const isIn = ({ contactId, guestId }: SearchedChat, member: MemberId) => contactId === member || guestId === member
type Term = { words: readonly string[]; isQuoted: boolean }

const spelled = ({ words, isQuoted }: Term) => (isQuoted ? `"${words.join(' ')}"` : words.join(' '))

function has(text: string, { words, isQuoted }: Term): boolean {
  if (isQuoted) return ` ${text} `.includes(` ${words.join(' ')} `)
  return words.every((prefix) => text.split(' ').some((whole) => whole.startsWith(prefix)))
}

test('a search for messages returns the same as a naive one', async () => {
  const query = fc.record({
    hasTerm: fc.integer({ min: 0, max: 2 }).map((n) => n > 0),
    chat: fc.option(fc.nat({ max: 29 })),
    isMine: fc.boolean(),
    isAtDesk: fc.boolean(),
    hasPicture: fc.boolean(),
    member: fc.option(fc.oneof(fc.constantFrom(...GUESTS), contact), { nil: undefined }),
    sentBy: fc.option(fc.oneof(fc.constant(VIEWER), contact), { nil: undefined }),
    enabled: fc.option(fc.boolean(), { nil: undefined }),
    from: fc.option(hourOfMessages, { nil: undefined }),
    to: fc.option(hourOfMessages, { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(searches, query, async ({ limit, limits, ...term }, filters) => {
      const { hasTerm, chat, isMine, isAtDesk, hasPicture, member, sentBy, enabled, from, to } = filters
      const chatId = chat === null ? undefined : chats[chat]?.chatId
      const wanted = chats
        .filter((each) => (chatId === undefined || each.chatId === chatId) && (!isMine || each.isMine))
        .filter((each) => (!isAtDesk || each.isAtDesk) && (!member || isIn(each, member)))
        .filter(({ isArchived }) => enabled === undefined || enabled === !isArchived)
        .flatMap(({ messages }) => messages)
        .filter(({ text }) => !hasTerm || has(text, term))
        .filter(
          (message) => (!hasPicture || message.files.includes('image/png')) && (!sentBy || message.sentBy === sentBy),
        )
        .filter(({ sentOn }) => (!from || sentOn >= new Date(from)) && (!to || sentOn <= new Date(to)))
        .toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1))
      const seen: MessageId[] = []
      let cursor: MessageId | null = null
      do {
        const memberIds = [member, isMine ? VIEWER : undefined].filter((id) => id !== undefined)
        const search = {
          chatId,
          memberIds,
          sentBy,
          enabled,
          from,
          to,
          hasPicture,
          limit,
          cursor,
          ...(hasTerm && { term: spelled(term) }),
          ...(isAtDesk && { numberId: DESK }),
        }
        const page = await searchMessages(database, TENANT, search, { limits })
        expect(cursor !== null || page.nextCursor === null || page.messages.length > 0).toBe(true)
        seen.push(...page.messages.map(({ messageId }) => messageId))
        expectSearched(page.searchedBackTo, wanted, (message) => seen.includes(message.messageId))
        cursor = page.nextCursor
      } while (cursor)
      expect(seen).toEqual(wanted.map(({ messageId }) => messageId))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('a search for chats returns the same as a naive one, in the order of the list', async () => {
  const query = fc.record({
    mode: fc.constantFrom('my' as const, 'all' as const),
    enabled: fc.boolean(),
    searchIn: fc.constantFrom(undefined, 'names' as const, 'messages' as const),
  })
  await fc.assert(
    fc.asyncProperty(searches, query, async ({ limit, limits, ...term }, { mode, enabled, searchIn }) => {
      const hitIn = ({ messages }: SearchedChat) =>
        searchIn === 'names' ? undefined : messages.find(({ text }) => has(text, term))
      const isNamed = ({ name, contact }: SearchedChat) =>
        searchIn !== 'messages' && (has(name, term) || has(contact, term))
      const listed = chats
        .filter(({ isMine, isArchived }) => (mode === 'all' || isMine) && enabled === !isArchived)
        .toSorted((a, b) => b.rank - a.rank || +b.lastMessageAt - +a.lastMessageAt || (a.chatId < b.chatId ? 1 : -1))
      const wanted = listed.filter((chat) => hitIn(chat) ?? isNamed(chat))
      const seen: [ChatId, MessageId | undefined][] = []
      let cursor: string | undefined
      do {
        const search = { tenantId: TENANT, viewerId: VIEWER, mode, unclaimed: false, enabled, searchIn, limit, cursor }
        const page = await searchList(database, { ...search, term: spelled(term) }, { limits })
        expect(cursor !== undefined || page.nextCursor === null || page.chats.length > 0).toBe(true)
        seen.push(...page.chats.map(({ chatId, hit }): (typeof seen)[number] => [chatId, hit?.messageId]))
        const hits = listed.map(hitIn).filter((hit) => hit !== undefined)
        expectSearched(page.searchedBackTo, hits, ({ chatId }) => seen.some(([id]) => id === chatId))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(seen).toEqual(wanted.map((chat) => [chat.chatId, hitIn(chat)?.messageId]))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('an aborted search returns early', async () => {
  const limits = { collectedHits: 0, messagesPerStep: 10, stepsPerCall: 1, chatsAtOnce: 2 }
  const nowhere = '"fox eel fox eel fox"'
  const options = { limits, signal: AbortSignal.abort() }
  const messages = await searchMessages(database, TENANT, { term: nowhere, limit: 50 }, options)
  expect(messages).toMatchObject({ messages: [], nextCursor: expect.any(String) })
  const query = { tenantId: TENANT, viewerId: VIEWER, mode: 'all', unclaimed: false, enabled: true, limit: 50 } as const
  const found = await searchList(database, { ...query, term: nowhere }, options)
  expect(found).toMatchObject({ chats: [], nextCursor: expect.any(String) })
})

function expectSearched(
  backTo: Date | null,
  wanted: readonly SearchedMessage[],
  isReturned: (message: SearchedMessage) => boolean,
) {
  if (backTo === null) return
  expect(wanted.filter((message) => message.sentOn > backTo && !isReturned(message))).toEqual([])
}
