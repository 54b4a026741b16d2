// Every ID of this tenant exists in two others too, so that each statement has to filter by tenant.
import { randomUUID } from 'node:crypto'
import type { CallName, Chat, ChatListMode, FilterCount, Message, Note, SnippetId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../src/auth/tests/browser.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { phoneOf } from './phone.ts'
import type { Phone } from './phone.ts'
import { createTexting, formOf } from './texting.ts'
import { addTwins, TWIN_CONTACTS, TWIN_WORD } from './twin-tenant.ts'
import type { Twins } from './twin-tenant.ts'
import { until } from './until.ts'

const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const DAY_MS = 24 * 60 * 60_000

/** The data that users and phones work with, which the twins have too. */
type Work = {
  chat: Chat
  /** A chat with unclaimed texts from Eve. */
  unclaimed: Chat
  eve: Phone
  ann: Phone
  bob: Phone
  first: Message
  /** Ann's text with a picture. */
  pictured: Message
  /** A text that Bob did not receive. */
  failed: Message
  carl: { id: string; number: string }
  /** A chat with Carl, created with an idempotency key. */
  titled: Chat
  /** Messages for the day after. */
  scheduled: { id: Message['id'] }[]
  snippets: { id: SnippetId; media: { id: string }[] }[]
  /** Two notes with a file that mention Omar. */
  notes: [Note, Note]
}

let harness: OwnHarness
let twins: Twins
let hasTwins = false
let before: Record<string, string>
let after: Record<string, string>
let daysOfCode: number
/** The responses of the calls while the twins exist. */
const answers: { name: CallName; status: number; text: string }[] = []
/** Quotes of a text with one picture. */
const quotes: (Message['parent'] | undefined)[] = []
/** How many files a phone received with a text that has one. */
const receivedFiles: unknown[] = []
/** Files of that text that have not arrived. */
let stillPending = 0
/** Search results with the twins’ words. */
const found: unknown[] = []
/** Filters of the list whose count is not how many chats they find. */
const miscounted: unknown[] = []

beforeAll(async () => {
  harness = await startHarness({ sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  const clinic = await openClinic(harness)
  await useEverything(clinic, await prepare(clinic))
  // Disabling Mei has ended her session.
  const signInMei = async () => ({ ...clinic.mei, ...(await harness.signIn('mei@lakeside.example')) })
  const work = await prepare({ ...clinic, mei: await signInMei() })
  await (await signInMei()).get('sessions.signInCode')
  const texts = (await createTexting(harness, clinic).messagesOf(work.chat)).length
  await harness.restart(async () => {
    twins = await addTwins(harness)
    before = await twins.rows()
    hasTwins = true
    await work.ann.send(clinic.numbers[0].number, 'Nobody hears this')
  })
  const ours = recorded({ ...clinic, mei: await signInMei() })
  await createTexting(harness, ours).messages(work.chat, texts + 1)
  await useEverything(ours, work)
  await meetContactsOfTwins(ours)
  daysOfCode = await redeemCode(ours)
  found.push(...(await findTwins(ours, work)))
  await harness.restart(async () => (after = await twins.rows()))
})
afterAll(() => harness.close())

function recorded(clinic: Clinic): Clinic {
  const record = <Someone extends Clinic['stranger']>(client: Someone): Someone => ({
    ...client,
    async get(name, input) {
      const { status, data, error } = await client.call(name, input)
      answers.push({ name, status, text: JSON.stringify(data ?? error) })
      return data
    },
  })
  return { ...clinic, dana: record(clinic.dana), omar: record(clinic.omar), mei: record(clinic.mei) }
}

let phones = 0

function addContact({ dana }: Clinic, name: string) {
  const number = `+1202554${String((phones += 1)).padStart(4, '0')}`
  return dana.get('numbers.addMobile', { body: { name, number } })
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const sendIn =
  ({ dana }: Clinic, { id: chatId }: Pick<Chat, 'id'>) =>
  (text: string, more: Record<string, string | Blob> = {}, key: string = randomUUID()) =>
    dana.get('messages.send', { params: { chatId }, form: formOf(text, more), headers: { 'idempotency-key': key } })

const KEY = randomUUID()

/** The same chat each time. */
const openTitled = ({ dana, numbers }: Clinic, { id }: Work['carl']) =>
  dana.get('chats.create', {
    body: { numberId: numbers[1].id, name: 'Titled', memberIds: [dana.id, id] },
    headers: { 'idempotency-key': `${KEY}-${id}` },
  })

async function prepare(clinic: Clinic): Promise<Work> {
  const { dana, omar, mei, numbers } = clinic
  const [front] = numbers
  // Another session of Omar.
  await harness.signIn('omar@lakeside.example')
  const texting = createTexting(harness, clinic)
  const { chat, phones: handsets } = await texting.newChat(['Ann', 'Bob'])
  const [ann, bob] = handsets as [Phone, Phone]
  await dana.get('messages.send', { params: { chatId: chat.id }, form: formOf('Hello') })
  const first = await sendIn(clinic, chat)('First', {}, `${KEY}-${chat.id}`)
  await texting.settled(chat, first)
  harness.sandbox.faults.set({ phone: bob.number, faults: { carrierError: { times: 1, code: 30_003 } } })
  const failed = await sendIn(clinic, chat)('Failed')
  await texting.settled(chat, failed)
  await ann.send(front.number, 'Before', [{ contentType: 'image/png', base64: PICTURE.toString('base64') }])
  const pictured = (await texting.messages(chat, 4)).find(({ text }) => text === 'Before')
  if (!pictured) throw new Error('The text with a picture has not arrived.')
  await omar.get('chats.viewChat', { params: { chatId: chat.id } })
  await mei.get('chats.join', { params: { chatId: chat.id } })
  await dana.get('chats.assign', { params: { chatId: chat.id }, body: { userId: omar.id } })
  const [carl = { id: '', number: '' }] = await addContact(clinic, 'Carl')
  // A chat without users.
  const {
    chat: unclaimed,
    phones: [eve],
  } = await texting.newChat(['Eve'])
  if (!eve) throw new Error('Eve has a phone.')
  for (const member of [omar, dana]) await member.get('chats.leave', { params: { chatId: unclaimed.id } })
  await eve.send(front.number, 'Is anybody there?')
  await texting.messages(unclaimed, 1)
  await eve.send(front.number, 'STOP')
  await texting.messages(unclaimed, 2)
  const titled = await openTitled(clinic, carl)
  const later = { SendAt: inDays(1), ReplyToMessageId: pictured.id }
  const schedule = () => sendIn(clinic, chat)('Later', { ...later, Media: new Blob([PICTURE], { type: 'image/png' }) })
  const scheduled = [await schedule(), await schedule()]
  const media = [{ fileName: 'prices.png', contentType: 'image/png', base64: PICTURE.toString('base64') }]
  const snippets = []
  for (const name of ['Prices', 'Hours']) {
    snippets.push(await dana.get('snippets.create', { body: { name, text: name, shared: true, media } }))
  }
  const noted = { params: { chatId: chat.id }, body: { text: '@Omar', mentions: [omar.id], media } }
  const notes: [Note, Note] = [await dana.get('notes.add', noted), await dana.get('notes.add', noted)]
  const { id: noteId } = notes[0]
  await dana.get('notes.update', { params: { chatId: chat.id, noteId }, body: { text: '@Omar, please' } })
  return { chat, unclaimed, ann, bob, eve, first, pictured, failed, carl, titled, scheduled, snippets, notes }
}

/** Does everything that users and phones can do, and reads all the data about it. */
async function useEverything(clinic: Clinic, work: Work): Promise<void> {
  const { dana, omar, mei, numbers } = clinic
  const { chat, unclaimed, ann, bob, first, pictured, failed } = work
  const texting = createTexting(harness, clinic)
  const [front, second] = numbers
  const params = { chatId: chat.id }
  const send = sendIn(clinic, chat)
  const repeated = await send('First', {}, `${KEY}-${chat.id}`)
  expect(repeated.id).toBe(first.id)
  expect((await openTitled(clinic, work.carl)).id).toBe(work.titled.id)
  await ann.send(front.number, 'From Ann', [{ contentType: 'image/png', base64: PICTURE.toString('base64') }])
  await bob.received(2)
  const withPicture = { Media: new Blob([PICTURE], { type: 'image/png' }), ReplyToMessageId: pictured.id }
  const quoting = await send('Second', withPicture)
  await texting.settled(chat, quoting)
  const stored = await texting.messagesOf(chat)
  quotes.push(quoting.parent, stored.find(({ id }) => id === quoting.id)?.parent)
  const received = (await bob.messages()).find(({ text }) => text.includes('Second'))
  receivedFiles.push(received?.media.length)
  stillPending += stored.find(({ id }) => id === pictured.id)?.pendingMedia ?? 0
  await dana.get('messages.sendFailedAgain', { params: { ...params, messageId: failed.id } })
  await texting.settled(chat, failed)
  harness.sandbox.faults.set({ phone: bob.number, faults: { carrierError: { times: 1, code: 30_003 } } })
  const failedAgain = await send('Third')
  await texting.settled(chat, failedAgain)
  await dana.get('messages.dismissFailure', { params: { ...params, messageId: failedAgain.id } })
  const held = await send('Held', { HoldSeconds: '5' })
  await dana.get('messages.cancel', { params: { ...params, messageId: held.id } })
  await send('Instead', { ReplacesMessageId: held.id })
  const SendAt = new Date(Date.now() + 86_400_000).toISOString()
  const later = await send('Later', { SendAt })
  await dana.get('messages.scheduled', { query: { limit: 1 } })
  await dana.get('messages.reschedule', { params: { ...params, messageId: later.id }, body: { sendAt: null } })
  for (const place of ['before', 'after', 'around']) {
    await dana.get('messages.list', { params, query: { limit: 3, [place]: first.id } })
  }
  await bob.send(front.number, 'STOP')
  await texting.messages(chat, 10)
  await bob.send(front.number, 'START')
  await texting.messages(chat, 11)

  const messageIds = (await texting.messagesOf(chat)).map(({ id }) => id)
  await omar.get('chats.viewMessages', { params, body: { messageIds, asRead: true } })
  await omar.get('chats.viewMessages', { params, body: { messageIds: [first.id], asRead: false } })
  await omar.get('chats.viewChat', { params })
  miscounted.push(...(await omar.get('messages.unread')).filter(({ chatId }) => chatId === chat.id))
  await omar.get('chats.viewMessages', { params, body: { messageIds: [first.id], asRead: false } })
  await mei.get('chats.leave', { params })
  await mei.get('chats.join', { params })
  await mei.get('chats.setNotify', { params, body: { notify: 'none' } })
  await work.eve.send(front.number, 'Still nobody?')
  await texting.messages(unclaimed, 3)
  await omar.get('chats.join', { params: { chatId: unclaimed.id } })
  await omar.get('chats.setState', { params: { chatId: unclaimed.id }, body: { state: 'done' } })
  const titled = { params: { chatId: work.titled.id } }
  await dana.get('chats.assign', { ...titled, body: { userId: mei.id } })
  await dana.get('chats.setState', { ...titled, body: { state: 'snoozed', until: inDays(1) } })
  await showEverything(clinic, work)
  for (const [index, { id: messageId }] of work.scheduled.entries()) {
    const message = { params: { ...params, messageId } }
    if (index > 0) await dana.get('messages.cancel', message)
    else await dana.get('messages.reschedule', { ...message, body: { sendAt: inDays(2) } })
  }
  const { scheduledCount } = await dana.get('chats.get', { params })
  if (scheduledCount !== 1) miscounted.push({ scheduledCount })
  const rescheduled = (await dana.get('messages.scheduled')).find(({ chatId }) => chatId === chat.id)
  quotes.push(rescheduled?.message.parent)
  const messageId = rescheduled?.message.id ?? ''
  await dana.get('messages.reschedule', { params: { ...params, messageId }, body: { sendAt: null } })
  await until(async () => (await texting.messagesOf(chat)).some(({ text }) => text === 'Later'))
  for (const [index, { id: snippetId, media }] of work.snippets.entries()) {
    const snippet = { params: { snippetId } }
    if (index > 0) await dana.get('snippets.delete', snippet)
    else
      await dana.get('snippets.update', { ...snippet, body: { text: 'New', media: media.map(({ id }) => ({ id })) } })
  }
  await changeNotes(clinic, work)
  const memberIds = [dana.id, omar.id, ...chat.members.filter(({ number }) => number).map(({ id }) => id)]
  await dana.get('chats.update', { params, body: { numberId: second.id, name: 'Moved', memberIds, relay: true } })
  await dana.get('chats.removeMember', { params: { ...params, memberId: omar.id } })
  await omar.get('chats.leave', { params: { chatId: unclaimed.id } })
  await dana.get('chats.setState', { params: { chatId: unclaimed.id }, body: { state: 'open' } })

  const carl = { params: { numberId: work.carl.id } }
  await omar.get('numbers.renameMobile', { ...carl, body: { name: 'Carla' } })
  await dana.get('settings.updateMobileNumber', { ...carl, body: { name: 'Carla', disabled: true } })
  const { id: eveId = '' } = unclaimed.members.find(({ number }) => number) ?? {}
  const wishes = await dana.get('settings.listMobileOptOuts', { params: { numberId: eveId } })
  expect(wishes).toHaveLength(1)
  await dana.get('settings.deleteMobileNumber', carl)
  await addContact(clinic, 'Dora')
  const contacts = [
    { number: ann.number, name: 'Anna' },
    { number: work.carl.number, name: 'Carla' },
  ]
  await dana.get('settings.checkMobileImport', { body: { contacts } })
  await dana.get('settings.importMobileNumbers', { body: { contacts } })
  await changeSnippets(clinic)
  await dana.get('settings.assignUsers', { params: { numberId: second.id }, body: { ids: [mei.id] } })
  for (const useNumber of [false, true]) {
    if (useNumber) {
      for (const name of ['chats.delete', 'chats.restore', 'chats.delete'] as const) await dana.get(name, { params })
    }
    await dana.get('settings.updateTwilioNumber', { params: { numberId: second.id }, body: { useNumber: true } })
  }
  for (const disabled of [true, false]) {
    const body = { name: 'Mei', role: 'User', disabled }
    await dana.get('settings.updateUser', { params: { userId: mei.id }, body })
  }
  await dana.get('settings.updateTenant', { body: { name: 'Lakeside' } })
  await showEverything(clinic, work)
  // One of his older sessions.
  const session = (await omar.get('sessions.list')).findLast(({ current }) => !current)
  await omar.get('sessions.end', { params: { sessionId: session?.id ?? '' } })
  await omar.get('users.me')
}

/** Edits a note, deletes one, and adds one. */
async function changeNotes({ dana, omar, mei }: Clinic, { chat, notes: [edited, deleted] }: Work): Promise<void> {
  const params = { chatId: chat.id }
  const body = { text: '@Mei', mentions: [mei.id] }
  expect((await omar.get('chats.get', { params })).mentionCount).toBe(2)
  await dana.get('notes.update', { params: { ...params, noteId: edited.id }, body })
  await dana.get('notes.delete', { params: { ...params, noteId: deleted.id } })
  await dana.get('notes.add', { params, body: { ...body, mentions: ['everyone'] } })
  expect((await omar.get('chats.get', { params })).mentionCount).toBe(1)
  expect((await mei.get('chats.search', { body: { mentioned: true } })).map(({ id }) => id)).toEqual([chat.id])
  await mei.get('notes.view', { params, body: {} })
  expect(await mei.get('chats.search', { body: { mentioned: true } })).toEqual([])
  await omar.get('notes.view', { params, body: {} })
  const listed = await omar.get('notes.list', { params })
  expect(listed.map(({ text, media }) => [text, media.length])).toEqual([
    ['@Mei', 1],
    ['', 0],
    ['@Mei', 0],
  ])
  expect(listed.at(-1)?.version).toBe(6)
  const pages = ['before', 'after'].map((side) => omar.get('notes.list', { params, query: { [side]: deleted.id } }))
  expect((await Promise.all(pages)).map((page) => page.map(({ id }) => id))).toEqual([[edited.id], [listed.at(-1)?.id]])
  const history = await dana.get('notes.history', { params: { ...params, noteId: edited.id } })
  expect(history.map(({ text }) => text)).toEqual(['@Omar', '@Omar, please'])
  const search = (more: object) => omar.get('notes.search', { body: { term: 'mei', ...params, ...more } })
  expect((await search({})).map(({ chatName, text }) => [chatName, text])).toEqual([
    [chat.name, '@Mei'],
    [chat.name, '@Mei'],
  ])
  expect(await search({ cursor: listed.at(-1)?.id })).toHaveLength(1)
}

/** Adds, changes, and deletes snippets. One of each kind stays. */
async function changeSnippets({ dana }: Clinic): Promise<void> {
  const media = [{ fileName: 'a.png', contentType: 'image/png', base64: PICTURE.toString('base64') }]
  const { snippets } = await dana.get('snippets.list')
  for (const { id: snippetId } of snippets) await dana.get('snippets.delete', { params: { snippetId } })
  for (const shared of [true, false]) {
    const body = { name: 'Hours', shortcut: 'hours', text: 'From 9 to 5', shared, media }
    const added = await dana.get('snippets.create', { body })
    const kept = added.media.map(({ id }) => ({ id }))
    const params = { snippetId: added.id }
    const changed = await dana.get('snippets.update', {
      params,
      body: { text: 'From 8 to 6', media: [...kept, ...media] },
    })
    expect([changed.text, changed.media.length]).toEqual(['From 8 to 6', 2])
  }
}

/** Reads everything. */
async function showEverything({ dana, omar, mei, numbers }: Clinic, { chat, first }: Work): Promise<void> {
  if (!hasTwins) return
  const params = { chatId: chat.id }
  for (const name of ['chats.get', 'chats.changes', 'messages.list', 'messages.files'] as const)
    await dana.get(name, { params })
  await dana.get('messages.scheduled')
  await dana.get('users.get', { params: { userId: mei.id } })
  await showFile(dana, chat)
  const from = first.sentOn
  const to = new Date().toISOString()
  for (const body of [
    {},
    { mode: 'my' },
    { unclaimed: true },
    { enabled: false },
    { enabled: false, mode: 'my' },
    { scheduled: true },
    { numberId: numbers[0].id, memberId: dana.id, from, to },
    ...['names', 'messages'].map((searchIn) => ({ term: 'Ann', searchIn })),
    { term: 'Third' },
  ]) {
    await dana.get('chats.search', { body })
  }
  for (const body of [{}, { term: 'First' }, { memberId: omar.id }, { term: 'First', enabled: true }]) {
    await dana.get('messages.search', { body })
  }
  for (const body of [{ type: 'Mobile' }, { type: 'Twilio' }, { term: 'Ann' }])
    await dana.get('numbers.search', { body })
  await dana.get('users.lookup', { body: { searchTerm: 'Mei' } })
  for (const name of LISTS) await dana.get(name)
  await showConsent(dana, chat)
  for (const name of ['messages.unread', 'chats.unreadTotal', 'sessions.list'] as const) await omar.get(name)
  await dana.get('messages.unread')
  for (const client of [dana, omar]) {
    for (const mode of ['my', 'all'] as const) miscounted.push(...(await miscountedOf(client, mode)))
  }
}

/** Adds an entry, and reads the ledger. */
async function showConsent(dana: Client, { id: chatId, numberId: lineId }: Chat): Promise<void> {
  const [ann] = await dana.get('contacts.ofChat', { params: { chatId } })
  const [{ id: contactId, phones: of }, params] = [ann!, { contactId: ann!.id }]
  const entry = { number: of[0]?.number, lineId, state: 'granted', source: 'spoken' }
  const { entries } = await dana.get('contacts.recordConsent', { params, body: { entries: [entry] } })
  expect((await dana.get('contacts.consent', { params })).entries).toEqual(entries)
  expect(await dana.get('consent.list', { query: { contactId, limit: 200 } })).toEqual(entries)
  await dana.get('consent.list')
  await dana.get('consent.export', { body: {} })
  await dana.get('settings.updateConsent', { params: { numberId: lineId }, body: { consent: 'block' } })
  expect(await dana.get('consent.check', { body: { lineId, numberIds: of.map(({ id }) => id) } })).toEqual([])
  await dana.get('settings.updateConsent', { params: { numberId: lineId }, body: { consent: 'off' } })
}

/** Compares the counts with what the list finds. */
async function miscountedOf(client: Client, mode: ChatListMode): Promise<unknown[]> {
  const { lines, ...counts } = await client.get('chats.counts', { query: { mode, endOfToday: inDays(3) } })
  const open = { mode, state: 'open' }
  const filters = {
    unread: { ...open, mode: 'my', unread: true },
    unclaimed: { ...open, unclaimed: true },
    unassigned: { ...open, assigned: 'none' },
    assignedToMe: { ...open, assigned: 'me' },
    attention: { ...open, attention: true },
    scheduled: { mode, scheduled: true },
    returned: { mode, returned: true },
    dueToday: { mode, dueBefore: inDays(3) },
    done: { mode, state: 'done' },
    snoozed: { mode, state: 'snoozed' },
  }
  const counted = [
    ...Object.entries(filters).map(([name, body]) => ({ body, ...counts[name as keyof typeof filters] })),
    ...lines.map(({ numberId, ...line }) => ({ body: { ...open, numberId }, ...line })),
    { body: { mode }, count: sum([...lines, counts.done, counts.snoozed]), more: false },
  ]
  const wrong: unknown[] = []
  for (const { body, count } of counted) {
    const chats = await client.get('chats.search', { body })
    if (chats.length !== count) wrong.push({ body, count, chats: chats.length })
  }
  const { messages: unread } = await client.get('chats.unreadTotal')
  const openIds = new Set((await client.get('chats.search', { body: { state: 'open' } })).map(({ id }) => id))
  const { length } = (await client.get('messages.unread')).flatMap((chat) =>
    openIds.has(chat.chatId) ? chat.messages : [],
  )
  if (unread !== length) wrong.push({ unread, messages: length })
  const failed = await client.get('chats.search', { body: { unread: true, attention: true } })
  const { id } = await client.get('users.me')
  const ofMember = await client.get('chats.search', { body: { memberId: id } })
  return [
    ...wrong,
    ...failed.filter(({ failedCount }) => failedCount === 0),
    ...ofMember.filter(({ members }) => !members.some((member) => (member.id as string) === id && !member.deletedOn)),
  ]
}

const sum = (counted: readonly FilterCount[]) => counted.reduce((total, { count }) => total + count, 0)

/** The file’s name is in a header. */
async function showFile(client: Client, { id: chatId }: Chat): Promise<void> {
  const messages = await client.get('messages.list', { params: { chatId } })
  const link = messages.find(({ media }) => media.length > 0)?.media[0]?.publicLink ?? ''
  const answer = await fetch(new URL(link, harness.url), { headers: { authorization: `Bearer ${client.accessToken}` } })
  await answer.arrayBuffer()
  answers.push({ name: 'media.get', status: answer.status, text: JSON.stringify([...answer.headers]) })
}

const LISTS: readonly CallName[] = [
  'legalHolds.list',
  'diagnostics.run',
  'messages.scheduled',
  'numbers.mobile',
  'numbers.twilio',
  'settings.audit',
  'settings.exportMobileNumbers',
  'settings.rejectedMessages',
  'settings.state',
  'settings.tenant',
  'settings.twilioAccount',
  'snippets.list',
  'users.list',
]

/** Adds contacts whose numbers only the twins have. */
async function meetContactsOfTwins(clinic: Clinic): Promise<void> {
  const { dana, numbers } = clinic
  const [added, imported, texted] = TWIN_CONTACTS
  await dana.get('numbers.addMobile', { body: { name: 'Gina', number: added } })
  const contacts = [{ name: 'Hugo', number: imported }]
  await dana.get('settings.checkMobileImport', { body: { contacts } })
  await dana.get('settings.importMobileNumbers', { body: { contacts } })
  await phoneOf(harness.sandbox, texted).send(numbers[0].number, 'Hello there')
  await until(async () => (await dana.get('chats.search', { body: { term: 'Hello there' } })).length > 0)
}

/** The number of days that a session from a code lasts. */
async function redeemCode({ omar }: Clinic): Promise<number> {
  const { code } = await omar.get('sessions.signInCode')
  const frame = createBrowser(harness.url)
  await frame.post('/api/auth/callback/teams', { code, json: 'true' })
  return (Date.parse((await frame.session()).renewBy ?? '') - Date.now()) / DAY_MS
}

async function findTwins({ dana, numbers }: Clinic, { eve, unclaimed }: Work): Promise<unknown[]> {
  const term = TWIN_WORD
  const contact = unclaimed.members.find(({ number }) => number === eve.number)
  const memberIds = [dana.id, ...(contact ? [contact.id] : [])]
  const busy = await dana.call('chats.create', { body: { numberId: numbers[0].id, name: 'Eve again', memberIds } })
  expect(busy.error?.message).toBe('Eve is already in the chat “Eve” on this number.')
  return [
    ...(await dana.get('chats.search', { body: { term } })),
    ...(await dana.get('chats.search', { body: { term, searchIn: 'names' } })),
    ...(await dana.get('chats.search', { body: { term, searchIn: 'messages' } })),
    ...(await dana.get('chats.search', { body: { term, enabled: false } })),
    ...(await dana.get('messages.search', { body: { term } })),
    ...(await dana.get('numbers.search', { body: { term } })),
    ...(await dana.get('users.lookup', { body: { searchTerm: term } })),
  ]
}

test('every call works as without the twins', () => {
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  expect(answers.length).toBeGreaterThan(90)
  expect(daysOfCode).toBeGreaterThan(80)
})

test('no response contains the twins’ data, or any item twice', () => {
  expect(answers.filter(({ text }) => text?.includes(TWIN_WORD))).toEqual([])
  // Diagnostics lists the same check for several lines.
  const lists = answers.filter(({ name, text }) => text && name !== 'diagnostics.run')
  expect(lists.filter(({ text }) => listsSomethingTwice(JSON.parse(text)))).toEqual([])
})

test('filters find what they count, and only chats that pass them', () => {
  expect(miscounted).toEqual([])
})

test('only our files of a text are counted', () => {
  expect(quotes.map((quote) => quote?.mediaCount)).toEqual([1, 1, 1, 1, 1, 1])
  expect(receivedFiles).toEqual([1, 1])
  expect(stillPending).toBe(0)
})

test('no search finds the twins’ words', () => {
  expect(found).toEqual([])
})

test('the twins’ data does not change', () => {
  expect(after).toEqual(before)
  expect(Object.values(before).filter((rows) => rows !== '').length).toBeGreaterThan(15)
})

function listsSomethingTwice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value)) return Object.values(value).some(listsSomethingTwice)
  const idOf = (item: unknown) => (typeof item === 'string' ? item : (item as { id?: unknown } | null)?.id)
  const ids = value.flatMap((item: unknown) => idOf(item) ?? [])
  return new Set(ids).size < ids.length || value.some(listsSomethingTwice)
}
