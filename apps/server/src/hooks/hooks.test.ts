import { HOOK_KINDS, hookEventSchema } from '@partyline/contract'
import type { Hook, HookKind } from '@partyline/contract'
import { createClient } from '@partyline/driver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import { startReceiver, verified } from './tests/receiver.ts'
import type { Receiver } from './tests/receiver.ts'

const ALL = Object.keys(HOOK_KINDS) as Hook['events']

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

let receiver: Receiver
let hook: Hook
let secret: string
beforeEach(async () => {
  receiver = await startReceiver()
  ;({ hook, secret } = await clinic.dana.get('hooks.create', { body: { url: receiver.url, events: ALL } }))
})
afterEach(async () => {
  for (const { id } of await clinic.dana.get('hooks.list')) {
    await clinic.dana.get('hooks.delete', { params: { hookId: id } })
  }
  await receiver.close()
})

const ofHook = () => ({ params: { hookId: hook.id } })
const bodies = () => receiver.received.map((one) => verified(one, secret))

/** The body of the first event of a kind, which has the form that the contract gives it. */
async function received(kind: HookKind, isIt: (data: Record<string, unknown>) => boolean = () => true) {
  const body = await until(async () => bodies().find(({ type, data }) => type === kind && isIt(data)))
  expect(hookEventSchema(kind).strict().parse(body)).toEqual(body)
  return body.data as Record<string, unknown>
}

const log = () => clinic.dana.get('hooks.events', ofHook())

/** The log, once nothing in it waits. */
const settledLog = () =>
  until(async () => {
    const events = await log()
    return events.length > 0 && events.every(({ state }) => state !== 'waiting') && events
  })

