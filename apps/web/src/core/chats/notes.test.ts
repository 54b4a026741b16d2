import type { Note, RealtimeEvent } from '@partyline/contract'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  chatId,
  MARTAS_MEMBER,
  ME,
  notesChanged,
  sampleChat,
  sampleItem,
  sampleMessage,
  sampleNote,
  TENANT,
} from '../tests/sample-chats.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import type { NotePages } from './note-pages.ts'
import { createSampleBrowser, MY_LIST } from './tests/sample-browser.ts'
import type { SampleBrowser } from './tests/sample-browser.ts'

const NOTES = queryKeys.chats.notes(chatId(1))
const MENTIONS = queryKeys.chats.list({ mode: 'my', term: '', listFilters: ['mentions'] })
const ALL_LIST = queryKeys.chats.list({ mode: 'all', term: '' })

let browser: SampleBrowser
beforeEach(() => {
  browser = createSampleBrowser()
})

const cacheNotes = (...notes: Note[]) =>
  browser.client.setQueryData<NotePages>(NOTES, { pages: [notes], pageParams: [null] })
const texts = () =>
  browser.client
    .getQueryData<NotePages>(NOTES)
    ?.pages.flat()
    .map(({ text }) => text)
const isStale = (key: Parameters<SampleBrowser['client']['getQueryState']>[0]) =>
  browser.client.getQueryState(key)?.isInvalidated
const mentionCount = () => [browser.caches.opened(chatId(1))?.mentionCount, browser.list()[0]?.mentionCount]

