import type { Chat, MemberId } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { listen } from '../../tests/hub.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { phoneOf } from '../../tests/phone.ts'
import { formOf } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const LAKESIDE = 'lakeside.example'
const [DANAS, OMARS, MEIS] = ['dana', 'omar', 'mei'].map((name) => `${name}@${LAKESIDE}`) as [string, string, string]
const ROUND_MS = 5 * 60_000
const MINUTE_MS = 60_000

const clock = createMovingClock()
let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
  await poll()
})
afterAll(() => harness.close())
beforeEach(() => nextRound())
afterEach(async () => {
  harness.sandbox.accounts.setGraphFault(LAKESIDE, null)
  for (const login of [DANAS, OMARS, MEIS]) harness.sandbox.accounts.setAccount(login, 'enabled')
  await nextRound()
})

/** With a new session: the clock moves, and access tokens expire. */
const as = (login: string) => harness.signIn(login)
const dana = () => as(DANAS)

/** A directory is polled once it has consented. */
const poll = async () => (await dana()).get('settings.consented')

async function departures() {
  const { checks } = await (await dana()).get('diagnostics.run')
  return checks.find(({ id }) => id === 'departures')?.found ?? ''
}

/** Runs one complete poll of the directory. */
async function nextRound() {
  clock.pass(ROUND_MS)
  await until(async () => (await departures()).startsWith('Checked less than a minute ago'))
}

/** Has Omar leave or return, and waits until Partyline knows. */
async function omarIs(state: 'enabled' | 'disabled' | 'deleted' | 'purged') {
  harness.sandbox.accounts.setAccount(OMARS, state)
  await nextRound()
}

const userOf = async (id: MemberId) => (await dana()).get('users.get', { params: { userId: id } })
const omar = () => userOf(clinic.omar.id)
const setOmar = async (change: { disabled?: boolean; name?: string; role?: 'User' | 'Admin' }) =>
  (await dana()).get('settings.updateUser', {
    params: { userId: clinic.omar.id },
    body: { role: 'User', name: 'Omar Haddad', ...change },
  })
const chatOf = async ({ id }: Pick<Chat, 'id'>) => (await dana()).get('chats.get', { params: { chatId: id } })

let phones = 0
/** A new contact with a phone, in a chat with these users. */
async function chatWith(...users: readonly MemberId[]) {
  phones += 1
  const number = `+1202557${String(phones).padStart(4, '0')}`
  const client = await dana()
  const [contact] = await client.get('numbers.addMobile', { body: { name: `Ann ${phones}`, number } })
  const memberIds = [...users, contact!.id as string as MemberId]
  const body = { numberId: clinic.numbers[0].id, name: `Ann ${phones}`, memberIds }
  const chat = await client.get('chats.create', { body })
  return { chat, phone: phoneOf(harness.sandbox, number) }
}

const NOW = { disabled: true, leftDirectoryAt: expect.any(String) as string }
const HERE = { disabled: false, leftDirectoryAt: null }

test.each(['disabled', 'deleted', 'purged'] as const)(
  'a person whose account is %s is shown as having left',
  async (state) => {
    await omarIs(state)
    expect(await omar()).toMatchObject(NOW)
    const { teamsUsers } = await (await dana()).get('settings.tenant')
    expect(teamsUsers.find(({ name }) => name === 'Omar Haddad')).toMatchObject(NOW)
    const list = await (await dana()).get('users.list')
    expect(list.find(({ name }) => name === 'Omar Haddad')).toMatchObject(NOW)
  },
)

test('a chat is unclaimed once its last member has left, and theirs again once they are back', async () => {
  const { chat, phone } = await chatWith(clinic.omar.id)
  await omarIs('deleted')
  const left = await chatOf(chat)
  expect(left.members.find(({ id }) => id === clinic.omar.id)).toMatchObject({ ...NOW, deletedOn: null })
  expect(left.unclaimedCount).toBe(0)
  await phone.send(clinic.numbers[0].number, 'Anybody there?')
  await until(async () => (await chatOf(chat)).unclaimedCount === 1)
  await omarIs('enabled')
  const back = await chatOf(chat)
  expect(back.members.find(({ id }) => id === clinic.omar.id)).toMatchObject(HERE)
  expect(back.unclaimedCount).toBe(0)
  const mine = await (await as(OMARS)).get('chats.search', { body: { mode: 'my' } })
  expect(mine.find(({ id }) => id === chat.id)).toMatchObject({ unreadCount: 1 })
})

