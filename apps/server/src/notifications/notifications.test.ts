import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chat, LastNotification, NotificationReason, PushPayload } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import type { PushSubscription } from '@partyline/sandbox'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { endSharedApp } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import type { Phone } from '../../tests/phone.ts'
import { until } from '../../tests/until.ts'
import { openDatabase } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

const SECOND = 1_000
const clock = createMovingClock()
let harness: OwnHarness
let clinic: Clinic
let texting: Texting

beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

/** A chat of Dana and Omar with Ann, and a device of Omar that gets push. Everyone is there, and has read everything. */
let chat: Chat
let ann: Phone
let device: PushSubscription
const devices: { client: Client; id: string }[] = []
beforeEach(async () => {
  await removeDevices()
  // Their tokens are valid for ten minutes, and the clock goes fast here.
  for (const [login, person] of [
    ['dana', clinic.dana],
    ['omar', clinic.omar],
    ['mei', clinic.mei],
  ] as const) {
    Object.assign(person, await harness.signIn(`${login}@lakeside.example`))
  }
  const { chat: opened, phones } = await texting.newChat(['Ann'])
  chat = opened
  ann = phones[0]!
  device = await subscribe(clinic.omar)
})

async function removeDevices(): Promise<void> {
  for (const { client, id } of devices.splice(0)) await client.call('push.remove', { params: { deviceId: id } })
}

async function subscribe(client: Client, choice: 'mine' | 'all' = 'mine'): Promise<PushSubscription> {
  const subscription = harness.sandbox.push.subscribe()
  const { id } = await client.get('push.add', { body: { ...subscription, choice } })
  devices.push({ client, id })
  return subscription
}

const params = () => ({ chatId: chat.id })
const setMine = (client: Client, body: object) => client.get('notifications.update', { body })
/** The notifications about the chat that a device received. */
const pushed = (on = device) =>
  harness.sandbox.push
    .messages(on.endpoint)
    .map(({ payload }) => payload as PushPayload)
    .filter((payload) => JSON.stringify(payload).includes(chat.id))

/** Ann texts; returns when the text is in the chat. */
async function text(words = 'Hello'): Promise<void> {
  const before = (await texting.messagesOf(chat)).length
  await ann.send(texting.frontDesk, words)
  await texting.messages(chat, before + 1)
}

/** The latest decision about a person, as soon as it is about this chat and another than before. */
async function decided(client: Client, work: () => Promise<unknown> | void): Promise<LastNotification> {
  const before = await lastOf(client)
  await work()
  return until(async () => {
    const last = await lastOf(client)
    return last && last.at !== before?.at && last.chatId === chat.id && last
  })
}
const lastOf = async (client: Client) => (await client.get('notifications.get')).last

const notificationsCheck = async () =>
  (await clinic.dana.get('diagnostics.run')).checks.find(({ id }) => id === 'notifications')

async function reasonAfter(ms: number, client: Client = clinic.omar): Promise<NotificationReason> {
  return (await decided(client, () => clock.pass(ms))).reason
}

