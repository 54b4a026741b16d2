import type { CallBody, ChatCounts, ChatListItem } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'
import { phoneOf } from '../../../tests/phone.ts'
import { createTexting, formOf } from '../../../tests/texting.ts'
import { until } from '../../../tests/until.ts'

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Some messages are scheduled for after it. */
const END_OF_TODAY = hoursFromNow(5)

type Filters = Partial<CallBody<'chats.search'>>

let harness: Harness
let clinic: Clinic
/** Everything that Omar can list, without filters. */
let everything: ChatListItem[]
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  await fill()
  everything = await clinic.omar.get('chats.search', { body: { mode: 'all', limit: 200 } })
})
afterAll(() => harness.close())

/** Chats of every state, assignee and line, read and unread, with failures and unclaimed, with and without Omar. */
async function fill() {
  const { dana, omar, mei, numbers } = clinic
  const texting = createTexting(harness, clinic)
  const snoozeEnd = new Date(Date.now() + 3_600_000)
  const states = [{ state: 'open' }, { state: 'done' }, { state: 'snoozed', until: snoozeEnd }]
  for (const [index, body] of [...states, ...states, ...states, ...states].entries()) {
    const numberId = numbers[index % 2 === 0 ? 0 : 1].id
    const withOmar = index % 7 !== 1
    const name = `Chat ${index}`
    const { chat, phones } = await texting.newChat([name], { numberId, name })
    if (index % 4 === 3) {
      harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: { errorBeforeAccepting: { times: 1 } } })
      await texting.settled(chat, await texting.send(chat, 'Hello', omar))
    } else await texting.send(chat, 'Hello', index % 2 === 0 ? dana : omar)
    const params = { chatId: chat.id }
    if (index % 4 === 2) {
      await dana.get('messages.send', { params, form: formOf('Later', { SendAt: hoursFromNow(3) }) })
      await phones[0]!.send(numbers[index % 2 === 0 ? 0 : 1].number, 'Hello?')
      await until(async () => (await dana.get('chats.get', { params })).returnedCount === 1)
    }
    await dana.get('chats.assign', { params, body: { userId: [null, omar.id, mei.id, dana.id][index % 4] ?? null } })
    if (index % 7 < 2) await mei.get('notes.add', { params, body: { text: '@Omar', mentions: [omar.id] } })
    if (!withOmar) await omar.get('chats.leave', { params })
    if (index % 4 === 0) await omar.call('chats.viewChat', { params })
    await dana.get('chats.setState', { params, body })
    if (index % 5 === 1) {
      await dana.get('messages.send', { params, form: formOf('See you tomorrow.', { SendAt: hoursFromNow(24) }) })
    }
    if (index % 3 === 1) await dana.get('messages.send', { params, form: formOf('Later', { SendAt: hoursFromNow(2) }) })
  }
  for (const name of ['Deleted', 'Deleted without Omar']) {
    const { id: chatId } = await clinic.chat(name, [dana.id, ...(name === 'Deleted' ? [omar.id] : [])])
    await dana.get('chats.delete', { params: { chatId } })
  }
  harness.sandbox.faults.clear()
  await phoneOf(harness.sandbox, '+12025559999').send(texting.frontDesk, 'Anybody there?')
  await until(async () => (await dana.get('chats.search', { body: { unclaimed: true } })).length > 0)
}

const isOmars = ({ members }: ChatListItem) =>
  members.some(({ id, deletedOn }) => id === clinic.omar.id && deletedOn === null)

/** Written independently of the code. */
function matches(
  chat: ChatListItem,
  {
    mode,
    state,
    assigned,
    unread,
    unanswered,
    mentioned,
    attention,
    scheduled,
    returned,
    dueBefore,
    unclaimed,
    numberId,
  }: Filters,
) {
  const assignee = assigned === 'none' ? null : assigned === 'me' ? clinic.omar.id : assigned
  return (
    (mode === 'all' || unclaimed || mentioned || isOmars(chat)) &&
    (!state || chat.state === state) &&
    (assigned === undefined || chat.assignedTo === (assignee as string | null)) &&
    (!unread || chat.unreadCount > 0) &&
    (!unanswered || chat.waitingSince !== null) &&
    (!mentioned || chat.mentionCount > 0) &&
    (!attention || chat.failedCount > 0) &&
    (!scheduled || chat.scheduledCount > 0) &&
    (!returned || chat.returnedCount > 0) &&
    (!dueBefore || (chat.scheduledFor !== null && new Date(chat.scheduledFor) < new Date(dueBefore))) &&
    (!unclaimed || chat.unclaimedCount > 0) &&
    (!numberId || chat.numberId === numberId)
  )
}

