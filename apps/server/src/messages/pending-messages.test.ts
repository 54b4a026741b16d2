import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Chat, Message, ReturnReason, UserId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import type { Phone } from '../../tests/phone.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const clock = createStillClock()
const HOLD_MS = 5_000
/** Access tokens are valid for ten minutes. */
const SOON_MS = 10_000
let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

/** A timer rings a millisecond late. */
const pass = (ms: number) => clock.pass(ms + 1)
const inFuture = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const HELD = { HoldSeconds: '5' }
const soon = (more: object = {}) => ({ SendAt: inFuture(SOON_MS), ...more })

const send = (
  { id: chatId }: Pick<Chat, 'id'>,
  text: string,
  fields: Record<string, string | Blob> = {},
  { by = clinic.dana, key }: { by?: Client; key?: string } = {},
) =>
  by.call('messages.send', {
    params: { chatId },
    form: formOf(text, fields),
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const pend = async (...args: Parameters<typeof send>): Promise<Message> => (await send(...args)).data

const opened = ({ id: chatId }: Pick<Chat, 'id'>) => clinic.dana.get('chats.get', { params: { chatId } })
const textsOf = async (chat: Pick<Chat, 'id'>) => (await opened(chat)).messages.map(({ text }) => text)
const cancel = ({ id: chatId }: Pick<Chat, 'id'>, { id: messageId }: Message, by: Client = clinic.dana) =>
  by.call('messages.cancel', { params: { chatId, messageId } })
/** The pending messages of a chat, once they are as wanted. */
const pendingOnce = (chat: Pick<Chat, 'id'>, isWanted: (pending: Message[]) => boolean) =>
  until(async () => {
    const { pending } = await opened(chat)
    return isWanted(pending) && pending
  })
const returnedOnce = async (chat: Pick<Chat, 'id'>) =>
  (await pendingOnce(chat, (all) => all.length > 0 && all.every((one) => one.pending?.state === 'returned')))[0]!

describe('a held message', () => {
  test('is no part of the chat until it is released, under the same ID', async () => {
    const { chat, phones } = await texting.newChat(['Ada'])
    await texting.settled(chat, await texting.send(chat, 'Before'))
    const [number] = phones.map((phone) => phone.number)
    const listener = await listen(harness.url, clinic.omar)
    const before = await opened(chat)
    const held = await pend(chat, 'Hello', HELD)
    expect(held).toMatchObject({
      text: 'Hello',
      delivery: [],
      pending: { state: 'held', sendOn: inFuture(HOLD_MS), reason: null, owner: null },
    })
    expect(await opened(chat)).toEqual({ ...before, version: before.version + 1, pending: [held] })
    const event = await until(async () => listener.events().find(({ version }) => version === before.version + 1))
    expect(event).toMatchObject({ kind: 'DeliveryStatusUpdated', data: { pending: { messages: [held] } } })
    expect(texting.postsTo(number!)).toBe(1)

    pass(HOLD_MS)
    const messages = await texting.messages(chat, 2)
    expect(messages.at(-1)).toMatchObject({ id: held.id, text: 'Hello' })
    expect(messages.at(-1)).not.toHaveProperty('pending')
    await texting.settled(chat, held)
    expect(texting.postsTo(number!)).toBe(2)
    expect((await opened(chat)).pending).toEqual([])
    await listener.connection.stop()
  })

  test('assigns, opens, and claims its chat only when it is released', async () => {
    const { chat } = await texting.newChat(['Bea'])
    await clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state: 'done' } })
    await pend(chat, 'Hello', HELD)
    expect(await opened(chat)).toMatchObject({ assignedTo: null, state: 'done' })
    pass(HOLD_MS)
    await texting.messages(chat, 1)
    expect(await opened(chat)).toMatchObject({ assignedTo: clinic.dana.id, state: 'done' })
  })

  test('is followed by later messages of its chat, whoever writes them', async () => {
    const { chat, phones } = await texting.newChat(['Cleo'])
    await pend(chat, 'One', HELD)
    const [second, third] = [await pend(chat, 'Two', {}, { by: clinic.omar }), await pend(chat, 'Three')]
    expect([second, third].map((message) => message.pending?.state)).toEqual(['held', 'held'])
    const { chat: other } = await texting.newChat(['Cora'])
    expect(await pend(other, 'At once')).not.toHaveProperty('pending')
    pass(HOLD_MS + 10)
    await texting.settled(chat, (await texting.messages(chat, 3)).at(-1)!)
    expect(await textsOf(chat)).toEqual(['One', 'Two', 'Three'])
    expect((await phones[0]!.received(3)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
  })

  test('is sent after a text that arrived in the meantime', async () => {
    const { chat, phones } = await texting.newChat(['Dina'])
    await pend(chat, 'Hello', HELD)
    await phones[0]!.send(texting.frontDesk, 'First')
    await texting.messages(chat, 1)
    pass(HOLD_MS)
    expect((await texting.messages(chat, 2)).map(({ text }) => text)).toEqual(['First', 'Hello'])
  })

  test('can be sent now, but not before others that are held', async () => {
    const { chat } = await texting.newChat(['Edda'])
    const [first, second] = [await pend(chat, 'One', HELD), await pend(chat, 'Two', HELD)]
    const sendNow = ({ id: messageId }: Message) =>
      clinic.dana.get('messages.reschedule', { params: { chatId: chat.id, messageId }, body: { sendAt: null } })
    expect((await sendNow(second)).pending).toMatchObject({ state: 'held', sendOn: inFuture(HOLD_MS + 1) })
    await cancel(chat, first)
    const held = (await opened(chat)).pending.find(({ pending }) => pending?.state === 'held')
    expect(await sendNow(held!)).not.toHaveProperty('pending')
    expect(await textsOf(chat)).toEqual(['Two'])
  })

  test('is written once, however often its request is repeated', async () => {
    const { chat } = await texting.newChat(['Effi'])
    const [first, again] = [
      await pend(chat, 'Hello', HELD, { key: 'effi' }),
      await pend(chat, 'Hello', HELD, { key: 'effi' }),
    ]
    expect(again).toEqual(first)
    pass(HOLD_MS)
    await texting.messages(chat, 1)
    expect(await pend(chat, 'Hello', HELD, { key: 'effi' })).toMatchObject({ id: first.id })
    expect(await textsOf(chat)).toEqual(['Hello'])
  })

  test('survives a restart, and is sent once', async () => {
    const { chat, phones } = await texting.newChat(['Fina'])
    await pend(chat, 'Hello', HELD)
    await harness.restart()
    expect(await textsOf(chat)).toEqual([])
    // The process that was started does not know of it before it has looked.
    await until(async () => {
      pass(HOLD_MS)
      return (await textsOf(chat)).length > 0
    })
    await texting.settled(chat, (await opened(chat)).messages[0]!)
    pass(HOLD_MS)
    expect(texting.postsTo(phones[0]!.number)).toBe(1)
  })
})

describe('undo', () => {
  test('makes it a draft of its author again, with its files and reply', async () => {
    const { chat, phones } = await texting.newChat(['Gina'])
    const parent = await texting.send(chat, 'When?')
    await texting.settled(chat, parent)
    const file = new File(['BEGIN:VCARD\nVERSION:3.0\nFN:Gina\nEND:VCARD'], 'gina.vcf', { type: 'text/vcard' })
    const fields = { ...HELD, Media: file, ReplyToMessageId: parent.id }
    const held = await pend(chat, 'At nine', fields, { key: 'gina' })
    expect((await cancel(chat, held)).data).toMatchObject({ text: 'At nine', parentId: parent.id })
    const [draft] = (await opened(chat)).pending
    expect(draft).toMatchObject({
      text: 'At nine',
      parent: { text: 'When?' },
      media: [{ fileName: 'gina.vcf' }],
      pending: { state: 'returned', reason: 'undone', owner: clinic.dana.id },
    })
    pass(HOLD_MS)
    const answer = await send(chat, 'At nine', fields, { key: 'gina' })
    expect([answer.status, answer.error?.error]).toEqual([409, 'canceled'])
    expect(await textsOf(chat)).toEqual(['When?'])
    expect(texting.postsTo(phones[0]!.number)).toBe(1)
  })

  test('is for its author and Admins, and for no other tenant', async () => {
    const { chat } = await texting.newChat(['Hana'])
    const held = await pend(chat, 'Hello', HELD, { by: clinic.omar })
    expect((await cancel(chat, held, clinic.mei)).error?.error).toBe('forbidden')
    expect((await cancel(chat, held, clinic.stranger)).error?.error).toBe('not-found')
    expect((await opened(chat)).pending).toEqual([held])
    expect((await cancel(chat, held, clinic.dana)).status).toBe(200)
    expect((await opened(chat)).pending[0]?.pending).toMatchObject({ owner: clinic.omar.id })
  })

  test('is refused once the message was sent', async () => {
    const { chat } = await texting.newChat(['Ida'])
    const held = await pend(chat, 'Hello', HELD)
    pass(HOLD_MS)
    await texting.messages(chat, 1)
    const answer = await cancel(chat, held)
    expect([answer.status, answer.error?.error]).toEqual([409, 'already-sent'])
  })

  test('and the release of a message never both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { chat } = await texting.newChat(['Jana'])
      const held = await pend(chat, 'Hello', HELD)
      const canceling = cancel(chat, held)
      pass(HOLD_MS)
      const { status } = await canceling
      const texts =
        status === 200 ? await pendingOnce(chat, (all) => all.length === 1) : await texting.messages(chat, 1)
      expect(texts.map(({ text }) => text)).toEqual(['Hello'])
      const { messages, pending } = await opened(chat)
      expect(messages.length + pending.length).toBe(1)
      expect([status, messages.length]).toEqual(status === 200 ? [200, 0] : [409, 1])
    }
  })
})

