import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LEGAL_HOLD_TEXTS } from '@partyline/contract'
import type { Chat } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { phoneOf } from '../../tests/phone.ts'
import { endSharedApp } from '../../tests/shared-harness.ts'
import { formOf } from '../../tests/texting.ts'
import { createTwilioWebhooks, newMessageSid } from '../../tests/twilio-webhook.ts'
import { until } from '../../tests/until.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PNG = readFileSync(path.resolve(import.meta.dirname, '../../../../tools/demo/meadow.png'))

const clock = createMovingClock()
let harness: OwnHarness
let clinic: Clinic
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

/** Sessions end while the clock moves. */
const signIn = (name: 'dana' | 'omar' = 'dana') => harness.signIn(`${name}@lakeside.example`)
const line = () => clinic.numbers[0]
const inChat = ({ id: chatId }: Pick<Chat, 'id'>) => ({ params: { chatId } })
const keep = (dana: Client, keepDays: number | null) =>
  dana.get('settings.updateRetention', { params: { numberId: line().id }, body: { keepDays } })
const preview = (dana: Client, days?: number) =>
  dana.get('retention.preview', { params: { numberId: line().id }, query: days ? { days: `${days}` } : {} })

/** A chat with a phone that has texted. */
async function chatWith(name: string, number: string, text: string) {
  const dana = await signIn()
  const [contact] = await dana.get('numbers.addMobile', { body: { name, number } })
  const memberIds = [clinic.dana.id, clinic.omar.id, contact?.id ?? '']
  const chat = await dana.get('chats.create', { body: { numberId: line().id, name, memberIds } })
  const phone = phoneOf(harness.sandbox, number)
  await phone.send(line().number, text)
  await until(async () => (await dana.get('chats.get', inChat(chat))).messages.length === 1)
  const [card] = await dana.get('contacts.search', { body: { term: number } })
  return { chat, phone, contactId: card?.id ?? '' }
}

const nowIn = async (chat: Pick<Chat, 'id'>, by: Client) => by.get('chats.get', inChat(chat))

/** The loop runs each hour. */
const cleaned = (chat: Pick<Chat, 'id'>) =>
  until(async () => {
    clock.pass(HOUR_MS)
    const now = await nowIn(chat, await signIn())
    return now.deletedBefore !== undefined && now
  })

test('old texts go with their files, notes, and records; what others have counted and agreed on stays', async () => {
  const { chat, phone } = await chatWith('Ann', '+12025550141', 'Do you have the marigold form?')
  const dana = await signIn()
  const picture = new Blob([PNG], { type: 'image/png' })
  const form = formOf('Here is the marigold form.')
  form.append('Media', picture, 'form.png')
  const question = (await nowIn(chat, dana)).messages[0]!
  form.set('ReplyToMessageId', question.id)
  const headers = { 'idempotency-key': 'once' }
  const sent = await dana.get('messages.send', { ...inChat(chat), form, headers })
  await dana.get('notes.add', { ...inChat(chat), body: { text: 'The marigold one.', mentions: [clinic.omar.id] } })
  await until(async () =>
    (await nowIn(chat, dana)).messages.at(-1)?.delivery.some(({ status }) => status === 'delivered'),
  )
  const bytes = () => readdirSync(path.join(harness.settings['DATA_DIR'] ?? '', 'media'), { recursive: true }).length
  const kept = bytes()
  const day = sent.sentOn.slice(0, 10)
  await dana.get('reports.update', { body: { timeZone: 'UTC' } })
  clock.pass(5 * DAY_MS)
  const report = async () =>
    (await (await signIn()).get('reports.get', { query: { from: day, to: day } })).days.map((one) => ({
      ...one,
      day: '',
    }))
  await until(async () => ((await report())[0]?.textsIn ?? 0) > 0)
  const reported = await report()
  clock.pass(22 * DAY_MS)

  // Thirty days later, somebody answers, and the first texts are old a day after.
  const admin = await signIn()
  await keep(admin, 30)
  const listed = (await admin.get('settings.tenant')).twilioNumbers.find(({ id }) => id === line().id)
  expect(listed).toMatchObject({ keepDays: 30 })
  expect(Date.parse(listed?.deletesFrom ?? '')).toBeGreaterThan(clock.now().getTime() + 23 * HOUR_MS)
  await phone.send(line().number, 'One more question')
  await until(async () => (await nowIn(chat, await signIn())).messages.length === 3)
  clock.pass(2 * DAY_MS)
  expect(await preview(await signIn())).toEqual({
    oldest: null,
    chats: 0,
    texts: 0,
    notes: 0,
    chatsOnHold: 0,
    isComplete: true,
  })
  clock.pass(2 * DAY_MS)

  const after = await cleaned(chat)
  expect(after.messages.map(({ text }) => text)).toEqual(['One more question'])
  const again = await signIn()
  expect((await nowIn(chat, await signIn('omar'))).unreadCount).toBe(1)
  for (const term of ['marigold', 'form'])
    expect((await again.get('chats.search', { body: { term, searchIn: 'messages' } })).map(({ id }) => id)).toEqual([])
  expect(await again.get('notes.list', inChat(chat))).toEqual([])
  expect(await again.get('messages.files', inChat(chat))).toEqual([])
  const exported = async (query: Record<string, string>) => {
    const address = `${harness.url}/api/v1/chats/${chat.id}/export?${new URLSearchParams(query).toString()}`
    return (await fetch(address, { headers: { authorization: `Bearer ${again.accessToken}` } })).text()
  }
  const deleted = 'Texts and notes from before'
  expect(await exported({ format: 'json' })).toContain(`"deletedBefore":"${after.deletedBefore}"`)
  expect(await exported({ format: 'html' })).toContain(deleted)
  expect(await exported({ format: 'html', from: after.messages[0]?.sentOn ?? '' })).not.toContain(deleted)
  const link = new URL(sent.media[0]?.publicLink ?? '', harness.url)
  const bearer = { authorization: `Bearer ${again.accessToken}` }
  expect((await fetch(link, { headers: bearer })).status).toBe(404)

  expect(bytes()).toBeLessThan(kept)

  // A day that lost texts is never counted again.
  await again.get('reports.update', { body: { timeZone: 'Asia/Tokyo' } })
  await again.get('reports.update', { body: { timeZone: 'UTC' } })
  expect(await report()).toEqual(reported)

  // Nothing comes back.
  const repeated = await again.call('messages.send', { ...inChat(chat), form, headers })
  expect(repeated.error?.error).toBe('canceled')
  expect((await nowIn(chat, again)).messages).toHaveLength(1)
  const entries = await again.get('settings.audit', { query: { kind: 'textsDeleted' } })
  expect(entries).toMatchObject([
    {
      by: null,
      subject: line().name,
      changes: [
        { field: 'texts', to: '2' },
        { field: 'notes', to: '1' },
      ],
    },
  ])
})

