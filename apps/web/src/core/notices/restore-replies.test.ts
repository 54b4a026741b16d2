import type { Chat } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { createDrafts } from '../drafts.ts'
import {
  chatId,
  MARTAS_MEMBER,
  ME,
  MY_MEMBER,
  pendingMessage,
  sampleChat,
  sampleMessage,
} from '../tests/sample-chats.ts'
import { DANA } from '../tests/sample-messages.ts'
import { createKeptReplies } from './kept-replies.ts'
import { restoreReplies } from './restore-replies.ts'
import { createFakeCaches } from './tests/fake-caches.ts'

const CHAT = chatId(1)
const AT = Date.parse('2026-11-20T09:30:00.000Z')
const place = { owner: ME, chatId: CHAT }

describe('replies that were not sent', () => {
  let fake: ReturnType<typeof createFakeCaches>
  let drafts: ReturnType<typeof createDrafts>
  let chat: Chat | number
  let requests: number
  const now = () => AT + 60_000

  beforeEach(() => {
    fake = createFakeCaches()
    drafts = createDrafts({ owner: ME, storageFor: () => null, release: () => undefined })
    chat = sampleChat(1, [sampleMessage(1)])
    requests = 0
  })

  const keep = (text: string, { key = text, at = AT, heldUntil = 0, owner = ME } = {}) =>
    createKeptReplies({ caches: fake.caches, now }).keep({ ...place, owner }, { key, text, at, heldUntil })

  async function restore() {
    const call = async () => {
      requests += 1
      if (typeof chat === 'number') throw new ApiError({ status: chat, body: null, headers: new Headers() })
      return chat
    }
    await restoreReplies(
      { caches: fake.caches, now, api: { call } as unknown as Pick<Api, 'call'>, drafts, me: ME },
      CHAT,
    )
    return drafts.of(CHAT).text
  }

  it('go into the composer once, in their order, as a text', async () => {
    drafts.setMode(CHAT, 'note')
    await keep('Second', { at: AT + 1_000 })
    await keep('First')
    expect(await restore()).toBe('First\nSecond')
    expect([drafts.of(CHAT).mode, fake.size()]).toEqual(['text', 0])
    drafts.clear(CHAT)
    expect(await restore()).toBe('')
  })

  it('wait while something else is being written', async () => {
    await keep('On my way')
    drafts.write(CHAT, 'Something newer')
    expect([await restore(), fake.size()]).toEqual(['Something newer', 1])
    drafts.clear(CHAT)
    expect(await restore()).toBe('On my way')
  })

  it('wait while they are being sent', async () => {
    await keep('On my way', { heldUntil: now() + 1 })
    expect([await restore(), fake.size()]).toEqual(['', 1])
  })

  it('are not for someone else', async () => {
    await keep('Secret', { owner: DANA })
    expect([await restore(), fake.size()]).toEqual(['', 1])
  })

  it('cost no request if there are none', async () => {
    await restore()
    expect(requests).toBe(0)
  })

  it.each<[string, () => Chat | number]>([
    ['is deleted', () => sampleChat(1, [], { archived: true })],
    ['is deleted and unclaimed', () => sampleChat(1, [], { archived: true, members: [MARTAS_MEMBER] })],
    ['is gone', () => 404],
    [
      'is one in which the person may not write',
      () => sampleChat(1, [], { members: [MARTAS_MEMBER, { ...MY_MEMBER, id: DANA }] }),
    ],
  ])('stay if the chat %s', async (_, change) => {
    await keep('On my way')
    chat = change()
    await restore().catch(() => undefined)
    expect([drafts.of(CHAT).text, fake.size()]).toEqual(['', 1])
  })

  it('go into the composer of an unclaimed chat', async () => {
    await keep('On my way')
    chat = sampleChat(1, [], { members: [MARTAS_MEMBER] })
    expect(await restore()).toBe('On my way')
  })

  it('are forgotten if they were sent after all', async () => {
    await keep('On my way ')
    chat = sampleChat(1, [sampleMessage(31, { sentBy: ME, text: 'On my way' })])
    expect([await restore(), fake.size()]).toEqual(['', 0])
    await keep('Message 31')
    chat = sampleChat(1, [], { pending: [pendingMessage(31, 'held')] })
    expect([await restore(), fake.size()]).toEqual(['', 0])
  })

  it('are not confused with the same text of someone else, or of before', async () => {
    await keep('Yes')
    chat = sampleChat(1, [sampleMessage(31, { text: 'Yes' }), sampleMessage(20, { sentBy: ME, text: 'Yes' })])
    expect(await restore()).toBe('Yes')
  })
})