describe('a scheduled message', () => {
  test('changes nothing in lists, and is sent at its time', async () => {
    const { chat } = await texting.newChat(['Kira'])
    const list = async () => {
      const chats = await clinic.omar.get('chats.search', { body: { mode: 'all', limit: 200 } })
      return chats.find(({ id }) => id === chat.id)!
    }
    const before = await list()
    const waiting = await pend(chat, 'Good morning', soon())
    expect(waiting.pending).toMatchObject({ state: 'scheduled', cancelOnReply: true })
    expect(await list()).toEqual({ ...before, version: before.version + 1, scheduledCount: 1 })
    const search = { body: { term: 'Good morning' } }
    expect(await clinic.omar.get('messages.search', search)).toEqual([])
    clock.pass(SOON_MS - 1)
    expect(await textsOf(chat)).toEqual([])
    pass(1)
    const [message] = await texting.messages(chat, 1)
    expect(message).toMatchObject({ id: waiting.id, sentOn: clock.now().toISOString() })
    expect(await list()).toMatchObject({ scheduledCount: 0, lastMessage: { text: 'Good morning' } })
    expect(await clinic.omar.get('messages.search', search)).toHaveLength(1)
  })

  test('is returned if a contact writes first, in a group too, unless it is to be sent anyway', async () => {
    const { chat, phones } = await texting.newChat(['Lena', 'Lara'])
    await pend(chat, 'Any news?', soon())
    clock.pass(1)
    await pend(chat, 'We close at six.', soon({ CancelOnReply: 'false' }))
    await pend(chat, 'Held', HELD)
    await phones[1]!.send(texting.frontDesk, 'Yes!')
    const pending = await pendingOnce(chat, (all) => all.some((one) => one.pending?.reason === 'replied'))
    expect(pending.map(({ text, pending: now }) => [text, now?.state, now?.reason])).toEqual([
      ['Held', 'held', null],
      ['Any news?', 'returned', 'replied'],
      ['We close at six.', 'scheduled', null],
    ])
    pass(SOON_MS)
    await texting.messages(chat, 3)
    expect((await textsOf(chat)).toSorted()).toEqual(['Held', 'We close at six.', 'Yes!'])
  })

  test('needs a time in the future, within 120 days', async () => {
    const { chat } = await texting.newChat(['Mara'])
    const day = 86_400_000
    for (const [ms, status] of [
      [0, 400],
      [-1, 400],
      [120 * day, 200],
      [120 * day + 1, 400],
    ] as const) {
      const answer = await send(chat, 'Hello', { SendAt: inFuture(ms) })
      expect([ms, answer.status, Object.keys(answer.error?.errors ?? {})]).toEqual([
        ms,
        status,
        status === 400 ? ['SendAt'] : [],
      ])
    }
    expect((await send(chat, 'Hello', { HoldSeconds: '7' })).error?.errors).toHaveProperty('HoldSeconds')
  })

  test('is the answer to a repeated request, also after its time', async () => {
    const { chat } = await texting.newChat(['Moni'])
    const at = soon()
    const first = await pend(chat, 'Hello', at, { key: 'moni' })
    pass(SOON_MS)
    await texting.messages(chat, 1)
    expect(await pend(chat, 'Hello', at, { key: 'moni' })).toMatchObject({ id: first.id })
  })

  test('of a chat are at most a hundred', async () => {
    const { chat } = await texting.newChat(['Mona'])
    for (let index = 0; index < 100; index += 1) expect((await send(chat, 'Hello', soon())).status).toBe(200)
    expect((await send(chat, 'Hello', soon())).error?.error).toBe('conflict')
    for (const message of (await opened(chat)).pending) await cancel(chat, message)
    expect(await opened(chat)).toMatchObject({ pending: [], scheduledCount: 0 })
  })

  test('is sent before those that were written later for the same time', async () => {
    const { chat } = await texting.newChat(['Mia'])
    const at = soon()
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    for (const text of texts) {
      await pend(chat, text, at)
      clock.pass(1)
    }
    expect((await opened(chat)).pending.map(({ text }) => text)).toEqual(texts)
    pass(SOON_MS)
    await texting.messages(chat, texts.length)
    expect(await textsOf(chat)).toEqual(texts)
  })

  test('is deleted when it is canceled', async () => {
    const { chat } = await texting.newChat(['Nora'])
    const waiting = await pend(chat, 'Hello', soon())
    expect((await cancel(chat, waiting)).data.text).toBe('Hello')
    expect(await opened(chat)).toMatchObject({ pending: [], scheduledCount: 0 })
    expect((await cancel(chat, waiting)).error?.error).toBe('not-found')
  })

  test('is replaced by an edited one, all or nothing', async () => {
    const { chat } = await texting.newChat(['Olga'])
    const waiting = await pend(chat, 'Helo', soon())
    const ReplacesMessageId = waiting.id
    expect((await send(chat, '', soon({ ReplacesMessageId }))).status).toBe(400)
    expect((await send(chat, 'Mine', soon({ ReplacesMessageId }), { by: clinic.omar })).status).toBe(403)
    expect((await opened(chat)).pending).toEqual([waiting])
    await pend(chat, 'Hello', soon({ ReplacesMessageId }))
    expect((await opened(chat)).pending.map(({ text }) => text)).toEqual(['Hello'])
    expect((await send(chat, 'Hello?', { ReplacesMessageId })).error?.error).toBe('not-found')
    pass(SOON_MS)
    const [sent] = await texting.messages(chat, 1)
    const late = await send(chat, 'Hello!', { ReplacesMessageId: sent!.id })
    expect(late.error?.error).toBe('already-sent')
    expect(await textsOf(chat)).toEqual(['Hello'])
  })

  test('is sent now or at another time, as it was written', async () => {
    const { chat } = await texting.newChat(['Pia'])
    const waiting = await pend(chat, 'Hello', soon({ CancelOnReply: 'false' }))
    const params = { chatId: chat.id, messageId: waiting.id }
    const later = await clinic.dana.get('messages.reschedule', { params, body: { sendAt: inFuture(2 * SOON_MS) } })
    expect(later).toMatchObject({
      text: 'Hello',
      pending: { state: 'scheduled', sendOn: inFuture(2 * SOON_MS), cancelOnReply: false },
    })
    const again = { params: { chatId: chat.id, messageId: later.id }, body: { sendAt: null } }
    expect((await clinic.omar.call('messages.reschedule', again)).status).toBe(403)
    expect(await clinic.dana.get('messages.reschedule', again)).not.toHaveProperty('pending')
    expect(await textsOf(chat)).toEqual(['Hello'])
    expect((await clinic.dana.call('messages.reschedule', again)).status).toBe(404)
  })

  test('is in the list of all of the tenant, page by page, which no other tenant sees', async () => {
    const texts = ['First', 'Second', 'Third']
    const { chat } = await texting.newChat(['Quinn'])
    for (const [index, text] of texts.entries()) await pend(chat, text, { SendAt: inFuture((index + 1) * 1_000) })
    const own = (all: readonly { chatId: string; message: Message }[]) =>
      all.filter(({ chatId }) => chatId === chat.id).map(({ message }) => message.text)
    expect(own(await clinic.mei.get('messages.scheduled', { query: { limit: 200 } }))).toEqual(texts)
    const all = await clinic.mei.get('messages.scheduled', { query: { limit: 200 } })
    const first = all.findIndex(({ message }) => message.text === 'First')
    const page = await clinic.mei.get('messages.scheduled', { query: { after: all[first]!.message.id, limit: 1 } })
    expect(page).toEqual([all[first + 1]])
    expect(all[first]).toMatchObject({ chatName: 'Quinn' })
    expect(await clinic.stranger.get('messages.scheduled')).toEqual([])
    for (const message of (await opened(chat)).pending) await cancel(chat, message)
  })
})

