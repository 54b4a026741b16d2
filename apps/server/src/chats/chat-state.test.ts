import type { CallBody, ChatId, ChatListItem, UserId } from '@partyline/contract'
import { STATE_TEXTS } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const clock = createMovingClock()
let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

const SNOOZE_MS = 300_000
const inFuture = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const idOf = (id: string) => id as UserId

const stateOf = async ({ id }: { id: ChatId }): Promise<ChatListItem> => {
  const chats = await clinic.dana.get('chats.search', { body: { mode: 'all', limit: 200 } })
  const chat = chats.find((candidate) => candidate.id === id)
  if (!chat) throw new Error(`The chat ${id} is not listed.`)
  return chat
}
const setState = (chat: { id: ChatId }, body: CallBody<'chats.setState'>, by: Client = clinic.dana) =>
  by.get('chats.setState', { params: { chatId: chat.id }, body })
const assign = (chat: { id: ChatId }, userId: string | null, by: Client = clinic.dana) =>
  by.get('chats.assign', { params: { chatId: chat.id }, body: { userId } })
const changesOf = async (chat: { id: ChatId }) =>
  (await clinic.dana.get('chats.changes', { params: { chatId: chat.id } })).map(
    ({ id: _id, at: _at, ...change }) => change,
  )

describe('the state', () => {
  test('is changed by any enabled user, also by one who is not in the chat', async () => {
    const { chat } = await texting.newChat(['Ada'])
    const done = await setState(chat, { state: 'done' }, clinic.mei)
    expect(done).toMatchObject({ id: chat.id, state: 'done', snoozedUntil: null, version: chat.version + 1 })
    expect(await stateOf(chat)).toMatchObject({ state: 'done', version: chat.version + 1 })
    await setState(chat, { state: 'open' }, clinic.omar)
    expect(await stateOf(chat)).toMatchObject({ state: 'open' })
    expect((await changesOf(chat)).slice(-2)).toEqual([
      { kind: 'done', by: clinic.mei.id },
      { kind: 'reopened', by: clinic.omar.id },
    ])
  })

  test('is announced with the chat and a line for its history', async () => {
    const { chat } = await texting.newChat(['Bea'])
    const listener = await listen(harness.url, clinic.omar)
    const until8 = inFuture(SNOOZE_MS)
    await setState(chat, { state: 'snoozed', until: until8 })
    const event = await until(async () => listener.events().find(({ kind }) => kind === 'ChatUpdated'))
    await listener.connection.stop()
    expect(event).toMatchObject({
      chatId: chat.id,
      version: chat.version + 1,
      data: {
        patch: { state: 'snoozed', snoozedUntil: until8 },
        changes: [{ kind: 'snoozed', until: until8, by: clinic.dana.id }],
      },
    })
  })

  test('changes only from the version that the caller saw, if they name one', async () => {
    const { chat } = await texting.newChat(['Cleo'])
    await setState(chat, { state: 'done' })
    const stale = { params: { chatId: chat.id }, headers: { 'if-match': `"${chat.version}"` } }
    expect(await clinic.omar.call('chats.setState', { ...stale, body: { state: 'open' } })).toMatchObject({
      status: 409,
    })
    const userId = clinic.omar.id
    expect(await clinic.omar.call('chats.assign', { ...stale, body: { userId } })).toMatchObject({ status: 409 })
    expect(await stateOf(chat)).toMatchObject({ state: 'done', assignedTo: null })
  })

  test('raises no version if it stays the same', async () => {
    const { chat } = await texting.newChat(['Dora'])
    expect(await setState(chat, { state: 'open' })).toMatchObject({ version: chat.version })
    expect(await assign(chat, null)).toMatchObject({ version: chat.version })
    expect(await changesOf(chat)).toMatchObject([{ kind: 'created' }])
  })

  test.each<[string, object, string]>([
    ['without a time', { state: 'snoozed' }, STATE_TEXTS.until],
    ['in the past', { state: 'snoozed', until: '2020-01-01T00:00:00Z' }, STATE_TEXTS.past],
    ['for years', { state: 'snoozed', until: '2999-01-01T00:00:00Z' }, STATE_TEXTS.tooFar],
    ['but done', { state: 'done', until: '2999-01-01T00:00:00Z' }, STATE_TEXTS.notSnoozed],
  ])('is not snoozed %s', async (_, body, message) => {
    const { chat } = await texting.newChat(['Ella'])
    const { status, error } = await clinic.dana.call('chats.setState', { params: { chatId: chat.id }, body })
    expect([status, error?.errors?.['until']]).toEqual([400, [message]])
  })

  test('of another tenant’s chat and of an archived chat does not exist', async () => {
    const { chat } = await texting.newChat(['Fay'])
    const wanted = { params: { chatId: chat.id }, body: { state: 'done' } }
    expect((await clinic.stranger.call('chats.setState', wanted)).status).toBe(404)
    await clinic.dana.get('chats.delete', wanted)
    expect((await clinic.dana.call('chats.setState', wanted)).status).toBe(404)
  })
})