test('a message that only a person who left has not read counts as read by all', async () => {
  const { chat } = await chatWith(clinic.dana.id, clinic.omar.id)
  const sent = await (await dana()).get('messages.send', { params: { chatId: chat.id }, form: formOf('Hello') })
  expect(sent.text).toBe('Hello')
  expect((await chatOf(chat)).hasUnread).toBe(true)
  const { version } = await chatOf(chat)
  await omarIs('disabled')
  expect(await chatOf(chat)).toMatchObject({ hasUnread: false })
  expect((await chatOf(chat)).version).toBeGreaterThan(version)
  await omarIs('enabled')
  expect(await chatOf(chat)).toMatchObject({ hasUnread: true })
})

test('a scheduled message returns to the assignee or an Admin, and stays returned', async () => {
  const { chat, phone } = await chatWith(clinic.omar.id, clinic.mei.id)
  const sendAt = new Date(clock.now().getTime() + 20 * MINUTE_MS).toISOString()
  const form = formOf('See you', { SendAt: sendAt })
  await (await as(OMARS)).get('messages.send', { params: { chatId: chat.id }, form })
  await (await dana()).get('chats.assign', { params: { chatId: chat.id }, body: { userId: clinic.mei.id } })
  await omarIs('deleted')
  expect((await chatOf(chat)).pending).toMatchObject([{ pending: { state: 'scheduled' } }])
  clock.pass(20 * MINUTE_MS)
  const returned = { pending: { state: 'returned', reason: 'author left', owner: clinic.mei.id } }
  await until(async () => (await chatOf(chat)).pending[0]?.pending?.state === 'returned')
  expect((await chatOf(chat)).pending).toMatchObject([returned])
  await omarIs('enabled')
  expect((await chatOf(chat)).pending).toMatchObject([returned])
  expect(harness.sandbox.log.filter(({ to }) => to === phone.number)).toEqual([])
})

test('a default user who left does not become a member of new chats, and is not suggested or accepted', async () => {
  const numberId = clinic.numbers[1].id
  const ids = [clinic.omar.id, clinic.mei.id]
  await (await dana()).get('settings.assignUsers', { params: { numberId }, body: { ids } })
  const { chat } = await chatWith(clinic.dana.id)
  await omarIs('disabled')
  const phone = phoneOf(harness.sandbox, '+12025560001')
  await phone.send(clinic.numbers[1].number, 'Hello')
  const opened = await until(async () => {
    const chats = await (await dana()).get('chats.search', { body: {} })
    return chats.find(({ members }) => members.some(({ number }) => number === phone.number))
  })
  expect(opened.members.filter(({ role }) => role === 'TeamsUser').map(({ id }) => id)).toEqual([clinic.mei.id])
  const body = { userId: clinic.omar.id }
  expect((await (await dana()).call('chats.assign', { params: { chatId: chat.id }, body })).status).toBe(400)
  const members = [...chat.members.map(({ id }) => id), clinic.omar.id]
  const { name } = chat
  const update = { params: { chatId: chat.id }, body: { numberId: clinic.numbers[0].id, name, memberIds: members } }
  expect((await (await dana()).call('chats.update', update)).status).toBe(400)
  await omarIs('enabled')
  expect((await (await dana()).call('chats.update', update)).status).toBe(200)
})

test('an assignee who left is unassigned by the next text', async () => {
  const { chat, phone } = await chatWith(clinic.dana.id, clinic.omar.id)
  await (await dana()).get('chats.assign', { params: { chatId: chat.id }, body: { userId: clinic.omar.id } })
  await omarIs('deleted')
  expect((await chatOf(chat)).assignedTo).toBe(clinic.omar.id)
  await phone.send(clinic.numbers[0].number, 'Hello')
  await until(async () => (await chatOf(chat)).assignedTo === null)
})

test('open browsers are told, and the log says who left and who is back', async () => {
  const connection = await listen(harness.url, await dana())
  await omarIs('deleted')
  const kinds = await until(async () => {
    const seen = connection.events().map(({ kind }) => kind)
    return seen.includes('UserAdded') && seen.includes('ChatUpdated') && seen
  })
  expect(kinds).toContain('UserAdded')
  await omarIs('enabled')
  const entries = await (await dana()).get('settings.audit', { query: { limit: 20 } })
  const moves = entries.filter(({ kind }) => ['leftDirectory', 'returnedToDirectory'].includes(kind)).slice(0, 2)
  expect(moves.map(({ kind, by, subject }) => [kind, by, subject])).toEqual([
    ['returnedToDirectory', null, 'Omar Haddad'],
    ['leftDirectory', null, 'Omar Haddad'],
  ])
})

