import type { CallBody, ChatId, MessageId } from '@partyline/contract'
import { writeCursor } from '../../platform/index.ts'
import type { Database } from '../../platform/index.ts'
import { searchChats, searchStep } from '../../transcript/index.ts'
import type { SearchLimits, SearchTerm } from '../../transcript/index.ts'
import type { FoundChats } from './found-chats-store.ts'
import type { ListCursor, SearchCursor } from './list-cursor.ts'
import { cursorBehind, placesOf } from './list-store.ts'
import type { ListQuery, Place } from './list-walks-store.ts'
import { chatsWithNames } from './names-store.ts'

type Walk = {
  database: Database
  query: Omit<ListQuery, 'cursor' | 'found'>
  term: SearchTerm
  searchIn: CallBody<'chats.search'>['searchIn']
  limits: SearchLimits
  /** Where the walk starts; null: at the top of the list. */
  place: ListCursor | null
  /** The chat in which the call before this one stopped. */
  inChat: SearchCursor | null
  /** Without it the walk continues until a chat is found. */
  mayEndEmpty: boolean
  /** Ends the walk when the caller disconnects. */
  signal?: AbortSignal | undefined
}

type WalkedPage = { found: FoundChats; nextCursor: string | null; searchedBackTo: Date | null }

/** A chat of the list, and how far it has been searched. */
type Look = Place & { before: MessageId | null; hit: MessageId | null; isNamed: boolean; isDone: boolean }

/** Walks along a list and finds the chats that have a common term, in the list's order. */
export async function walkForTerm(walk: Walk): Promise<WalkedPage> {
  const { database, query, limits } = walk
  const found = new Map<ChatId, MessageId | null>()
  let behind = walk.place
  let steps = 0
  const hasFound = (looks: readonly Look[]) => found.size > 0 || firstDone(looks).some(isFound)
  const isSpent = (looks: readonly Look[]) =>
    walk.signal?.aborted || (steps >= limits.stepsPerCall && (walk.mayEndEmpty || hasFound(looks)))

  for (;;) {
    const cursor = behind
    const places = await searchStep(database, (db) =>
      placesOf(db, { ...query, found: null, cursor, limit: limits.chatsAtOnce }),
    )
    const looks = await beginLooks(walk, places)
    do {
      steps += 1
      await lookFurther(walk, looks)
    } while (!looks.every(({ isDone }) => isDone) && !isSpent(looks))

    for (const look of looks) {
      const { chatId, before } = look
      if (!look.isDone && before) {
        return {
          found,
          nextCursor: writeCursor({ place: behind, chatId, before } satisfies SearchCursor),
          searchedBackTo: timeOf(look),
        }
      }
      behind = cursorBehind(look)
      if (isFound(look)) found.set(chatId, look.hit)
      if (found.size === query.limit) {
        return { found, nextCursor: writeCursor(behind), searchedBackTo: timeOf(look) }
      }
    }
    const last = places.at(-1)
    if (!last || !behind || places.length < limits.chatsAtOnce) return { found, nextCursor: null, searchedBackTo: null }
    if (isSpent([])) return { found, nextCursor: writeCursor(behind), searchedBackTo: timeOf(last) }
  }
}

const isFound = ({ hit, isNamed }: Look) => hit !== null || isNamed

function firstDone(looks: readonly Look[]): readonly Look[] {
  const open = looks.findIndex(({ isDone }) => !isDone)
  return open < 0 ? looks : looks.slice(0, open)
}

/** The list is ordered by rank first: only in the last rank does a place in it say how far back the search went. */
const timeOf = ({ rank, lastMessageAt }: Place) => (rank === 0 ? lastMessageAt : null)

async function beginLooks({ database, term, searchIn, inChat }: Walk, places: readonly Place[]): Promise<Look[]> {
  const ids = places.map(({ chatId }) => chatId)
  const named = searchIn === 'messages' ? null : await chatsWithNames(database, term, ids)
  return places.map((place) => ({
    ...place,
    before: inChat?.chatId === place.chatId ? inChat.before : null,
    hit: null,
    isNamed: named?.has(place.chatId) ?? false,
    isDone: searchIn === 'names',
  }))
}

/** Shares one step's messages among the chats that are not yet searched. */
async function lookFurther({ database, term, limits }: Walk, looks: readonly Look[]) {
  const open = looks.filter(({ isDone }) => !isDone)
  if (open.length === 0) return
  const size = Math.max(1, Math.floor(limits.messagesPerStep / open.length))
  const results = await searchStep(database, (db) => searchChats(db, { term, chats: open, size }))
  const byChat = new Map(results.map((result) => [result.chatId, result]))
  for (const look of open) {
    const { hit = null, before = null } = byChat.get(look.chatId) ?? {}
    Object.assign(look, { hit, before, isDone: hit !== null || before === null })
  }
}
