import type { Message, RealtimeEvent } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, patchOf } from '../../tests/hub.ts'
import { until } from '../../tests/until.ts'
import { HELD, openWaitingRoom, SOON_MS } from './tests/waiting-room.ts'
import type { WaitingRoom } from './tests/waiting-room.ts'

let room: WaitingRoom
beforeAll(async () => {
  room = await openWaitingRoom()
})
afterAll(() => room.harness.close())

describe('a scheduled message', () => {
  test('changes nothing in lists, and is sent at its time', async () => {
    const { chat } = await room.texting.newChat(['Kira'])
    const list = async () => {
      const chats = await room.clinic.omar.get('chats.search', { body: { mode: 'all', limit: 200 } })
      return chats.find(({ id }) => id === chat.id)!
    }
    const before = await list()
    const waiting = await room.pend(chat, 'Good morning', room.soon())
    expect(waiting.pending).toMatchObject({ state: 'scheduled', cancelOnReply: true })
    expect(await list()).toEqual({
      ...before,
      version: before.version + 1,
      scheduledCount: 1,
      scheduledFor: waiting.pending?.sendOn,
    })
    const search = { body: { term: 'Good morning' } }
    expect(await room.clinic.omar.get('messages.search', search)).toEqual([])
    room.clock.pass(SOON_MS - 1)
    expect(await room.textsOf(chat)).toEqual([])
    room.pass(1)
    const [message] = await room.texting.messages(chat, 1)
    expect(message).toMatchObject({ id: waiting.id, sentOn: room.clock.now().toISOString() })
    expect(await list()).toMatchObject({
      scheduledCount: 0,
      scheduledFor: null,
      lastMessage: { text: 'Good morning' },
    })
    expect(await room.clinic.omar.get('messages.search', search)).toHaveLength(1)
  })

  test('is not counted in the last event when it is sent', async () => {
    const { chat } = await room.texting.newChat(['Kurt'])
    await room.pend(chat, 'Good evening', room.soon())
    const listener = await listen(room.harness.url, room.clinic.omar)
    room.pass(SOON_MS)
    await room.texting.messages(chat, 1)
    const counts = () =>
      listener
        .events()
        .filter(({ chatId }) => chatId === chat.id)
        .toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0))
        .flatMap(({ data }) => patchOf(data)?.scheduledCount ?? [])
    await until(async () => counts().length >= 2)
    await listener.connection.stop()
    expect(counts().at(-1)).toBe(0)
  })

  test('is returned if a contact writes first, in a group too, unless it is to be sent anyway', async () => {
    const { chat, phones } = await room.texting.newChat(['Lena', 'Lara'])
    await room.pend(chat, 'Any news?', room.soon())
    room.clock.pass(1)
    await room.pend(chat, 'We close at six.', room.soon({ CancelOnReply: 'false' }))
    await room.pend(chat, 'Held', HELD)
    await phones[1]!.send(room.texting.frontDesk, 'Yes!')
    const pending = await room.pendingOnce(chat, (all) => all.some((one) => one.pending?.reason === 'replied'))
    expect(pending.map(({ text, pending: now }) => [text, now?.state, now?.reason])).toEqual([
      ['Held', 'held', null],
      ['Any news?', 'returned', 'replied'],
      ['We close at six.', 'scheduled', null],
    ])
    room.pass(SOON_MS)
    await room.texting.messages(chat, 3)
    expect((await room.textsOf(chat)).toSorted()).toEqual(['Held', 'We close at six.', 'Yes!'])
  })

  test('needs a time in the future, within 120 days', async () => {
    const { chat } = await room.texting.newChat(['Mara'])
    const day = 86_400_000
    for (const [ms, status] of [
      [0, 400],
      [-1, 400],
      [120 * day, 200],
      [120 * day + 1, 400],
    ] as const) {
      const answer = await room.send(chat, 'Hello', { SendAt: room.inFuture(ms) })
      expect([ms, answer.status, Object.keys(answer.error?.errors ?? {})]).toEqual([
        ms,
        status,
        status === 400 ? ['SendAt'] : [],
      ])
    }
    expect((await room.send(chat, 'Hello', { HoldSeconds: '7' })).error?.errors).toHaveProperty('HoldSeconds')
  })

  test('is the answer to a repeated request, also after its time', async () => {
    const { chat } = await room.texting.newChat(['Moni'])
    const at = room.soon()
    const first = await room.pend(chat, 'Hello', at, { key: 'moni' })
    room.pass(SOON_MS)
    await room.texting.messages(chat, 1)
    expect(await room.pend(chat, 'Hello', at, { key: 'moni' })).toMatchObject({ id: first.id })
  })

  test('of a chat are at most a hundred, each of which can be edited', async () => {
    const { chat } = await room.texting.newChat(['Mona'])
    const { id: ReplacesMessageId } = await room.pend(chat, 'Helo', room.soon())
    for (let index = 1; index < 100; index += 1) expect((await room.send(chat, 'Hello', room.soon())).status).toBe(200)
    expect((await room.send(chat, 'Hello', room.soon())).error?.error).toBe('conflict')
    expect((await room.send(chat, 'Edited', room.soon({ ReplacesMessageId }))).status).toBe(200)
    expect((await room.send(chat, 'Hello', room.soon())).error?.error).toBe('conflict')
    const { pending } = await room.opened(chat)
    const texts = pending.map(({ text }) => text)
    expect(texts.toSorted()).toEqual(['Edited', ...Array.from({ length: 99 }, () => 'Hello')])
    for (const message of pending) await room.cancel(chat, message)
    expect(await room.opened(chat)).toMatchObject({ pending: [], scheduledCount: 0 })
  })

  test('is sent before those that were written later for the same time', async () => {
    const { chat } = await room.texting.newChat(['Mia'])
    const at = room.soon()
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    for (const text of texts) {
      await room.pend(chat, text, at)
      room.clock.pass(1)
    }
    expect((await room.opened(chat)).pending.map(({ text }) => text)).toEqual(texts)
    room.pass(SOON_MS)
    await room.texting.messages(chat, texts.length)
    expect(await room.textsOf(chat)).toEqual(texts)
  })

  test('is announced along with the others of its chat, in the order of their times', async () => {
    const { chat } = await room.texting.newChat(['Milo'])
    const listener = await listen(room.harness.url, room.clinic.omar)
    await room.pend(chat, 'Later', { SendAt: room.inFuture(2 * SOON_MS) })
    await room.pend(chat, 'Sooner', room.soon())
    await room.pend(chat, 'First', HELD)
    const { pending, version } = await room.opened(chat)
    expect(pending.map(({ text }) => text)).toEqual(['First', 'Sooner', 'Later'])
    const isLast = (event: RealtimeEvent) => event.chatId === chat.id && event.version === version
    const event = await until(async () => listener.events().find(isLast))
    expect(event.data).toMatchObject({ pending })
    await listener.connection.stop()
    for (const message of pending) await room.cancel(chat, message)
  })

  test('is not sent along with one of its chat that is due before', async () => {
    const { chat } = await room.texting.newChat(['Mika'])
    await room.pend(chat, 'First', room.soon())
    const later = await room.pend(chat, 'Later', { SendAt: room.inFuture(SOON_MS + 60_000) })
    room.pass(SOON_MS)
    await room.texting.messages(chat, 1)
    const { messages, pending } = await room.opened(chat)
    expect([messages.map(({ text }) => text), pending]).toEqual([['First'], [later]])
    await room.cancel(chat, later)
  })

  test('is deleted when it is canceled', async () => {
    const { chat } = await room.texting.newChat(['Nora'])
    const waiting = await room.pend(chat, 'Hello', room.soon())
    expect((await room.cancel(chat, waiting)).data.text).toBe('Hello')
    expect(await room.opened(chat)).toMatchObject({ pending: [], scheduledCount: 0 })
    expect((await room.cancel(chat, waiting)).error?.error).toBe('not-found')
  })

  test('is replaced by an edited one, all or nothing', async () => {
    const { chat } = await room.texting.newChat(['Olga'])
    const waiting = await room.pend(chat, 'Helo', room.soon())
    const ReplacesMessageId = waiting.id
    expect((await room.send(chat, '', room.soon({ ReplacesMessageId }))).status).toBe(400)
    expect((await room.send(chat, 'Mine', room.soon({ ReplacesMessageId }), { by: room.clinic.omar })).status).toBe(403)
    expect((await room.opened(chat)).pending).toEqual([waiting])
    await room.pend(chat, 'Hello', room.soon({ ReplacesMessageId }))
    expect((await room.opened(chat)).pending.map(({ text }) => text)).toEqual(['Hello'])
    expect((await room.send(chat, 'Hello?', { ReplacesMessageId })).error?.error).toBe('not-found')
    room.pass(SOON_MS)
    const [sent] = await room.texting.messages(chat, 1)
    const late = await room.send(chat, 'Hello!', { ReplacesMessageId: sent!.id })
    expect(late.error?.error).toBe('already-sent')
    expect(await room.textsOf(chat)).toEqual(['Hello'])
  })

  test('is sent now or at another time, as it was written', async () => {
    const { chat } = await room.texting.newChat(['Pia'])
    const waiting = await room.pend(chat, 'Hello', room.soon({ CancelOnReply: 'false' }))
    const params = { chatId: chat.id, messageId: waiting.id }
    const later = await room.clinic.dana.get('messages.reschedule', {
      params,
      body: { sendAt: room.inFuture(2 * SOON_MS) },
    })
    expect(later).toMatchObject({
      id: waiting.id,
      text: 'Hello',
      pending: { state: 'scheduled', sendOn: room.inFuture(2 * SOON_MS), cancelOnReply: false },
    })
    const again = { params: { chatId: chat.id, messageId: later.id }, body: { sendAt: null } }
    expect((await room.clinic.omar.call('messages.reschedule', again)).status).toBe(403)
    expect(await room.clinic.dana.get('messages.reschedule', again)).not.toHaveProperty('pending')
    expect(await room.textsOf(chat)).toEqual(['Hello'])
    expect((await room.clinic.dana.call('messages.reschedule', again)).status).toBe(409)
  })

  test('is edited and rescheduled only by its author: an Admin can cancel it', async () => {
    const { chat } = await room.texting.newChat(['Petra'])
    const waiting = await room.pend(chat, 'Hello', room.soon(), { by: room.clinic.omar })
    const edit = room.soon({ ReplacesMessageId: waiting.id })
    expect((await room.send(chat, 'Mine', edit)).error?.error).toBe('forbidden')
    const params = { chatId: chat.id, messageId: waiting.id }
    const reschedule = await room.clinic.dana.call('messages.reschedule', { params, body: { sendAt: null } })
    expect(reschedule.error?.error).toBe('forbidden')
    expect((await room.opened(chat)).pending).toEqual([waiting])
    expect((await room.cancel(chat, waiting)).status).toBe(200)
  })

  test('is in the list of all of the tenant, page by page, which no other tenant sees', async () => {
    const texts = ['First', 'Second', 'Third']
    const { chat } = await room.texting.newChat(['Quinn'])
    for (const [index, text] of texts.entries())
      await room.pend(chat, text, { SendAt: room.inFuture((index + 1) * 1_000) })
    // An undone message is a draft.
    await room.cancel(chat, await room.pend(chat, 'Undone', HELD))
    const own = (all: readonly { chatId: string; message: Message }[]) =>
      all.filter(({ chatId }) => chatId === chat.id).map(({ message }) => message.text)
    expect(own(await room.clinic.mei.get('messages.scheduled', { query: { limit: 200 } }))).toEqual(texts)
    const all = await room.clinic.mei.get('messages.scheduled', { query: { limit: 200 } })
    const first = all.findIndex(({ message }) => message.text === 'First')
    const page = await room.clinic.mei.get('messages.scheduled', { query: { after: all[first]!.message.id, limit: 1 } })
    expect(page).toEqual([all[first + 1]])
    expect(all[first]).toMatchObject({ chatName: 'Quinn' })
    expect(await room.clinic.stranger.get('messages.scheduled')).toEqual([])
    for (const message of (await room.opened(chat)).pending) await room.cancel(chat, message)
  })
})

