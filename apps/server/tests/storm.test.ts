import { REALTIME } from '@partyline/contract'
import type { Chat, RealtimeEvent } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startCuttableProxy } from './cuttable-proxy.ts'
import type { CuttableProxy } from './cuttable-proxy.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { until } from './until.ts'

const CLIENTS = 1_000
/** Tabs of one session, at its maximum number of connections. */
const TABS = 25
const TIMEOUT_MS = 600_000

let harness: Harness
let clinic: Clinic
let proxy: CuttableProxy
beforeAll(async () => {
  harness = await startHarness({ env: { CALLS_PER_MINUTE: '1000000' } })
  clinic = await openClinic(harness)
  proxy = await startCuttableProxy(Number(new URL(harness.url).port))
})
afterAll(async () => {
  await proxy.close()
  await harness.close()
})

/** Like the web app: applies consecutive events, and refetches after a reconnect. */
async function openBrowser(person: Client, chatId: string) {
  let version = 0
  let reconnects = 0
  const gaps: number[] = []
  const ask = async () => {
    const chat = await person.get('chats.get', { params: { chatId } })
    version = Math.max(version, chat.version)
  }
  const connection = new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${proxy.port}${REALTIME.hubPath}`, {
      accessTokenFactory: () => person.accessToken ?? '',
    })
    .withAutomaticReconnect([0, 100, 500, 1_000, 2_000, 5_000, 10_000])
    .configureLogging(LogLevel.None)
    .build()
  connection.on(REALTIME.clientMethod, (events: RealtimeEvent[]) => {
    for (const event of events) {
      if (event.chatId !== chatId || event.version === null || event.version <= version) continue
      if (event.version > version + 1) gaps.push(event.version)
      version = event.version
    }
  })
  async function catchUp() {
    await ask()
    reconnects += 1
  }
  connection.onreconnected(() => void catchUp())
  await connection.start()
  await ask()
  return { connection, gaps, version: () => version, reconnects: () => reconnects }
}

test('1,000 browsers that are disconnected at once reconnect and miss nothing', { timeout: TIMEOUT_MS }, async () => {
  const chat: Chat = await clinic.chat('Storm', [clinic.dana.id, clinic.omar.id])
  const browsers: Awaited<ReturnType<typeof openBrowser>>[] = []
  while (browsers.length < CLIENTS) {
    const person = await harness.signIn('omar@lakeside.example')
    const tabs = Array.from({ length: TABS }, () => openBrowser(person, chat.id))
    browsers.push(...(await Promise.all(tabs)))
  }
  const say = async (text: string) => {
    const form = new FormData()
    form.set('Message', text)
    await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form })
  }
  const caughtUp = async () => {
    const { version } = await clinic.dana.get('chats.get', { params: { chatId: chat.id } })
    await until(async () => browsers.every((browser) => browser.version() === version))
  }

  await say('Before')
  await caughtUp()
  proxy.cut()
  for (let index = 0; index < 5; index += 1) await say(`While they are away ${index}`)
  await until(async () => browsers.every((browser) => browser.reconnects() === 1))
  await caughtUp()
  await say('After')
  await caughtUp()
  expect(browsers.flatMap(({ gaps }) => gaps)).toEqual([])
  await Promise.all(browsers.map(({ connection }) => connection.stop()))
})
