import type { Chat, Note, NotesChanged } from '@partyline/contract'
import { NOTE, NOTE_TEXTS } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const FILE = { fileName: 'plan.csv', contentType: 'text/csv', base64: btoa('Day,Plan') }

let harness: Harness
let clinic: Clinic
let dana: Clinic['dana']
let omar: Clinic['omar']
let mei: Clinic['mei']
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana, omar, mei } = clinic)
})
afterAll(() => harness.close())

let chats = 0
/** A chat of Dana and Omar with a contact. */
async function newChat(): Promise<{ chatId: string }> {
  const { chat } = await createTexting(harness, clinic).newChat([`Contact ${(chats += 1)}`])
  return { chatId: chat.id }
}

const add = (client: Client, params: { chatId: string }, body: object = {}): Promise<Note> =>
  client.get('notes.add', { params, body: { text: 'He prefers mornings.', ...body } })

const listOf = (client: Client, params: { chatId: string }, query = {}) => client.get('notes.list', { params, query })

const textsOf = async (params: { chatId: string }, query = {}) =>
  (await listOf(dana, params, query)).map(({ text }) => text)

const mentionsOf = async (client: Client, params: { chatId: string }) => {
  const chat = await client.get('chats.get', { params })
  const listed = (await client.get('chats.search', { body: { limit: 200 } })).find(({ id }) => id === chat.id)
  expect(listed?.mentionCount ?? 0).toBe(chat.mentionCount)
  return chat.mentionCount
}

test('a note has its text, author, and files, and leaves the chat as it was for every other call', async () => {
  const chat = await newChat()
  const before = await omar.get('chats.get', { params: chat })
  const note = await add(dana, chat, { media: [FILE] })
  expect(note).toMatchObject({ text: 'He prefers mornings.', createdBy: dana.id, editedOn: null, deletedOn: null })
  expect(note.media).toMatchObject([{ fileName: 'plan.csv', length: 8 }])
  const file = await fetch(note.media[0]?.publicLink ?? '', { headers: { authorization: `Bearer ${mei.accessToken}` } })
  expect(await file.text()).toBe('Day,Plan')
  expect(await listOf(mei, chat)).toEqual([note])
  expect(await omar.get('chats.get', { params: chat })).toEqual(before)
  expect(await omar.get('messages.list', { params: chat })).toEqual([])
  expect(await omar.get('messages.search', { body: { term: 'mornings' } })).toEqual([])
  expect(await omar.get('chats.search', { body: { term: 'mornings' } })).toEqual([])
  expect(await omar.get('messages.unread')).toEqual([])
})

test('anyone on the team writes notes, member or not, but in no archived chat', async () => {
  const chat = await newChat()
  await add(mei, chat)
  await dana.get('chats.delete', { params: chat })
  expect((await mei.call('notes.add', { params: chat, body: { text: 'Too late.' } })).status).toBe(404)
  expect(await textsOf(chat)).toEqual(['He prefers mornings.'])
})

test.each([
  [{ text: '' }, { text: [NOTE_TEXTS.empty] }],
  [{ text: ' \n\u200b' }, { text: [NOTE_TEXTS.empty] }],
  [{ text: 'a'.repeat(NOTE.maxLength + 1) }, { text: ['Note should have at most 4,000 characters.'] }],
  [
    { text: 'Hi', mentions: ['01234567-0000-4000-8000-000000000000'] },
    { mentions: ['Only enabled people of your team can be mentioned.'] },
  ],
])('%j is refused', async (body, errors) => {
  const chat = await newChat()
  const answer = await dana.call('notes.add', { params: chat, body })
  expect(answer).toMatchObject({ status: 400, error: { errors } })
  expect(await listOf(dana, chat)).toEqual([])
})

test('the longest note is taken, and a file needs no text', async () => {
  const chat = await newChat()
  await add(dana, chat, { text: 'a'.repeat(NOTE.maxLength) })
  await add(dana, chat, { text: '', media: [FILE] })
  expect((await listOf(dana, chat)).map(({ text }) => text.length)).toEqual([NOTE.maxLength, 0])
})