describe('a chat that is done or snoozed', () => {
  const finished = async (name: string, state: 'done' | 'snoozed' = 'done') => {
    const { chat, phones } = await texting.newChat([name])
    await setState(chat, state === 'done' ? { state } : { state, until: inFuture(SNOOZE_MS) })
    const [phone] = phones
    if (!phone) throw new Error('There is no phone.')
    return { chat, phone }
  }

  test.each(['done', 'snoozed'] as const)('is opened by an inbound text (%s)', async (state) => {
    const { chat, phone } = await finished(`Gil ${state}`, state)
    const listener = await listen(harness.url, clinic.omar)
    await phone.send(texting.frontDesk, 'One more thing')
    const event = await until(async () => listener.events().find(({ kind }) => kind === 'MessageAddedToChat'))
    await listener.connection.stop()
    expect(event).toMatchObject({
      data: { patch: { state: 'open', snoozedUntil: null }, changes: [{ kind: 'reopened', by: null }] },
    })
    expect(await stateOf(chat)).toMatchObject({ state: 'open', snoozedUntil: null })
    const open = await clinic.omar.get('chats.search', { body: { mode: 'my', state: 'open', limit: 200 } })
    expect(open.map(({ id }) => id)).toContain(chat.id)
  })

  test('is opened by YES, which may answer a question', async () => {
    const { chat, phone } = await finished('Gus')
    await phone.send(texting.frontDesk, 'YES')
    await texting.messages(chat, 1)
    expect(await stateOf(chat)).toMatchObject({ state: 'open' })
  })

  test('is opened by a failed delivery', async () => {
    const { chat, phone } = await finished('Hal')
    const listener = await listen(harness.url, clinic.omar)
    harness.sandbox.faults.set({ phone: phone.number, faults: { carrierError: { times: 1, code: 30_003 } } })
    await texting.settled(chat, await texting.send(chat, 'Hello'))
    const event = await until(async () =>
      listener.events().find(({ kind, data }) => kind === 'DeliveryStatusUpdated' && data?.patch.state === 'open'),
    )
    await listener.connection.stop()
    expect(event).toMatchObject({ kind: 'DeliveryStatusUpdated', chatId: chat.id })
    expect(await stateOf(chat)).toMatchObject({ state: 'open', failedCount: 1 })
    const open = await clinic.omar.get('chats.search', { body: { mode: 'my', state: 'open', limit: 200 } })
    expect(open.map(({ id }) => id)).toContain(chat.id)
  })

  test('stays so after STOP, after texts of the team, and after reading', async () => {
    const { chat, phone } = await finished('Ida')
    await texting.settled(chat, await texting.send(chat, 'Goodbye'))
    await phone.send(texting.frontDesk, 'STOP')
    await texting.messages(chat, 2)
    await clinic.omar.call('chats.viewChat', { params: { chatId: chat.id } })
    expect(await stateOf(chat)).toMatchObject({ state: 'done' })
  })

  test('opens when its snooze ends, once, and says so', async () => {
    const { chat } = await finished('Jan', 'snoozed')
    clock.pass(SNOOZE_MS - 60_000)
    expect(await stateOf(chat)).toMatchObject({ state: 'snoozed' })
    clock.pass(120_000)
    await until(async () => (await stateOf(chat)).state === 'open')
    expect((await changesOf(chat)).at(-1)).toEqual({ kind: 'snoozeEnded', by: null })
    expect(await stateOf(chat)).toMatchObject({ snoozedUntil: null, version: chat.version + 2 })
  })
})

