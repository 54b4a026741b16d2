import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exportedChat, isTimeZone } from '@partyline/contract'
import type { Chat, ExportedChat, ExportedEntry } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

const addressOf = ({ id }: Pick<Chat, 'id'>, query: Record<string, string>) =>
  `${harness.url}/api/v1/chats/${id}/export?${new URLSearchParams(query).toString()}`

async function exportOf(chat: Pick<Chat, 'id'>, query: Record<string, string> = {}, by: Client = clinic.dana) {
  const answer = await fetch(addressOf(chat, query), { headers: { authorization: `Bearer ${by.accessToken}` } })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function jsonOf(chat: Pick<Chat, 'id'>, query: Record<string, string> = {}): Promise<ExportedChat> {
  const { text } = await exportOf(chat, { format: 'json', ...query })
  return exportedChat.strict().parse(JSON.parse(text))
}

const GUIDE = path.join(import.meta.dirname, '../../../../docs/guide/exporting-a-conversation.md')
/** The guide's command, which reads its input here. */
const hashByGuide = (text: string) => {
  const command = readFileSync(GUIDE, 'utf8').match(/```sh\n(.*)\n```/)?.[1] ?? ''
  const [hash] = execFileSync('sh', ['-c', command.replace(/"[^"]+"/, '')], { input: text, encoding: 'utf8' }).split(
    ' ',
  )
  return hash
}
const allButLastLine = (text: string) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
const idOf = (entry: ExportedEntry) =>
  entry.kind === 'message' ? entry.message.id : entry.kind === 'note' ? entry.note.id : entry.change.id
const logOf = async () =>
  (await clinic.dana.get('settings.audit', { query: { limit: 10 } })).filter(({ kind }) =>
    kind.startsWith('chatExport'),
  )

const note = (chat: Pick<Chat, 'id'>, text: string) =>
  clinic.mei.get('notes.add', { params: { chatId: chat.id }, body: { text } })

test('an export as JSON has the messages, changes, and, if asked for, the notes of a chat, in the order of time', async () => {
  const { chat, phones } = await texting.newChat(['Ada Lovelace'])
  const params = { chatId: chat.id }
  const sent = await texting.send(chat, 'Hello <Ada>')
  await texting.settled(chat, sent)
  const written = await note(chat, 'She prefers mornings.')
  await phones[0]?.send(texting.frontDesk, 'Hi')
  await texting.messages(chat, 2)
  await clinic.omar.get('chats.setState', { params, body: { state: 'done' } })

  const exported = await jsonOf(chat, { notes: 'true', timeZone: 'America/Chicago' })
  expect(exported).toMatchObject({
    exportedBy: 'Dana Cole',
    from: null,
    timeZone: 'America/Chicago',
    chat: { id: chat.id, name: 'Ada Lovelace', archived: false, line: { number: texting.frontDesk } },
  })
  const messages = await texting.messagesOf(chat)
  const changes = await clinic.dana.get('chats.changes', { params })
  const entries = exported.entries
  expect(entries.flatMap((one) => (one.kind === 'message' ? [one.message] : []))).toEqual(messages)
  expect(entries.flatMap((one) => (one.kind === 'change' ? [one.change] : []))).toEqual(changes)
  expect(entries.flatMap((one) => (one.kind === 'note' ? [one.note] : []))).toEqual([written])
  const inOrder = [...messages.map(({ id }) => id), ...changes.map(({ id }) => id), written.id].toSorted()
  expect(entries.map(idOf)).toEqual(inOrder)
  const authors = entries.map(({ author }) => author)
  expect(authors).toEqual(expect.arrayContaining(['Dana Cole', 'Ada Lovelace', 'Mei Tanaka', 'Omar Haddad']))

  const withoutNotes = await jsonOf(chat)
  expect(withoutNotes.entries.map(idOf)).toEqual(inOrder.filter((id) => id !== written.id))
})

test.each(['html', 'json'])(
  'the last line of %s states the SHA-256 of the others, and the audit log has it',
  async (format) => {
    const { chat } = await texting.newChat([`Hash ${format}`])
    await texting.send(chat, 'Hello')
    const { text, headers } = await exportOf(chat, { format })
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(String.raw`^attachment; filename="Hash ${format} \d{4}-\d\d-\d\d\.${format}"`),
    )
    const hash = sha256(allButLastLine(text))
    expect(text.split('\n').at(-2)).toContain(hash)
    expect(text.endsWith('\n')).toBe(true)
    expect(hashByGuide(text)).toBe(hash)
    const log = (await logOf()).filter(({ subject }) => subject === chat.name)
    expect(log).toMatchObject([
      { kind: 'chatExported', by: { id: clinic.dana.id }, changes: [{ field: 'sha256', to: hash }] },
      { kind: 'chatExportStarted' },
    ])
  },
)

test('the audit log has what was exported: format, period in the chosen time zone, and whether with notes', async () => {
  const { chat } = await texting.newChat(['Audited'])
  const [from, to] = ['2026-03-01T00:30:00.000Z', '2026-03-02T00:30:00.000Z']
  await exportOf(chat, { format: 'json', notes: 'true', from, to, timeZone: 'Asia/Tokyo' })
  await exportOf(chat, { timeZone: 'UTC', to })
  const started = (await logOf()).filter(({ kind, subject }) => kind === 'chatExportStarted' && subject === chat.name)
  const words = started.map(({ changes }) => changes.map((change) => `${change.field}: ${change.to}`))
  expect(words).toEqual([
    ['format: HTML', 'period: Since the beginning – 2026-03-02 00:30 (UTC)', 'withNotes: No'],
    ['format: JSON', 'period: 2026-03-01 09:30 – 2026-03-02 09:30 (Asia/Tokyo)', 'withNotes: Yes'],
  ])
})

test('a period begins with its first moment and ends before its last one', async () => {
  const { chat } = await texting.newChat(['Period'])
  const sent = []
  for (const text of ['one', 'two', 'three']) sent.push(await texting.send(chat, text))
  const [, two, three] = sent.map(({ sentOn }) => sentOn)
  const textsOf = ({ entries }: ExportedChat) =>
    entries.flatMap((one) => (one.kind === 'message' ? [one.message.text] : []))
  expect(textsOf(await jsonOf(chat, { from: two ?? '' }))).toEqual(['two', 'three'])
  expect(textsOf(await jsonOf(chat, { to: three ?? '' }))).toEqual(['one', 'two'])
  expect(textsOf(await jsonOf(chat, { from: two ?? '', to: three ?? '' }))).toEqual(['two'])
  for (const [from, to] of [
    [three, two],
    [two, two],
    ['2999-01-01T00:00:00.000Z', '2999-01-02T00:00:00.000Z'],
  ]) {
    const { status, text } = await exportOf(chat, { from: from ?? '', to: to ?? '' })
    expect([status, text]).toEqual([400, expect.stringContaining('The period is empty.')])
  }
})

test('texts that were not sent are left out', async () => {
  const { chat } = await texting.newChat(['Later'])
  const SendAt = new Date(Date.now() + 86_400_000).toISOString()
  await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form: formOf('Tomorrow', { SendAt }) })
  expect((await exportOf(chat, { format: 'json', notes: 'true' })).text).not.toContain('Tomorrow')
})