const idsOf = (chats: readonly ChatListItem[]) => chats.map(({ name }) => name)
const newestFirst = (chats: readonly ChatListItem[]) =>
  chats.toSorted((a, b) => ((a.lastMessage?.sentOn ?? '') < (b.lastMessage?.sentOn ?? '') ? 1 : -1))

test('every combination of filters finds what a search by hand finds, in its order, page by page', async () => {
  const options = {
    mode: ['my', 'all'],
    state: [undefined, 'open', 'done', 'snoozed'],
    assigned: [undefined, 'me', 'none', clinic.mei.id],
    unread: [false, true],
    attention: [false, true],
    unclaimed: [false, true],
    numberId: [undefined, clinic.numbers[1].id],
  }
  // A chat with both is found by each of these.
  let combinations: Filters[] = [
    {},
    { mentioned: true },
    { unanswered: true },
    { scheduled: true },
    { returned: true },
    { dueBefore: END_OF_TODAY },
  ]
  for (const [name, values] of Object.entries(options)) {
    combinations = combinations.flatMap((filters) => values.map((value) => ({ ...filters, [name]: value })))
  }
  const found = new Set<number>()
  for (const filters of combinations) {
    const wanted = everything.filter((chat) => matches(chat, filters))
    const { mode: _, state: __, numberId: ___, ...others } = filters
    const isByTime = Object.values(others).some(Boolean)
    const pages: ChatListItem[] = []
    let cursor: string | null = null
    do {
      const body: object = { ...filters, limit: 3, ...(cursor && { cursor }) }
      const { data, headers } = await clinic.omar.call('chats.search', { body })
      pages.push(...data)
      cursor = headers.get('x-next-cursor')
    } while (cursor)
    expect([filters, idsOf(pages)]).toEqual([filters, idsOf(isByTime ? newestFirst(wanted) : wanted)])
    found.add(wanted.length)
  }
  expect(found.size).toBeGreaterThan(5)
})

test.for(['my', 'all'] as const)('the counts of filters are what their lists have (%s)', async (mode) => {
  const count = (filters: Filters) => ({
    count: everything.filter((chat) => matches(chat, { state: 'open', mode, ...filters })).length,
    more: false,
  })
  const countInEveryState = (filters: Filters) => ({
    count: everything.filter((chat) => matches(chat, { mode, ...filters })).length,
    more: false,
  })
  const wanted: ChatCounts = {
    unread: count({ unread: true }),
    mentions: {
      count: everything.filter((chat) => matches(chat, { mode: 'all', mentioned: true })).length,
      more: false,
    },
    // Unclaimed chats are everyone's.
    unclaimed: { count: 1, more: false },
    unanswered: count({ unanswered: true }),
    unassigned: count({ assigned: 'none' }),
    assignedToMe: count({ assigned: 'me' }),
    attention: count({ attention: true }),
    scheduled: countInEveryState({ scheduled: true }),
    returned: countInEveryState({ returned: true }),
    dueToday: countInEveryState({ dueBefore: END_OF_TODAY }),
    done: count({ state: 'done' }),
    snoozed: count({ state: 'snoozed' }),
    deleted: { count: mode === 'my' ? 1 : 2, more: false },
    lines: clinic.numbers.map(({ id }) => ({ numberId: id, ...count({ numberId: id }) })),
  }
  expect(
    Object.values(wanted)
      .flat()
      .every((each) => each.count > 0),
  ).toBe(true)
  expect(await clinic.omar.get('chats.counts', { query: { mode, endOfToday: END_OF_TODAY } })).toEqual(wanted)
})

test('a filter by another tenant’s user finds nothing', async () => {
  const { id } = await clinic.stranger.get('users.me')
  expect(await clinic.omar.get('chats.search', { body: { assigned: id } })).toEqual([])
})