test('a repeated request adds one note', async () => {
  const chat = await newChat()
  const headers = { 'Idempotency-Key': `note in ${chat.chatId}` }
  const body = { text: 'Once', media: [FILE] }
  const [one, other] = await Promise.all([
    dana.call('notes.add', { params: chat, body, headers }),
    dana.call('notes.add', { params: chat, body, headers }),
  ])
  expect(other.data).toEqual(one.data)
  expect((await dana.call('notes.add', { params: chat, body, headers })).data).toEqual(one.data)
  const otherContent = await dana.call('notes.add', { params: chat, body: { text: 'Twice' }, headers })
  expect(otherContent).toMatchObject({ status: 409, error: { error: 'idempotency-mismatch' } })
  expect(await textsOf(chat)).toEqual(['Once'])
})

test('pages follow messages, changes, and notes', async () => {
  const chat = await newChat()
  for (const text of ['1', '2']) await add(dana, chat, { text })
  const message = await createTexting(harness, clinic).send({ id: chat.chatId } as Chat, 'A text')
  for (const text of ['3', '4', '5']) await add(dana, chat, { text })
  const notes = await listOf(dana, chat)
  expect(await textsOf(chat, { limit: 2 })).toEqual(['4', '5'])
  expect(await textsOf(chat, { limit: 2, before: notes[3]?.id })).toEqual(['2', '3'])
  expect(await textsOf(chat, { limit: 2, after: notes[0]?.id })).toEqual(['2', '3'])
  expect(await textsOf(chat, { before: message.id })).toEqual(['1', '2'])
  expect(await textsOf(chat, { after: message.id })).toEqual(['3', '4', '5'])
  expect(await textsOf(chat, { after: notes[0]?.id, before: message.id })).toEqual(['2'])
  const [created] = await dana.get('chats.changes', { params: chat })
  expect(await textsOf(chat, { after: created?.id })).toEqual(['1', '2', '3', '4', '5'])
})

test('only the author edits and deletes, and Admins read what was there', async () => {
  const chat = await newChat()
  const note = await add(omar, chat, { media: [FILE] })
  const one = { ...chat, noteId: note.id }
  const change = (client: Client, text: string) => client.call('notes.update', { params: one, body: { text } })
  expect(await change(dana, 'Mine now')).toMatchObject({ status: 403, error: { message: NOTE_TEXTS.notAuthor } })
  expect((await dana.call('notes.delete', { params: one })).status).toBe(403)
  const edited = (await change(omar, 'She prefers mornings.')).data
  expect(edited).toMatchObject({ text: 'She prefers mornings.', media: note.media })
  expect(edited.version).toBeGreaterThan(note.version)
  expect(edited.editedOn).not.toBeNull()
  // The same again changes nothing.
  expect((await change(omar, 'She prefers mornings.')).data).toEqual(edited)
  const deleted = await omar.get('notes.delete', { params: one })
  expect(deleted).toMatchObject({ text: '', media: [], mentions: [] })
  expect(deleted.deletedOn).not.toBeNull()
  expect(await omar.get('notes.delete', { params: one })).toEqual(deleted)
  expect((await change(omar, 'Back again')).status).toBe(404)
  expect(await listOf(dana, chat)).toEqual([deleted])
  expect((await dana.get('notes.history', { params: one })).map(({ text }) => text)).toEqual([
    'He prefers mornings.',
    'She prefers mornings.',
  ])
  expect((await omar.call('notes.history', { params: one })).status).toBe(403)
  const file = await fetch(note.media[0]?.publicLink ?? '', {
    headers: { authorization: `Bearer ${omar.accessToken}` },
  })
  expect(file.status).toBe(404)
})

test('a file that a deleted note shares with nothing goes, a text’s stays', async () => {
  const chat = await newChat()
  const [kept, gone] = [await add(dana, chat, { media: [FILE] }), await add(dana, chat, { media: [FILE] })]
  await dana.get('notes.delete', { params: { ...chat, noteId: gone.id } })
  const statusOf = async ({ media }: Note) =>
    (await fetch(media[0]?.publicLink ?? '', { headers: { authorization: `Bearer ${dana.accessToken}` } })).status
  expect([await statusOf(kept), await statusOf(gone)]).toEqual([200, 404])
})

test('a note of another chat is not found in this one', async () => {
  const [chat, other] = [await newChat(), await newChat()]
  const { id: noteId } = await add(dana, chat)
  const params = { ...other, noteId }
  expect((await dana.call('notes.update', { params, body: { text: 'Moved' } })).status).toBe(404)
  expect((await dana.call('notes.delete', { params })).status).toBe(404)
  expect((await dana.call('notes.history', { params })).status).toBe(404)
  expect(await textsOf(chat)).toEqual(['He prefers mornings.'])
})