describe('the assignee', () => {
  test('becomes a member', async () => {
    const { chat } = await texting.newChat(['Kim'])
    const item = await assign(chat, clinic.mei.id)
    expect(item).toMatchObject({ assignedTo: clinic.mei.id, version: chat.version + 2 })
    expect(item.members.map(({ id }) => id)).toContain(clinic.mei.id)
    expect((await changesOf(chat)).slice(-2)).toEqual([
      { kind: 'memberAdded', memberId: clinic.mei.id, by: clinic.dana.id },
      { kind: 'assigned', memberId: clinic.mei.id, by: clinic.dana.id },
    ])
  })

  test('can be no one again', async () => {
    const { chat } = await texting.newChat(['Lou'])
    await assign(chat, clinic.omar.id)
    expect(await assign(chat, null)).toMatchObject({ assignedTo: null })
    expect((await changesOf(chat)).at(-1)).toEqual({
      kind: 'unassigned',
      memberId: clinic.omar.id,
      by: clinic.dana.id,
    })
  })

  test('is an enabled user of the tenant', async () => {
    const { chat } = await texting.newChat(['Max'])
    const contact = chat.members.find(({ role }) => role === 'ExternalMobile')?.id
    const strangerId = (await clinic.stranger.get('users.me')).id
    for (const userId of [contact, strangerId]) {
      const answer = await clinic.dana.call('chats.assign', { params: { chatId: chat.id }, body: { userId } })
      expect([answer.status, answer.error?.errors]).toEqual([400, { userId: [STATE_TEXTS.notAUser] }])
    }
    await whileMeiIsDisabled(async () => {
      const userId = clinic.mei.id
      const answer = await clinic.dana.call('chats.assign', { params: { chatId: chat.id }, body: { userId } })
      expect(answer.error?.errors).toEqual({ userId: [STATE_TEXTS.disabledUser] })
    })
  })

  test('stays when a colleague leaves, and who leaves is no longer the assignee', async () => {
    const { chat } = await texting.newChat(['Nan'])
    await assign(chat, clinic.mei.id)
    await assign(chat, clinic.omar.id)
    await clinic.mei.get('chats.leave', { params: { chatId: chat.id } })
    expect(await stateOf(chat)).toMatchObject({ assignedTo: clinic.omar.id })
    await clinic.omar.get('chats.leave', { params: { chatId: chat.id } })
    expect(await stateOf(chat)).toMatchObject({ assignedTo: null })
  })

  test('who is disabled loses the chat with the next inbound text', async () => {
    const { chat, phones } = await texting.newChat(['Oz'])
    await assign(chat, clinic.mei.id)
    await whileMeiIsDisabled(async () => {
      expect(await stateOf(chat)).toMatchObject({ assignedTo: clinic.mei.id })
      await phones[0]?.send(texting.frontDesk, 'Hello?')
      await texting.messages(chat, 1)
      expect(await stateOf(chat)).toMatchObject({ assignedTo: null })
      expect((await changesOf(chat)).at(-1)).toEqual({ kind: 'unassigned', memberId: clinic.mei.id, by: null })
    })
  })

  test('is the first to reply', async () => {
    const { chat } = await texting.newChat(['Pia'])
    const listener = await listen(harness.url, clinic.dana)
    await texting.send(chat, 'Hi', clinic.omar)
    await texting.send(chat, 'Hi again', clinic.dana)
    const event = await until(async () => listener.events().find(({ kind }) => kind === 'MessageAddedToChat'))
    await listener.connection.stop()
    expect(event).toMatchObject({
      data: {
        patch: { assignedTo: clinic.omar.id },
        changes: [{ kind: 'assigned', memberId: clinic.omar.id, by: clinic.omar.id }],
      },
    })
    expect(await stateOf(chat)).toMatchObject({ assignedTo: idOf(clinic.omar.id) })
  })

  test('is not whoever writes to colleagues only, or writes as an Admin from outside', async () => {
    const body = { numberId: clinic.numbers[0].id, name: 'Team', memberIds: [clinic.dana.id, clinic.omar.id] }
    const team = await clinic.dana.get('chats.create', { body })
    await texting.send(team, 'Lunch?')
    expect(await stateOf(team)).toMatchObject({ assignedTo: null })
    const { chat } = await texting.newChat(['Quin'])
    await clinic.dana.get('chats.leave', { params: { chatId: chat.id } })
    await texting.send(chat, 'Hello', clinic.dana)
    expect(await stateOf(chat)).toMatchObject({ assignedTo: null })
  })

  test('is not whoever replies if the organization turned that off', async () => {
    const { name } = await clinic.dana.get('settings.tenant')
    const off = await clinic.dana.get('settings.updateTenant', { body: { name, assignOnReply: false } })
    expect(off.assignOnReply).toBe(false)
    const { chat } = await texting.newChat(['Ria'])
    await texting.send(chat, 'Hello')
    expect(await stateOf(chat)).toMatchObject({ assignedTo: null })
    await clinic.dana.get('settings.updateTenant', { body: { name } })
    expect((await clinic.dana.get('settings.tenant')).assignOnReply).toBe(false)
    await clinic.dana.get('settings.updateTenant', { body: { name, assignOnReply: true } })
  })
})