describe('a text', () => {
  test('is pushed after 30 seconds, with IDs only, once', async () => {
    await text('I am HIV positive')
    clock.pass(20 * SECOND)
    expect(pushed()).toEqual([])
    expect(await reasonAfter(11 * SECOND)).toBe('unassigned')
    const [message] = await texting.messagesOf(chat)
    await until(async () => pushed().length > 0)
    expect(pushed()).toEqual([{ kind: 'text', chatId: chat.id, itemId: message?.id, count: 1 }])
    const [received] = harness.sandbox.push.messages(device.endpoint)
    expect(received).toMatchObject({ topic: chat.id.replaceAll('-', ''), urgency: 'high', ttl: 43_200 })
    clock.pass(60 * SECOND)
    await text('Next')
    await reasonAfter(31 * SECOND)
    await until(async () => pushed().length > 1)
    expect(pushed().at(-1)).toMatchObject({ kind: 'text', count: 2 })
  })

  test('is not pushed if it was read', async () => {
    await text()
    await clinic.omar.get('chats.viewChat', { params: params() })
    expect(await reasonAfter(31 * SECOND)).toBe('read')
    expect(pushed()).toEqual([])
  })

  test('is not pushed if a page has shown it', async () => {
    await text()
    const [message] = await texting.messagesOf(chat)
    await clinic.omar.get('notifications.shown', { body: { itemIds: [message!.id] } })
    const last = await decided(clinic.omar, () => clock.pass(31 * SECOND))
    expect(last).toMatchObject({ reason: 'unassigned', told: true, channel: 'page', chatName: 'Ann', kind: 'text' })
    expect(pushed()).toEqual([])
  })

  test('is not pushed to its author', async () => {
    await texting.send(chat, 'We are open', clinic.omar)
    await reasonAfter(31 * SECOND, clinic.dana)
    expect(pushed()).toEqual([])
  })

  test('twenty of them are one push, which counts', async () => {
    for (let nth = 1; nth <= 20; nth += 1) await text(`Text ${nth}`)
    await reasonAfter(31 * SECOND)
    await until(async () => pushed().length > 0)
    expect(pushed()).toMatchObject([{ kind: 'text', count: 20 }])
  })

  test('concerns whom the chat is assigned to, and all if that person is away', async () => {
    await clinic.dana.get('chats.assign', { params: params(), body: { userId: clinic.dana.id } })
    await text()
    expect(await reasonAfter(31 * SECOND)).toBe('assignedToColleague')
    await setMine(clinic.dana, { pausedUntil: new Date(clock.now().getTime() + 3_600_000).toISOString() })
    await text()
    expect(await reasonAfter(31 * SECOND)).toBe('assigneeAway')
    await setMine(clinic.dana, { pausedUntil: null })
    await until(async () => pushed().length > 0)
    expect(pushed()).toMatchObject([{ kind: 'text', count: 2 }])
  })

  test('is not told to who is muted, paused, or out of hours', async () => {
    await clinic.omar.get('chats.setNotify', { params: params(), body: { notify: 'none' } })
    await text()
    expect(await reasonAfter(31 * SECOND)).toBe('muted')
    await clinic.omar.get('chats.setNotify', { params: params(), body: { notify: 'all' } })
    await setMine(clinic.omar, { workingHours: NEVER })
    await text()
    expect(await reasonAfter(31 * SECOND)).toBe('outOfHours')
    await setMine(clinic.omar, {
      workingHours: null,
      pausedUntil: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    })
    await text()
    expect(await reasonAfter(31 * SECOND)).toBe('paused')
    await setMine(clinic.omar, { pausedUntil: null })
    expect(pushed()).toEqual([])
  })

  test('of a chat of others is pushed to a device that wants all chats', async () => {
    const all = await subscribe(clinic.mei, 'all')
    await text()
    expect(await reasonAfter(31 * SECOND, clinic.mei)).toBe('allChats')
    await until(async () => pushed(all).length > 0)
    await text()
    await clinic.omar.get('chats.viewChat', { params: params() })
    expect(await reasonAfter(31 * SECOND)).toBe('read')
    await until(async () => pushed(all).length > 1)
    expect(pushed(all)).toMatchObject([{ kind: 'text' }, { kind: 'read', chatIds: [chat.id] }])
  })
})

const NEVER = {
  timeZone: 'UTC',
  week: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
}

describe('what does not wait', () => {
  test('a mention, also out of hours, unless it was seen', async () => {
    await setMine(clinic.omar, { workingHours: NEVER })
    const mention = () =>
      clinic.dana.get('notes.add', { params: params(), body: { text: '@Omar', mentions: [clinic.omar.id] } })
    const note = await mention()
    expect(await reasonAfter(4 * SECOND)).toBe('mentioned')
    await until(async () => pushed().length > 0)
    expect(pushed()).toEqual([{ kind: 'mention', chatId: chat.id, itemId: note.id, count: 1 }])
    await mention()
    await clinic.omar.get('notes.view', { params: params(), body: {} })
    expect(await reasonAfter(4 * SECOND)).toBe('read')
    await setMine(clinic.omar, { workingHours: null })
  })

  test('an assignment by a colleague, not by oneself', async () => {
    const assign = (by: Client) => by.get('chats.assign', { params: params(), body: { userId: clinic.omar.id } })
    await assign(clinic.dana)
    expect(await reasonAfter(4 * SECOND)).toBe('assigned')
    await until(async () => pushed().length > 0)
    expect(pushed()).toMatchObject([{ kind: 'assigned', chatId: chat.id, count: 1 }])
    await clinic.dana.get('chats.assign', { params: params(), body: { userId: null } })
    await assign(clinic.omar)
    await text()
    expect(await reasonAfter(31 * SECOND)).toBe('yours')
    await until(async () => pushed().length > 1)
    expect(pushed().map(({ kind }) => kind)).toEqual(['assigned', 'text'])
  })

  test('a message that was returned', async () => {
    const until10 = new Date(clock.now().getTime() + 600 * SECOND).toISOString()
    const form = new FormData()
    form.set('Message', 'See you at ten')
    form.set('SendAt', until10)
    await clinic.omar.get('messages.send', { params: params(), form })
    await text('Wait')
    expect(await reasonAfter(4 * SECOND)).toBe('notSent')
    await until(async () => pushed().length > 0)
    expect(pushed()).toMatchObject([{ kind: 'notSent', chatId: chat.id }])
  })

  test('the end of a snooze', async () => {
    const snooze = { state: 'snoozed', until: new Date(clock.now().getTime() + 60 * SECOND).toISOString() }
    await clinic.dana.get('chats.setState', { params: params(), body: snooze })
    clock.pass(61 * SECOND)
    await until(async () => (await clinic.omar.get('chats.get', { params: params() })).state === 'open')
    expect(await reasonAfter(4 * SECOND)).toBe('unassigned')
    await until(async () => pushed().length > 0)
    expect(pushed()).toMatchObject([{ kind: 'snoozeEnded', chatId: chat.id }])
  })
})