test('a mention is unread for the mentioned person only, until they have seen the note', async () => {
  const chat = await newChat()
  const first = await add(dana, chat, { text: '@Mei @Dana', mentions: [mei.id, dana.id, mei.id] })
  expect(first.mentions).toEqual([mei.id, dana.id])
  await add(dana, chat, { text: '@Mei, please', mentions: [mei.id] })
  expect([await mentionsOf(mei, chat), await mentionsOf(omar, chat), await mentionsOf(dana, chat)]).toEqual([2, 0, 0])
  await omar.get('notes.view', { params: chat, body: {} })
  await mei.get('notes.view', { params: chat, body: { noteIds: [first.id] } })
  expect(await mentionsOf(mei, chat)).toBe(1)
  await mei.get('chats.viewChat', { params: chat })
  expect(await mentionsOf(mei, chat)).toBe(1)
  await mei.get('notes.view', { params: chat, body: {} })
  expect(await mentionsOf(mei, chat)).toBe(0)
})

test('everyone is who was in the chat and enabled', async () => {
  const chat = await newChat()
  const note = await add(dana, chat, { text: '@everyone', mentions: ['everyone'] })
  expect(note.mentions).toEqual(['everyone'])
  await dana.get('chats.assign', { params: chat, body: { userId: mei.id } })
  expect([await mentionsOf(omar, chat), await mentionsOf(dana, chat), await mentionsOf(mei, chat)]).toEqual([1, 0, 0])
})

test('an edit tells those whom it mentions for the first time, and takes back what it no longer says', async () => {
  const chat = await newChat()
  const { id: noteId } = await add(dana, chat, { text: '@Omar', mentions: [omar.id] })
  const change = (body: object) => dana.get('notes.update', { params: { ...chat, noteId }, body })
  await omar.get('notes.view', { params: chat, body: {} })
  await change({ text: '@Omar @Mei', mentions: [omar.id, mei.id] })
  expect([await mentionsOf(omar, chat), await mentionsOf(mei, chat)]).toEqual([0, 1])
  await change({ text: '@Omar', mentions: [omar.id] })
  expect(await mentionsOf(mei, chat)).toBe(0)
  await change({ text: '@everyone', mentions: ['everyone'] })
  expect([await mentionsOf(omar, chat), await mentionsOf(mei, chat)]).toEqual([0, 0])
  await change({ text: '@Mei', mentions: [mei.id] })
  await dana.get('notes.delete', { params: { ...chat, noteId } })
  expect(await mentionsOf(mei, chat)).toBe(0)
})

test('the list of mentions has chats that are not mine, in every state', async () => {
  const chat = await newChat()
  await add(dana, chat, { text: '@Mei', mentions: [mei.id] })
  await dana.get('chats.setState', { params: chat, body: { state: 'done' } })
  const mentioned = async (client: Client) =>
    (await client.get('chats.search', { body: { mode: 'my', mentioned: true } })).filter(({ id }) => id === chat.chatId)
  expect(await mentioned(mei)).toMatchObject([{ mentionCount: 1, unreadCount: 0 }])
  expect(await mentioned(omar)).toEqual([])
  expect((await mei.get('chats.assign', { params: chat, body: { userId: mei.id } })).mentionCount).toBe(1)
})

test('events carry the whole note and the counts of those who are mentioned, and leave the chat’s version alone', async () => {
  const chat = await newChat()
  const listener = await listen(harness.url, mei)
  const { version } = await dana.get('chats.get', { params: chat })
  const { id: noteId } = await add(dana, chat, { text: '@Mei', mentions: [mei.id] })
  await dana.get('notes.update', { params: { ...chat, noteId }, body: { text: '@Mei!', mentions: [mei.id] } })
  await mei.get('notes.view', { params: chat, body: {} })
  await dana.get('notes.delete', { params: { ...chat, noteId } })
  const ofChat = () => listener.events().filter(({ chatId }) => chatId === chat.chatId)
  await until(async () => ofChat().length >= 4)
  const shown = ofChat().map(({ kind, area, version: none, data }) => {
    const { version: ofNotes, notes, mentionCounts } = data as NotesChanged
    return [kind, area, none, ofNotes, notes.map(({ text }) => text), mentionCounts]
  })
  expect(shown).toEqual([
    ['NotesChanged', 'Notes', null, 1, ['@Mei'], { [mei.id]: 1 }],
    ['NotesChanged', 'Notes', null, 2, ['@Mei!'], {}],
    ['NotesChanged', 'Notes', null, 3, [], { [mei.id]: 0 }],
    ['NotesChanged', 'Notes', null, 4, [''], {}],
  ])
  expect((await dana.get('chats.get', { params: chat })).version).toBe(version)
  await listener.connection.stop()
})

