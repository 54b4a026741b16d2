import { ERRORS, KEY_TEXTS, REALTIME, routes } from '@partyline/contract'
import type { ApiKey, CallName, KeyScope, MemberId, NumberId, Route, UserId } from '@partyline/contract'
import { createClient } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyFor, nowhere, paramsOf } from '../../../tests/call-inputs.ts'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import { startHarness } from '../../../tests/harness.ts'
import type { OwnHarness } from '../../../tests/harness.ts'
import { createMovingClock } from '../../../tests/moving-clock.ts'
import { phoneOf } from '../../../tests/phone.ts'
import { createTexting, formOf } from '../../../tests/texting.ts'
import type { Texting } from '../../../tests/texting.ts'
import { openDatabase } from '../../platform/index.ts'
import { isWellFormed, newToken } from './key-token.ts'

const SCOPES: KeyScope[] = ['read', 'send', 'contacts', 'webhooks']
const HOUR_MS = 3_600_000
const clock = createMovingClock()

let harness: OwnHarness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

/** Time passes, and everyone signs in again. */
async function pass(ms: number) {
  clock.pass(ms)
  for (const name of ['dana', 'omar', 'mei'] as const) {
    Object.assign(clinic[name], await harness.signIn(`${name}@lakeside.example`))
  }
}

type Wanted = { scopes?: KeyScope[]; lines?: NumberId[] | null; endsAt?: string; name?: string }

async function addKey({ scopes = SCOPES, name = 'Bookings', ...more }: Wanted = {}, admin: Client = clinic.dana) {
  const { key, token } = await admin.get('keys.create', { body: { name, scopes, ...more } })
  return { ...createClient(harness.url, token), key, token, memberId: key.id as string as MemberId }
}

const dayAfter = (days: number) => new Date(clock.now().getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10)

async function revokeAll() {
  for (const { id } of await clinic.dana.get('keys.list')) {
    await clinic.dana.get('keys.revoke', { params: { keyId: id } })
  }
}

let sends = 0
const once = () => ({ 'Idempotency-Key': `once-${(sends += 1)}` })

const line = (at: 0 | 1) => clinic.numbers[at].id
let contacts = 0
const newContact = (name = 'Ann') => clinic.contact(name, `+1202557${String((contacts += 1)).padStart(4, '0')}`)

/** A chat of Dana's with a new contact. */
async function chatOn(numberId: NumberId, text?: string) {
  const contact = await newContact()
  const more = { numberId, ...(text !== undefined && { message: text }) }
  return clinic.chat('Ann', [clinic.dana.id, contact.memberId], more)
}

const send = (by: Client, chatId: string, text: string, headers = once()) =>
  by.call('messages.send', { params: { chatId }, form: formOf(text), headers })

const isOverTheWire = (name: CallName) => !/^(auth|health|config|webhooks|marketplace)/.test(name)
const names = (Object.keys(routes) as CallName[]).filter(isOverTheWire)

/** Asks for something that does not exist: the door decides before. */
async function ask(name: CallName, token: string) {
  const { method, path } = routes[name]
  const { params } = nowhere(name)
  const input = bodyFor(name)
  const response = await fetch(harness.url + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? 'x'), {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...once(),
      ...('body' in input && { 'content-type': 'application/json' }),
    },
    ...('form' in input && { body: input.form }),
    ...('body' in input && { body: JSON.stringify(input.body) }),
  })
  return { status: response.status, text: await response.text() }
}

