import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import type { Chat, Message } from '@partyline/contract'
import { startDemoProcess } from '../demo-process.ts'
import type { DemoProcess } from '../demo-process.ts'
import { DANA } from '../pages/arrange.ts'
import { expect, test } from '../test.ts'

type PhoneText = { direction: 'sent' | 'received'; text: string }

const OMAR = 'omar@lakeside.example'
const MARTA = '+12025550142'

/** Number of acknowledged texts before the crash. */
const ACKNOWLEDGED = 20
const WRITERS = 4
/** Maximum texts in flight to Twilio. */
const SENT_AT_ONCE = 10

let demo: DemoProcess
let start: () => Promise<void>
let tidy: () => Promise<void>

const LIMIT_MS = 180_000
test.describe.configure({ timeout: LIMIT_MS })

test.beforeAll(async () => {
  // The timeout above applies only to tests.
  test.setTimeout(LIMIT_MS)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-restart-'))
  const database = await freshDatabase()
  const place = { ports: { app: await freePort(), sandbox: await freePort() }, dataDir, databaseUrl: database.url }
  start = async () => {
    demo = await startDemoProcess(place)
  }
  tidy = async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await start()
})
test.afterAll(async () => {
  await demo.end('SIGTERM')
  await tidy()
})

async function textsOn(phone: string): Promise<PhoneText[]> {
  const answer = await fetch(`${demo.sandboxUrl}/sandbox/phones/${encodeURIComponent(phone)}/messages`)
  return (await answer.json()) as PhoneText[]
}

const isUncertain = ({ delivery }: Message) => delivery.some(({ status }) => status === 'unknown')

async function riveraChat(dana: Client): Promise<Chat> {
  const chats = await dana.get('chats.search', { body: { term: 'Rivera family' } })
  return dana.get('chats.get', { params: { chatId: chats[0]?.id ?? '' } })
}

test('a restart keeps the chats, the phones’ threads, and the session', async () => {
  const dana = await signIn(demo.appUrl, DANA)
  const names = async (client: Client) =>
    (await client.get('chats.search', { body: { limit: 200 } })).map(({ name, messageCount }) => ({
      name,
      messageCount,
    }))
  const [chats, texts] = [await names(dana), await textsOn(MARTA)]
  expect(chats.length).toBeGreaterThan(4)
  expect(texts.length).toBeGreaterThan(4)

  await demo.end('SIGTERM')
  await start()
  expect(await textsOn(MARTA)).toEqual(texts)
  expect(await names(dana)).toEqual(chats)
})

test('kill -9 while messages are being sent loses no acknowledged message, and sends none twice', async () => {
  const dana = await signIn(demo.appUrl, DANA)
  const { id: chatId } = await riveraChat(dana)
  const acknowledged: string[] = []
  let isKilled = false

  async function write(writer: number) {
    for (let at = 0; !isKilled; at += 1) {
      const form = new FormData()
      const text = `Writer ${writer}, text ${at}`
      form.set('Message', text)
      try {
        await dana.get('messages.send', { params: { chatId }, form })
      } catch (error) {
        if (isKilled) return
        throw error
      }
      acknowledged.push(text)
      if (acknowledged.length >= ACKNOWLEDGED && !isKilled) {
        isKilled = true
        await demo.end('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await start()

  const again = await signIn(demo.appUrl, DANA)
  const { messages } = await riveraChat(again)
  expect(messages.map(({ text }) => text)).toEqual(expect.arrayContaining(acknowledged))

  const onPhone = async () => (await textsOn(MARTA)).map(({ text }) => text)
  const missing = async () => {
    const [arrived, now] = [new Set(await onPhone()), (await riveraChat(again)).messages]
    return now.filter(({ text }) => !arrived.has(text))
  }
  // Texts in flight to Twilio become unknown when their lease expires after 20 seconds, because they may have arrived.
  await expect
    .poll(async () => (await missing()).filter((message) => !isUncertain(message)).map(({ text }) => text), {
      timeout: 90_000,
    })
    .toEqual([])
  expect((await missing()).length).toBeLessThanOrEqual(SENT_AT_ONCE)
  const texts = await onPhone()
  expect(texts).toHaveLength(new Set(texts).size)
})

test('changes, renames, and deletions survive a restart', async () => {
  const dana = await signIn(demo.appUrl, DANA)
  const chats = await dana.get('chats.search', { body: { limit: 200 } })
  const becker = chats.find(({ name }) => name === 'Tom Becker')
  const rivera = chats.find(({ name }) => name.startsWith('Rivera family'))
  if (!becker || !rivera) throw new Error('The demo has lost its chats.')
  const memberIds = becker.members.map(({ id }) => id)
  await dana.get('chats.update', {
    params: { chatId: becker.id },
    body: { numberId: becker.numberId, name: 'Becker, results', memberIds },
  })
  await dana.get('chats.delete', { params: { chatId: rivera.id } })
  // Marta's phone is in its own chat now.
  const number = (await dana.get('numbers.twilio')).find(({ id }) => id === rivera.numberId)
  await fetch(`${demo.sandboxUrl}/sandbox/phones/${encodeURIComponent(MARTA)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: number?.number, text: 'Are you there?' }),
  })
  const names = async (client: Client) =>
    (await client.get('chats.search', { body: { limit: 200 } })).map(({ name }) => name).toSorted()
  await expect.poll(() => names(dana)).toContain('Marta Rivera')

  // The user who set up the demo is disabled now.
  const { teamsUsers } = await dana.get('settings.tenant')
  const [admin, omar] = ['Dana', 'Omar'].map((name) => teamsUsers.find((user) => user.name.startsWith(name)))
  if (!admin || !omar) throw new Error('The demo has lost its people.')
  await dana.get('settings.updateUser', { params: { userId: omar.id }, body: { name: omar.name, role: 'Admin' } })
  const before = await names(dana)
  await dana.get('settings.updateUser', {
    params: { userId: admin.id },
    body: { name: admin.name, role: 'User', disabled: true },
  })

  await demo.end('SIGTERM')
  await start()
  expect(await names(await signIn(demo.appUrl, OMAR))).toEqual(before)
})
