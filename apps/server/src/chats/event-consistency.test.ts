import { message } from '@partyline/contract'
import type { ChatListItem, Delivery, MemberId, Message, MessageId, RealtimeEvent, UserId } from '@partyline/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'
import type { Listener } from '../../tests/hub.ts'

// For every change: applying the announced events to the former list produces the current list.

const PHONES = ['+12025550131', '+12025550132']

let harness: Harness
let clinic: Clinic
let everybody: MemberId[]
let users: UserId[]
let people: { person: Clinic['dana']; listener: Listener }[]
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  const phones = [await clinic.contact('Pat', PHONES[0] ?? ''), await clinic.contact('Quinn', PHONES[1] ?? '')].map(
    ({ memberId }) => memberId,
  )
  const team = [clinic.dana, clinic.omar, clinic.mei]
  users = team.map(({ id }) => id as string as UserId)
  everybody = [...team.map(({ id }) => id), ...phones]
  people = await Promise.all(team.map(async (person) => ({ person, listener: await listen(harness.url, person) })))
})
afterAll(async () => {
  await Promise.all(people.map(({ listener }) => listener.connection.stop()))
  await harness.close()
})

const freshList = (person: Clinic['dana']) => person.get('chats.search', { body: { limit: 200 } })

/** Commits of one chat are in order, but their events can arrive out of order. */
function inOrder(events: readonly RealtimeEvent[]): EventWithData[] {
  return events
    .filter(({ area }) => area !== 'Settings')
    .map((event) => {
      if (event.version === null) throw new Error(`${event.kind} came without data.`)
      return event
    })
    .toSorted((a, b) => a.version - b.version)
}

type ChatList = Map<string, ChatListItem>
type EventWithData = Extract<RealtimeEvent, { version: number }>

/** Applies an event as a client does. */
function apply(list: ChatList, event: EventWithData, me: MemberId) {
  const { chatId, version, data } = event
  const item = list.get(chatId)
  if (item && version <= item.version) return
  if (item && version > item.version + 1) throw new Error(`${event.kind}: from version ${item.version} to ${version}.`)
  const unreadCount = data.unreadCounts[me] ?? item?.unreadCount ?? 0
  if (event.kind === 'ChatArchived') list.delete(chatId)
  else if (item || !(event.kind === 'DeliveryStatusUpdated' || 'pending' in data)) {
    const whole = event.kind === 'MessageAddedToChat' && !item ? { members: event.data.members } : {}
    const personal = { unreadCount, mentionCount: 0, notify: 'mine', hit: null } as const
    const after = { ...item, ...whole, ...data.patch, ...personal, id: chatId, version } as ChatListItem
    // Statuses still move on in a chat that was deleted.
    if (item || !after.archived)
      list.set(chatId, { ...after, lastMessage: lastMessageAfter(item?.lastMessage ?? null, event) })
  }
}

/** Whether a client that has not loaded the chat learns its unread count from the event of a message. */
function tellsUnread(event: EventWithData, me: MemberId): boolean {
  if (event.kind !== 'MessageAddedToChat') return false
  return event.data.unreadCounts[me] !== undefined || !event.data.members.some(({ id }) => id === me)
}

function lastMessageAfter(last: Message | null, { kind, data }: EventWithData): Message | null {
  if ('pending' in data) return last
  if (kind === 'MessageAddedToChat') return !last || data.message.id >= last.id ? data.message : last
  if (kind !== 'DeliveryStatusUpdated') return data.lastMessage
  if (!last) return null
  const isAboutLast = ({ messageId }: { messageId: MessageId }) => messageId === last.id
  const changed = data.changed.filter(isAboutLast)
  const gone = new Set([...changed, ...data.removed.filter(isAboutLast)].map(({ memberId }) => memberId))
  const kept = last.delivery.filter(({ memberId }) => !gone.has(memberId))
  return message.parse({ ...last, delivery: [...kept, ...changed] })
}

/** The last message has fewer delivery records than the chat has enabled members: docs/product.md#the-list */
function hasUnreadBy({ lastMessage, members }: ChatListItem): boolean {
  return lastMessage !== null && lastMessage.delivery.length < members.filter(({ disabled }) => !disabled).length
}

