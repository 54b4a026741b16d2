import type { ChatId, ChatListItem } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { chatId, sampleItem, sampleMessage } from '../../core/tests/sample-chats.ts'
import { inListOrder } from '../../core/chats/list-order.ts'
import { keptPlaces } from './list-walk.ts'

/** A chat list whose chats the user opens in turn. */
function listOf(...items: ChatListItem[]) {
  const chats = new Map(items.map((item) => [item.id, item]))
  let openedId: ChatId | null = null
  let kept: ReturnType<typeof keptPlaces> = new Map()

  function draw(goesOn = true) {
    kept = keptPlaces(kept, {
      items: [...chats.values()],
      order: 'unreadFirst',
      openedId,
      goesOn: goesOn && openedId !== null,
    })
  }
  const change = (id: ChatId, parts: Partial<ChatListItem>) => void chats.set(id, { ...chats.get(id)!, ...parts })
  const shown = () => inListOrder([...chats.values()], 'unreadFirst', kept).map(({ name }) => name)

  return {
    shown,
    /** Opens a chat and reads it. */
    open(index: number) {
      openedId = chatId(index)
      draw()
      change(openedId, { unreadCount: 0 })
      draw()
    },
    close() {
      openedId = null
      draw()
    },
    leaveWindow: () => draw(false),
    receive(index: number, minute: number) {
      change(chatId(index), { unreadCount: 1, lastMessage: sampleMessage(minute) })
      draw()
      if (openedId === chatId(index)) this.open(index)
    },
    send(index: number, minute: number) {
      change(chatId(index), { lastMessage: sampleMessage(minute) })
      draw()
    },
  }
}

const unread = (index: number) => sampleItem(index, { unreadCount: 1 })
/** Three unread chats, the third the newest, and two read ones. */
const unreadList = () => listOf(unread(1), unread(2), unread(3), sampleItem(4), sampleItem(5))

const INITIAL_ORDER = ['Chat 3', 'Chat 2', 'Chat 1', 'Chat 5', 'Chat 4']

describe('chat order', () => {
  it('stays the same while the user opens one chat after another', () => {
    const list = unreadList()
    expect(list.shown()).toEqual(INITIAL_ORDER)
    for (const index of [3, 2, 1, 5]) {
      list.open(index)
      expect(list.shown()).toEqual(INITIAL_ORDER)
    }
  })

  it('stays the same when the user replies on the way', () => {
    const list = unreadList()
    list.open(3)
    list.open(2)
    list.send(2, 30)
    expect(list.shown()).toEqual(INITIAL_ORDER)
  })

  it('is updated once the chat is closed', () => {
    const list = unreadList()
    list.open(3)
    list.open(2)
    list.close()
    expect(list.shown()).toEqual(['Chat 1', 'Chat 5', 'Chat 4', 'Chat 3', 'Chat 2'])
  })

  it('is updated when the user leaves the window, except for the open chat', () => {
    const list = unreadList()
    list.open(3)
    list.open(2)
    list.leaveWindow()
    expect(list.shown()).toEqual(['Chat 2', 'Chat 1', 'Chat 5', 'Chat 4', 'Chat 3'])
  })

  it('moves a chat with a new message up', () => {
    const list = unreadList()
    list.open(3)
    list.open(2)
    list.receive(4, 20)
    expect(list.shown()).toEqual(['Chat 4', 'Chat 3', 'Chat 2', 'Chat 1', 'Chat 5'])
    list.receive(3, 21)
    expect(list.shown()).toEqual(['Chat 3', 'Chat 4', 'Chat 2', 'Chat 1', 'Chat 5'])
    list.receive(2, 22)
    expect(list.shown()).toEqual(['Chat 2', 'Chat 3', 'Chat 4', 'Chat 1', 'Chat 5'])
  })

  it('moves a chat up on a reply if nothing was unread', () => {
    const list = listOf(sampleItem(1), sampleItem(2), sampleItem(3))
    list.open(1)
    list.send(1, 30)
    expect(list.shown()).toEqual(['Chat 1', 'Chat 3', 'Chat 2'])
  })
})