test('a phone whose texts are gone is not greeted as new, and a text that Twilio repeats does not come back', async () => {
  const { chat, phone } = await chatWith('Bob', '+12025550142', 'Anyone there?')
  const webhooks = createTwilioWebhooks(harness)
  const repeated = { MessageSid: newMessageSid(), From: '+12025550142', To: line().number, Body: 'Hello?' }
  const texts = async () => (await nowIn(chat, await signIn())).messages.map(({ text }) => text)
  await webhooks.message(repeated)
  await until(async () => (await texts()).length === 2)
  clock.pass(32 * DAY_MS)
  expect((await cleaned(chat)).messages).toEqual([])
  const dana = await signIn()
  const [listed] = await dana.get('chats.search', { body: { term: 'Bob' } })
  expect(listed).toMatchObject({ id: chat.id, lastMessage: null, unreadCount: 0, hasUnread: false, messageCount: 2 })
  await dana.get('settings.updateHours', { params: { numberId: line().id }, body: { greeting: 'Welcome!' } })
  await webhooks.message(repeated)
  await phone.send(line().number, 'Hello again')
  await until(async () => (await texts()).length > 0)
  expect(await texts()).toEqual(['Hello again'])
  await dana.get('settings.updateHours', { params: { numberId: line().id }, body: { greeting: null } })
})

test('what is on legal hold stays, cannot be erased, and goes once the hold is released', async () => {
  const cleo = await chatWith('Cleo', '+12025550143', 'First')
  const [dan, eve] = [await chatWith('Dan', '+12025550144', 'First'), await chatWith('Eve', '+12025550145', 'First')]
  const dana = await signIn()
  const [zoe] = await dana.get('numbers.addMobile', { body: { name: 'Zoe', number: '+12025550151' } })
  const memberIds = [...dan.chat.members.map(({ id }) => id), zoe?.id ?? '']
  await dana.get('chats.update', { ...inChat(dan.chat), body: { numberId: line().id, name: 'Dan', memberIds } })
  const [zoeCard] = await dana.get('contacts.search', { body: { term: '+12025550151' } })
  const place = (body: object) => dana.get('legalHolds.place', { body })
  const ofChat = await place({ chatId: cleo.chat.id, reason: 'Case 12' })
  const ofContact = await place({ contactId: dan.contactId })
  expect(await dana.get('legalHolds.list')).toEqual([ofContact, ofChat])
  expect(ofChat).toMatchObject({ name: 'Cleo', reason: 'Case 12', placedBy: 'Dana Cole', contactId: null })
  expect(ofChat.contactIds).toEqual([cleo.contactId])
  // With the other contact of the chat.
  expect(new Set(ofContact.contactIds)).toEqual(new Set([dan.contactId, zoeCard?.id]))
  const placedTwice = await dana.call('legalHolds.place', { body: { chatId: cleo.chat.id } })
  expect(placedTwice.error).toMatchObject({ error: 'conflict', message: LEGAL_HOLD_TEXTS.placedBefore })

  const nowhere = await dana.call('legalHolds.place', { body: { chatId: randomUUID() } })
  expect(nowhere.status).toBe(404)

  const erase = (contactId: string) => dana.call('contacts.erase', { params: { contactId }, body: { messages: true } })
  expect((await erase(dan.contactId)).error?.message).toBe(LEGAL_HOLD_TEXTS.onHold)
  expect((await erase(cleo.contactId)).error?.message).toBe(LEGAL_HOLD_TEXTS.chatOnHold('Cleo'))
  const deleted = await dana.call('contacts.delete', { params: { contactId: dan.contactId } })
  expect(deleted.error?.message).toBe(LEGAL_HOLD_TEXTS.onHold)
  const withOthers = await dana.call('contacts.delete', { params: { contactId: cleo.contactId } })
  expect(withOthers.error?.message).toBe(LEGAL_HOLD_TEXTS.chatOnHold('Cleo'))
  // The hold follows the phone.
  const other = await dana.get('contacts.create', { body: { name: 'Daniel' } })
  await dana.get('contacts.merge', { params: { contactId: other.id }, body: { mergedId: dan.contactId } })
  expect((await dana.get('legalHolds.list')).map(({ contactId }) => contactId)).toContain(other.id)

  clock.pass(32 * DAY_MS)
  const admin = await signIn()
  expect(await preview(admin)).toMatchObject({ chatsOnHold: 2, isComplete: true })
  await cleaned(eve.chat)
  const textsOf = async ({ chat }: typeof cleo) => (await nowIn(chat, await signIn())).messages.map(({ text }) => text)
  expect([await textsOf(cleo), await textsOf(dan), await textsOf(eve)]).toEqual([['First'], ['First'], []])

  for (const { id: legalHoldId } of await (await signIn()).get('legalHolds.list')) {
    await (await signIn()).get('legalHolds.release', { params: { legalHoldId } })
  }
  await cleaned(cleo.chat)
  await cleaned(dan.chat)
  expect([await textsOf(cleo), await textsOf(dan)]).toEqual([[], []])
  const entries = await (await signIn()).get('settings.audit', { query: { kind: 'legalHoldReleased' } })
  expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(['Cleo', 'Daniel']))
})

