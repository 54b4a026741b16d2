import type { ChatId } from '@partyline/contract'
import { beforeEach, expect, it } from 'vitest'
import { createNewChatDrafts, isEmptyChat } from './new-chat-draft.ts'
import { newRecipient } from './recipients.ts'

const [ONE, OTHER] = ['new-1', 'new-2'] as [ChatId, ChatId]
const ANNA = newRecipient('+12025550142', 'Anna Bell')
const BOB = newRecipient('+12025550143', 'Bob Bell')

let stored: Map<string, string>
let now: number
const create = (owner = 'me') =>
  createNewChatDrafts({
    owner,
    storage: {
      get length() {
        return stored.size
      },
      key: (at) => [...stored.keys()][at] ?? null,
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
      clear: () => stored.clear(),
    },
    now: () => (now += 1),
  })

beforeEach(() => {
  stored = new Map()
  now = 0
})

it('keeps each new chat apart, so that none begins with what is in another', () => {
  const drafts = create()
  drafts.of(ONE).choose({ recipients: [ANNA] })
  expect(drafts.of(OTHER).current().recipients).toEqual([])
  drafts.of(OTHER).change({ written: 'bo' })
  expect([...create().all().keys()]).toEqual([OTHER, ONE])
  expect([...create('someone else').all()]).toEqual([])
})

it('forgets one that was sent or discarded, also in another tab', () => {
  const [drafts, otherTab] = [create(), create()]
  drafts.of(ONE).choose({ recipients: [ANNA] })
  otherTab.changedElsewhere({ key: [...stored.keys()][0] ?? '' })
  expect(otherTab.of(ONE).current().recipients).toEqual([ANNA])
  drafts.of(ONE).clear()
  otherTab.changedElsewhere({ key: 'partyline.newChat.me.new-1' })
  expect([...otherTab.all()]).toEqual([])
})

it('asks anew about the relay once a second phone has left', () => {
  const store = create().of(ONE)
  store.choose({ recipients: [ANNA, BOB] })
  store.change({ relay: false })
  store.choose({ numberId: null })
  expect(store.current().relay).toBe(false)
  store.choose({ recipients: [ANNA] })
  expect(store.current().relay).toBeNull()
})

it('is empty without recipients, text, and files', () => {
  const nothing = { text: ' ', files: [] }
  expect(isEmptyChat({ recipients: [], written: '' }, nothing)).toBe(true)
  expect(isEmptyChat({ recipients: [ANNA], written: '' }, nothing)).toBe(false)
  expect(isEmptyChat({ recipients: [], written: 'an' }, nothing)).toBe(false)
  expect(isEmptyChat({ recipients: [], written: '' }, { text: 'Hello', files: [] })).toBe(false)
})
