import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HttpTransportType } from '@microsoft/signalr'
import { PRESENCE } from '@partyline/contract'
import type { PresenceEntry } from '@partyline/contract'
import { createClient, freePort, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReceiver } from '../src/hooks/tests/receiver.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { testEnvironment } from './harness.ts'
import { listen } from './hub.ts'
import { hasNginx, runNginx } from './nginx.ts'
import { phoneOf } from './phone.ts'
import { makeTestPlace } from './test-place.ts'
import { until } from './until.ts'

const { DATABASE_URL, REDIS_URL } = process.env
const TEXTS = 30
const TRIES = 200
const { WebSockets, ServerSentEvents, LongPolling } = HttpTransportType

/** The configuration in docs/operations.md, for these processes. */
async function linesForNginx(port: number, urls: readonly string[]): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const lines = /```nginx\n([^`]*)```/.exec(text)?.[1] ?? ''
  const servers = urls.map((url) => `server ${new URL(url).host};`).join(' ')
  return lines.replace(/listen .*;/, `listen 127.0.0.1:${port};`).replace(/( +server [\d.:]+;\n)+/, servers)
}

/** Needs a real PostgreSQL and Redis: the embedded database belongs to one process. */
describe.runIf(DATABASE_URL && REDIS_URL)('two processes with one database and one Redis', () => {
  const processes: ChildProcess[] = []
  const urls: string[] = []
  const closing: (() => Promise<unknown>)[] = []
  let sandbox: Sandbox
  let clinic: Clinic
  /** The same session, used with the second process. */
  let danaOnSecond: Client

  beforeAll(async () => {
    const place = await makeTestPlace()
    const port = await freePort()
    const publicUrl = `http://localhost:${port}`
    sandbox = await createSandbox({ port: 0, appUrl: publicUrl, pace: { queued: 5, sending: 5, sent: 5 } })
    const shared = testEnvironment({ port, ...place })
    for (const ownPort of [port, await freePort()]) {
      const env = {
        ...process.env,
        ...shared,
        REDIS_URL,
        PORT: String(ownPort),
        PUBLIC_URL: publicUrl,
        SANDBOX_URL: sandbox.url,
      }
      const child = fork(path.join(import.meta.dirname, 'app-process.ts'), { env })
      await once(child, 'message')
      processes.push(child)
      urls.push(`http://localhost:${ownPort}`)
    }
    clinic = await openClinic({ sandbox, signIn: (login) => signIn(publicUrl, login) })
    danaOnSecond = createClient(urls[1] ?? '', clinic.dana.accessToken)
    closing.push(
      () => sandbox.close(),
      () => place.remove(),
    )
  })
  afterAll(async () => {
    for (const child of processes) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    for (const close of closing) await close()
  })

  test('deliver events to each other’s browsers', async () => {
    const listener = await listen(urls[1] ?? '', clinic.omar)
    const chat = await clinic.chat('Across', [clinic.dana.id, clinic.omar.id])
    const event = await until(async () => listener.events().find(({ chatId }) => chatId === chat.id))
    expect(event.kind).toBe('ChatCreated')
    await listener.connection.stop()
  })

  test('deliver presence to each other’s browsers, including the end of a connection', async () => {
    const { id: chatId } = await clinic.chat('Seen', [clinic.dana.id])
    const [omar, mei] = [await listen(urls[0] ?? '', clinic.omar), await listen(urls[1] ?? '', clinic.mei)]
    const told: PresenceEntry[] = []
    omar.connection.on(PRESENCE.clientMethod, (entries: PresenceEntry[]) => told.push(...entries))
    await omar.connection.invoke(PRESENCE.serverMethod, { chatId, writing: false })
    await mei.connection.invoke(PRESENCE.serverMethod, { chatId, writing: true })
    await mei.connection.stop()
    await until(async () => told.length === 2)
    expect(told).toMatchObject([
      { userId: clinic.mei.id, chatId, state: 'writing' },
      { userId: clinic.mei.id, chatId, state: 'gone' },
    ])
    await omar.connection.stop()
  })

  test.runIf(hasNginx).each([
    ['WebSockets', WebSockets],
    ['Server-Sent Events', ServerSentEvents],
    ['long polling', LongPolling],
  ])('work behind one nginx over %s', async (name, transport) => {
    const port = await freePort()
    const stop = await runNginx(port, await linesForNginx(port, urls))
    for (const client of [clinic.omar, clinic.mei]) {
      const listener = await listen(`http://127.0.0.1:${port}`, client, transport)
      const chat = await clinic.chat(`One over ${name}`, [clinic.dana.id])
      const event = await until(async () => listener.events().find(({ chatId }) => chatId === chat.id))
      expect(event.kind).toBe('ChatCreated')
      await listener.connection.stop()
    }
    await stop()
  })

  test('share the queue, and send each text once and in order', async () => {
    const marta = await clinic.contact('Marta', '+12025568001')
    const chat = await clinic.chat('Marta', [clinic.dana.id, marta.memberId])
    const texts = Array.from({ length: TEXTS }, (_, index) => `Text ${index}`)
    for (const [index, text] of texts.entries()) {
      const form = new FormData()
      form.set('Message', text)
      const client = index % 2 === 0 ? clinic.dana : danaOnSecond
      await client.get('messages.send', { params: { chatId: chat.id }, form })
    }
    const received = await phoneOf(sandbox, marta.number).received(TEXTS)
    expect(received.map(({ text }) => text)).toEqual(texts)
  })

  test('share the queue of a webhook, and send each event once', async () => {
    const receiver = await startReceiver()
    const body = { url: receiver.url, events: ['message.sent' as const] }
    const { hook } = await clinic.dana.get('hooks.create', { body })
    const ann = await clinic.contact('Ann', '+12025568002')
    const chat = await clinic.chat('Ann', [clinic.dana.id, ann.memberId])
    const texts = Array.from({ length: TEXTS }, (_, index) => `Event ${index}`)
    await Promise.all(
      texts.map((text, index) => {
        const form = new FormData()
        form.set('Message', text)
        const client = index % 2 === 0 ? clinic.dana : danaOnSecond
        return client.get('messages.send', { params: { chatId: chat.id }, form })
      }),
    )
    const params = { hookId: hook.id }
    await until(async () => {
      const events = await clinic.dana.get('hooks.events', { params, query: { limit: 200 } })
      return events.length === TEXTS && events.every(({ state }) => state === 'delivered')
    })
    expect(receiver.received).toHaveLength(TEXTS)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(TEXTS)
    await clinic.dana.get('hooks.delete', { params })
    await receiver.close()
  })

  test('both reject a session that ended on one, including its hub connection', async () => {
    const leaving = await signIn(urls[0] ?? '', 'mei@lakeside.example')
    const elsewhere = createClient(urls[1] ?? '', leaving.accessToken)
    const listener = await listen(urls[1] ?? '', elsewhere)
    expect((await elsewhere.call('users.me')).status).toBe(200)
    const headers = { cookie: leaving.cookies }
    const { csrfToken } = (await (await fetch(`${urls[0]}/api/auth/csrf`, { headers })).json()) as { csrfToken: string }
    await fetch(`${urls[0]}/api/auth/signout`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ csrfToken, json: 'true' }),
    })
    await listener.closed
    await until(async () => (await elsewhere.call('users.me')).status === 401)
    const tries = Array.from({ length: TRIES }, (_, index) => (index % 2 === 0 ? elsewhere : leaving).call('users.me'))
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]))
  })
})