describe('an event about notes', () => {
  it('adds and replaces notes of a chat whose notes are loaded', () => {
    cacheNotes(sampleNote(1), sampleNote(2))
    browser.updates.receive([notesChanged(1, 4, [sampleNote(1, { version: 3, text: 'Edited' }), sampleNote(4)])])
    expect(texts()).toEqual(['Edited', 'Note 2', 'Note 4'])
    browser.updates.receive([notesChanged(2, 1, [sampleNote(5)])])
    expect(browser.client.getQueryData(queryKeys.chats.notes(chatId(2)))).toBeUndefined()
  })

  it('changes nothing of a chat but its mention count', () => {
    browser.cacheList(MY_LIST, sampleItem(1, { unreadCount: 2 }))
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    const before = [browser.list()[0], browser.caches.opened(chatId(1))]
    browser.updates.receive([notesChanged(1, 1, [sampleNote(1)], { [ME]: 1 })])
    const after = [browser.list()[0], browser.caches.opened(chatId(1))]
    expect(after).toEqual(before.map((chat) => ({ ...chat, mentionCount: 1 })))
  })

  it('leaves the objects of a chat alone if it is about mentions of others', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    const before = [browser.list()[0], browser.caches.opened(chatId(1))]
    browser.updates.receive([notesChanged(1, 1, [sampleNote(1)], { [sampleNote(1).createdBy]: 1 })])
    expect([browser.list()[0], browser.caches.opened(chatId(1))].map((chat, at) => chat === before[at])).toEqual([
      true,
      true,
    ])
  })

  it('is ignored for the count if a newer one came before', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    cacheNotes()
    browser.updates.receive([
      notesChanged(1, 6, [sampleNote(2)], { [ME]: 2 }),
      notesChanged(1, 5, [sampleNote(1)], { [ME]: 1 }),
    ])
    expect(mentionCount()).toEqual([2, 2])
    expect(texts()).toEqual(['Note 1', 'Note 2'])
  })

  it('moves a chat into the list of mentions, and out of it, without a request', async () => {
    browser.cacheList(MENTIONS)
    browser.cacheList(ALL_LIST, sampleItem(1, { members: [MARTAS_MEMBER] }))
    browser.cacheList(MY_LIST)
    const mentioned = () => browser.list(MENTIONS).map((item) => item.mentionCount)
    browser.updates.receive([notesChanged(1, 1, [], { [ME]: 1 })])
    expect(mentioned()).toEqual([1])
    expect(browser.list()).toEqual([])
    browser.updates.receive([notesChanged(1, 1, [], { [ME]: 0 })])
    expect(mentioned()).toEqual([])
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it('adds a chat to no list but those of mentions, and makes none stale', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.cacheList(ALL_LIST)
    browser.updates.receive([notesChanged(1, 1, [], { [ME]: 1 })])
    await browser.runDebounced()
    expect(browser.list(ALL_LIST)).toEqual([])
    expect([MY_LIST, ALL_LIST].map(isStale)).toEqual([false, false])
  })

  it('makes the lists stale if none has the chat, and only for a mention', async () => {
    browser.cacheList(MENTIONS)
    browser.updates.receive([notesChanged(1, 1, [sampleNote(1)], { [ME]: 0 }), notesChanged(2, 1, [sampleNote(1)])])
    await browser.runDebounced()
    expect(isStale(MENTIONS)).toBe(false)
    browser.updates.receive([notesChanged(1, 2, [sampleNote(2)], { [ME]: 1 })])
    await browser.runDebounced()
    expect(isStale(MENTIONS)).toBe(true)
  })

  it('counts again what the filters find if the count changes', async () => {
    const counts = queryKeys.chats.counts('all', '2026-11-25T05:00:00.000Z')
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.client.setQueryData(counts, {})
    browser.updates.receive([notesChanged(1, 1, [sampleNote(1)])])
    await browser.runDebounced()
    expect(isStale(counts)).toBe(false)
    browser.updates.receive([notesChanged(1, 2, [], { [ME]: 1 })])
    await browser.runDebounced()
    expect(isStale(counts)).toBe(true)
  })

  it('has the notes that mention this person fetched again where they may be other ones', () => {
    const key = queryKeys.chats.unseenMentions
    const isStaleAfter = (event: RealtimeEvent) => {
      browser.client.setQueryData(key, [])
      browser.updates.receive([event])
      return isStale(key)
    }
    browser.cacheList(MY_LIST, sampleItem(1), sampleItem(2))
    expect(isStaleAfter(notesChanged(2, 1, [sampleNote(1)]))).toBe(false)
    expect(isStaleAfter(notesChanged(1, 1, [sampleNote(1)], { [ME]: 1 }))).toBe(true)
    expect(isStaleAfter(notesChanged(1, 2, [sampleNote(1, { text: 'Edited' })]))).toBe(true)
    expect(isStaleAfter(notesChanged(1, 3, [], { [ME]: 0 }))).toBe(true)
    expect(isStaleAfter(notesChanged(1, 4, [sampleNote(2)]))).toBe(false)
  })

  it('without data fetches the notes again, and the chat', async () => {
    const hint: RealtimeEvent = {
      tenantId: TENANT,
      area: 'Notes',
      kind: 'NotesChanged',
      chatId: chatId(1),
      version: null,
      data: null,
    }
    const chat = sampleChat(1, [sampleMessage(1)])
    browser.open(chat)
    cacheNotes()
    browser.onServer.set(chat.id, { ...chat, mentionCount: 3 })
    browser.updates.receive([hint])
    await browser.runDebounced()
    expect(isStale(NOTES)).toBe(true)
    expect(browser.caches.opened(chatId(1))?.mentionCount).toBe(3)
  })

  it('is not undone by a list that was on its way', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    const { promise: response, resolve: respond } = Promise.withResolvers<unknown>()
    const fetching = browser.client.fetchQuery({ queryKey: MY_LIST, queryFn: () => response })
    const stop = browser.updates.start()
    browser.updates.receive([notesChanged(1, 1, [], { [ME]: 1 })])
    respond({ pages: [{ items: [sampleItem(1)], next: null, endsUnread: false }], pageParams: [null] })
    await fetching
    expect(browser.list()[0]?.mentionCount).toBe(1)
    stop()
  })

  it('during the first request for notes has them fetched once more', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<Note[]>()
    const responses = [response, Promise.resolve([sampleNote(1), sampleNote(2)])]
    const observer = new InfiniteQueryObserver(browser.client, {
      queryKey: NOTES,
      queryFn: () => responses.shift()!,
      initialPageParam: null,
      getNextPageParam: () => null,
    })
    const stop = observer.subscribe(() => undefined)
    browser.updates.receive([notesChanged(1, 2, [sampleNote(2)])])
    await browser.runDebounced()
    respond([sampleNote(1)])
    await expect.poll(texts).toEqual(['Note 1', 'Note 2'])
    stop()
  })
})

it('takes a note from a response, as its event would', () => {
  cacheNotes(sampleNote(1))
  browser.caches.withNotes(chatId(1), [sampleNote(2)])
  expect(texts()).toEqual(['Note 1', 'Note 2'])
})
