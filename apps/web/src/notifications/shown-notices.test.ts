import type { ChatId } from '@partyline/contract'
import { beforeEach, expect, it } from 'vitest'
import { createShownNotices } from './shown-notices.ts'

const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const OTHER_CHAT = '019a0000-0000-7000-8000-0000000000bb' as ChatId

let unread: Map<ChatId, number>
let closed: string[]
let shown: ReturnType<typeof createShownNotices>
beforeEach(() => {
  unread = new Map()
  closed = []
  shown = createShownNotices((chatId) => unread.get(chatId) ?? 0)
})

function add(tag: string, ...chatIds: ChatId[]) {
  shown.add({ tag, chatIds }, () => closed.push(tag))
}

function read(chatId: ChatId, count = 0) {
  unread.set(chatId, count)
  shown.takeBackRead()
}

it('are taken back once their chat is read, and only once', () => {
  unread.set(CHAT, 2)
  unread.set(OTHER_CHAT, 1)
  add('one', CHAT)
  add('other', OTHER_CHAT)
  read(CHAT, 1)
  expect(closed).toEqual([])
  read(CHAT)
  shown.takeBack(CHAT)
  expect(closed).toEqual(['one'])
})

it('of several chats stay until all are read', () => {
  unread.set(CHAT, 1)
  unread.set(OTHER_CHAT, 1)
  add('both', CHAT, OTHER_CHAT)
  read(CHAT)
  expect(closed).toEqual([])
  read(OTHER_CHAT)
  expect(closed).toEqual(['both'])
})

it('of a chat where nothing is unread, such as an assignment, stay until it is seen', () => {
  add('assigned', CHAT)
  shown.takeBackRead()
  expect(closed).toEqual([])
  shown.takeBack(CHAT)
  expect(closed).toEqual(['assigned'])
})

it('stay if what they are about is counted only later', () => {
  add('early', CHAT)
  read(CHAT, 1)
  expect(closed).toEqual([])
  read(CHAT)
  expect(closed).toEqual(['early'])
})

it('of the same tag are replaced, as the browser does', () => {
  unread.set(CHAT, 1)
  add('same', CHAT, OTHER_CHAT)
  add('same', OTHER_CHAT)
  read(CHAT)
  expect(closed).toEqual([])
  shown.takeBack(OTHER_CHAT)
  expect(closed).toEqual(['same'])
})