describe('every call', () => {
  const people = names.filter((name) => ['user', 'admin'].includes(routes[name].access))

  test.each([...SCOPES.map((scope) => [scope]), SCOPES])('with a key for %s %s %s %s', async (...scopes) => {
    const { token, key } = await addKey({ scopes })
    const passed: string[] = []
    for (const name of people) {
      const { status, text } = await ask(name, token)
      if (status !== 403) passed.push(name)
      const reason = 'scope' in routes[name] ? 'lacks the permission' : KEY_TEXTS.peopleOnly
      expect([name, status !== 403 || text.includes(reason)]).toEqual([name, true])
      expect(`${name} ${status}`).not.toMatch(/ (401|5\d\d)$/)
    }
    const wanted = people.filter((name) => scopes.includes((routes[name] as Route).scope ?? ('none' as KeyScope)))
    expect(passed.toSorted()).toEqual(wanted.toSorted())
    await clinic.dana.get('keys.revoke', { params: { keyId: key.id } })
  })

  test('with a key that does not work', async () => {
    const revoked = await addKey()
    await clinic.dana.get('keys.revoke', { params: { keyId: revoked.key.id } })
    const wrongSum = `${revoked.token.slice(0, -1)}${revoked.token.endsWith('a') ? 'b' : 'a'}`
    for (const token of [revoked.token, newToken(), wrongSum, 'ply_'])
      for (const name of people) {
        const { status, text } = await ask(name, token)
        expect(`${name} ${status}`).toBe(`${name} 401`)
        expect(text).toContain(KEY_TEXTS.refused)
      }
  })

  test('with a key limited to a line: only those that keep to it', async () => {
    const { token, key } = await addKey({ scopes: ['read', 'send'], lines: [line(0)] })
    for (const name of people) {
      const { scope } = routes[name] as Route
      const { status } = await ask(name, token)
      const isKept = scope === 'read' || scope === 'send'
      // Neither a chat nor a line is named that is its own.
      const wanted = !isKept ? [403] : paramsOf(name).includes('chatId') ? [404] : [200, 400]
      expect([name, wanted.includes(status)]).toEqual([name, true])
    }
    await clinic.dana.get('keys.revoke', { params: { keyId: key.id } })
  })

  test('has a scope only if it answers with the envelope', () => {
    const scoped = (Object.keys(routes) as CallName[]).filter((name) => 'scope' in routes[name])
    expect(scoped.filter((name) => 'answer' in routes[name])).toEqual([])
    expect(new Set(scoped.map((name) => routes[name].access))).toEqual(new Set(['user', 'admin']))
  })
})

