import type { Mention, Note } from '@partyline/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { chatId, ME, noteId, sampleChat, sampleNote } from '../tests/sample-chats.ts'
import { createChatCaches } from './chat-caches.ts'
import { createMentionTracker } from './mention-tracker.ts'
import { openedFrom } from './opened-chat.ts'

const CHAT = chatId(1)

let reported: string[][]
let isDown: boolean
let caches: ReturnType<typeof createChatCaches>
let tracker: ReturnType<typeof createMentionTracker>
let client: QueryClient

function open(mentionCount: number) {
  client.setQueryData(queryKeys.chats.opened(CHAT), openedFrom(undefined, sampleChat(1, [], { mentionCount })))
}

beforeEach(() => {
  reported = []
  isDown = false
  client = new QueryClient()
  const fetch: typeof globalThis.fetch = async (_path, init) => {
    reported.push((JSON.parse(init?.body as string) as { noteIds: string[] }).noteIds)
    return isDown ? Response.json({ message: 'Busy.' }, { status: 503 }) : new Response(null, { status: 204 })
  }
  const api = createApi({ fetch, base: '', tokens: SAMPLE_TOKENS })
  caches = createChatCaches({ client, me: ME })
  tracker = createMentionTracker({ api, caches, me: ME, chatId: CHAT })
})

const mentioning = (index: number, parts: Partial<Note> = {}) =>
  sampleNote(index, { mentions: [ME as string as Mention], ...parts })
const count = () => caches.opened(CHAT)?.mentionCount
/** Lets requests be sent and answered. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

it('reports the mentions on screen together, each once, and counts the others', async () => {
  open(3)
  tracker.changed([mentioning(1), mentioning(2), sampleNote(3), mentioning(4, { mentions: ['everyone'] })])
  tracker.setInFront(true)
  tracker.setOnScreen([noteId(2), noteId(3), noteId(4)])
  tracker.setOnScreen([noteId(2), noteId(4)])
  await settled()
  expect(reported).toEqual([[noteId(2), noteId(4)]])
  expect(count()).toBe(1)
  tracker.setOnScreen([noteId(1), noteId(2)])
  await settled()
  expect(reported.slice(1)).toEqual([[noteId(1)]])
  expect(count()).toBe(0)
})

it('reports nothing while the chat is behind, nor of its own notes, nor once all are seen', async () => {
  open(1)
  tracker.changed([mentioning(1), mentioning(2, { createdBy: ME })])
  tracker.setOnScreen([noteId(1), noteId(2)])
  await settled()
  expect(reported).toEqual([])
  tracker.setInFront(true)
  await settled()
  expect(reported).toEqual([[noteId(1)]])
  tracker.changed([mentioning(1), mentioning(3)])
  tracker.setOnScreen([noteId(3)])
  await settled()
  expect(reported).toHaveLength(1)
})

it('reports a mention that arrives on screen', async () => {
  open(0)
  tracker.setInFront(true)
  tracker.setOnScreen([noteId(1)])
  open(1)
  tracker.changed([mentioning(1)])
  await settled()
  expect(reported).toEqual([[noteId(1)]])
})

it('keeps the count for the newest, of which the server has not heard', async () => {
  open(1)
  tracker.changed([mentioning(1), mentioning(2)])
  tracker.setInFront(true)
  tracker.setOnScreen([noteId(1)])
  expect(count()).toBe(1)
  tracker.setOnScreen([noteId(2)])
  expect(count()).toBe(0)
})

it('reports again what the server could not take, once the count is back', async () => {
  open(1)
  isDown = true
  tracker.changed([mentioning(1)])
  tracker.setInFront(true)
  tracker.setOnScreen([noteId(1)])
  await settled()
  isDown = false
  open(1)
  tracker.changed([mentioning(1)])
  await settled()
  expect(reported).toEqual([[noteId(1)], [noteId(1)]])
})