test('a message that is more than an hour late waits for someone to confirm it, and a reply returns it', async () => {
  const { chat: late } = await room.texting.newChat(['Uma'])
  const { chat: inTime } = await room.texting.newChat(['Ute'])
  const { chat: answered, phones } = await room.texting.newChat(['Ulla'])
  await room.pend(late, 'Hello', room.soon())
  await room.pend(answered, 'Any news?', room.soon())
  await room.pend(inTime, 'Hello', { SendAt: room.inFuture(SOON_MS + 1_000) })
  await room.harness.restart(async () => room.clock.pass(3_600_000 + SOON_MS + 500))
  await room.signInAgain('dana')
  await room.texting.messages(inTime, 1)
  const [waiting] = await room.pendingOnce(late, (all) => all[0]?.pending?.state === 'late')
  expect(await room.textsOf(late)).toEqual([])
  const params = { chatId: late.id, messageId: waiting!.id }
  await room.clinic.dana.get('messages.reschedule', { params, body: { sendAt: null } })
  expect(await room.textsOf(late)).toEqual(['Hello'])
  await room.pendingOnce(answered, (all) => all[0]?.pending?.state === 'late')
  await phones[0]!.send(room.texting.frontDesk, 'Yes!')
  expect((await room.returnedOnce(answered)).pending).toMatchObject({ reason: 'replied', owner: room.clinic.dana.id })
})
