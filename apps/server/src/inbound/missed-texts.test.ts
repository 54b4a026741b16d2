import { setImmediate } from 'node:timers/promises'
import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { AccountGateway, TwilioMessage } from '../twilio/index.ts'
import { keepEvents } from './provider-events-store.ts'
import { createReconciler } from './reconciler.ts'
import { completeUntil, noteComplete } from './reconciliations-store.ts'

const [FRONT_DESK, BACK_DESK] = ['+12025550100', '+12025550101']
const SECOND = 1_000
const ROUND = 5 * 60 * SECOND
const DAY = 24 * 3_600 * SECOND

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function newTenant(): Promise<TenantId> {
  const { tenantId } = await insertQueuedText(database.queries, { number: '+12025550142', at: new Date() })
  return tenantId
}

/** A process that compares Twilio’s list with the texts that arrived by webhook. */
function startReconciling(tenantIds: readonly TenantId[]) {
  const clock = createStillClock()
  const account = {
    listed: [] as TwilioMessage[],
    media: {} as Record<string, string[]>,
    /** The lines whose texts were listed, and the lookback in milliseconds. */
    lists: [] as [string, number][],
    held: Promise.resolve(),
  }
  const kept: { parameters: Record<string, string>; tenantId: TenantId | undefined }[] = []
  const without = new Set<TenantId>()
  const broken = new Set<TenantId>()
  let rounds = 0
  const gateway = {
    async *listMessages({ to = '', sentAfter }) {
      account.lists.push([to, clock.now().getTime() - (sentAfter?.getTime() ?? 0)])
      await account.held
      yield* account.listed.filter((text) => text.to === to)
    },
    listMedia: async (sid) => (account.media[sid] ?? []).map((url) => ({ url, contentType: 'image/png' })),
  } satisfies Pick<AccountGateway, 'listMessages' | 'listMedia'>
  const reconciler = createReconciler({
    database,
    clock: {
      now: () => clock.now(),
      after(ms, callback) {
        if (ms === ROUND) rounds += 1
        return clock.after(ms, callback)
      },
    },
    log: createLog('silent'),
    tenants: {
      withTwilioAccount: async () => [...tenantIds],
      async twilioAccount(tenantId) {
        if (broken.has(tenantId)) throw new Error('The key is lost.')
        return without.has(tenantId) ? null : { accountSid: 'AC1', authToken: '' }
      },
    },
    numbers: { listInUse: async () => [{ number: FRONT_DESK }, { number: BACK_DESK }] },
    twilio: { forAccount: () => gateway as unknown as AccountGateway },
    intake: {
      async keep({ parameters, tenants }) {
        kept.push({ parameters, tenantId: tenants[0]?.tenantId })
        return true
      },
    },
  })
  return {
    clock,
    reconciler,
    account,
    without,
    broken,
    kept,
    bodies: () => kept.map(({ parameters }) => parameters['Body']),
    rounds: () => rounds,
    /** Adds a text to Twilio’s list, newest first. */
    add: (body: string, { age = 60 * SECOND, ...more }: Partial<TwilioMessage> & { age?: number } = {}) => {
      const createdAt = new Date(clock.now().getTime() - age)
      const text = { status: 'received', direction: 'inbound', mediaCount: 0, errorCode: null, sentAt: null }
      account.listed.unshift({
        sid: `SM${body}`,
        body,
        from: '+12025550142',
        to: FRONT_DESK,
        createdAt,
        ...text,
        ...more,
      })
    },
    firstRound: async () => {
      reconciler.start()
      await expect.poll(() => rounds).toBe(1)
    },
    nextRound: async () => {
      const before = rounds
      clock.pass(ROUND)
      await expect.poll(() => rounds).toBe(before + 1)
    },
  }
}

test('missed texts of all lines are stored oldest first, with the parameters of their webhooks', async () => {
  const tenantId = await newTenant()
  const { add, account, firstRound, kept, reconciler } = startReconciling([tenantId])
  account.media = { SMpicture: ['url 0', 'url 1'] }
  // Both in the same second, as Twilio lists them.
  add('first', { age: 90 * SECOND })
  add('second', { age: 90 * SECOND })
  add('picture', { to: BACK_DESK, age: 120 * SECOND, mediaCount: 2 })
  await firstRound()
  const parameters = (body: string, more = {}) => ({
    AccountSid: 'AC1',
    MessageSid: `SM${body}`,
    From: '+12025550142',
    To: FRONT_DESK,
    Body: body,
    NumMedia: '0',
    ...more,
  })
  const types = { MediaContentType0: 'image/png', MediaContentType1: 'image/png' }
  const media = { NumMedia: '2', MediaUrl0: 'url 0', MediaUrl1: 'url 1', ...types }
  expect(kept).toEqual([
    { tenantId, parameters: parameters('picture', { To: BACK_DESK, ...media }) },
    { tenantId, parameters: parameters('first') },
    { tenantId, parameters: parameters('second') },
  ])
  await reconciler.stop()
})