test('the audit log has who changed the state and the assignee', async () => {
  const { chat } = await texting.newChat(['Sol'])
  await setState(chat, { state: 'done' }, clinic.omar)
  await assign(chat, clinic.mei.id, clinic.omar)
  const entries = await clinic.dana.get('settings.audit', { query: { limit: 2 } })
  const nameOf = async (client: Client) => (await client.get('users.me')).name
  expect(entries).toMatchObject([
    { kind: 'chatAssigned', subject: 'Sol', changes: [{ field: 'assignee', from: '', to: await nameOf(clinic.mei) }] },
    { kind: 'chatStateChanged', subject: 'Sol', changes: [{ field: 'state', from: 'Open', to: 'Done' }] },
  ])
})

test('a member chooses which messages of a chat they are notified of', async () => {
  const { chat, phones } = await texting.newChat(['Tia'])
  const params = { chatId: chat.id }
  expect((await clinic.mei.call('chats.setNotify', { params, body: { notify: 'none' } })).status).toBe(403)
  expect((await clinic.omar.call('chats.setNotify', { params, body: { notify: 'none' } })).status).toBe(204)
  expect((await clinic.omar.get('chats.get', { params })).notify).toBe('none')
  expect((await clinic.dana.get('chats.get', { params })).notify).toBe('mine')
  const listener = await listen(harness.url, clinic.omar)
  await phones[0]?.send(texting.frontDesk, 'Hello')
  const event = await until(async () => listener.events().find(({ kind }) => kind === 'MessageAddedToChat'))
  await listener.connection.stop()
  expect(event.data).toMatchObject({ notify: { [clinic.omar.id]: 'none' } })
})

/** Does something while Mei is disabled. */
async function whileMeiIsDisabled(work: () => Promise<void>) {
  const { id } = clinic.mei
  const change = (disabled: boolean) =>
    clinic.dana.get('settings.updateUser', {
      params: { userId: id },
      body: { role: 'User', name: 'Mei Tanaka', disabled },
    })
  await change(true)
  try {
    await work()
  } finally {
    await change(false)
  }
  // Their sessions have ended.
  Object.assign(clinic.mei, await harness.signIn('mei@lakeside.example'))
}
