import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPostgresCluster, hasPostgres } from '@partyline/driver'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scrape } from '../src/metrics/tests/scrape.ts'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { createMovingClock } from './moving-clock.ts'
import { hasSmallDisks, mountSmallDisk } from './small-disk.ts'
import { createTexting, formOf } from './texting.ts'
import { until } from './until.ts'

const METRICS_TOKEN = 'a-token-that-only-prometheus-has-'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const LONG = 'x'.repeat(1_500)
const PHONE_TEXTS = 20

/** A server with a PostgreSQL whose data or write-ahead log is on its own disk. */
async function openOn(what: 'data' | 'wal') {
  const disk = mountSmallDisk(what === 'data' ? 96 : 64)
  onTestFinished(() => disk.remove())
  const wal = await mkdtemp(path.join(tmpdir(), 'partyline-wal-'))
  onTestFinished(() => rm(wal, { recursive: true, force: true }))
  await chmod(wal, 0o755)
  const places = what === 'data' ? { parent: disk.folder, walParent: wal } : { walParent: disk.folder }
  const postgres = await createPostgresCluster({ ...places, durable: false })
  onTestFinished(() => postgres.close())
  const clock = createMovingClock()
  const env = { DATABASE_URL: postgres.url, METRICS_TOKEN }
  const harness = await startHarness({ clock, env, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  onTestFinished(() => harness.close())
  const clinic = await openClinic(harness)
  const texting = createTexting(harness, clinic)
  const { chat, phones } = await texting.newChat(['Marta'])
  await texting.settled(chat, await texting.send(chat, 'Good morning'))
  const send = (text: string) => clinic.dana.call('messages.send', { params: { chatId: chat.id }, form: formOf(text) })
  return { disk, postgres, clock, harness, texting, chat, phone: phones[0], send }
}

describe.runIf(hasSmallDisks && hasPostgres)('if PostgreSQL’s disk is full', () => {
  test('reading works, sending answers 503 “Storage is full”, and no text is lost or duplicated once there is space', async () => {
    const { disk, clock, harness, texting, chat, phone, send } = await openOn('data')
    const isFull = async () => {
      clock.pass(5 * SECOND)
      return (await scrape(harness.url, METRICS_TOKEN)).series.get('partyline_storage_full{storage="database"}')
    }
    disk.fill()
    const accepted = ['Good morning']
    const refusal = await until(async () => {
      const text = `${accepted.length} ${LONG}`
      const answer = await send(text)
      if (answer.status !== 200) return answer
      accepted.push(text)
      return null
    })
    expect(refusal).toMatchObject({ status: 503, error: { error: 'storage-full' } })
    expect((await texting.messagesOf(chat)).map(({ text }) => text)).toEqual(accepted)
    expect(await isFull()).toBe(1)
    const texts = Array.from({ length: PHONE_TEXTS }, (_, index) => `From the phone ${index} ${LONG}`)
    for (const text of texts) await phone?.send(texting.frontDesk, text)
    expect(await isFull()).toBe(1)

    disk.empty()
    await until(async () => (await send('Back again')).status === 200)
    await until(async () => (await isFull()) === 0)
    clock.pass(5 * MINUTE)
    const seen = await until(async () => {
      clock.pass(5 * SECOND)
      const all = await (
        await harness.signIn('dana@lakeside.example')
      ).get('messages.list', {
        params: { chatId: chat.id },
        query: { limit: 200 },
      })
      return texts.every((text) => all.some((message) => message.text === text)) && all
    })
    const own = seen.map(({ text }) => text).filter((text) => !texts.includes(text))
    expect(own).toEqual([...accepted, 'Back again'])
    expect(seen).toHaveLength(own.length + texts.length)
  })

  test('and PostgreSQL crashes, calls answer 503, and the server resumes after PostgreSQL has restarted', async () => {
    const { disk, postgres, harness, texting, chat, send } = await openOn('wal')
    disk.fill()
    const client = new Client({ connectionString: postgres.url })
    client.on('error', () => {})
    await client.connect()
    await expect(client.query('select pg_switch_wal(), pg_sleep(0)')).resolves.toBeDefined()
    await send('One more').catch(() => {})
    expect(await send('And another')).toMatchObject({ status: 503 })
    expect((await fetch(`${harness.url}/readyz`)).status).toBe(503)

    disk.empty()
    await postgres.kill()
    await postgres.start()
    await until(async () => (await send('Back again')).status === 200)
    expect((await texting.messagesOf(chat)).at(-1)?.text).toBe('Back again')
  })
})
