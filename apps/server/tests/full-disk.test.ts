import { randomBytes } from 'node:crypto'
import { cpSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Chat, TenantId } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createBrowser } from '../src/auth/tests/browser.ts'
import { keepEvents } from '../src/inbound/provider-events-store.ts'
import { scrape } from '../src/metrics/tests/scrape.ts'
import { openDatabase } from '../src/platform/index.ts'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { keepLog } from './kept-log.ts'
import { createMovingClock } from './moving-clock.ts'
import { hasSmallDisks, mountSmallDisk } from './small-disk.ts'
import { createTexting, formOf } from './texting.ts'
import { until } from './until.ts'

const METRICS_TOKEN = 'a-token-that-only-prometheus-has-'
const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Larger than the free space of any used page. */
const LONG = 'x'.repeat(1_000)

/** As Partyline’s webhooks are configured: four at the URL and four at its fallback. */
const WEBHOOK_ATTEMPTS = 8
/** The log message for a picture that will be fetched again. */
const RETRIED = 'media of an inbound message will be retried'

const clock = createMovingClock()
const isEmbedded = !process.env['DATABASE_URL']

async function openOn(dataDir: string) {
  cpSync(inject('template').folder, dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, METRICS_TOKEN, LOG_LEVEL: 'info' }
  const harness = await startHarness({ clock, env, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  onTestFinished(() => harness.close())
  const clinic = await openClinic(harness)
  return { harness, clinic, texting: createTexting(harness, clinic) }
}

async function isFull({ url }: Harness, storage: 'database' | 'media') {
  clock.pass(5 * SECOND)
  return (await scrape(url, METRICS_TOKEN)).series.get(`partyline_storage_full{storage="${storage}"}`)
}

describe.runIf(isEmbedded && hasSmallDisks)(
  'with the embedded database on a full disk',
  { timeout: 3 * MINUTE },
  () => {
    test('reading works, sending answers 503 “Storage is full”, and everything resumes without a restart when there is space', async () => {
      const disk = mountSmallDisk(160)
      onTestFinished(() => disk.remove())
      const { harness, clinic, texting } = await openOn(disk.folder)
      const log = keepLog(harness.app)
      const { chat, phones } = await texting.newChat(['Marta'])
      await texting.settled(chat, await texting.send(chat, 'Good morning'))
      expect(await isFull(harness, 'database')).toBe(0)
      const browser = createBrowser(harness.url)
      await browser.signIn('omar@lakeside.example')

      disk.fill()
      const send = (text: string) =>
        clinic.dana.call('messages.send', { params: { chatId: chat.id }, form: formOf(text) })
      const accepted = ['Good morning']
      const refusal = await until(async () => {
        const text = `${accepted.length} ${LONG}`
        const answer = await send(text)
        if (answer.status !== 200) return answer
        accepted.push(text)
        return null
      })
      expect(refusal.status).toBe(503)
      expect(refusal.error).toMatchObject({
        error: 'storage-full',
        message: expect.stringMatching(/^Storage is full\./),
      })
      expect((await texting.messagesOf(chat)).map(({ text }) => text)).toEqual(accepted)
      await expectReading(harness, clinic.dana, chat)
      expect((await browser.session()).user?.accessToken).toBeDefined()
      expect(await isFull(harness, 'database')).toBe(1)
      // Its webhook cannot be stored. Twilio gets an error, retries, and gives up.
      await phones[0]?.send(texting.frontDesk, 'Anybody there?')
      const isRefused = ({ call, status }: Record<string, unknown>) =>
        call === 'webhooks.twilioMessage' && status === 503
      await until(async () => log.lines().filter(isRefused).length === WEBHOOK_ATTEMPTS)
      const lines = log.lines().filter(({ level }) => Number(level) >= 50)
      expect(lines.filter(({ msg }) => msg === 'the storage is full')).toHaveLength(1)
      expect(lines.filter(({ msg }) => msg === 'background work failed')).toEqual([])

      disk.empty()
      await until(async () => (await send('Back again')).status === 200)
      await until(async () => (await isFull(harness, 'database')) === 0)
      // A round that is under way may have looked too early.
      const messages = await until(async () => {
        clock.pass(10 * SECOND)
        const all = await texting.messagesOf(chat)
        return all.length >= accepted.length + 2 && all
      })
      const [recovered, others] = [true, false].map((was) => messages.filter((message) => message.recovered === was))
      expect(recovered?.map(({ text }) => text)).toEqual(['Anybody there?'])
      expect(others?.map(({ text }) => text)).toEqual([...accepted, 'Back again'])
      const received = (await phones[0]?.received(accepted.length + 1)) ?? []
      expect(received.map(({ text }) => text).toSorted()).toEqual([...accepted, 'Back again'].toSorted())
    })

    test('a server can be started and read, and a stored text is routed once there is space', async () => {
      const disk = mountSmallDisk(160)
      onTestFinished(() => disk.remove())
      const { harness, texting } = await openOn(disk.folder)
      const { chat, phones } = await texting.newChat(['Tom'])
      const from = phones[0]?.number ?? ''
      await harness.restart(async () => {
        await keepText(disk.folder, { harness, parameters: { From: from, To: texting.frontDesk, Body: 'Kept' } })
        // The reserve is almost used up.
        truncateSync(path.join(disk.folder, 'database-reserve'), 4 * 2 ** 20)
        disk.fill()
      })
      clock.pass(10 * SECOND)
      expect(await texting.messagesOf(chat)).toEqual([])
      expect(await isFull(harness, 'database')).toBe(1)

      disk.empty()
      const messages = await until(async () => {
        clock.pass(5 * SECOND)
        const all = await texting.messagesOf(chat)
        return all.length > 0 && all
      })
      expect(messages).toMatchObject([{ text: 'Kept' }])
      expect(await isFull(harness, 'database')).toBe(0)
    })

    test('texts can be sent and pictures cannot, and an inbound picture waits for space', async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-media-'))
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
      const disk = mountSmallDisk(12, path.join(dataDir, 'media'))
      onTestFinished(() => disk.remove())
      const { harness, clinic, texting } = await openOn(dataDir)
      let attempts = 0
      keepLog(harness.app, ({ msg }) => {
        if (msg !== RETRIED) return
        attempts += 1
        // Longer than files are retried for any other reason. During an attempt, its deadline would pass, too.
        if (attempts === 1) clock.pass(40 * MINUTE)
      })
      const { chat, phones } = await texting.newChat(['Una'])
      const picture = await noise()
      const sendPicture = () =>
        clinic.dana.call('messages.send', { params: { chatId: chat.id }, form: pictureForm(picture) })
      expect((await sendPicture()).status).toBe(200)

      disk.fill()
      expect(await sendPicture()).toMatchObject({ status: 503, error: { error: 'storage-full' } })
      await texting.send(chat, 'Without it')
      expect(await isFull(harness, 'media')).toBe(1)
      await phones[0]?.send(texting.frontDesk, 'Mine', [
        { contentType: 'image/png', base64: picture.toString('base64') },
      ])
      await until(async () => attempts >= 2)
      const again = await harness.signIn('dana@lakeside.example')
      const newest = async () => (await again.get('messages.list', { params: { chatId: chat.id } })).at(-1)
      expect(await newest()).toMatchObject({ text: 'Mine', pendingMedia: 1, missingMedia: 0 })

      disk.empty()
      const arrived = await until(async () => {
        const message = await newest()
        return message?.pendingMedia === 0 && message
      })
      expect(arrived).toMatchObject({ media: [{ contentType: 'image/png' }], missingMedia: 0 })
      await until(async () => (await isFull(harness, 'media')) === 0)
      expect(
        (await again.call('messages.send', { params: { chatId: chat.id }, form: pictureForm(picture) })).status,
      ).toBe(200)
    })
  },
)

/** A picture that cannot be compressed. */
const noise = () =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()

function pictureForm(picture: Buffer): FormData {
  return formOf('Look', { Media: new File([new Uint8Array(picture)], 'look.png', { type: 'image/png' }) })
}

async function expectReading({ url }: Harness, reader: Client, { id: chatId }: Pick<Chat, 'id'>) {
  const params = { chatId }
  await reader.get('chats.search', { body: {} })
  await reader.get('chats.get', { params })
  await reader.get('messages.list', { params })
  expect(await reader.get('messages.search', { body: { term: 'morning' } })).not.toEqual([])
  await reader.get('numbers.mobile')
  await reader.get('users.me')
  await reader.get('settings.tenant')
  await reader.get('diagnostics.run')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
}

type Kept = { harness: Harness; parameters: Record<string, string> }

/** The state after a process crashed between storing a text and routing it. */
async function keepText(dataDir: string, { harness, parameters }: Kept) {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL: 1 }, () => {})
  const { accountSid } = harness.sandbox.world.twilio
  const messageSid = `SM${randomBytes(16).toString('hex')}`
  const { rows } = await sql<{ tenantId: TenantId }>`
    select tenant_id as "tenantId" from tenants where account_sid = ${accountSid}`.execute(database.queries)
  await keepEvents(
    database.queries,
    rows.map(({ tenantId }) => ({
      tenantId,
      accountSid,
      messageSid,
      sender: parameters['From'] ?? '',
      parameters: { ...parameters, AccountSid: accountSid, MessageSid: messageSid, NumMedia: '0' },
      recovered: false,
      requestId: null,
      receivedAt: clock.now(),
    })),
  )
  await database.close()
}