describe('events', () => {
  test('of a text from a contact', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    await phones[0]?.send(texting.frontDesk, 'Hello? 🥖 "quoted"')
    const data = await received('message.received')
    expect(data).toMatchObject({
      text: 'Hello? 🥖 "quoted"',
      mediaCount: 0,
      recovered: false,
      chat: { id: chat.id, name: 'Ann', url: `${harness.url}/?chat=${chat.id}` },
      line: { number: texting.frontDesk },
      from: { name: 'Ann', number: phones[0]?.number },
    })
    expect(data).not.toHaveProperty('from.contactId', null)
  })

  test('of a text to a contact, and of what becomes of it', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    const message = await texting.send(chat, 'Good morning')
    const sent = await received('message.sent')
    const to = { name: 'Ann', number: phones[0]?.number }
    expect(sent).toMatchObject({ id: message.id, text: 'Good morning', author: { name: 'Dana Cole' }, to: [to] })
    const status = await received('message.status', (data) => data['status'] === 'delivered')
    expect(status).toMatchObject({ id: message.id, to, errorCode: null, part: 1, parts: 1 })
  })

  test('of a text that fails, which opens the chat', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    const phone = phones[0]?.number ?? ''
    await clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state: 'done' } })
    await received('chat.done', ({ chat: of }) => (of as { id: string }).id === chat.id)
    harness.sandbox.faults.set({ phone, faults: { carrierError: { times: 1, code: 30_003 } } })
    await texting.send(chat, 'Are you there?')
    const status = await received('message.status', (data) => data['errorCode'] === 30_003)
    expect(status).toMatchObject({ status: 'undelivered', to: { number: phone } })
    expect(status['errorText']).toMatch(/\w/)
    expect(await received('chat.opened', ({ why }) => why === 'textFailed')).toMatchObject({ by: null })
  })

  test('of a chat', async () => {
    const { chat } = await texting.newChat(['Ann'])
    const params = { chatId: chat.id }
    const created = await received('chat.opened')
    expect(created).toMatchObject({ why: 'created', by: { name: 'Dana Cole' }, contacts: [{ name: 'Ann' }] })
    await clinic.dana.get('chats.assign', { params, body: { userId: clinic.omar.id as never } })
    const assigned = await received('chat.assigned')
    expect(assigned).toMatchObject({ assignee: { name: 'Omar Haddad' }, by: { name: 'Dana Cole' } })
    await clinic.dana.get('chats.assign', { params, body: { userId: null } })
    await received('chat.assigned', ({ assignee }) => assignee === null)
    await clinic.omar.get('chats.setState', { params, body: { state: 'done' } })
    expect(await received('chat.done')).toMatchObject({ by: { name: 'Omar Haddad' } })
    await clinic.omar.get('chats.setState', { params, body: { state: 'open' } })
    await received('chat.opened', ({ why }) => why === 'reopened')
  })

  test('of a contact: one for all that a change does', async () => {
    const body = { name: 'Grete', company: 'Bakery', phones: [{ number: '+12025559001' }] }
    const { id: contactId } = await clinic.dana.get('contacts.create', { body })
    const added = await received('contact.changed')
    expect(added).toMatchObject({ id: contactId, deleted: false, name: 'Grete', company: 'Bakery' })
    expect(added).toMatchObject({ phones: [{ number: '+12025559001' }] })
    await clinic.dana.get('contacts.update', { params: { contactId }, body: { name: 'Greta', remarks: 'Secret' } })
    await received('contact.changed', ({ name }) => name === 'Greta')
    await clinic.dana.get('contacts.update', { params: { contactId }, body: { remarks: 'More' } })
    await clinic.dana.get('contacts.delete', { params: { contactId } })
    await received('contact.changed', ({ deleted }) => deleted === true)
    await settledLog()
    expect(bodies().filter(({ type }) => type === 'contact.changed')).toHaveLength(3)
    expect(receiver.received.some(({ body: text }) => /Secret|More/.test(text))).toBe(false)
  })

  test('of an opt-out, and of its end', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    await phones[0]?.send(texting.frontDesk, 'STOP')
    const contact = { name: 'Ann', number: phones[0]?.number }
    const byText = { contact, line: { number: texting.frontDesk }, by: null, source: 'keyword' }
    expect(await received('contact.optedOut')).toMatchObject(byText)
    await phones[0]?.send(texting.frontDesk, 'START')
    expect(await received('contact.optedIn')).toMatchObject(byText)

    const params = { chatId: chat.id, memberId: chat.members.find(({ role }) => role === 'ExternalMobile')!.id }
    await clinic.omar.get('optOuts.add', { params, body: {} })
    const byHand = { contact, by: { id: clinic.omar.id }, source: 'manual' }
    expect(await received('contact.optedOut', ({ source }) => source === 'manual')).toMatchObject(byHand)
    await clinic.omar.get('optOuts.undo', { params })
    expect(await received('contact.optedIn', ({ source }) => source === 'manual')).toMatchObject(byHand)
    // A second STOP or START changes nothing.
    for (const [before, word] of ['STOP', 'STOP', 'START', 'START'].entries()) {
      await phones[0]?.send(texting.frontDesk, word)
      await texting.messages(chat, before + 3)
    }
    const kinds = (await settledLog()).map(({ kind }) => kind).filter((kind) => kind.startsWith('contact.opted'))
    expect(kinds.toReversed()).toEqual([
      'contact.optedOut',
      'contact.optedIn',
      'contact.optedOut',
      'contact.optedIn',
      'contact.optedOut',
      'contact.optedIn',
    ])
  })

  test('of an opt-out that an API key records, and of its end', async () => {
    const { chat, phones } = await texting.newChat(['Ann'])
    const body = { name: 'Bookings', scopes: ['contacts'] as const }
    const { key, token } = await clinic.dana.get('keys.create', { body })
    const program = createClient(harness.url, token)
    const [card] = await program.get('contacts.ofChat', { params: { chatId: chat.id } })
    const record = (state: 'granted' | 'revoked') =>
      program.get('contacts.recordConsent', {
        params: { contactId: card?.id ?? '' },
        headers: { 'Idempotency-Key': state },
        body: {
          entries: [
            { number: phones[0]?.number ?? '', lineId: chat.numberId, state, source: 'api', wording: 'Unsubscribe' },
          ],
        },
      })
    const byKey = { contact: { name: 'Ann' }, by: { id: key.id, name: 'Bookings' }, source: 'api' }
    await record('revoked')
    expect(await received('contact.optedOut')).toMatchObject(byKey)
    await record('granted')
    expect(await received('contact.optedIn')).toMatchObject(byKey)
  })

  test('of an opt-out, if a contact that is asked for consent refuses', async () => {
    const params = { numberId: clinic.numbers[0].id }
    await clinic.dana.get('settings.updateConsent', { params, body: { consent: 'warn' } })
    onTestFinished(async () => {
      await clinic.dana.get('settings.updateConsent', { params, body: { consent: 'off' } })
    })
    const { chat, phones } = await texting.newChat(['Ann'])
    await clinic.omar.get('consent.ask', { params: { chatId: chat.id } })
    await phones[0]?.send(texting.frontDesk, 'No')
    const contact = { name: 'Ann', number: phones[0]?.number }
    expect(await received('contact.optedOut')).toMatchObject({ contact, by: null, source: 'keyword' })
  })

  test('of no opt-in when a phone that opted out gets a new owner or is erased, and of no second opt-out', async () => {
    const { phones } = await texting.newChat(['Ann'])
    const number = phones[0]?.number ?? ''
    await phones[0]?.send(texting.frontDesk, 'STOP')
    await received('contact.optedOut')
    const [ann] = await clinic.dana.get('contacts.search', { body: { term: number } })
    const params = { contactId: ann?.id ?? '' }
    const reassignedIds = ann?.phones.map(({ id }) => id) ?? []
    await clinic.dana.get('contacts.update', { params, body: { phones: [], reassignedIds } })
    const owner = await clinic.dana.get('contacts.create', { body: { name: 'Owner', phones: [{ number }] } })
    await clinic.dana.get('contacts.erase', { params: { contactId: owner.id }, body: { messages: true } })
    await received('contact.changed', ({ id, deleted }) => id === owner.id && deleted === true)
    const kinds = (await settledLog()).map(({ kind }) => kind).filter((kind) => kind.startsWith('contact.opted'))
    expect(kinds).toEqual(['contact.optedOut'])
  })

  test('only of the kinds that are chosen', async () => {
    await clinic.dana.get('hooks.update', { ...ofHook(), body: { events: ['message.sent'] } })
    const { chat } = await texting.newChat(['Ann'])
    await texting.settled(chat, await texting.send(chat, 'Hello'))
    expect((await settledLog()).map(({ kind }) => kind)).toEqual(['message.sent'])
  })

  test('neither of notes, nor of what is said in a chat without contacts, nor of texts before they are sent', async () => {
    const team = await clinic.chat('Team', [clinic.dana.id, clinic.omar.id])
    await texting.send(team, 'Secret among us')
    const { chat } = await texting.newChat(['Ann'])
    const params = { chatId: chat.id }
    await clinic.dana.get('notes.add', { params, body: { text: 'Secret note' } })
    const form = (more: Record<string, string>) => ({ params, form: formOf('Secret for now', more) })
    await clinic.dana.get('messages.send', form({ SendAt: new Date(Date.now() + 3_600_000).toISOString() }))
    const held = await clinic.dana.get('messages.send', form({ HoldSeconds: '30' }))
    await clinic.dana.get('messages.cancel', { params: { ...params, messageId: held.id } })
    await texting.settled(chat, await texting.send(chat, 'The last one'))
    await received('message.status', ({ text, status }) => text === 'The last one' && status === 'delivered')
    await settledLog()
    expect(receiver.received.map(({ body }) => body).join()).not.toContain('Secret')
  })

  test('of another organization go elsewhere', async () => {
    const others = await clinic.stranger.call('hooks.events', ofHook())
    expect(others.status).toBe(404)
    expect(await clinic.stranger.get('hooks.list')).toEqual([])
  })
})

