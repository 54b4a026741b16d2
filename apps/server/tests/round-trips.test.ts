// On PostgreSQL only: the embedded database is in the same process, and gets statements one by one.
import { setTimeout as wait } from 'node:timers/promises'
import type { Chat, Message } from '@partyline/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { withoutPolls } from './idle-polls.ts'
import { countRoundTrips } from './round-trips.ts'
import type { RoundTrips } from './round-trips.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

/** After this, a session is read again. */
const STALE_MS = 600
/** The default, in seconds: docs/product.md#undo-and-send-later */
const HOLD = '5'
const MANY = 32

/** The purpose of a round trip, recognized by a part of its statements. */
const NAMES = {
  session: 'from "sessions"',
  tenant: 'from "tenants"',
  'store text': 'keep_texts',
  'find due': 'min("send_at")',
  lock: 'lock_chats_for_messages',
  add: 'add_messages',
  write: 'write_messages',
  send: 'settle_and_claim_sends',
  report: 'apply_reports',
}
const nameOf = (roundTrip: string) =>
  Object.entries(NAMES).find(([, part]) => roundTrip.includes(part))?.[0] ?? roundTrip

const isOfReport = (name: string) => name === 'report'
const isNotOfReport = (name: string) => !isOfReport(name)

describe.runIf(process.env['DATABASE_URL'])('round trips to PostgreSQL, on a clock that runs', () => {
  let counted: RoundTrips
  let harness: Harness
  let clinic: Clinic
  let texting: Texting
  /** A way of its own, which is not counted. */
  let database: Client
  beforeAll(async () => {
    counted = await countRoundTrips()
    harness = await startHarness({
      throughProxy(databaseUrl) {
        database = new Client(databaseUrl)
        return counted.through(databaseUrl)
      },
      sandbox: { pace: { queued: 5, sending: 5, sent: 5 } },
    })
    await database.connect()
    clinic = await openClinic(harness)
    texting = createTexting(harness, clinic)
  })
  afterAll(async () => {
    await database.end()
    await harness.close()
    await counted.close()
  })

  async function areDelivered(messages: readonly Message[]): Promise<boolean> {
    const { rows } = await database.query(
      `select from deliveries where message_id = any($1) and status = 'delivered'`,
      [messages.map(({ id }) => id)],
    )
    return rows.length === messages.length
  }

  /** The round trips of the work, where nothing is fresh, and nobody is notified of what was before. */
  async function roundTripsOf(work: () => Promise<unknown>, { isHeld = false } = {}): Promise<string[]> {
    await database.query('delete from notices')
    await wait(STALE_MS)
    const start = performance.now()
    counted.take()
    await work()
    const names = withoutPolls(counted.take(), performance.now() - start).map(nameOf)
    // Every half a minute, all processes look for due messages.
    return names.filter((name, index) => name !== 'find due' || (isHeld && names.indexOf(name) === index))
  }

  /** Chats whose first text was delivered: it assigns them. One after the other, because many at once could be refused. */
  async function openChats(names: readonly string[]) {
    const opened = []
    for (const name of names) {
      const { chat, phones } = await texting.newChat([name])
      await texting.settled(chat, await texting.send(chat, 'First'))
      opened.push({ chat, phone: phones[0]?.number ?? '' })
    }
    return opened
  }
  const openChat = async (name: string) => {
    const [opened] = await openChats([name])
    if (!opened) throw new Error('No chat was opened.')
    return opened
  }
  const manyNames = (name: string) => Array.from({ length: MANY }, (_, index) => `${name} ${index}`)

  const text = ({ id: chatId }: Pick<Chat, 'id'>, HoldSeconds: string): Promise<Message> =>
    clinic.dana.get('messages.send', { params: { chatId }, form: formOf('Second', { HoldSeconds }) })

  /** The names of all round trips from the calls until the texts are delivered. */
  const roundTripsOfTexts = (chats: readonly { chat: Chat }[], holdSeconds: string) =>
    roundTripsOf(
      async () => {
        const sent = await Promise.all(chats.map(({ chat }) => text(chat, holdSeconds)))
        await until(() => areDelivered(sent))
      },
      { isHeld: holdSeconds === HOLD },
    )

  const SENDING = ['send', 'send']

  /** Sent and delivered, of which the latter may arrive first on a busy machine. */
  const expectTwoReports = (names: readonly string[]) => expect(names.filter(isOfReport).length).toBeLessThanOrEqual(2)

  test('a text takes five until Twilio’s response is stored, and seven until it is delivered', async () => {
    const names = await roundTripsOfTexts([await openChat('Ann')], '0')
    expect(names.filter(isNotOfReport)).toEqual(['session', 'lock', 'add', ...SENDING])
    expectTwoReports(names)
  })

  test('with the default hold, it takes eight, and ten', async () => {
    const names = await roundTripsOfTexts([await openChat('Abe')], HOLD)
    expect(names.filter(isNotOfReport)).toEqual(['session', 'lock', 'write', 'find due', 'lock', 'write', ...SENDING])
    expectTwoReports(names)
  })

  test.each([
    ['at once', '0'],
    ['with the default hold', HOLD],
  ])('32 texts from one line, sent %s, share round trips, and so do their reports', async (_, holdSeconds) => {
    const names = await roundTripsOfTexts(await openChats(manyNames(`Many ${holdSeconds}`)), holdSeconds)
    // One after the other, they take five or eight each. How many share one depends on the machine: docs/benchmarks.md#round-trips
    expect(names.filter(isNotOfReport).length).toBeLessThan(2 * MANY)
    expect(names.filter(isOfReport).length).toBeLessThan(2 * MANY)
  })

  test('viewing a chat with nothing new takes two', async () => {
    const { chat } = await openChat('Cleo')
    const view = () => clinic.dana.get('chats.viewChat', { params: { chatId: chat.id } })
    await view()
    const names = await roundTripsOf(view)
    expect(names).toEqual(['session', expect.not.stringContaining('begin')])
  })

  test('assigning a chat, and marking it as done, take five each', async () => {
    const params = { chatId: (await openChat('Dina')).chat.id }
    const body = { userId: clinic.omar.id }
    expect(await roundTripsOf(() => clinic.dana.get('chats.assign', { params, body }))).toHaveLength(5)
    const done = () => clinic.dana.get('chats.setState', { params, body: { state: 'done' } })
    expect(await roundTripsOf(done)).toHaveLength(5)
  })

  test('a text from a known phone takes three, and is in its chat when its webhook is answered', async () => {
    const { chat, phone: From } = await openChat('Bea')
    const webhook = createTwilioWebhooks(harness)
    const names = await roundTripsOf(() => webhook.message({ From, To: texting.frontDesk, Body: 'Second' }))
    expect(names).toEqual(['store text', 'lock', 'add'])
    expect((await texting.messagesOf(chat)).map((message) => message.text)).toEqual(['First', 'Second'])
  })
})
