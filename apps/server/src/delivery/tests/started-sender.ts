import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { expect } from 'vitest'
import { insertQueuedText, insertTextLike } from '../../../tests/queued-text.ts'
import { createLog } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { SendEnd } from '../deliver-one.ts'
import { createDeliveryWorker } from '../delivery-worker.ts'
import type { SenderQueue, Send } from '../queue-store.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')
export const addText = (queries: Queries, number = '+12025550142') => insertQueuedText(queries, { number, at: NOW })

/** This many texts from one line, each to another phone. */
export async function addQueue(queries: Queries, texts: number): Promise<Send> {
  const first = await addText(queries)
  for (let index = 1; index < texts; index += 1) {
    await insertTextLike(queries, first, { to_number: `+1202555${1000 + index}` })
  }
  return first
}

/** Twilio has it. Returns whether others wait for its phone. */
export async function leaveQueue(queries: Queries, id: string): Promise<SendEnd> {
  const { rows } = await sql`
    with sent as (
      update deliveries set due_at = null, status = 'sent' where delivery_id = ${id} returning to_number, from_number_id
    )
    select from sent natural join deliveries where status = 'queued' and delivery_id <> ${id}`.execute(queries)
  return rows.length > 0 ? 'followed' : 'done'
}

/** Results of queries wait while they are held. */
export function holdResults() {
  let gate = Promise.withResolvers<void>()
  let arrival = Promise.withResolvers<void>()
  gate.resolve()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      arrival.resolve()
      await gate.promise
      return result
    },
  }
  return {
    plugin,
    hold() {
      gate = Promise.withResolvers<void>()
      arrival = Promise.withResolvers<void>()
      return gate.resolve
    },
    /** A result waits. */
    reached: () => arrival.promise,
  }
}

/** A worker whose texts end when the test says so, and leave the queue then. */
export function startSender(queries: Queries) {
  let now = NOW.getTime()
  let looks = 0
  let tries = 0
  const timers = new Set<() => void>()
  const ends = new Map<string, PromiseWithResolvers<SendEnd> & { answered: () => void }>()
  const givenUp: string[] = []
  const limits = { atOnce: 1_000, paused: [] as TenantId[], resting: [] as SenderQueue[], isBroken: false }
  const uncalled = () => {
    throw new Error('Nobody asks.')
  }
  const sender = createDeliveryWorker({
    queries,
    deliver: {
      send({ id }, answered) {
        tries += 1
        const end = Promise.withResolvers<SendEnd>()
        ends.set(id, { ...end, answered })
        return end.promise
      },
      async giveUp({ id }) {
        givenUp.push(id)
        return 'done'
      },
    },
    outages: {
      atOnce: () => limits.atOnce,
      paused() {
        looks += 1
        if (limits.isBroken) throw new Error('The database is gone.')
        return limits.paused
      },
      isPaused: (tenantId) => limits.paused.includes(tenantId),
      note: uncalled,
      stop: uncalled,
    },
    busyQueues: { resting: () => limits.resting, note: uncalled },
    clock: {
      now: () => new Date(now),
      after(_, callback) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    log: createLog('silent'),
  })
  sender.start()
  return {
    sender,
    limits,
    givenUp,
    /** The IDs of the started texts. */
    begun: () => [...ends.keys()],
    looks: () => looks,
    tries: () => tries,
    hasTimer: () => timers.size > 0,
    /** The worker has seen everything that is due, and waits for the next poll. */
    isIdle: () => expect.poll(() => timers.size).toBe(1),
    /** A pause passes, and the timers fire. */
    pass(ms = 10_000) {
      now += ms
      const due = [...timers]
      timers.clear()
      for (const ring of due) ring()
    },
    async end(id: string, error?: Error) {
      const end = await leaveQueue(queries, id)
      if (error) ends.get(id)?.reject(error)
      else ends.get(id)?.resolve(end)
    },
    /** Twilio has answered; the outcome is not recorded yet. */
    answer: (id: string) => ends.get(id)?.answered(),
    /** It waits for another text, and is not one of the started ones any more. */
    leave(id: string) {
      ends.get(id)?.resolve('left')
      ends.delete(id)
    },
    /** When its outcome was recorded, no other waited for its phone. */
    endAlone: (id: string) => ends.get(id)?.resolve('done'),
    async stop() {
      for (const { resolve } of ends.values()) resolve('done')
      await sender.stop()
    },
  }
}