test('a line that keeps texts forever again deletes nothing more', async () => {
  const fay = await chatWith('Fay', '+12025550146', 'First')
  await keep(await signIn(), null)
  const gus = await chatWith('Gus', '+12025550147', 'First')
  clock.pass(60 * DAY_MS)
  // Another line is cleaned by now.
  const [, second] = clinic.numbers
  const dana = await signIn()
  await dana.get('settings.updateRetention', { params: { numberId: second.id }, body: { keepDays: 30 } })
  const chat = await dana.get('chats.create', {
    body: { numberId: second.id, name: 'Gus', memberIds: [clinic.dana.id] },
  })
  await dana.get('messages.send', { ...inChat(chat), form: formOf('For the team') })
  clock.pass(32 * DAY_MS)
  await cleaned(chat)
  const admin = await signIn()
  for (const one of [fay, gus]) expect((await nowIn(one.chat, admin)).messages).toHaveLength(1)
  expect(await preview(admin)).toMatchObject({ texts: 0, chats: 0 })
  expect(await preview(admin, 30)).toMatchObject({ chats: 2, texts: 2, oldest: expect.any(String) })
})

test('nothing is deleted in the first day after a change', async () => {
  const hal = await chatWith('Hal', '+12025550148', 'First')
  const [, second] = clinic.numbers
  const dana = await signIn()
  const onSecond = async () => {
    const chat = await dana.get('chats.create', {
      body: { numberId: second.id, name: 'Team', memberIds: [clinic.dana.id] },
    })
    await dana.get('messages.send', { ...inChat(chat), form: formOf('For the team') })
    return chat
  }
  const team = await onSecond()
  const { id: legalHoldId } = await dana.get('legalHolds.place', { body: { chatId: team.id } })
  clock.pass(31 * DAY_MS)
  await keep(await signIn(), 30)
  await (await signIn()).get('legalHolds.release', { params: { legalHoldId } })
  // The other line is cleaned in the same runs.
  const slowly = (chat: Pick<Chat, 'id'>) =>
    until(async () => {
      clock.pass(HOUR_MS / 6)
      return (await nowIn(chat, await signIn())).deletedBefore !== undefined
    })
  await slowly(team)
  expect((await nowIn(hal.chat, await signIn())).messages).toHaveLength(1)
  clock.pass(DAY_MS)
  expect((await cleaned(hal.chat)).messages).toEqual([])
})

test('a contact cannot be erased while a phone that it had is in a chat on hold', async () => {
  const ivy = await chatWith('Ivy', '+12025550149', 'First')
  const dana = await signIn()
  const { id: legalHoldId } = await dana.get('legalHolds.place', { body: { chatId: ivy.chat.id } })
  const ofIvy = { params: { contactId: ivy.contactId } }
  await dana.get('contacts.update', { ...ofIvy, body: { phones: [] } })
  const erased = await dana.call('contacts.erase', { ...ofIvy, body: { messages: true } })
  expect(erased.error?.message).toBe(LEGAL_HOLD_TEXTS.chatOnHold('Ivy'))
  await dana.get('legalHolds.release', { params: { legalHoldId } })
  await dana.get('contacts.erase', { ...ofIvy, body: { messages: true } })
})
