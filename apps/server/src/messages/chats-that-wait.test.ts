import { WEEKDAYS } from '@partyline/contract'
import type { CallBody, Chat, SharedChat } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen, patchOf } from '../../tests/hub.ts'
import type { Listener } from '../../tests/hub.ts'
import type { Phone } from '../../tests/phone.ts'
import { until } from '../../tests/until.ts'
import { HELD, HOLD_MS, openWaitingRoom, SOON_MS } from './tests/waiting-room.ts'
import type { WaitingRoom } from './tests/waiting-room.ts'

const HOUR_MS = 3_600_000
const NOTHING = { returned: 0, due: 0 }

let room: WaitingRoom
let listener: Listener
let chat: Chat
let phones: Phone[]
beforeAll(async () => {
  room = await openWaitingRoom()
  listener = await listen(room.harness.url, room.clinic.omar)
})
afterAll(async () => {
  await listener.connection.stop()
  await room.harness.close()
})
beforeEach(async () => {
  ;({ chat, phones } = await room.texting.newChat(['Rosa']))
})
afterEach(async () => {
  for (const message of (await room.opened(chat)).pending) await room.cancel(chat, message)
})

/** How many chats both filters find and list, where the day ends in an hour. */
async function found(client: Client = room.clinic.omar): Promise<typeof NOTHING> {
  const endOfToday = room.inFuture(HOUR_MS)
  const counts = await client.get('chats.counts', { query: { mode: 'all', endOfToday } })
  const listed = await Promise.all(
    [{ returned: true }, { dueBefore: endOfToday }].map((body) => client.get('chats.search', { body })),
  )
  const lengths = listed.map(({ length }) => length)
  expect([counts.returned, counts.dueToday]).toEqual(lengths.map((count) => ({ count, more: false })))
  return { returned: counts.returned.count, due: counts.dueToday.count }
}

/** Fields of the chat, which its events say, too. */
async function fieldsOf<Name extends keyof SharedChat>(...names: Name[]): Promise<Pick<SharedChat, Name>> {
  const { version, ...opened } = await room.opened(chat)
  const upToVersion = await until(async () => {
    const events = listener.events().filter((event) => event.chatId === chat.id && (event.version ?? 0) <= version)
    return events.some((event) => event.version === version) && events
  })
  const inOrder = upToVersion.toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0))
  const told = Object.assign({}, ...inOrder.map(({ data }) => patchOf(data)))
  const shown = {} as Pick<SharedChat, Name>
  for (const name of names) shown[name] = opened[name]
  expect(told).toMatchObject(shown)
  return shown
}
const fields = () => fieldsOf('returnedCount', 'scheduledFor')

test('a chat is due with its next scheduled message, until that is sent', async () => {
  const later = room.inFuture(2 * HOUR_MS)
  const sooner = room.inFuture(SOON_MS)
  await room.pend(chat, 'Later', { SendAt: later })
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: later })
  expect(await found()).toEqual(NOTHING)
  await room.pend(chat, 'Held', HELD)
  await room.pend(chat, 'Sooner', { SendAt: sooner })
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: sooner })
  expect(await found()).toEqual({ returned: 0, due: 1 })
  expect(await found(room.clinic.stranger)).toEqual(NOTHING)
  room.pass(SOON_MS)
  await room.texting.messages(chat, 2)
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: later })
  expect(await found()).toEqual(NOTHING)
})

test('a chat is no longer due if its message gets another time or is canceled', async () => {
  const message = await room.pend(chat, 'Hello', room.soon())
  expect(await found()).toEqual({ returned: 0, due: 1 })
  const body = { sendAt: room.inFuture(3 * HOUR_MS) }
  const moved = await room.clinic.dana.get('messages.reschedule', {
    params: { chatId: chat.id, messageId: message.id },
    body,
  })
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: body.sendAt })
  expect(await found()).toEqual(NOTHING)
  await room.cancel(chat, moved)
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: null })
})

test('a returned message counts until someone sends or discards it, in a chat of any state', async () => {
  await room.pend(chat, 'Sent again', room.soon())
  await room.pend(chat, 'Discarded', room.soon())
  await phones[0]!.send(room.texting.frontDesk, 'Any news?')
  const [first, second] = await room.pendingOnce(chat, (all) =>
    all.every(({ pending }) => pending?.reason === 'replied'),
  )
  expect(await fields()).toEqual({ returnedCount: 2, scheduledFor: null })
  await room.clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state: 'done' } })
  expect(await fields()).toEqual({ returnedCount: 2, scheduledFor: null })
  expect(await found()).toEqual({ returned: 1, due: 0 })
  expect(await found(room.clinic.stranger)).toEqual(NOTHING)
  await room.send(chat, 'Sent again', { ReplacesMessageId: first!.id })
  expect(await fields()).toEqual({ returnedCount: 1, scheduledFor: null })
  await room.cancel(chat, second!)
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: null })
  expect(await found()).toEqual(NOTHING)
})

