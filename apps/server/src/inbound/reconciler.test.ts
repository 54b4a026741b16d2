import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { AccountGateway, TwilioMessage } from '../twilio/index.ts'
import { createReconciler } from './reconciler.ts'

const DESK = '+12025550100'
const ROUND_MS = 5 * 60_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A tenant whose webhooks are all lost, and Twilio’s list, which can fail. */
async function reconciling() {
  const clock = createStillClock()
  const { tenantId } = await insertQueuedText(database.queries, { number: '+12025550142', at: clock.now() })
  const listed: TwilioMessage[] = []
  const kept: string[] = []
  const lookbacks: number[] = []
  let finishedRounds = 0
  let fails = false
  let isFull = false
  let whileListing = () => {}
  const listMessages: AccountGateway['listMessages'] = async function* ({ sentAfter }) {
    if (fails) throw new Error('Twilio does not answer.')
    lookbacks.push(clock.now().getTime() - (sentAfter?.getTime() ?? 0))
    yield* listed.filter(({ createdAt }) => !sentAfter || createdAt >= sentAfter)
    whileListing()
    whileListing = () => {}
  }
  const reconciler = createReconciler({
    database,
    clock: {
      now: () => clock.now(),
      after(ms, callback) {
        // The next round is planned when one is over.
        if (ms === ROUND_MS) finishedRounds += 1
        return clock.after(ms, callback)
      },
    },
    log: createLog('silent'),
    tenants: {
      withTwilioAccount: async () => [tenantId],
      twilioAccount: async () => ({ accountSid: `AC${'a'.repeat(32)}`, authToken: '' }),
    },
    numbers: { listInUse: async () => [{ number: DESK }] },
    twilio: { forAccount: () => ({ listMessages }) as unknown as AccountGateway },
    intake: {
      async keep({ parameters }) {
        if (isFull) throw new Error('The storage is full.')
        kept.push(parameters['Body'] ?? '')
        return true
      },
    },
  })
  reconciler.start()
  await expect.poll(() => finishedRounds).toBe(1)
  return {
    kept,
    /** The lookback of each round in milliseconds. */
    lookbacks,
    stop: () => reconciler.stop(),
    wait: (ms: number) => clock.pass(ms),
    fail: (whether: boolean) => {
      fails = whether
    },
    fill: (whether: boolean) => {
      isFull = whether
    },
    /** Runs in the next round, after Twilio has listed its texts. */
    duringNextRound: (work: () => void) => {
      whileListing = work
    },
    text: (body: string, { age = 0, direction = 'inbound' } = {}) => {
      const createdAt = new Date(clock.now().getTime() - age)
      const more = { status: 'received', direction, mediaCount: 0, errorCode: null, sentAt: null }
      listed.push({ sid: `SM${body}`, body, from: '+12025550142', to: DESK, createdAt, ...more })
    },
    /** Until the next round is over. */
    pass: async (ms = ROUND_MS) => {
      const before = finishedRounds
      clock.pass(ms)
      await expect.poll(() => finishedRounds).toBe(before + 1)
    },
  }
}

test('a text is recovered after any number of failed rounds', async () => {
  const { kept, text, fail, pass, stop } = await reconciling()
  text('In the dark')
  fail(true)
  for (let round = 0; round < 12; round += 1) await pass()
  fail(false)
  await pass()
  expect(kept).toEqual(['In the dark'])
  await stop()
})

test('a text too recent for one round is recovered by the next', async () => {
  const { kept, text, wait, pass, stop } = await reconciling()
  wait(ROUND_MS - 5_000)
  text('Just before the round')
  await pass(5_000)
  expect(kept).toEqual([])
  await pass()
  expect(kept).toEqual(['Just before the round'])
  await stop()
})

test('a text that could not be stored is recovered by a later round', async () => {
  const { kept, text, fill, wait, pass, stop } = await reconciling()
  text('No space for it')
  wait(60_000)
  fill(true)
  for (let round = 0; round < 12; round += 1) await pass()
  fill(false)
  await pass()
  expect(kept).toEqual(['No space for it'])
  await stop()
})

test('a text that arrives during a long round is recovered by the next', async () => {
  const { kept, text, wait, duringNextRound, pass, stop } = await reconciling()
  duringNextRound(() => {
    text('Meanwhile')
    wait(60 * 60_000)
  })
  await pass()
  expect(kept).toEqual([])
  await pass()
  expect(kept).toEqual(['Meanwhile'])
  await stop()
})

test('rounds overlap by ten minutes, because Twilio may list a text late', async () => {
  const { kept, text, pass, stop } = await reconciling()
  await pass()
  text('Listed late', { age: 10 * 60_000 })
  await pass()
  expect(kept).toEqual(['Listed late'])
  await stop()
})

test('the first round looks back a day, and later ones to ten minutes before the last round', async () => {
  const { lookbacks, pass, stop } = await reconciling()
  await pass()
  await pass()
  expect(lookbacks).toEqual([24 * 60 * 60_000, 15 * 60_000, 15 * 60_000])
  await stop()
})

test('an outbound text to one of our lines is not recovered', async () => {
  const { kept, text, wait, pass, stop } = await reconciling()
  text('From us', { direction: 'outbound-api' })
  text('From a phone')
  wait(60_000)
  await pass()
  expect(kept).toEqual(['From a phone'])
  await stop()
})