describe('a token', () => {
  test('is a bearer token, in any spelling that HTTP allows; others learn where it goes', async () => {
    const { token, key } = await addKey()
    const read = (headers: Record<string, string>) => fetch(harness.url + routes['numbers.twilio'].path, { headers })
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
      expect((await read({ authorization })).status).toBe(200)
    }
    const misplaced: Record<string, string>[] = [
      { authorization: token },
      { authorization: `Token ${token}` },
      { authorization: `Bearer "${token}"` },
      { authorization: `Basic ${btoa(`${token}:`)}` },
      { authorization: `basic ${btoa(`key:${token}`)}` },
      { 'x-api-key': token },
    ]
    const inAddress = ['key', 'api_key', 'access_token'].map((name) => `?${name}=${token}`)
    for (const response of [
      ...(await Promise.all(misplaced.map((headers) => read(headers)))),
      ...(await Promise.all(inAddress.map((query) => fetch(harness.url + routes['numbers.twilio'].path + query)))),
    ]) {
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      const answer = await response.text()
      expect(JSON.parse(answer)).toMatchObject({ message: KEY_TEXTS.asBearer })
      expect(answer).not.toContain(token)
    }
    for (const authorization of ['Basic', 'Basic !', `Basic ${btoa('dana:secret')}`]) {
      expect(await (await read({ authorization })).json()).toMatchObject({ message: ERRORS.unauthenticated.message })
    }
    expect(await (await read({})).json()).toMatchObject({ message: ERRORS.unauthenticated.message })
    await clinic.dana.get('keys.revoke', { params: { keyId: key.id } })
  })

  test('has a prefix, a checksum, and is not stored', async () => {
    const { token, key } = await addKey()
    expect(token).toMatch(/^ply_[0-9A-Za-z]{36}$/)
    expect(isWellFormed(token)).toBe(true)
    expect(isWellFormed(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)).toBe(false)
    expect(key.lastFour).toBe(token.slice(-4))
    const listed = await clinic.dana.get('keys.list')
    expect(JSON.stringify(listed)).not.toContain(token.slice(4, 20))
    expect(JSON.stringify(await clinic.dana.get('settings.audit', { query: { limit: 50 } }))).not.toContain(token)
  })

  test('ends at its date, which an Admin may change', async () => {
    const endsAt = new Date(clock.now().getTime() + HOUR_MS).toISOString()
    const key = await addKey({ endsAt })
    expect((await key.call('users.list')).status).toBe(200)
    await pass(HOUR_MS + 1)
    expect((await key.call('users.list')).status).toBe(401)
    const params = { keyId: key.key.id }
    expect((await clinic.dana.call('keys.rotate', { params })).status).toBe(409)
    const { dana } = clinic
    await dana.get('keys.update', { params, body: { endsAt: null } })
    expect((await key.call('users.list')).status).toBe(200)
    const past = await dana.call('keys.update', { params, body: { endsAt: '2020-01-01T00:00:00.000Z' } })
    expect([past.status, past.error?.errors]).toEqual([400, { endsAt: [KEY_TEXTS.past] }])
  })

  test('is replaced, and the one before works for 24 hours', async () => {
    const first = await addKey()
    const params = { keyId: first.key.id }
    const second = await clinic.dana.get('keys.rotate', { params })
    expect(second.key.lastFour).toBe(second.token.slice(-4))
    const works = async (token: string) => (await createClient(harness.url, token).call('users.list')).status
    expect([await works(first.token), await works(second.token)]).toEqual([200, 200])
    const third = await clinic.dana.get('keys.rotate', { params })
    expect([await works(first.token), await works(second.token), await works(third.token)]).toEqual([401, 200, 200])
    await pass(24 * HOUR_MS + 1)
    expect([await works(second.token), await works(third.token)]).toEqual([401, 200])
  })

  test('is replaced by two Admins at once: the last two work', async () => {
    const first = await addKey()
    const params = { keyId: first.key.id }
    const both = await Promise.all([1, 2].map(() => clinic.dana.get('keys.rotate', { params })))
    for (const { token } of both) expect((await createClient(harness.url, token).call('users.list')).status).toBe(200)
    expect((await first.call('users.list')).status).toBe(401)
  })

  test('is revoked at once, and for good', async () => {
    const key = await addKey()
    const { token } = await clinic.dana.get('keys.rotate', { params: { keyId: key.key.id } })
    const params = { keyId: key.key.id }
    await clinic.dana.get('keys.revoke', { params })
    for (const one of [key.token, token]) {
      expect((await createClient(harness.url, one).call('users.list')).status).toBe(401)
    }
    for (const name of ['keys.revoke', 'keys.rotate'] as const)
      expect((await clinic.dana.call(name, { params })).status).toBe(404)
    expect((await clinic.dana.get('keys.list')).some(({ id }) => id === key.key.id)).toBe(false)
  })

  test('says when it was last used, to the minute', async () => {
    const key = await addKey()
    const lastUsed = async () => (await clinic.dana.get('keys.list')).find(({ id }) => id === key.key.id)?.lastUsedOn
    expect(await lastUsed()).toBe(null)
    await key.get('users.list')
    const first = await lastUsed()
    await key.get('users.list')
    expect(first).toEqual(expect.any(String))
    expect(await lastUsed()).toBe(first)
    await pass(60_000)
    await key.get('users.list')
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
  })

  test('opens neither the hub nor a session', async () => {
    const { token } = await addKey()
    const headers = { authorization: `Bearer ${token}` }
    const negotiate = `${harness.url}${REALTIME.hubPath}/negotiate?negotiateVersion=1`
    expect((await fetch(negotiate, { method: 'POST', headers })).status).toBe(401)
    expect((await fetch(`${negotiate}&access_token=${token}`, { method: 'POST' })).status).toBe(401)
    const cookie = `next-auth.session-token=${token}`
    const session = await fetch(`${harness.url}/api/auth/session`, { headers: { cookie } })
    expect(await session.text()).toBe('{}')
  })
})

test('contacts and webhooks are not for a key limited to lines, whose lines exist', async () => {
  const [ours] = await clinic.dana.get('numbers.twilio')
  for (const [body, field] of [
    [{ name: 'A', scopes: ['contacts'], lines: [ours?.id] }, 'scopes'],
    [{ name: 'A', scopes: ['webhooks', 'read'], lines: [ours?.id] }, 'scopes'],
    [{ name: 'A', scopes: ['read'], lines: ['7f000001-0000-4000-8000-000000000000'] }, 'lines'],
    [{ name: 'A', scopes: ['read'], lines: [] }, 'lines'],
    [{ name: 'A', scopes: [] }, 'scopes'],
    [{ name: 'A', scopes: ['admin'] }, 'scopes.0'],
  ] as const) {
    const { status, error } = await clinic.dana.call('keys.create', { body })
    expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, [field]])
  }
})