describe('when it is due, everything is checked again', () => {
  /** Schedules a message, lets something change, and says why the message came back. */
  async function reasonAfter(
    change: (chat: Chat, phones: readonly Phone[]) => Promise<unknown>,
    { by = clinic.dana, fields = {} }: { by?: Client; fields?: object } = {},
  ): Promise<{ reason: ReturnReason | null | undefined; owner: UserId | null | undefined; posts: number }> {
    const { chat, phones } = await texting.newChat(['Rosa', 'Rita'])
    await pend(chat, 'Hello', soon(fields), { by })
    await change(chat, phones)
    pass(SOON_MS)
    const { pending } = await returnedOnce(chat)
    const posts = phones.reduce((sum, { number }) => sum + texting.postsTo(number), 0)
    return { reason: pending?.reason, owner: pending?.owner, posts }
  }
  const params = (chat: Chat) => ({ chatId: chat.id })
  const update = async (chat: Chat, changed: object) => {
    const { numberId, name, members } = await opened(chat)
    const memberIds = members.filter(({ deletedOn }) => deletedOn === null).map(({ id }) => id)
    await clinic.dana.get('chats.update', { params: params(chat), body: { numberId, name, memberIds, ...changed } })
  }
  const setDisabled = (userId: string, disabled: boolean) =>
    clinic.dana.get('settings.updateUser', {
      params: { userId },
      body: { role: 'User', name: 'Omar', disabled },
    })

  test('its chat may be deleted', async () => {
    const back = await reasonAfter((chat) => clinic.dana.get('chats.delete', { params: params(chat) }))
    expect(back).toEqual({ reason: 'chat closed', owner: clinic.dana.id, posts: 0 })
  })

  test('its author may have left the chat', async () => {
    const back = await reasonAfter((chat) => clinic.omar.get('chats.leave', { params: params(chat) }), {
      by: clinic.omar,
    })
    expect(back).toEqual({ reason: 'author left', owner: clinic.omar.id, posts: 0 })
  })

  test('its author may be disabled: then the assignee has it, or an Admin', async () => {
    const disable = (assignee: string | null) => async (chat: Chat) => {
      await clinic.dana.get('chats.assign', { params: params(chat), body: { userId: assignee as UserId | null } })
      await setDisabled(clinic.omar.id, true)
    }
    for (const [assignee, owner] of [
      [clinic.mei.id, clinic.mei.id],
      [null, clinic.dana.id],
    ] as const) {
      const back = await reasonAfter(disable(assignee), { by: clinic.omar })
      await setDisabled(clinic.omar.id, false)
      clinic.omar = { ...(await harness.signIn('omar@lakeside.example')), id: clinic.omar.id }
      expect(back).toEqual({ reason: 'author left', owner, posts: 0 })
    }
  })

  test('the contacts may have changed', async () => {
    const leave = await reasonAfter(async (chat) => {
      const contact = (await opened(chat)).members.find(({ role }) => role === 'ExternalMobile')
      await clinic.dana.get('chats.removeMember', { params: { ...params(chat), memberId: contact!.id } })
    })
    expect(leave).toMatchObject({ reason: 'recipients changed', posts: 0 })
    const enter = await reasonAfter(async (chat) => {
      const { members } = await opened(chat)
      const { memberId } = await clinic.contact('Sara', '+12025557001')
      await update(chat, { memberIds: [...members.map(({ id }) => id), memberId] })
    })
    expect(enter).toMatchObject({ reason: 'recipients changed', posts: 0 })
  })

  test('a contact may have opted out', async () => {
    const back = await reasonAfter(
      async (chat, phones) => {
        await phones[0]!.send(texting.frontDesk, 'STOP')
        await until(async () => (await opened(chat)).members.some(({ optedOut }) => optedOut))
      },
      { fields: { CancelOnReply: 'false' } },
    )
    expect(back).toMatchObject({ reason: 'opted out', posts: 0 })
  })

  test('the chat may have another line, or its line may be out of use', async () => {
    const moved = await reasonAfter((chat) => update(chat, { numberId: clinic.numbers[1].id }))
    expect(moved).toMatchObject({ reason: 'line changed', posts: 0 })
    const line = { params: { numberId: clinic.numbers[0].id } }
    const unused = await reasonAfter(() =>
      clinic.dana.get('settings.updateTwilioNumber', { ...line, body: { useNumber: false } }),
    )
    await clinic.dana.get('settings.updateTwilioNumber', { ...line, body: { useNumber: true } })
    expect(unused).toMatchObject({ reason: 'line not in use', posts: 0 })
  })

  test('its country may be barred', async () => {
    const back = await reasonAfter(() =>
      clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', allowedCountries: ['DE'] } }),
    )
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', allowedCountries: null } })
    expect(back).toMatchObject({ reason: 'country not allowed', posts: 0 })
  })

  test('its file may be gone', async () => {
    const Media = new File(['BEGIN:VCARD\nVERSION:3.0\nFN:Rosa\nEND:VCARD'], 'rosa.vcf', { type: 'text/vcard' })
    const media = path.join(harness.settings['DATA_DIR'] ?? '', 'media')
    const back = await reasonAfter(() => rm(media, { recursive: true }), { fields: { Media } })
    expect(back).toMatchObject({ reason: 'file missing', posts: 0 })
  })

  test('a signature may make it too long', async () => {
    const { chat } = await texting.newChat(['Tara'])
    await pend(chat, 'x'.repeat(1_600), soon())
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: true } })
    pass(SOON_MS)
    const { pending } = await returnedOnce(chat)
    await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside', addSignature: false } })
    expect(pending?.reason).toBe('too long')
  })
})

test('a message that is more than an hour late waits for someone to confirm it', async () => {
  const { chat: late } = await texting.newChat(['Uma'])
  const { chat: inTime } = await texting.newChat(['Ute'])
  await pend(late, 'Hello', soon())
  await pend(inTime, 'Hello', { SendAt: inFuture(SOON_MS + 1_000) })
  await harness.restart(async () => clock.pass(3_600_000 + SOON_MS + 500))
  clinic = { ...clinic, dana: { ...(await harness.signIn('dana@lakeside.example')), id: clinic.dana.id } }
  texting = createTexting(harness, clinic)
  await texting.messages(inTime, 1)
  const [waiting] = await pendingOnce(late, (all) => all[0]?.pending?.state === 'late')
  expect(await textsOf(late)).toEqual([])
  const params = { chatId: late.id, messageId: waiting!.id }
  await clinic.dana.get('messages.reschedule', { params, body: { sendAt: null } })
  expect(await textsOf(late)).toEqual(['Hello'])
})