describe('without a device, in Teams', () => {
  beforeEach(() => removeDevices())
  const feed = () =>
    harness.sandbox.teams.feed('omar@lakeside.example').filter(({ webUrl }) => webUrl.includes(chat.id))

  test('a text after two minutes, without its words, name, or number', async () => {
    await text('I am HIV positive')
    expect((await decided(clinic.omar, () => clock.pass(31 * SECOND))).channel).toBe('teams')
    expect(feed()).toEqual([])
    clock.pass(90 * SECOND)
    const [item] = await until(async () => feed().length > 0 && feed())
    expect(item).toMatchObject({
      activityType: 'unread',
      text: 'Partyline: 1 unread',
      preview: 'Open the chat to read it.',
    })
    expect(JSON.stringify(item)).not.toMatch(/HIV|Ann|1202558/)
    expect(item?.webUrl).toContain(encodeURIComponent(JSON.stringify({ subEntityId: `chat:${chat.id}` })))
    expect(pushed()).toEqual([])
  })

  test('not what was read in the meantime', async () => {
    await text()
    await reasonAfter(31 * SECOND)
    await clinic.omar.get('chats.viewChat', { params: params() })
    clock.pass(91 * SECOND)
    await text('Next')
    await reasonAfter(31 * SECOND)
    clock.pass(91 * SECOND)
    const items = await until(async () => feed().length > 0 && feed())
    expect(items.map(({ text: words }) => words)).toEqual(['Partyline: 1 unread'])
  })

  test('a mention and an assignment at once, not for someone who turned Teams off', async () => {
    await clinic.dana.get('notes.add', { params: params(), body: { text: '@Omar', mentions: [clinic.omar.id] } })
    await reasonAfter(4 * SECOND)
    await until(async () => feed()[0]?.activityType === 'mentioned')
    await clinic.dana.get('chats.assign', { params: params(), body: { userId: clinic.omar.id } })
    await reasonAfter(4 * SECOND)
    await until(async () => feed()[0]?.activityType === 'assigned')
    await setMine(clinic.omar, { teams: false })
    await clinic.dana.get('notes.add', { params: params(), body: { text: '@Omar', mentions: [clinic.omar.id] } })
    expect(await reasonAfter(4 * SECOND)).toBe('off')
    await setMine(clinic.omar, { teams: true })
  })

  test('what a device that is gone did not get', async () => {
    const gone = await subscribe(clinic.omar)
    harness.sandbox.push.setFault(gone.endpoint, { fault: 'expire' })
    await text()
    await reasonAfter(31 * SECOND)
    await until(async () => (await clinic.omar.get('push.list')).length === 0)
    clock.pass(91 * SECOND)
    expect(await until(async () => feed().length > 0 && feed())).toMatchObject([{ activityType: 'unread' }])
  })

  test('where Teams refuses it, nothing more for an hour, and then again', async () => {
    const isInstalled = (installed: boolean) => harness.sandbox.teams.setInstalled('omar@lakeside.example', installed)
    const mention = async () => {
      await clinic.dana.get('notes.add', { params: params(), body: { text: '@Omar', mentions: [clinic.omar.id] } })
      await reasonAfter(4 * SECOND)
    }
    isInstalled(false)
    await mention()
    await until(async () => (await lastOf(clinic.omar))?.reason === 'notDelivered')
    await until(async () => (await notificationsCheck())?.state === 'warning')
    isInstalled(true)
    await mention()
    expect(feed()).toEqual([])
    clock.pass(3_600 * SECOND)
    Object.assign(clinic.omar, await harness.signIn('omar@lakeside.example'))
    Object.assign(clinic.dana, await harness.signIn('dana@lakeside.example'))
    await mention()
    await until(async () => feed().length > 0)
    await until(async () => (await notificationsCheck())?.state === 'passed')
  })
})