test('what is longer than a page of messages, changes, and notes is complete and in order', async () => {
  const { chat } = await texting.newChat(['Long'])
  const params = { chatId: chat.id }
  for (let round = 0; round < 11; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => texting.send(chat, `Text ${round}`)))
    await clinic.dana.get('chats.setState', { params, body: { state: round % 2 === 0 ? 'done' : 'open' } })
    await Promise.all(Array.from({ length: 10 }, () => note(chat, `Note ${round}`)))
  }
  const { entries } = await jsonOf(chat, { notes: 'true' })
  const countOf = (kind: ExportedEntry['kind']) => entries.filter((one) => one.kind === kind).length
  expect([countOf('message'), countOf('note')]).toEqual([110, 110])
  expect(countOf('change')).toBe((await clinic.dana.get('chats.changes', { params, query: { limit: 200 } })).length)
  const times = entries.map((one) =>
    one.kind === 'message' ? one.message.sentOn : one.kind === 'note' ? one.note.createdOn : one.change.at,
  )
  expect(times).toEqual(times.toSorted())
  expect(new Set(entries.map(idOf)).size).toBe(entries.length)
})

test('a page has pictures and files in it, and no text becomes a part of the page', async () => {
  const evil = '</p><script>alert(1)</script> & "quotes" \'too\''
  const { chat, phones } = await texting.newChat(['<b>Eve</b>'])
  const form = formOf(evil)
  form.append('Media', new File([PNG], '"><img src=x>.png', { type: 'image/png' }))
  form.append('Media', new File(['a,b'], 'table.csv', { type: 'text/csv' }))
  const sent = await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  await texting.settled(chat, sent)
  await note(chat, '<i>note</i>')
  await phones[0]?.send(texting.frontDesk, '<u>hi</u>')
  await texting.messages(chat, 2)

  const { text: page, headers } = await exportOf(chat, { notes: 'true', timeZone: 'Asia/Kolkata' })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const tags = new Set(Array.from(page.matchAll(/<([a-z][a-z0-9]*)/g), ([, tag]) => tag))
  for (const tag of ['script', 'b', 'i', 'u']) expect(tags).not.toContain(tag)
  expect(page).toContain('&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot; &#39;too&#39;')
  const [picture, table] = sent.media
  const bytesOf = async (address = '') =>
    Buffer.from(
      await (await fetch(address, { headers: { authorization: `Bearer ${clinic.dana.accessToken}` } })).arrayBuffer(),
    )
  const [pictureBytes, tableBytes] = [await bytesOf(picture?.publicLink), await bytesOf(table?.publicLink)]
  expect(page).toContain(`<img src="data:image/png;base64,${pictureBytes.toString('base64')}"`)
  expect(page).toContain(`href="data:text/csv;base64,${tableBytes.toString('base64')}"`)
  expect(page).toContain(sha256(pictureBytes))
  expect(page).toContain(sha256(tableBytes))
  expect(page).toContain('Asia/Kolkata (GMT+05:30)')
  expect(page).toContain('Delivered, ')
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? []
  const styleHash = createHash('sha256').update(style).digest('base64')
  expect(policy).toBe(`default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-${styleHash}&#39;`)
})

