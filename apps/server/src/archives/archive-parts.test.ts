import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ARCHIVE_LIMITS, exportedChat } from '@partyline/contract'
import type { Archive, Chat } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { endSharedApp } from '../../tests/shared-harness.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const PART_BYTES = 1_000_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Only against hanging, because a busy machine is slow. */
const SEVERAL_STARTS_MS = 120_000

const clock = createMovingClock()
let harness: OwnHarness
let clinic: Clinic
let texting: Texting
let dana: Client
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({
    clock,
    env: { ARCHIVE_PART_MB: String(PART_BYTES / 1_000_000) },
    sandbox: { pace: { queued: 5, sending: 5, sent: 5 } },
  })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
  await talkAtLength()
})
// Access tokens are short-lived, and the clock is set ahead.
beforeEach(async () => {
  dana = await harness.signIn('dana@lakeside.example')
})
afterEach(async () => {
  await rm(folder(), { recursive: true, force: true })
  for (const { id } of await dana.get('archives.list')) await dana.get('archives.delete', { params: { archiveId: id } })
})
afterAll(() => harness.close())

let long: Chat
let short: Chat

/** A conversation of more than two parts, and one that is short. */
async function talkAtLength() {
  ;({ chat: long } = await texting.newChat(['Ada Lovelace']))
  ;({ chat: short } = await texting.newChat(['Grace Hopper']))
  for (let nth = 0; nth < 6; nth += 1) {
    // Letters that cannot be compressed to less than three quarters.
    const media = new File([randomBytes(450_000).toString('base64')], `${nth}.csv`, { type: 'text/csv' })
    const form = formOf(`Results ${nth}`, { Media: media })
    await texting.settled(long, await clinic.dana.get('messages.send', { params: { chatId: long.id }, form }))
  }
}

const folder = () => path.join(harness.settings['DATA_DIR'] ?? '', 'media/archives')
const list = () => dana.get('archives.list')
const start = () => dana.get('archives.start', { body: {} })
const once = ({ id }: Pick<Archive, 'id'>, isIt: (archive: Archive) => boolean) =>
  until(async () => (await list()).find((one) => one.id === id && isIt(one)))
const ready = (archive: Pick<Archive, 'id'>) => once(archive, ({ state }) => state === 'ready')

/** Looks a minute later each time: the loop looks so often for what it has to do. */
const untilLater = <Seen>(look: () => Promise<Seen | null | undefined | false>) =>
  until(async () => {
    clock.pass(MINUTE_MS)
    // Access tokens are short-lived.
    dana = await harness.signIn('dana@lakeside.example')
    return look()
  })

async function bytesOf({ id }: Pick<Archive, 'id'>, part: number) {
  const answer = await fetch(`${harness.url}/api/v1/settings/archives/${id}/parts/${part}`, {
    headers: { authorization: `Bearer ${dana.accessToken}` },
  })
  return new Uint8Array(await answer.arrayBuffer())
}

const partsOf = (archive: Archive) =>
  Promise.all(archive.parts.map(async ({ part }) => unzipSync(await bytesOf(archive, part))))

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8')

/** Where the parts of an archive are. */
async function fileOf({ id }: Pick<Archive, 'id'>, part: number): Promise<string> {
  const [tenantId = ''] = await readdir(folder())
  return path.join(folder(), tenantId, id, `${part}.zip`)
}

/** Until it is removed, no archive can be stored. */
async function blockStorage() {
  await mkdir(path.dirname(folder()), { recursive: true })
  await writeFile(folder(), '')
}

/** Where the file of the last message of the long conversation is. */
async function lastFile(): Promise<string> {
  const [file] = (await dana.get('chats.get', { params: { chatId: long.id } })).messages.at(-1)?.media ?? []
  if (!file) throw new Error('The last message has a file.')
  return path.join(folder(), '..', file.directory, file.id)
}

/** The entries of the long conversation, over all files of all parts. */
const entriesOf = (parts: readonly Record<string, Uint8Array>[]) =>
  parts.flatMap((files) =>
    Object.entries(files)
      .filter(([name]) => name.startsWith('conversations/Ada') && name.endsWith('.json'))
      .flatMap(([, bytes]) => exportedChat.strict().parse(JSON.parse(textOf(bytes))).entries),
  )

/** The same as one conversation. */
async function wholeConversation(archive: Archive) {
  const query = new URLSearchParams({ format: 'json', notes: 'true', to: archive.createdOn })
  const answer = await fetch(`${harness.url}/api/v1/chats/${long.id}/export?${query.toString()}`, {
    headers: { authorization: `Bearer ${dana.accessToken}` },
  })
  return exportedChat.strict().parse(await answer.json()).entries
}