describe('the calls', () => {
  test('the secret is shown once', async () => {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const [listed] = await clinic.dana.get('hooks.list')
    expect(listed).toEqual(hook)
    expect(JSON.stringify(listed)).not.toContain('whsec')
  })

  test('a rotated secret is valid at once, and the one before for a day', async () => {
    const rotated = await clinic.dana.get('hooks.rotate', ofHook())
    expect(rotated.secret).not.toBe(secret)
    expect(Date.parse(rotated.hook.previousSecretUntil ?? '')).toBeGreaterThan(Date.now() + 86_000_000)
    await clinic.dana.get('hooks.test', ofHook())
    const [one] = receiver.received
    expect(verified(one!, secret)).toEqual(verified(one!, rotated.secret))
    expect(() => verified(one!, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('No matching signature found')
  })

  test('a second rotation ends the first secret at once', async () => {
    const second = await clinic.dana.get('hooks.rotate', ofHook())
    const third = await clinic.dana.get('hooks.rotate', ofHook())
    await clinic.dana.get('hooks.test', ofHook())
    const [one] = receiver.received
    expect(verified(one!, second.secret)).toEqual(verified(one!, third.secret))
    expect(() => verified(one!, secret)).toThrow('No matching signature found')
  })

  test('a test says what came of it, and is not repeated', async () => {
    const good = await clinic.dana.get('hooks.test', ofHook())
    expect(good).toMatchObject({ kind: 'webhook.test', state: 'delivered', attempts: [{ status: 204, failure: null }] })
    for (const status of [500, 410]) {
      receiver.answer(status)
      const bad = await clinic.dana.get('hooks.test', ofHook())
      expect(bad).toMatchObject({ state: 'failed', nextAttemptOn: null, attempts: [{ status, failure: 'status' }] })
      expect((await clinic.dana.get('hooks.list'))[0]).toMatchObject({ enabled: true, failingSince: null })
    }
  })

  test('disabled, it gets nothing', async () => {
    const disabled = await clinic.dana.get('hooks.update', { ...ofHook(), body: { enabled: false } })
    expect(disabled).toMatchObject({ enabled: false, disabled: { reason: 'admin' } })
    const { chat } = await texting.newChat(['Ann'])
    await texting.settled(chat, await texting.send(chat, 'Hello'))
    expect(await log()).toEqual([])
    expect((await clinic.dana.call('hooks.test', ofHook())).status).toBe(409)
    expect(await clinic.dana.get('hooks.update', { ...ofHook(), body: { enabled: true } })).toMatchObject({
      enabled: true,
      disabled: null,
    })
    await texting.send(chat, 'Hello again')
    await received('message.sent')
  })

  test('an event is replayed under its ID, and pages of the log follow each other', async () => {
    for (let nth = 0; nth < 3; nth += 1) await clinic.dana.get('hooks.test', ofHook())
    const all = await log()
    const query = { limit: 2 }
    const first = await clinic.dana.get('hooks.events', { ...ofHook(), query })
    const second = await clinic.dana.get('hooks.events', { ...ofHook(), query: { ...query, before: first[1]!.id } })
    expect([...first, ...second]).toEqual(all)
    expect(all).toHaveLength(3)
    const params = { hookId: hook.id, hookEventId: all[1]!.id }
    expect(await clinic.dana.get('hooks.replay', { params })).toMatchObject({ state: 'waiting' })
    await until(async () => receiver.received.length === 4)
    const twice = receiver.received.filter(({ id }) => id === all[1]!.id)
    expect(twice.map(({ body }) => body)).toEqual([twice[0]?.body, twice[0]?.body])
  })

  test('all that failed are replayed', async () => {
    receiver.answer(410)
    await texting.newChat(['Ann'])
    await until(async () => (await clinic.dana.get('hooks.list'))[0]?.disabled?.reason === 'gone')
    await settledLog()
    expect((await clinic.dana.call('hooks.replayAll', replay(new Date(0)))).status).toBe(409)
    receiver.answer(204)
    await clinic.dana.get('hooks.update', { ...ofHook(), body: { enabled: true } })
    expect(await clinic.dana.get('hooks.replayAll', replay(new Date(Date.now() + 60_000)))).toEqual({ count: 0 })
    const lost = (await log()).filter(({ state }) => state !== 'delivered').length
    expect(lost).toBeGreaterThan(0)
    expect(await clinic.dana.get('hooks.replayAll', replay(new Date(0)))).toEqual({ count: lost })
    await received('chat.opened')
    await settledLog()
    expect((await log()).every(({ state }) => state === 'delivered')).toBe(true)
  })
  const replay = (since: Date) => ({ ...ofHook(), body: { since: since.toISOString() } })

  test.each([
    ['http://hooks.example.com', 'https://'],
    ['https://127.0.0.2/', 'private network'],
    ['https://localhost/', 'private network'],
    ['https://me:you@127.0.0.1/', 'user name'],
    ['nonsense', 'https://'],
    [`http://127.0.0.1/${'x'.repeat(2_000)}`, '2,000'],
  ])('%s is refused', async (url, words) => {
    for (const call of [
      clinic.dana.call('hooks.create', { body: { url, events: ['chat.done'] } }),
      clinic.dana.call('hooks.update', { ...ofHook(), body: { url } }),
    ]) {
      const { status, error } = await call
      expect(status).toBe(400)
      expect(JSON.stringify(error?.errors)).toContain(words)
    }
  })

  test('there are at most ten', async () => {
    const body = { url: receiver.url, events: ['chat.done' as const] }
    for (let nth = 1; nth < 10; nth += 1) await clinic.dana.get('hooks.create', { body })
    expect(await clinic.dana.call('hooks.create', { body })).toMatchObject({ status: 409 })
  })

  test('changes are in the audit log, without what follows the host', async () => {
    await clinic.dana.get('hooks.update', { ...ofHook(), body: { events: ['chat.done'], enabled: false } })
    await clinic.dana.get('hooks.rotate', ofHook())
    await clinic.dana.get('hooks.delete', ofHook())
    const entries = await clinic.dana.get('settings.audit', { query: { limit: 4 } })
    const host = new URL(receiver.url).host
    expect(entries.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['hookRemoved', host],
      ['hookSecretReplaced', host],
      ['hookChanged', host],
      ['hookAdded', host],
    ])
    expect(entries[2]?.changes).toMatchObject([
      { field: 'events' },
      { field: 'state', from: 'Enabled', to: 'Disabled' },
    ])
  })
})

describe('an erasure', () => {
  test('destroys what stored bodies say, and a replay is written from what is left', async () => {
    const { chat, phones } = await texting.newChat(['Wilhelmina'])
    const number = phones[0]?.number ?? ''
    await phones[0]?.send(texting.frontDesk, 'My private matter')
    await received('message.received')
    await clinic.dana.get('chats.viewChat', { params: { chatId: chat.id } })
    const kept = await settledLog()
    const [phone] = await clinic.dana.get('numbers.mobile').then((all) => all.filter((one) => one.number === number))
    // A contact that came with a phone has its ID.
    const contactId = phone!.id
    await clinic.dana.get('contacts.erase', { params: { contactId }, body: { messages: true } })
    receiver.received.length = 0
    for (const { id } of kept) await clinic.dana.get('hooks.replay', { params: { hookId: hook.id, hookEventId: id } })
    await until(async () => kept.every(({ id }) => receiver.received.some((one) => one.id === id)))
    const text = receiver.received.map(({ body }) => body).join()
    for (const secretWord of ['Wilhelmina', number, 'private matter']) expect(text).not.toContain(secretWord)
    expect(await received('contact.changed', ({ deleted }) => deleted === true)).toMatchObject({ name: '' })
  })
})