test('a page names each sender and recipient with their number, and quotes what a reply answers', async () => {
  const { chat, phones } = await texting.newChat(['Kim Doe', 'Lou Roe'], { relay: true })
  await phones[0]?.send(texting.frontDesk, 'When?')
  const [asked] = await texting.messages(chat, 1)
  await texting.settled(chat, asked!)
  const form = formOf('At 3.', { ReplyToMessageId: asked!.id })
  await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  const { text: page } = await exportOf(chat)
  const [kim, lou] = phones.map(({ number }) => `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`)
  expect(page).toContain(`<bdi>Kim Doe, ${kim}</bdi>`)
  expect(page).toContain(`Forwarded to Lou Roe, ${lou}: Delivered`)
  expect(page).toContain(`<blockquote dir="auto">Kim Doe, ${kim} wrote: When?</blockquote>`)
  expect(page).toContain('Dana Cole started the chat')
})

test('a page marks a text that a phone did not get, and says why', async () => {
  const { chat, phones } = await texting.newChat(['Ned Lost'])
  harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: { carrierError: { times: 1, code: 30_003 } } })
  const [failed] = await texting.settled(chat, await texting.send(chat, 'Hello'))
  const { text: page } = await exportOf(chat)
  const [, item = ''] = /<li class="failed" dir="auto">(.*?)<\/li>/.exec(page) ?? []
  expect(item).toMatch(/^Ned Lost, .*: Not delivered, /)
  expect(item.replaceAll('&#39;', "'")).toContain(failed?.errorText)
})

test('all users of the organization can export any of its chats, even deleted ones, and no one else can', async () => {
  const { chat } = await texting.newChat(['Access'])
  await texting.send(chat, 'Hello')
  await clinic.dana.get('chats.delete', { params: { chatId: chat.id } })
  expect((await exportOf(chat, {}, clinic.mei)).status).toBe(200)
  expect((await exportOf(chat, {}, clinic.stranger)).status).toBe(404)
  expect((await fetch(addressOf(chat, {}))).status).toBe(401)
})

test('a wrong time zone, format, or time is refused', async () => {
  const { chat } = await texting.newChat(['Wrong'])
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  for (const [name, value] of [
    ['timeZone', 'Mars/Olympus'],
    ['format', 'pdf'],
    ['from', 'yesterday'],
    ['notes', 'perhaps'],
  ] as const) {
    expect((await exportOf(chat, { [name]: value })).status).toBe(400)
  }
})

test('HEAD exports nothing, and a reader who leaves has not exported the conversation', async () => {
  const { chat } = await texting.newChat(['Leaves'])
  const before = (await logOf()).length
  const headers = { authorization: `Bearer ${clinic.dana.accessToken}` }
  expect((await fetch(addressOf(chat, {}), { method: 'HEAD', headers })).status).toBe(200)
  expect((await logOf()).length).toBe(before)

  const form = formOf('Large')
  // More than the buffers of both ends hold.
  for (let at = 0; at < 4; at += 1)
    form.append('Media', new File(['a,b\n'.repeat(300_000)], `${at}.csv`, { type: 'text/csv' }))
  for (let at = 0; at < 3; at += 1) await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  const leave = new AbortController()
  const answer = await fetch(addressOf(chat, {}), { headers, signal: leave.signal })
  await answer.body?.getReader().read()
  leave.abort()
  const entries = await until(async () => {
    const log = (await logOf()).filter(({ subject }) => subject === chat.name)
    return log.length > 0 && log
  })
  expect(entries.map(({ kind }) => kind)).toEqual(['chatExportStarted'])
})
