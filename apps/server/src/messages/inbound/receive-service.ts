import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../../chats/index.ts'
import type { Numbers } from '../../numbers/index.ts'
import { createBatches, currentRequestId, onBehalfOf } from '../../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../../platform/index.ts'
import type { OptOuts } from '../opt-outs-service.ts'
import { readInboundText, withoutChannel } from './inbound-text.ts'
import { createPlacing } from './place-texts.ts'
import { keepEvents, postponeEvent, takeEvents, waitingSenders } from './provider-events-store.ts'
import type { DueEvent, InboundEvent, NewEvent, Sender } from './provider-events-store.ts'

/** A webhook whose signature was checked. `tenants` use the account that signed it. */
export type SignedCall = { parameters: Record<string, string>; accountSid: string; tenants: { tenantId: TenantId }[] }

export type Receiving = ReturnType<typeof createReceiving>

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  numbers: Pick<Numbers, 'findInUse' | 'inUseAmong' | 'mobileByNumbers' | 'defaultUsers' | 'findOrCreateMobile'>
  chats: Chats
  optOuts: OptOuts
  announcements: Topic<readonly RealtimeEvent[]>
}

/** How often texts are looked for that were kept and not placed. */
const SWEEP_EVERY_MS = 5_000
/** Characters that tell senders apart: whatever comes, it can be kept. */
const LONGEST_SENDER = 100
/** Texts in one commit that keeps them. */
const KEPT_AT_ONCE = 64
/** Senders whose texts are placed in one commit, and texts in it. */
const SENDERS_AT_ONCE = 64
const PLACED_AT_ONCE = 128
const SWEPT_AT_ONCE = 1_000
/** Of more than so many senders, texts wait in the database for a later sweep. */
const MOST_WAITING = 10_000

/**
 * Texts from phones: each is kept, then Twilio is answered, then it is placed. The database is the queue: whoever places
 * a text takes all that waits of its sender, in order, whichever process has kept it.
 */
export function createReceiving(parts: Parts) {
  const { database, clock, log, numbers, announcements } = parts
  const place = createPlacing(parts)
  const underWay = new Set<Promise<void>>()
  /** Whose turn has been asked for and has not begun. */
  const asked = new Set<string>()
  let cancelSweep = () => {}
  let isStopped = false

  /** Answers whether the text is new. */
  const keepInBatch = createBatches<NewEvent, boolean>({
    most: KEPT_AT_ONCE,
    keyOf: nameOf,
    async run(events) {
      const areNew = await database.statement((db) => keepEvents(db, events))
      return areNew.map((value) => ({ status: 'fulfilled', value }))
    },
  })

  /**
   * Places what waits of these senders, and answers how many texts that was. All or none of them, but for a single one:
   * what fails by itself is put off.
   */
  async function placeTextsOf(senders: readonly Sender[], limit: number): Promise<number> {
    // While the process ends, what is kept waits for the next one.
    if (isStopped) return 0
    let taken: DueEvent[] = []
    try {
      const events = await database.transaction(async (trx) => {
        taken = await takeEvents(trx, { senders, now: clock.now(), limit })
        return placeAll(trx, taken)
      })
      for (const text of taken) say(text, ({ messageSid }) => log.info({ messageSid }, 'text from a phone handled'))
      if (events.length > 0) announcements.publish(events)
    } catch (error) {
      const [text, ...others] = taken
      if (!text || others.length > 0) throw error
      say(text, ({ messageSid }) => log.error({ err: error, messageSid }, 'inbound text not handled'))
      await postponeEvent(database.queries, text, clock.now())
    }
    return taken.length
  }

  async function placeAll(trx: Queries, taken: readonly DueEvent[]): Promise<RealtimeEvent[]> {
    const events: RealtimeEvent[] = []
    const byTenant = [...Map.groupBy(taken, ({ tenantId }) => tenantId)]
    // One order for all processes, so that none waits in a circle.
    for (const [tenantId, texts] of byTenant.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      events.push(...(await place(trx, tenantId, texts)))
    }
    return events
  }

  /** Answers whether nothing is left of the sender. */
  const placeInBatch = createBatches<Sender, boolean>({
    most: SENDERS_AT_ONCE,
    keyOf: nameOf,
    async run(senders) {
      for (const sender of senders) asked.delete(nameOf(sender))
      const isDone = (await placeTextsOf(senders, PLACED_AT_ONCE)) < PLACED_AT_ONCE
      return senders.map(() => ({ status: 'fulfilled', value: isDone }))
    },
  })

  async function placeAllOf(sender: Sender): Promise<void> {
    try {
      while (!(await placeInBatch(sender)));
    } catch {
      while ((await placeTextsOf([sender], 1)) > 0);
    }
  }

  /** Lets the sender's texts be placed soon. When this is done they are, or the sweep tries again. */
  function ask(sender: Sender): void {
    const name = nameOf(sender)
    if (isStopped || asked.has(name) || underWay.size >= MOST_WAITING) return
    asked.add(name)
    const work = placeAllOf(sender)
      .catch((error: unknown) => log.error({ err: error }, 'kept texts could not be placed'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  async function sweep() {
    for (;;) {
      const senders = await waitingSenders(database.queries, { now: clock.now(), limit: SWEPT_AT_ONCE })
      for (const sender of senders) ask(sender)
      await Promise.allSettled(underWay)
      if (senders.length < SWEPT_AT_ONCE || isStopped) return
    }
  }

  function sweepLater(ms: number) {
    cancelSweep = clock.after(ms, () => {
      void sweep()
        .catch((error: unknown) => log.error({ err: error }, 'kept texts could not be read'))
        .finally(() => {
          if (!isStopped) sweepLater(SWEEP_EVERY_MS)
        })
    })
  }

  /** Of several tenants that share an account, the one that uses the number. */
  async function receiverOf({ tenants, accountSid, parameters }: SignedCall) {
    const to = withoutChannel(parameters['To'] ?? '')
    const number = tenants.length > 1 ? await numbers.findInUse(database.queries, accountSid, to) : null
    const receiver = tenants.find(({ tenantId }) => tenantId === number?.tenantId) ?? tenants[0]
    return receiver?.tenantId
  }

  return {
    /** Keeps the text; when this is done, Twilio may be answered. What becomes of it follows by itself. */
    async keep(call: SignedCall, { recovered = false } = {}): Promise<void> {
      const { parameters, accountSid } = call
      const messageSid = parameters['MessageSid'] ?? ''
      const tenantId = await receiverOf(call)
      if (!tenantId || !messageSid) return
      const sender = readInboundText({ messageSid, parameters }).from.slice(0, LONGEST_SENDER)
      const key = { tenantId, accountSid, messageSid, sender }
      const request = { requestId: currentRequestId(), receivedAt: clock.now() }
      const isNew = await keepInBatch({ ...key, ...request, parameters, recovered })
      if (isNew) ask({ tenantId, sender })
    },

    start: () => sweepLater(0),

    async stop() {
      isStopped = true
      cancelSweep()
      await Promise.allSettled(underWay)
    },
  }
}

/** Of the request that brought the text. */
const say = (text: InboundEvent, line: (text: InboundEvent) => void) => onBehalfOf(text.requestId, () => line(text))

const nameOf = ({ tenantId, sender }: Sender) => `${tenantId}/${sender}`