describe('an Admin’s own disabling is kept apart', () => {
  test('saving the form of a person who left, unchanged, leaves nothing behind', async () => {
    await omarIs('disabled')
    const { name, role, disabled } = await omar()
    await setOmar({ name, role, disabled })
    expect(await omar()).toMatchObject(NOW)
    await omarIs('enabled')
    expect(await omar()).toMatchObject(HERE)
  })

  test('saving what an open form still shows does not bring them back', async () => {
    await omarIs('deleted')
    await setOmar({ name: 'Omar H.', disabled: false })
    expect(await omar()).toMatchObject({ ...NOW, name: 'Omar H.' })
    await omarIs('enabled')
    expect(await omar()).toMatchObject(HERE)
    await setOmar({})
  })

  test('what an Admin disabled stays disabled, unless an Admin has taken it back', async () => {
    await setOmar({ disabled: true })
    await omarIs('deleted')
    await omarIs('enabled')
    expect(await omar()).toMatchObject({ disabled: true, leftDirectoryAt: null })
    await omarIs('deleted')
    await setOmar({ disabled: false })
    expect(await omar()).toMatchObject(NOW)
    await omarIs('enabled')
    expect(await omar()).toMatchObject(HERE)
  })
})

describe('the last Admin', () => {
  test('cannot be demoted while the other one has left', async () => {
    await setOmar({ role: 'Admin' })
    await omarIs('disabled')
    const body = { role: 'User', name: 'Dana Cole' } as const
    const change = { params: { userId: clinic.dana.id }, body }
    expect((await (await dana()).call('settings.updateUser', change)).status).toBe(409)
    await omarIs('enabled')
    await setOmar({ role: 'User' })
  })

  test('can leave: returned messages then belong to someone who is there', async () => {
    const { chat } = await chatWith(clinic.dana.id, clinic.mei.id)
    const form = formOf('Later', { SendAt: new Date(clock.now().getTime() + 9 * MINUTE_MS).toISOString() })
    await (await dana()).get('messages.send', { params: { chatId: chat.id }, form })
    harness.sandbox.accounts.setAccount(DANAS, 'deleted')
    clock.pass(ROUND_MS)
    const mei = await as(MEIS)
    await until(async () => {
      const user = await mei.get('users.get', { params: { userId: clinic.dana.id } })
      return user.disabled
    })
    clock.pass(4 * MINUTE_MS)
    const pending = await until(async () => {
      const opened = await (await as(MEIS)).get('chats.get', { params: { chatId: chat.id } })
      return opened.pending[0]?.pending?.state === 'returned' && opened.pending[0].pending
    })
    expect(pending.owner).not.toBe(clinic.dana.id)
    harness.sandbox.accounts.setAccount(DANAS, 'enabled')
    clock.pass(ROUND_MS)
    await until(async () => {
      const user = await (await as(MEIS)).get('users.get', { params: { userId: clinic.dana.id } })
      return !user.disabled
    })
  })
})

describe('a directory that answers wrongly changes no one', () => {
  const states = async () => {
    const users = await (await dana()).get('users.list')
    return users.map(({ disabled, leftDirectoryAt }) => ({ disabled, leftDirectoryAt }))
  }
  const EVERYONE = [HERE, HERE, HERE]

  test.each(['throttled', 'failing', 'cutOff', 'empty'] as const)('%s, also with a new start', async (fault) => {
    harness.sandbox.accounts.setGraphFault(LAKESIDE, fault)
    for (const isReset of [false, true]) {
      if (isReset) harness.sandbox.accounts.resetTracking(LAKESIDE)
      for (let round = 0; round < 3; round += 1) {
        clock.pass(ROUND_MS)
        expect(await states()).toEqual(EVERYONE)
      }
    }
    harness.sandbox.accounts.setGraphFault(LAKESIDE, null)
    await nextRound()
    expect(await states()).toEqual(EVERYONE)
  })

  test('a delta query that reports everyone as removed is not confirmed', async () => {
    harness.sandbox.accounts.setGraphFault(LAKESIDE, 'everyoneRemoved')
    await nextRound()
    expect(await states()).toEqual(EVERYONE)
  })

  test('someone who left before an answer was cut off leaves with the next complete one', async () => {
    for (const login of [MEIS, 'ruth@lakeside.example', OMARS]) harness.sandbox.accounts.setAccount(login, 'disabled')
    harness.sandbox.accounts.setGraphFault(LAKESIDE, 'cutOff')
    clock.pass(ROUND_MS)
    await until(async () => !(await departures()).startsWith('Checked less than a minute ago'))
    expect(await states()).toEqual(EVERYONE)
    harness.sandbox.accounts.setGraphFault(LAKESIDE, null)
    await nextRound()
    expect(await states()).toMatchObject([HERE, NOW, NOW])
  })
})