test('notes are found by words, author, line, chat, and time, page by page, next to the message before them', async () => {
  const chat = await newChat()
  await add(omar, chat, { text: 'Zebra crossing one' })
  const message = await createTexting(harness, clinic).send({ id: chat.chatId } as Chat, 'A text')
  await createTexting(harness, clinic).send({ id: (await newChat()).chatId } as Chat, 'A later text in another chat')
  const between = new Date().toISOString()
  await add(dana, chat, { text: 'zebra two, call 202-555-0199' })
  const { id: noteId } = await add(dana, chat, { text: 'A zebra that is deleted' })
  await dana.get('notes.delete', { params: { ...chat, noteId } })
  const search = (body: object) => dana.call('notes.search', { body: { term: 'zebra', ...body } })
  const found = async (body: object = {}) => ((await search(body)).data as { text: string }[]).map(({ text }) => text)
  const both = ['zebra two, call 202-555-0199', 'Zebra crossing one']
  expect(await found()).toEqual(both)
  expect(await found({ term: 'zebra "crossing one"' })).toEqual([both[1]])
  expect(await found({ term: '555-0199' })).toEqual([both[0]])
  expect(await found({ term: '', chatId: chat.chatId })).toEqual(both)
  expect(await found({ createdBy: omar.id })).toEqual([both[1]])
  expect(await found({ from: between })).toEqual([both[0]])
  expect(await found({ to: between })).toEqual([both[1]])
  expect(await found({ numberId: clinic.numbers[1].id })).toEqual([])
  expect(await found({ chatId: (await newChat()).chatId })).toEqual([])
  const { data, headers } = await search({ limit: 1 })
  expect(data).toMatchObject([{ text: both[0], messageId: message.id, createdBy: dana.id }])
  const cursor = headers.get('x-next-cursor')
  const last = await search({ limit: 1, cursor })
  expect(last.data).toMatchObject([{ text: both[1], messageId: null }])
  expect(last.headers.get('x-next-cursor')).toBeNull()
})

test('the search finds the notes that mention the caller until they are seen', async () => {
  const chat = await newChat()
  const older = await add(dana, chat, { text: '@Mei, older', mentions: [mei.id] })
  await add(dana, chat, { text: '@Mei, newer', mentions: [mei.id] })
  await add(dana, chat, { text: '@Omar', mentions: [omar.id] })
  const found = async () => {
    const notes = await mei.get('notes.search', { body: { mentioned: true, chatId: chat.chatId } })
    return notes.map(({ text }) => text)
  }
  expect(await found()).toEqual(['@Mei, newer', '@Mei, older'])
  await mei.get('notes.view', { params: chat, body: { noteIds: [older.id] } })
  expect(await found()).toEqual(['@Mei, newer'])
})

test('an edit of the text, of the mentions, or of both counts, and only another text has a history', async () => {
  const chat = await newChat()
  const { id: noteId } = await add(dana, chat, { text: '@Omar' })
  const params = { ...chat, noteId }
  const change = async (body: object) => {
    const { text, mentions } = await dana.get('notes.update', { params, body: { text: '@Omar', ...body } })
    return [text, mentions]
  }
  expect(await change({ mentions: [omar.id] })).toEqual(['@Omar', [omar.id]])
  expect(await change({ mentions: ['everyone', omar.id] })).toEqual(['@Omar', ['everyone', omar.id]])
  expect(await dana.get('notes.history', { params })).toEqual([])
  expect(await change({ text: '@Omar?' })).toEqual(['@Omar?', ['everyone', omar.id]])
  expect(await dana.get('notes.history', { params })).toMatchObject([{ text: '@Omar' }])
})

