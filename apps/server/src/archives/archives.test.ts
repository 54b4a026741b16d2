import { createHash } from 'node:crypto'
import { ARCHIVE_LIMITS, ARCHIVE_TEXTS, exportedChat, wallClock } from '@partyline/contract'
import type { Archive, Chat } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
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
  await clinic.dana.get('settings.updateTenant', { body: { name: 'Lakeside Dental' } })
})
afterEach(async () => {
  for (const { id } of await list()) await clinic.dana.call('archives.delete', { params: { archiveId: id } })
})
afterAll(() => harness.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const list = () => clinic.dana.get('archives.list')
const start = () => clinic.dana.get('archives.start', { body: { timeZone: 'America/Chicago' } })
const ready = ({ id }: Pick<Archive, 'id'>) =>
  until(async () => (await list()).find((one) => one.id === id && one.state === 'ready'))
const addressOf = ({ id }: Pick<Archive, 'id'>, part = 1) =>
  `${harness.url}/api/v1/settings/archives/${id}/parts/${part}`

const download = (
  archive: Pick<Archive, 'id'>,
  init: { method?: string; headers?: Record<string, string> } = {},
  by: Client = clinic.dana,
) => fetch(addressOf(archive), { ...init, headers: { authorization: `Bearer ${by.accessToken}`, ...init.headers } })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8')

/** The files of an archive with one part, by path. */
async function filesOf(archive: Pick<Archive, 'id'>) {
  const answer = await download(archive)
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}

async function makeArchive() {
  const archive = await ready(await start())
  return { archive, files: await filesOf(archive) }
}

const auditOf = async (kind: 'archive' | 'contactsExported') =>
  (await clinic.dana.get('settings.audit', { query: { limit: 20 } })).filter((one) => one.kind.startsWith(kind))

test('an archive has all conversations, as pages and as JSON, and the records of the organization', async () => {
  const { chat, phones } = await texting.newChat(['Ada Lovelace'])
  const params = { chatId: chat.id }
  await clinic.dana.get('messages.send', {
    params,
    form: formOf('See here', { Media: new File([PNG], 'scan.png', { type: 'image/png' }) }),
  })
  await phones[0]?.send(texting.frontDesk, 'STOP')
  await texting.messages(chat, 2)
  await clinic.mei.get('notes.add', { params, body: { text: 'Ask her on Monday.' } })
  const { chat: deleted } = await texting.newChat(['Grace Hopper'])
  await clinic.dana.get('chats.delete', { params: { chatId: deleted.id } })
  await clinic.dana.get('snippets.create', {
    body: {
      name: 'Directions',
      text: 'Second door.',
      shared: true,
      media: [{ fileName: 'map.png', contentType: 'image/png', base64: PNG.toString('base64') }],
    },
  })
  await clinic.mei.get('snippets.create', {
    body: { name: 'Only mine', text: 'Mei’s own words', shared: false, media: [] },
  })
  await clinic.dana.get('keys.create', {
    body: { name: 'Bookings', scopes: ['read'], endsAt: '2099-06-30T21:59:00.000Z' },
  })

  const { archive, files } = await makeArchive()

  expect(archive).toMatchObject({
    createdBy: { name: 'Dana Cole' },
    failure: null,
    parts: [{ part: 1 }],
  })
  const folder = Object.keys(files)
    .find((path) => path.startsWith('conversations/Ada Lovelace '))
    ?.split('/')[1]
  expect(Object.keys(files).filter((path) => path.startsWith(`conversations/${folder}/`))).toEqual([
    `conversations/${folder}/conversation.html`,
    `conversations/${folder}/conversation.json`,
  ])
  const json = textOf(files[`conversations/${folder}/conversation.json`])
  const exported = exportedChat.strict().parse(JSON.parse(json))
  expect(exported).toMatchObject({
    chat: { id: chat.id },
    from: null,
    to: archive.createdOn,
    timeZone: 'America/Chicago',
    exportedBy: 'Dana Cole',
  })
  expect(exported.entries.map(({ kind }) => kind)).toContain('note')
  expect(exported.sha256).toBe(sha256(Buffer.from(json.slice(0, json.trimEnd().lastIndexOf('\n') + 1))))
  const page = textOf(files[`conversations/${folder}/conversation.html`])
  expect(page).toContain('Ask her on Monday.')
  const picture = exported.entries.flatMap((entry) => (entry.kind === 'message' ? entry.message.media : []))[0]
  expect(page).toContain(`SHA-256 <code>${picture?.sha256}</code>`)
  expect(page).toContain('<img src="data:image/png;base64,')

  const lineOf = ({ id }: Pick<Chat, 'id'>) =>
    textOf(files['index.csv'])
      .split('\r\n')
      .find((line) => line.endsWith(`"${id}"`))
  expect(lineOf(chat)).toMatch(/^"Ada Lovelace",/)
  expect(lineOf(chat)).toContain(`"2","No","1","conversations/${folder}/conversation.html",`)
  expect(lineOf(deleted)).toMatch(/^"Grace Hopper",/)
  expect(lineOf(deleted)).toContain('"0","Yes","1",')

  expect(JSON.parse(textOf(files['organization.json']))).toMatchObject({ name: 'Lakeside Dental' })
  expect(JSON.parse(textOf(files['users.json']))).toContainEqual(
    expect.objectContaining({ name: 'Dana Cole', role: 'Admin' }),
  )
  expect(JSON.parse(textOf(files['numbers.json']))).toContainEqual(
    expect.objectContaining({ number: texting.frontDesk }),
  )
  expect(textOf(files['contacts.csv'])).toContain('"Ada Lovelace"')
  const optedOutOf = clinic.numbers[0].name
  expect(textOf(files['phones.csv'])).toContain(`"Ada Lovelace","'${phones[0]?.number}","Enabled","${optedOutOf}"`)
  expect(textOf(files['consent.csv'])).toContain('Opted out')
  expect(textOf(files['audit-log.csv'])).toContain('"Dana Cole","Added a user"')
  expect(textOf(files['audit-log.csv'])).toContain('"Permissions: read; End date: 2099-06-30 16:59"')
  expect(textOf(files['README.txt'])).toContain('Archive of Lakeside Dental\nPart 1\n')
  const [snippet] = JSON.parse(textOf(files['snippets.json'])) as { name: string; media: { path: string }[] }[]
  expect(snippet).toMatchObject({ name: 'Directions' })
  expect(files[snippet?.media[0]?.path ?? '']).toEqual(new Uint8Array(PNG))
  expect(Object.values(files).map(textOf).join('\n')).not.toContain('Mei’s own words')
})

test('the manifest has every other file with its SHA-256', async () => {
  await texting.newChat(['Manny Fest'])
  const { archive, files } = await makeArchive()
  const { 'manifest.json': manifest, ...others } = files
  const { files: listed, ...about } = JSON.parse(textOf(manifest)) as { files: object[] }
  expect(about).toEqual({ organization: 'Lakeside Dental', archive: archive.id, part: 1 })
  expect(listed).toEqual(
    Object.entries(others).map(([path, bytes]) => ({ path, length: bytes.length, sha256: sha256(bytes) })),
  )
})

test('an archive has no secret, and nothing of another organization', async () => {
  const { authToken } = harness.sandbox.world.twilio
  const { secret } = await clinic.dana.get('hooks.create', {
    body: { url: 'http://127.0.0.1:1/hook-path-token', events: ['chat.done'] },
  })
  const { token } = await clinic.dana.get('keys.create', { body: { name: 'Robot', scopes: ['read'] } })
  await clinic.stranger.get('contacts.create', {
    body: { name: 'Foreign Person', phones: [{ number: '+12025550166' }] },
  })
  await texting.newChat(['Own Person'])

  const { files } = await makeArchive()

  const everything = Object.values(files).map(textOf).join('\n')
  expect(everything).toContain('Own Person')
  const secrets = [authToken, secret, token, 'hook-path-token', clinic.dana.accessToken ?? '']
  expect(secrets.filter((one) => one.length < 8)).toEqual([])
  expect(secrets.filter((one) => everything.includes(one))).toEqual([])
  expect(everything).not.toContain('Foreign Person')
  expect(everything).not.toContain('2025550166')
})

test('a part is downloaded whole or by ranges, and the audit log has each download', async () => {
  const archive = await ready(await start())
  const [part] = archive.parts
  const answer = await download(archive)
  const whole = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const { date, time } = wallClock('America/Chicago', new Date(archive.createdOn))
  expect(answer.headers.get('content-disposition')).toContain(
    `attachment; filename="Lakeside Dental archive ${date} ${time.replace(':', '.')}.zip"`,
  )
  expect({ length: whole.length, sha256: sha256(whole) }).toEqual({ length: part?.length, sha256: part?.sha256 })

  const rest = await download(archive, {
    headers: { range: 'bytes=100-', 'if-range': answer.headers.get('etag') ?? '' },
  })
  expect(rest.status).toBe(206)
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(100))

  const head = await download(archive, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
  expect((await download(archive, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)

  const log = await auditOf('archive')
  expect(log.slice(0, 4).map(({ kind, subject, by }) => [kind, subject, by?.name ?? null])).toEqual([
    ['archiveDownloaded', 'Part 1 of 1', 'Dana Cole'],
    ['archiveDownloaded', 'Part 1 of 1', 'Dana Cole'],
    ['archiveReady', null, null],
    ['archiveStarted', null, 'Dana Cole'],
  ])
})

test('only Admins of the organization download an archive', async () => {
  const archive = await ready(await start())
  expect((await download(archive, {}, clinic.omar)).status).toBe(403)
  expect((await download(archive, {}, clinic.stranger)).status).toBe(404)
  expect((await fetch(addressOf(archive))).status).toBe(401)
  expect(
    (await fetch(addressOf(archive, 2), { headers: { authorization: `Bearer ${clinic.dana.accessToken}` } })).status,
  ).toBe(404)
})

test('an archive that is deleted is gone, with its files', async () => {
  const archive = await ready(await start())
  await clinic.dana.get('archives.delete', { params: { archiveId: archive.id } })
  expect(await list()).toEqual([])
  expect((await download(archive)).status).toBe(404)
  expect((await clinic.dana.call('archives.delete', { params: { archiveId: archive.id } })).status).toBe(404)
  expect((await auditOf('archive'))[0]).toMatchObject({ kind: 'archiveDeleted', by: { name: 'Dana Cole' } })
})

test('of several archives that are started at the same time, one is made', async () => {
  const starts = Array.from({ length: 8 }, () => clinic.dana.call('archives.start', { body: {} }))
  const answers = (await Promise.all(starts)).map(({ status, error }) => `${status} ${error?.message ?? ''}`)
  const refusals = Array.from({ length: 7 }, () => `409 ${ARCHIVE_TEXTS.running}`)
  expect(answers.toSorted()).toEqual(['200 ', ...refusals])
  expect(await list()).toHaveLength(1)
})

test('at most so many archives are kept', async () => {
  for (let count = 0; count < ARCHIVE_LIMITS.count; count += 1) await ready(await start())
  const { status, error } = await clinic.dana.call('archives.start', { body: {} })
  expect([status, error?.message]).toEqual([409, ARCHIVE_TEXTS.tooMany(ARCHIVE_LIMITS.count)])
})

test('the organization hears of an archive that is ready', async () => {
  const hub = await listen(harness.url, clinic.dana)
  const heard = () => hub.events().filter(({ kind }) => kind === 'TenantCreated')
  await ready(await start())
  // One that it was started, and one that it is ready.
  await until(async () => heard().length === 2)
  expect(heard()[1]).toMatchObject({ area: 'Settings', data: null })
  await hub.connection.stop()
})

test('making an archive writes no other entries into the audit log', async () => {
  await ready(await start())
  expect(await auditOf('contactsExported')).toEqual([])
})