test('a message that its author took back does not count', async () => {
  await room.cancel(chat, await room.pend(chat, 'Hello', HELD))
  expect((await room.opened(chat)).pending).toMatchObject([{ pending: { state: 'returned', reason: 'undone' } }])
  expect(await fields()).toEqual({ returnedCount: 0, scheduledFor: null })
  expect(await found()).toEqual(NOTHING)
})

test('without the end of a day, that of the day in UTC counts', async () => {
  const due = async () => (await room.clinic.omar.get('chats.counts')).dueToday.count
  const before = await due()
  const tomorrow = Date.parse(room.inFuture(24 * HOUR_MS).slice(0, 10))
  await room.pend(chat, 'Hello', { SendAt: new Date(tomorrow).toISOString() })
  expect(await due()).toBe(before)
  await room.pend(chat, 'Hello', { SendAt: new Date(tomorrow - 1).toISOString() })
  expect(await due()).toBe(before + 1)
})

// The last one, because sessions have ended by then.
test('a late message waits for a decision and counts, too', async () => {
  await room.pend(chat, 'Hello', room.soon())
  room.pass(SOON_MS + 2 * HOUR_MS)
  await room.signInAgain('dana')
  await room.signInAgain('omar')
  await room.pendingOnce(chat, ([message]) => message?.pending?.state === 'late')
  expect(await room.opened(chat)).toMatchObject({ returnedCount: 1, scheduledFor: null })
  expect(await found()).toEqual({ returned: 1, due: 0 })
  await listener.connection.stop()
  listener = await listen(room.harness.url, room.clinic.omar)
  const next = room.soon()
  await room.pend(chat, 'Hello?', next)
  expect(await fields()).toEqual({ returnedCount: 1, scheduledFor: next.SendAt })
})

describe('a chat waits for an answer', () => {
  const unanswered = { unanswered: true, state: 'open', limit: 200 } as const
  const waitingSince = async () => (await fieldsOf('waitingSince')).waitingSince
  const sentOn = async (text: string) =>
    (await room.opened(chat)).messages.find((message) => message.text === text)?.sentOn
  /** Once it is in the chat. */
  async function receive(text: string) {
    await phones[0]!.send(room.texting.frontDesk, text)
    await until(() => sentOn(text))
  }

  test('from the first text until someone’s reply is sent', async () => {
    expect(await waitingSince()).toBeNull()
    await room.texting.settled(chat, await room.texting.send(chat, 'Hello'))
    expect(await waitingSince()).toBeNull()
    await receive('Are you open?')
    const first = await sentOn('Are you open?')
    expect(await waitingSince()).toBe(first)
    await receive('Anyone?')
    expect(await waitingSince()).toBe(first)
    await room.clinic.omar.get('notes.add', { params: { chatId: chat.id }, body: { text: 'Who answers?' } })
    await room.pend(chat, 'Yes', HELD)
    expect(await waitingSince()).toBe(first)
    room.pass(HOLD_MS)
    await until(() => sentOn('Yes'))
    expect(await waitingSince()).toBeNull()
    await receive('Thanks!')
    expect(await waitingSince()).toBe(await sentOn('Thanks!'))
  })

  test('until it is done, or again after Undo', async () => {
    const set = (state: 'done' | 'open') =>
      room.clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state } })
    await receive('Thanks!')
    await set('done')
    await set('open')
    expect(await waitingSince()).toBe(await sentOn('Thanks!'))
    await set('done')
    await receive('One more thing')
    expect(await waitingSince()).toBe(await sentOn('One more thing'))
  })

  test('no matter what is sent automatically, or cannot be sent', async () => {
    const { dana, numbers } = room.clinic
    const week = Object.fromEntries(WEEKDAYS.map((day) => [day, []]))
    const change = (awayReply: string | null) =>
      dana.get('settings.updateHours', {
        params: { numberId: numbers[0].id },
        body: { awayReply, hours: awayReply === null ? null : { timeZone: 'UTC', week, holidays: null } },
      })
    await change('We are closed.')
    await receive('Hello?')
    const first = await sentOn('Hello?')
    await until(() => sentOn('We are closed.'))
    expect(await waitingSince()).toBe(first)
    await change(null)
    await receive('STOP')
    await room.texting.send(chat, 'Sorry!')
    expect(await waitingSince()).toBe(first)
  })

  test('not after a STOP alone', async () => {
    await receive('STOP')
    expect(await waitingSince()).toBeNull()
  })

  test('and is found by the filter while it is open', async () => {
    const found = async () => {
      const counts = await room.clinic.omar.get('chats.counts', { query: { mode: 'all' } })
      const listed = await room.clinic.omar.get('chats.search', { body: unanswered })
      expect(counts.unanswered.count).toBe(listed.length)
      return listed.some(({ id }) => id === chat.id)
    }
    const set = (body: CallBody<'chats.setState'>) =>
      room.clinic.omar.get('chats.setState', { params: { chatId: chat.id }, body })
    expect(await found()).toBe(false)
    await receive('Hello?')
    expect(await found()).toBe(true)
    await set({ state: 'snoozed', until: room.inFuture(HOUR_MS) })
    expect(await found()).toBe(false)
    await set({ state: 'done' })
    expect(await found()).toBe(false)
    await set({ state: 'open' })
    expect(await found()).toBe(true)
  })
})