describe('a key limited to a line', () => {
  test('never gets a byte of another one', async () => {
    const WORD = 'Heliotrope'
    const [ours, theirs] = [await chatOn(line(0), 'Lavender here'), await chatOn(line(1), `${WORD} there`)]
    const contact = await newContact(`${WORD} Person`)
    const named = await clinic.chat(`${WORD} chat`, [clinic.dana.id, contact.memberId], { numberId: line(1) })
    const key = await addKey({ scopes: ['read', 'send'], lines: [line(0)] })
    const own = { numberId: line(0) }
    const other = { numberId: line(1) }
    const bodies = [{}, own, other, { ...own, term: WORD }, { term: WORD }, { ...other, term: WORD }]
    const answers: string[] = []
    for (const body of bodies)
      for (const name of ['chats.search', 'messages.search'] as const)
        answers.push(JSON.stringify(await key.call(name, { body })))
    for (const chat of [theirs, named]) {
      const params = { chatId: chat.id }
      for (const name of ['chats.get', 'chats.changes', 'messages.list', 'messages.files'] as const) {
        const answer = await key.call(name, { params })
        expect([name, answer.status]).toEqual([name, 404])
        answers.push(JSON.stringify(answer))
      }
      answers.push(JSON.stringify(await send(key, chat.id, 'Let me in')))
      const search = { ...own, chatId: chat.id }
      answers.push(JSON.stringify(await key.call('messages.search', { body: search })))
    }
    const create = { name: 'New', memberIds: [contact.memberId] }
    const created = await key.call('chats.create', { body: { ...create, ...other }, headers: once() })
    expect([created.status, Object.keys(created.error?.errors ?? {})]).toEqual([400, ['numberId']])
    answers.push(JSON.stringify(created), JSON.stringify(await key.call('numbers.twilio')))
    answers.push(JSON.stringify(await key.call('users.list')))
    for (const answer of answers) {
      expect(answer).not.toContain(WORD)
      expect(answer).not.toContain(clinic.numbers[1].number)
    }
    expect(answers.some((answer) => answer.includes('Lavender'))).toBe(true)
    // A phone that is busy says nothing about free lines.
    const member = ours.members.find(({ role }) => role === 'ExternalMobile')?.id
    const busy = await key.call('chats.create', { body: { name: 'A', memberIds: [member], ...own }, headers: once() })
    expect([busy.status, busy.error?.error]).toEqual([409, 'number-busy'])
    expect(JSON.stringify(busy)).not.toContain(clinic.numbers[1].name)
    expect((await texting.messagesOf(theirs)).map(({ text }) => text)).toEqual([`${WORD} there`])
  })

  test('writes on its line', async () => {
    const chat = await chatOn(line(0))
    const key = await addKey({ scopes: ['send'], lines: [line(0)] })
    expect((await send(key, chat.id, 'Your appointment is tomorrow.')).status).toBe(200)
  })
})

test('another organization sees nothing of a key, and a key nothing of it', async () => {
  const key = await addKey()
  const chat = await chatOn(line(0), 'Good morning')
  const { stranger } = clinic
  const theirs = await addKey({}, await harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? ''))
  for (const name of ['keys.rotate', 'keys.revoke'] as const) {
    const other = createClient(harness.url, null)
    expect((await other.call(name, { params: { keyId: key.key.id } })).status).toBe(401)
  }
  expect((await theirs.call('chats.get', { params: { chatId: chat.id } })).status).toBe(404)
  expect((await send(theirs, chat.id, 'Hello')).status).toBe(404)
  expect(JSON.stringify(await theirs.get('chats.search', { body: {} }))).not.toContain(chat.id)
  expect(stranger.accessToken).not.toBeNull()
})