test('an edit leaves no empty note, unless it has a file', async () => {
  const chat = await newChat()
  const [plain, pictured] = [await add(dana, chat), await add(dana, chat, { media: [FILE] })]
  const empty = (note: Note) => dana.call('notes.update', { params: { ...chat, noteId: note.id }, body: { text: ' ' } })
  expect(await empty(plain)).toMatchObject({ status: 400, error: { errors: { text: [NOTE_TEXTS.empty] } } })
  expect((await empty(pictured)).data).toMatchObject({ text: ' ', media: pictured.media })
})

test('files that are too large together are refused', async () => {
  const chat = await newChat()
  const large = { ...FILE, base64: Buffer.alloc(2_550_000, 'a').toString('base64') }
  const answer = await dana.call('notes.add', { params: chat, body: { text: 'Two', media: [large, large] } })
  expect(answer.status).toBe(413)
  expect(await listOf(dana, chat)).toEqual([])
})

test('a place in another chat is no place in this one', async () => {
  const [chat, other] = [await newChat(), await newChat()]
  await add(dana, chat)
  const note = await add(dana, other)
  const message = await createTexting(harness, clinic).send({ id: other.chatId } as Chat, 'A text')
  const [created] = await dana.get('chats.changes', { params: other })
  for (const id of [note.id, message.id, created?.id]) {
    expect(await textsOf(chat, { before: id })).toEqual([])
    expect(await textsOf(chat, { after: id })).toEqual([])
  }
})

test('each person sees their own mentions, chat by chat and note by note', async () => {
  const [chat, other] = [await newChat(), await newChat()]
  const mentions = { text: '@Omar @Mei', mentions: [omar.id, mei.id] }
  const { id: noteId } = await add(dana, chat, mentions)
  await add(dana, chat, mentions)
  await add(dana, other, mentions)
  await dana.get('notes.delete', { params: { ...chat, noteId } })
  const counts = async () => [
    await mentionsOf(omar, chat),
    await mentionsOf(mei, chat),
    await mentionsOf(omar, other),
    await mentionsOf(mei, other),
  ]
  expect(await counts()).toEqual([1, 1, 1, 1])
  await mei.get('notes.view', { params: chat, body: {} })
  expect(await counts()).toEqual([1, 0, 1, 1])
  const nowhere = { chatId: '01234567-0000-4000-8000-000000000000' }
  expect((await mei.call('notes.view', { params: nowhere, body: {} })).status).toBe(404)
})

test('everyone leaves out who has left the chat', async () => {
  const chat = await newChat()
  await omar.get('chats.leave', { params: chat })
  await add(dana, chat, { text: '@everyone', mentions: ['everyone'] })
  expect(await mentionsOf(omar, chat)).toBe(0)
})

test('a term without a word finds no note', async () => {
  await add(dana, await newChat())
  expect(await dana.get('notes.search', { body: { term: '!?' } })).toEqual([])
  expect((await dana.get('notes.search', { body: {} })).length).toBeGreaterThan(0)
})

// Last, because it ends Mei's session.
test('an edit mentions enabled people only, but keeps someone who was disabled since', async () => {
  const chat = await newChat()
  await mei.get('chats.join', { params: chat })
  const { id: noteId } = await add(dana, chat, { text: '@Mei', mentions: [mei.id] })
  const change = (body: object) => dana.call('notes.update', { params: { ...chat, noteId }, body })
  const nobody = '01234567-0000-4000-8000-000000000000'
  const refused = await change({ text: '@Mei @Nobody', mentions: [mei.id, nobody] })
  expect(refused).toMatchObject({ status: 400, error: { errors: { mentions: [NOTE_TEXTS.notAUser] } } })
  expect(await textsOf(chat)).toEqual(['@Mei'])
  const disabled = { name: 'Mei', role: 'User', disabled: true }
  await dana.get('settings.updateUser', { params: { userId: mei.id }, body: disabled })
  expect((await dana.call('notes.add', { params: chat, body: { text: '@Mei', mentions: [mei.id] } })).status).toBe(400)
  expect((await change({ text: '@Mei, never mind', mentions: [mei.id] })).data).toMatchObject({ mentions: [mei.id] })
  const listener = await listen(harness.url, omar)
  const { id } = await add(dana, chat, { text: '@everyone', mentions: ['everyone'] })
  const data = await until(async () => {
    const events = listener.events().flatMap(({ kind, data: of }) => (kind === 'NotesChanged' && of ? [of] : []))
    return events.find(({ notes }) => notes.some((note) => note.id === id))
  })
  expect(data.mentionCounts).toEqual({ [omar.id]: 1 })
  await listener.connection.stop()
})