test('a conversation that is longer than a part goes on in the next one', async () => {
  const archive = await ready(await start())
  const parts = await partsOf(archive)
  expect(parts.length).toBeGreaterThan(2)
  // A message with its file may exceed the limit.
  expect(Math.max(...archive.parts.map(({ length }) => length))).toBeLessThan(PART_BYTES + 1_000_000)
  expect(entriesOf(parts)).toEqual(await wholeConversation(archive))
  const pages = parts.flatMap((files) => Object.keys(files).filter((name) => /Ada.*\.html$/.test(name)))
  expect(pages.map((name) => name.split('/').at(-1))).toEqual([
    'conversation.html',
    ...pages.slice(1).map((_, nth) => `conversation ${nth + 2}.html`),
  ])
  expect(pages.length).toBeGreaterThan(2)

  const index = textOf(parts.at(-1)?.['index.csv'])
  for (const [at, files] of parts.entries()) {
    expect(textOf(files['README.txt'])).toContain(`\nPart ${at + 1}\n`)
    for (const name of Object.keys(files).filter((one) => one.endsWith('.html')))
      expect(index).toContain(`"${at + 1}","${name}",`)
  }
  expect(index).toContain(`"${short.id}"`)
  expect(archive.chats).toEqual({ done: 2, total: 2 })
  expect(parts.filter((files) => 'contacts.csv' in files)).toHaveLength(1)
})

test(
  'after a restart, an archive goes on with the part that was not finished',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    // It cannot be read, so that only the parts before it are made.
    const kept = await lastFile()
    await rename(kept, `${kept}.away`)
    await mkdir(kept)
    const archive = await start()
    await once(archive, ({ failure }) => failure !== null)
    const before = await readFile(await fileOf(archive, 1))

    await harness.restart(async () => {
      await rm(kept, { recursive: true })
      await rename(`${kept}.away`, kept)
      clock.pass(2 * MINUTE_MS)
    })
    dana = await harness.signIn('dana@lakeside.example')

    const done = await ready(archive)
    expect(done.parts.length).toBeGreaterThan(2)
    expect(done.chats).toEqual({ done: 2, total: 2 })
    expect(Buffer.from(await bytesOf(done, 1))).toEqual(before)
    expect(entriesOf(await partsOf(done))).toEqual(await wholeConversation(done))
  },
)

test('an archive that cannot be stored is tried again for a day, and then given up', async () => {
  await blockStorage()
  const archive = await start()
  const failing = await once(archive, ({ failure }) => failure !== null)
  expect(failing).toMatchObject({ state: 'running', failure: 'unknown' })
  clock.pass((ARCHIVE_LIMITS.retryHours + 1) * HOUR_MS)
  const failed = await untilLater(async () => (await list()).find(({ state }) => state === 'failed'))
  expect(failed).toMatchObject({ id: archive.id, failure: 'unknown', parts: [] })
  const [entry] = await dana.get('settings.audit', { query: { kind: 'archiveFailed' } })
  expect(entry?.by).toBeNull()
  await rm(folder())
  await ready(await start())
})

test('an archive that is canceled leaves no files, and another one can be started', async () => {
  await blockStorage()
  const archive = await start()
  expect((await dana.call('archives.start', { body: {} })).error?.error).toBe('conflict')
  await once(archive, ({ failure }) => failure !== null)
  await dana.get('archives.delete', { params: { archiveId: archive.id } })
  expect(await list()).toEqual([])
  const [entry] = await dana.get('settings.audit', { query: { kind: 'archiveCanceled' } })
  expect(entry?.by?.name).toBe('Dana Cole')
  await rm(folder())
  const other = await ready(await start())
  expect(await readdir(path.dirname(await fileOf(other, 1)))).toHaveLength(other.parts.length)
})

test('an archive that is canceled while a part is written leaves no files', async () => {
  const kept = await lastFile()
  await rename(kept, `${kept}.away`)
  // Opening a named pipe to write waits until someone opens it to read.
  execFileSync('mkfifo', [kept])
  const archive = await start()
  const { O_WRONLY, O_NONBLOCK } = constants
  // Opens once it is read.
  const file = await until(() => open(kept, O_WRONLY | O_NONBLOCK).catch(() => null))
  const ofArchive = path.dirname(await fileOf(archive, 1))
  expect(await readdir(ofArchive)).not.toEqual([])
  await dana.get('archives.delete', { params: { archiveId: archive.id } })
  expect(await list()).toEqual([])
  await file.close()
  await rename(`${kept}.away`, kept)
  await until(async () => (await readdir(ofArchive)).length === 0)
})

test('a week after it is ready, an archive is deleted with its files', async () => {
  const archive = await ready(await start())
  const file = await fileOf(archive, 1)
  await stat(file)
  clock.pass(ARCHIVE_LIMITS.days * DAY_MS - HOUR_MS)
  dana = await harness.signIn('dana@lakeside.example')
  expect(await list()).toHaveLength(1)
  clock.pass(2 * HOUR_MS)
  await untilLater(async () => (await list()).length === 0)
  await untilLater(async () => (await stat(file).catch(() => null)) === null)
  const [entry] = await dana.get('settings.audit', { query: { kind: 'archiveExpired' } })
  expect(entry?.by).toBeNull()
})