describe('a text of a key', () => {
  test('has its name everywhere, and waits for nobody', async () => {
    const contact = await newContact()
    await clinic.dana.get('settings.updateTenant', {
      body: { name: 'Lakeside', addSignature: true, assignOnReply: true },
    })
    const chat = await clinic.chat('Ann', [clinic.dana.id, clinic.omar.id, contact.memberId])
    const key = await addKey({ name: 'Booking system' })
    const { data: message, status } = await send(key, chat.id, 'Your appointment is tomorrow.')
    expect(status).toBe(200)
    expect(message).toMatchObject({ sentBy: key.memberId, delivery: [{ memberId: contact.memberId }] })
    await texting.settled(chat, message)
    const seen = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    expect(seen.members).toContainEqual(
      expect.objectContaining({
        id: key.memberId,
        name: 'Booking system',
        role: 'ApiKey',
        disabled: true,
        number: null,
      }),
    )
    expect(seen).toMatchObject({ assignedTo: null, unreadCount: 1, hasUnread: true })
    // One of two has read it.
    await clinic.dana.call('chats.viewChat', { params: { chatId: chat.id } })
    expect((await clinic.dana.get('chats.get', { params: { chatId: chat.id } })).hasUnread).toBe(true)
    const received = await phoneOf(harness.sandbox, contact.number).received(1)
    expect(received.map(({ text }) => text)).toEqual(['Your appointment is tomorrow.'])
    for (const reader of [clinic.dana, clinic.omar])
      await reader.call('chats.viewChat', { params: { chatId: chat.id } })
    expect((await clinic.dana.get('chats.get', { params: { chatId: chat.id } })).hasUnread).toBe(false)
    // The second text adds no second member.
    await send(key, chat.id, 'See you then.')
    const changes = await clinic.dana.get('chats.changes', { params: { chatId: chat.id } })
    expect(changes.filter(({ kind }) => kind === 'memberJoined')).toHaveLength(1)
    const exported = await fetch(`${harness.url}/api/v1/chats/${chat.id}/export`, {
      headers: { authorization: `Bearer ${clinic.dana.accessToken}` },
    })
    expect(await exported.text()).toContain('Booking system')
  })

  test('is the same however often it is sent with a key, also at once', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    const key = await addKey()
    const headers = once()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key, chat.id, 'Once only', headers)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    await texting.settled(chat, answers[0]!.data)
    expect(texting.postsTo(phones[0]?.number ?? '')).toBe(1)
    expect((await send(key, chat.id, 'Something else', headers)).error?.error).toBe('idempotency-mismatch')
    // Another key's retry is another text.
    expect((await send(await addKey(), chat.id, 'Once only', headers)).data.id).not.toBe(answers[0]?.data.id)
  })

  test('needs an Idempotency-Key', async () => {
    const chat = await chatOn(line(0))
    const key = await addKey()
    const params = { chatId: chat.id }
    const body = { numberId: line(0), name: 'A', memberIds: [(await newContact()).memberId] }
    for (const { status, error } of [
      await key.call('messages.send', { params, form: formOf('Hello') }),
      await key.call('messages.send', { params, form: formOf('Hello'), headers: { 'Idempotency-Key': ' ' } }),
      await key.call('chats.create', { body }),
    ])
      expect([status, error?.errors]).toEqual([400, { 'Idempotency-Key': [KEY_TEXTS.idempotencyKey] }])
  })

  test('is neither held nor scheduled, and replaces nothing', async () => {
    const chat = await chatOn(line(0))
    const key = await addKey()
    const later = new Date(clock.now().getTime() + HOUR_MS).toISOString()
    for (const more of [{ HoldSeconds: '10' }, { SendAt: later }] as Record<string, string>[]) {
      const form = formOf('Hello', more)
      const { status, error } = await key.call('messages.send', { params: { chatId: chat.id }, form, headers: once() })
      expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, Object.keys(more)])
    }
    // It does not wait behind what a person may still undo.
    const held = formOf('Held', { HoldSeconds: '30' })
    await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form: held })
    expect((await send(key, chat.id, 'At once')).data.pending ?? null).toBeNull()
    const body = {
      numberId: line(0),
      name: 'A',
      memberIds: [(await newContact()).memberId],
      message: 'Hello',
      holdSeconds: 10,
    }
    expect((await key.call('chats.create', { body, headers: once() })).status).toBe(400)
    const moving = { ...body, holdSeconds: 0, moveMembers: true }
    const { error } = await key.call('chats.create', { body: moving, headers: once() })
    expect(Object.keys(error?.errors ?? {})).toEqual(['moveMembers'])
  })

  test('that is refused leaves no member', async () => {
    const chat = await chatOn(line(0))
    const key = await addKey()
    expect((await send(key, chat.id, '  ')).status).toBe(400)
    expect((await send(key, chat.id, 'x'.repeat(2_000))).status).toBe(400)
    const seen = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    expect(seen.members.some(({ role }) => role === 'ApiKey')).toBe(false)
  })

  test('opens a chat, which stays unclaimed', async () => {
    const contact = await newContact()
    const key = await addKey({ name: 'Booking system' })
    const body = { numberId: line(0), name: 'Ann', memberIds: [contact.memberId], message: 'Hello' }
    const headers = once()
    const [first, again] = [
      await key.get('chats.create', { body, headers }),
      await key.get('chats.create', { body, headers }),
    ]
    expect(again.id).toBe(first.id)
    expect(first.members.map(({ role }) => role).toSorted()).toEqual(['ApiKey', 'ExternalMobile'])
    expect(first.messages).toMatchObject([{ sentBy: key.memberId, text: 'Hello' }])
    await send(key, first.id, 'Still there?')
    expect((await key.get('chats.get', { params: { chatId: first.id } })).members).toHaveLength(2)
    await clinic.omar.get('messages.send', { params: { chatId: first.id }, form: formOf('Hi, Omar here') })
    const seen = await clinic.omar.get('chats.get', { params: { chatId: first.id } })
    expect(seen.assignedTo).toBe(clinic.omar.id)
  })
})