/** The list, independent of the order of chats and of records. */
function comparable(list: Iterable<ChatListItem>) {
  const byMember = (a: Delivery, b: Delivery) => (a.memberId < b.memberId ? -1 : 1)
  return [...list]
    .map((item) => ({
      ...item,
      members: item.members.filter(({ deletedOn }) => deletedOn === null),
      lastMessage: item.lastMessage && { ...item.lastMessage, delivery: item.lastMessage.delivery.toSorted(byMember) },
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const step = fc.record({
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constant('say' as const) },
    { weight: 4, arbitrary: fc.constantFrom('create', 'update', 'phone', 'view', 'unread') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('join', 'leave', 'read', 'remove', 'delete', 'restore', 'finish', 'snooze', 'assign'),
    },
  ),
  who: fc.nat({ max: 2 }),
  chat: fc.nat({ max: 4 }),
  /** A bit for each possible member. */
  members: fc.integer({ min: 1, max: 31 }),
  other: fc.nat({ max: 1_000 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Runs one step. Refusals by the rules are expected, other errors are not. */
async function play({ what, who, chat, members, other }: Step) {
  const person = people[who]?.person ?? clinic.dana
  const chats = await freshList(person)
  const chosen = chats[chat % Math.max(chats.length, 1)]
  const memberIds = everybody.filter((_, index) => members & (1 << index))
  const numberId = clinic.numbers[other % 2 === 0 ? 0 : 1].id
  const wanted = { numberId, name: `Chat ${other}`, memberIds, moveMembers: other % 3 === 0, relay: other % 5 > 0 }
  const deleted = what === 'restore' ? await person.get('chats.search', { body: { enabled: false } }) : []
  const params = { chatId: chosen?.id ?? '', memberId: everybody[other % everybody.length] ?? '' }
  const messageIds = chosen?.lastMessage ? [chosen.lastMessage.id] : []

  if (what === 'phone') {
    const text = { to: clinic.numbers[other % 2 === 0 ? 0 : 1].number, text: `From a phone ${other}` }
    const phone = encodeURIComponent(PHONES[who % 2] ?? '')
    const sent = await fetch(`${harness.sandbox.url}/sandbox/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(text),
    })
    if (!sent.ok) throw new Error(`The phone could not send: ${sent.status}`)
    return
  }
  const form = new FormData()
  form.set('Message', `Text ${other}`)
  const marking = { params, body: { messageIds, asRead: what === 'read' } }
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const calls = {
    finish: () => person.call('chats.setState', { params, body: { state: other % 4 === 0 ? 'open' : 'done' } }),
    snooze: () => person.call('chats.setState', { params, body: { state: 'snoozed', until } }),
    assign: () => person.call('chats.assign', { params, body: { userId: users[other % (users.length + 1)] ?? null } }),
    create: () => person.call('chats.create', { body: wanted }),
    say: () => person.call('messages.send', { params, form }),
    view: () => person.call('chats.viewChat', { params }),
    read: () => person.call('chats.viewMessages', marking),
    unread: () => person.call('chats.viewMessages', marking),
    update: () => person.call('chats.update', { params, body: wanted }),
    join: () => person.call('chats.join', { params }),
    leave: () => person.call('chats.leave', { params }),
    remove: () => person.call('chats.removeMember', { params }),
    delete: () => person.call('chats.delete', { params }),
    restore: () => person.call('chats.restore', { params: { chatId: deleted[other % deleted.length]?.id ?? '' } }),
  }
  const { status } = await calls[what]()
  if (![200, 204, 400, 403, 404, 409].includes(status)) throw new Error(`${what} answered ${status}.`)
}

test('applying the announced events to the former list produces the current list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async (steps) => {
      const before = await Promise.all(people.map(({ person }) => freshList(person)))
      for (const one of steps) await play(one)
      await vi.waitFor(
        async () => {
          for (const [index, { person, listener }] of people.entries()) {
            const list: ChatList = new Map(before[index]?.map((item) => [item.id, item]))
            for (const event of inOrder(listener.events())) apply(list, event, person.id)
            const now = await freshList(person)
            expect(comparable(list.values())).toEqual(comparable(now))
            const learned: ChatList = new Map()
            for (const event of inOrder(listener.events())) {
              if (learned.has(event.chatId) || tellsUnread(event, person.id)) apply(learned, event, person.id)
            }
            expect(comparable(learned.values())).toEqual(comparable(now.filter(({ id }) => learned.has(id))))
            expect(now.map(({ hasUnread }) => hasUnread)).toEqual(now.map(hasUnreadBy))
            const unread = now.filter(({ state, unreadCount }) => state === 'open' && unreadCount > 0)
            expect(await person.get('chats.unreadTotal')).toEqual({
              chats: unread.length,
              messages: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
            })
          }
        },
        { timeout: 10_000, interval: 50 },
      )
    }),
    { numRuns: 6, endOnFailure: true },
  )
}, 300_000)
