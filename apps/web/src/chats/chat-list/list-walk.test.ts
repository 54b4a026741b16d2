import type { ChatId, ChatListItem } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { chatId, sampleItem, sampleMessage } from '../sample-chats.ts'
import { inListOrder } from './list-order.ts'
import { keptPlaces } from './list-walk.ts'

/** A list through which somebody goes. */
function listOf(...items: ChatListItem[]) {
  const held = new Map(items.map((item) => [item.id, item]))
  let openedId: ChatId | null = null
  let kept: ReturnType<typeof keptPlaces> = new Map()

  function draw(goesOn = true) {
    kept = keptPlaces(kept, { items: [...held.values()], openedId, goesOn: goesOn && openedId !== null })
  }
  const change = (id: ChatId, parts: Partial<ChatListItem>) => void held.set(id, { ...held.get(id)!, ...parts })
  const shown = () => inListOrder([...held.values()], kept).map(({ name }) => name)

  return {
    shown,
    /** Opens a chat, which is read at once. */
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
    lookElsewhere: () => draw(false),
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
/** Three that wait, the newest of which is the third, and two that do not. */
const waitingList = () => listOf(unread(1), unread(2), unread(3), sampleItem(4), sampleItem(5))

const AS_IT_WAS = ['Chat 3', 'Chat 2', 'Chat 1', 'Chat 5', 'Chat 4']

describe('the places of chats', () => {
  it('stay as they are while somebody goes through those that wait', () => {
    const list = waitingList()
    expect(list.shown()).toEqual(AS_IT_WAS)
    for (const index of [3, 2, 1, 5]) {
      list.open(index)
      expect(list.shown()).toEqual(AS_IT_WAS)
    }
  })

  it('stay when the person answers on the way', () => {
    const list = waitingList()
    list.open(3)
    list.open(2)
    list.send(2, 30)
    expect(list.shown()).toEqual(AS_IT_WAS)
  })

  it('follow what a chat says of itself once the chat is closed', () => {
    const list = waitingList()
    list.open(3)
    list.open(2)
    list.close()
    expect(list.shown()).toEqual(['Chat 1', 'Chat 5', 'Chat 4', 'Chat 3', 'Chat 2'])
  })

  it('do so too when the person looks elsewhere, but for the chat that is still open', () => {
    const list = waitingList()
    list.open(3)
    list.open(2)
    list.lookElsewhere()
    expect(list.shown()).toEqual(['Chat 2', 'Chat 1', 'Chat 5', 'Chat 4', 'Chat 3'])
  })

  it('change for a chat in which something new waits', () => {
    const list = waitingList()
    list.open(3)
    list.open(2)
    list.receive(4, 20)
    expect(list.shown()).toEqual(['Chat 4', 'Chat 3', 'Chat 2', 'Chat 1', 'Chat 5'])
    list.receive(3, 21)
    expect(list.shown()).toEqual(['Chat 3', 'Chat 4', 'Chat 2', 'Chat 1', 'Chat 5'])
    list.receive(2, 22)
    expect(list.shown()).toEqual(['Chat 2', 'Chat 3', 'Chat 4', 'Chat 1', 'Chat 5'])
  })

  it('are the list’s own where nothing waited: an answer brings its chat up', () => {
    const list = listOf(sampleItem(1), sampleItem(2), sampleItem(3))
    list.open(1)
    list.send(1, 30)
    expect(list.shown()).toEqual(['Chat 1', 'Chat 3', 'Chat 2'])
  })
})