test('a failed text of a key waits for the team, and reports count its texts, but not as a person’s', async () => {
  await revokeAll()
  const { chat, phones } = await texting.newChat(['Ann'])
  const key = await addKey()
  const { number = '' } = phones[0] ?? {}
  const period = { from: dayAfter(-1), to: dayAfter(1) }
  const [card] = await clinic.dana.get('contacts.ofChat', { params: { chatId: chat.id } })
  await clinic.dana.get('contacts.update', { params: { contactId: card?.id ?? '' }, body: { tags: ['Reminded'] } })
  await clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state: 'done' } })
  harness.sandbox.faults.set({ phone: number, faults: { carrierError: { times: 1, code: 30_003 } } })
  const { data: message } = await send(key, chat.id, 'Hello')
  await texting.settled(chat, message)
  const seen = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
  expect(seen).toMatchObject({ state: 'open', failedCount: 1 })
  await pass(HOUR_MS)
  const report = await clinic.dana.get('reports.get', { query: period })
  expect(report.tags).toMatchObject([{ tag: 'Reminded', textsOut: 1, failed: 1 }])
  expect(report.people.map(({ id }) => id as string)).not.toContain(key.key.id)
  expect(report.unanswered).toEqual([])
})

describe('a key in a chat', () => {
  test('is no person: nobody adds, assigns, mentions, or removes it', async () => {
    const contact = await newContact()
    const chat = await clinic.chat('Ann', [clinic.dana.id, contact.memberId])
    const key = await addKey()
    await send(key, chat.id, 'Hello')
    const params = { chatId: chat.id }
    const { dana } = clinic
    expect((await dana.call('chats.assign', { params, body: { userId: key.memberId } })).status).toBe(400)
    expect((await dana.call('chats.removeMember', { params: { ...params, memberId: key.memberId } })).status).toBe(404)
    const note = { text: 'Look', mentions: [key.memberId] }
    expect((await dana.call('notes.add', { params, body: note })).status).toBe(400)
    const other = { numberId: line(0), name: 'B', memberIds: [dana.id, key.memberId] }
    const { error } = await dana.call('chats.create', { body: other })
    expect(error?.errors).toEqual({ memberIds: ['A chosen member does not exist.'] })
    const update = { numberId: line(0), name: 'Renamed', memberIds: [dana.id, contact.memberId] }
    const updated = await dana.get('chats.update', { params, body: update })
    expect(updated.members.find(({ id }) => id === key.memberId)?.deletedOn).toBeNull()
    const ids = (await dana.get('users.list')).map(({ id }) => id as string)
    expect(ids).not.toContain(key.key.id)
    expect((await dana.call('users.get', { params: { userId: key.key.id } })).status).toBe(404)
    expect((await dana.get('settings.tenant')).teamsUsers.map(({ id }) => id as string)).not.toContain(key.key.id)
  })
})