describe('a push service', () => {
  test.each(['throttle', 'failing'] as const)('%s: is asked again later', async (fault) => {
    harness.sandbox.push.setFault(device.endpoint, { fault, retryAfter: 30 })
    await text()
    await reasonAfter(31 * SECOND)
    await until(async () => harness.sandbox.push.attempts(device.endpoint) === 1)
    harness.sandbox.push.setFault(device.endpoint, { fault: null })
    await until(async () => {
      clock.pass(10 * SECOND)
      return pushed().length > 0
    })
    expect(harness.sandbox.push.attempts(device.endpoint)).toBe(2)
  })

  test('that hangs delays no one else', async () => {
    const other = await subscribe(clinic.dana)
    harness.sandbox.push.setFault(device.endpoint, { fault: 'hang' })
    await text()
    await reasonAfter(31 * SECOND)
    expect(await until(async () => pushed(other).length > 0 && pushed(other))).toMatchObject([{ kind: 'text' }])
    harness.sandbox.push.setFault(device.endpoint, { fault: null })
  })
})

test('a chat that can’t be decided about delays no other, is tried again, and is given up', async () => {
  const { chat: broken, phones } = await texting.newChat(['Bea'])
  await clinic.mei.get('chats.join', { params: { chatId: broken.id } })
  const textBroken = async () => {
    const before = (await texting.messagesOf(broken)).length
    await phones[0]!.send(texting.frontDesk, 'Hello')
    await texting.messages(broken, before + 1)
  }
  const pushedBroken = () =>
    harness.sandbox.push.messages(device.endpoint).filter(({ payload }) => JSON.stringify(payload).includes(broken.id))
  // A time zone that the system no longer knows.
  const setHours = (hours: object | null) =>
    harness.restart(() =>
      withDatabase((db) =>
        sql`update users set working_hours = ${hours && JSON.stringify(hours)}::jsonb where user_id = ${clinic.mei.id}`.execute(
          db,
        ),
      ),
    )
  const unknownZone = { ...NEVER, timeZone: 'Atlantis/Poseidonis' }

  await setHours(unknownZone)
  await textBroken()
  await text()
  expect(await reasonAfter(31 * SECOND)).toBe('unassigned')
  expect(pushedBroken()).toEqual([])
  await setHours(null)
  await until(async () => pushedBroken().length > 0)

  await setHours(unknownZone)
  await textBroken()
  clock.pass(540 * SECOND)
  Object.assign(clinic.omar, await harness.signIn('omar@lakeside.example'))
  Object.assign(clinic.dana, await harness.signIn('dana@lakeside.example'))
  await text()
  expect(await reasonAfter(91 * SECOND)).toBe('unassigned')
  expect(await leftNotices(broken)).toBe(0)
  await setHours(null)
})

test('a suspended tenant gets nothing, and its devices end', async () => {
  await text()
  await harness.restart(() => withDatabase((db) => sql`update tenants set suspended = true`.execute(db)))
  clock.pass(91 * SECOND)
  await until(async () => (await clinic.dana.call('chats.search', { body: {} })).status === 200)
  clock.pass(91 * SECOND)
  await harness.restart(() => withDatabase((db) => sql`update tenants set suspended = false`.execute(db)))
  expect(await (await harness.signIn('omar@lakeside.example')).get('push.list')).toEqual([])
  expect(harness.sandbox.push.attempts(device.endpoint)).toBe(0)
  devices.length = 0
})

/** How many notices of a chat wait. */
async function leftNotices({ id }: Chat): Promise<number | undefined> {
  let count: number | undefined
  await harness.restart(() =>
    withDatabase(async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from notices where chat_id = ${id}`.execute(db)
      count = rows[0]?.count
    }),
  )
  return count
}

/** While the app is stopped: the embedded database belongs to one process. */
async function withDatabase(work: (db: Queries) => Promise<unknown>): Promise<void> {
  const { DATABASE_URL, DATA_DIR = '' } = harness.settings
  const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => {})
  try {
    await work(database.queries)
  } finally {
    await database.close()
  }
}