test('a text that arrived by webhook is not stored again, regardless of other tenants’ webhooks', async () => {
  const [tenantId, other] = [await newTenant(), await newTenant()]
  const keep = (ofTenant: TenantId, messageSid: string) =>
    keepEvents(database.queries, [
      {
        tenantId: ofTenant,
        accountSid: 'AC1',
        messageSid,
        sender: '+12025550142',
        parameters: {},
        recovered: false,
        requestId: null,
        receivedAt: new Date(),
      },
    ])
  await keep(tenantId, 'SMcame')
  await keep(other, 'SMmissed')
  const { add, firstRound, bodies, reconciler } = startReconciling([tenantId])
  add('came')
  add('missed')
  await firstRound()
  expect(bodies()).toEqual(['missed'])
  await reconciler.stop()
})

test('a text is left to its webhook at first, except one from before the process started', async () => {
  const { add, firstRound, nextRound, bodies, reconciler, clock } = startReconciling([await newTenant()])
  // The app is created before it starts.
  clock.pass(10 * SECOND)
  add('before the start', { age: 1 })
  add('at the start', { age: 0 })
  await firstRound()
  expect(bodies()).toEqual(['before the start'])
  clock.pass(ROUND - 20 * SECOND)
  add('20 seconds before the round', { age: 0 })
  clock.pass(1)
  await nextRound()
  await nextRound()
  expect(bodies()).toContain('20 seconds before the round')
  await reconciler.stop()
})

test('a text is recovered only if it is older than 20 seconds', async () => {
  const { add, firstRound, nextRound, bodies, reconciler, clock } = startReconciling([await newTenant()])
  await firstRound()
  const atRound = (ms: number) => ({ createdAt: new Date(clock.now().getTime() + ROUND - ms) })
  add('too young', atRound(20 * SECOND))
  add('ripe', atRound(20 * SECOND + 1))
  await nextRound()
  expect(bodies()).toEqual(['ripe'])
  await reconciler.stop()
})

test.each([
  [null, DAY],
  [60 * SECOND, DAY],
  [3 * DAY, 3 * DAY + 600 * SECOND],
  [500 * DAY, 400 * DAY],
])('if the last complete round was %j ms ago, the first round looks back %i ms', async (age, lookback) => {
  const tenantId = await newTenant()
  const { account, clock, firstRound, nextRound, reconciler } = startReconciling([tenantId])
  if (age !== null) await noteComplete(database.queries, tenantId, new Date(clock.now().getTime() - age))
  await firstRound()
  await nextRound()
  expect(account.lists).toEqual([
    [FRONT_DESK, lookback],
    [BACK_DESK, lookback],
    [FRONT_DESK, ROUND + 600 * SECOND],
    [BACK_DESK, ROUND + 600 * SECOND],
  ])
  await reconciler.stop()
})

test('a tenant without an account or with an unreadable one does not affect other tenants', async () => {
  const [none, lost, tenantId] = [await newTenant(), await newTenant(), await newTenant()]
  const { add, without, broken, firstRound, kept, account, reconciler } = startReconciling([none, lost, tenantId])
  without.add(none)
  broken.add(lost)
  add('missed')
  await firstRound()
  expect(kept).toMatchObject([{ tenantId }])
  expect(account.lists).toHaveLength(2)
  const complete = (of: TenantId) => completeUntil(database.queries, of)
  expect([await complete(none), await complete(lost), await complete(tenantId)]).toEqual([null, null, expect.any(Date)])
  await reconciler.stop()
})

test('completeUntil never moves back, and is separate for each tenant', async () => {
  const [tenantId, other] = [await newTenant(), await newTenant()]
  const db = database.queries
  const [earlier, later] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-21T12:00:00Z')]
  await noteComplete(db, other, earlier)
  expect(await completeUntil(db, tenantId)).toBeNull()
  await noteComplete(db, tenantId, later)
  await noteComplete(db, tenantId, earlier)
  expect([await completeUntil(db, tenantId), await completeUntil(db, other)]).toEqual([later, earlier])
})

test('stop waits for the request in progress, and starts neither another tenant nor another round', async () => {
  const [tenantId, other] = [await newTenant(), await newTenant()]
  const { add, account, clock, reconciler, rounds, kept } = startReconciling([tenantId, other])
  const answered = Promise.withResolvers<void>()
  account.held = answered.promise
  add('missed')
  reconciler.start()
  await expect.poll(() => account.lists.length).toBe(1)
  let isStopped = false
  const stopped = reconciler.stop().then(() => (isStopped = true))
  await setImmediate()
  expect(isStopped).toBe(false)
  answered.resolve()
  await stopped
  expect(kept).toMatchObject([{ tenantId }])
  expect([account.lists.length, rounds()]).toEqual([2, 0])
  clock.pass(DAY)
  await setImmediate()
  expect(account.lists).toHaveLength(2)
})

test('a process stopped between rounds starts no other round', async () => {
  const { account, clock, firstRound, reconciler } = startReconciling([await newTenant()])
  await firstRound()
  await reconciler.stop()
  const lists = account.lists.length
  clock.pass(DAY)
  await sql`select ${newId()}`.execute(database.queries)
  expect(account.lists).toHaveLength(lists)
})