test('what a key changes is in the audit log and the history under its name', async () => {
  const key = await addKey({ name: 'Booking system' })
  const number = '+12025550188'
  const contact = await key.get('contacts.create', { body: { name: 'Cleo', phones: [{ number }] } })
  await key.get('contacts.update', { params: { contactId: contact.id }, body: { company: 'Lakeside' } })
  const history = await clinic.dana.get('contacts.history', { params: { contactId: contact.id } })
  expect(history.map(({ by }) => by)).toEqual(['Booking system', 'Booking system'])
  const removed = await key.call('contacts.update', { params: { contactId: contact.id }, body: { phones: [] } })
  expect(removed.status).toBe(403)
  const [entry] = await clinic.dana.get('settings.audit', { query: { kind: 'contactAdded', limit: 1 } })
  expect(entry).toMatchObject({ by: { id: key.key.id, name: 'Booking system' }, subject: 'Cleo' })
  await clinic.dana.get('keys.update', { params: { keyId: key.key.id }, body: { name: 'Bookings 2' } })
  await clinic.dana.get('keys.rotate', { params: { keyId: key.key.id } })
  await clinic.dana.get('keys.revoke', { params: { keyId: key.key.id } })
  const log = await clinic.dana.get('settings.audit', { query: { limit: 4 } })
  expect(log.map(({ kind, by }) => [kind, by?.name])).toEqual([
    ['keyRevoked', 'Dana Cole'],
    ['keyReplaced', 'Dana Cole'],
    ['keyChanged', 'Dana Cole'],
    // By its name of today, like a person.
    ['contactChanged', 'Bookings 2'],
  ])
  const query = { by: key.key.id as string as UserId, limit: 10 }
  const own = await clinic.dana.get('settings.audit', { query })
  expect(own.map(({ kind }) => kind)).toEqual(['contactChanged', 'contactAdded'])
  const idsOf = (keys: ApiKey[]) => keys.map(({ id }) => id)
  const all = await clinic.dana.get('keys.list', { query: { revoked: 'true' } })
  expect(all.find(({ id }) => id === key.key.id)).toMatchObject({ name: 'Bookings 2', revokedOn: expect.any(String) })
  expect(idsOf(await clinic.dana.get('keys.list'))).not.toContain(key.key.id)
})

test('the keys of a suspended organization are refused, and work when it is resumed', async () => {
  const key = await addKey()
  const suspend = (suspended: boolean) =>
    harness.restart(async () => {
      const { DATABASE_URL, DATA_DIR = '' } = harness.settings
      const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => undefined)
      await database.queries.updateTable('tenants').set({ suspended }).execute()
      await database.close()
    })
  await suspend(true)
  const { status, error } = await createClient(harness.url, key.token).call('users.list')
  expect([status, error?.message]).toEqual([403, KEY_TEXTS.suspended])
  await suspend(false)
  expect((await createClient(harness.url, key.token).call('users.list')).status).toBe(200)
})

test('a key is limited by itself', async () => {
  const [one, other] = [await addKey(), await addKey()]
  await harness.restart(undefined, { CALLS_PER_MINUTE: '3' })
  const [first, second] = [one, other].map(({ token }) => createClient(harness.url, token))
  const statuses: number[] = []
  for (let times = 0; times < 4; times += 1) statuses.push((await first!.call('users.list')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const headers = { authorization: `Bearer ${one.token}` }
  const refused = (await fetch(harness.url + routes['users.list'].path, { headers })).headers
  expect([refused.get('x-ratelimit-limit'), refused.get('x-ratelimit-remaining')]).toEqual(['3', '0'])
  for (const name of ['x-ratelimit-reset', 'retry-after']) {
    expect(Number(refused.get(name))).toBeGreaterThan(0)
    expect(Number(refused.get(name))).toBeLessThanOrEqual(60)
  }
  expect((await second!.call('users.list')).status).toBe(200)
  expect((await clinic.dana.call('users.list')).status).toBe(200)
})
