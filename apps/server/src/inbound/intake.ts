import { phoneIdentity } from '@partyline/contract'
import type { RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { createBatches, createLoop, currentRequestId, isStorageFull, onBehalfOf } from '../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import { wishIn } from '../consent/index.ts'
import type { Consents } from '../consent/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import { createAutomaticReplies } from './automatic-replies.ts'
import { readInboundText, unreadTextParts, withoutChannel } from './inbound-text.ts'
import { createInboundWriter } from './inbound-writer.ts'
import type { Routed } from './inbound-writer.ts'
import { createKeepTexts } from './keep-texts.ts'
import { createInboundRouter } from './router.ts'
import { nameOf, postponeEvent, takeEvents, waitingSenders } from './provider-events-store.ts'
import type { DueEvent, InboundEvent, Sender } from './provider-events-store.ts'

export type InboundIntake = {
  /**
   * Stores a text; once this resolves, Twilio can be answered. The rest happens in the background. False if there was nothing to
   * store. Fails if the account has changed since it signed.
   */
  keep: (call: SignedCall, how?: { recovered?: boolean }) => Promise<boolean>
  start(): void
  stop(): Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  numbers: Pick<Numbers, 'findInUse' | 'inUseAmong' | 'contactsByNumber' | 'defaultUsers' | 'findOrCreateContact'>
  tenants: Pick<Tenants, 'find'>
  chats: Chats
  consents: Consents
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
  /** Called after messages with media to fetch were committed. */
  mediaQueued: () => void
  /** Fetches the text parts of an MMS. Afterwards it can be routed, or waits for a retry. */
  readTextParts: (event: DueEvent) => Promise<void>
}

/** How often stored texts that were not routed are looked for. */
const SWEEP_EVERY_MS = 5_000
/** Characters of a sender that are stored, however long it is. */
const MAX_SENDER_LENGTH = 100
/** Senders whose texts are routed in one commit, and texts in it. */
const SENDERS_AT_ONCE = 64
const PLACED_AT_ONCE = 128
const SWEPT_AT_ONCE = 1_000
/** Beyond this many senders, texts wait in the database for a later sweep. */
const MAX_WAITING = 10_000

/**
 * Stores each text, so that Twilio can be answered. One whose chat is known is in its chat then; the others are routed
 * afterwards. The database is their queue: routing a text takes all waiting texts of its sender, in order, whichever
 * process has stored them.
 */
export function createInboundIntake(parts: Parts): InboundIntake {
  const { database, clock, log, numbers, announcements, textsQueued, mediaQueued, readTextParts } = parts
  const writer = createInboundWriter(parts)
  const route = createInboundRouter({ ...parts, writer, planReply: createAutomaticReplies(parts) })
  const keepText = createKeepTexts({ ...parts, writer, publish })
  const underWay = new Set<Promise<void>>()
  /** Senders that are queued and not yet started, and texts that are being completed. */
  const asked = new Set<string>()
  let isStopped = false

  /**
   * Places what waits of these senders, and answers how many texts that was. All or none of them, but for a single one:
   * what fails by itself is postponed. On a full disk nothing is the text's fault, and the next sweep tries again.
   */
  async function placeTextsOf(senders: readonly Sender[], limit: number): Promise<number> {
    // During shutdown, stored texts are left to the next process.
    if (isStopped) return 0
    let taken: DueEvent[] = []
    let unread: DueEvent[] = []
    try {
      const routed = await database.transaction(async (trx) => {
        const waiting = await takeEvents(trx, { senders, now: clock.now(), limit })
        ;({ taken, unread } = untilUnread(waiting))
        return routeAll(trx, taken)
      })
      for (const text of unread) complete(text)
      for (const text of taken) noteHandled(text)
      publish(routed)
    } catch (error) {
      const [text, ...others] = taken
      if (!text || others.length > 0 || isStorageFull(error)) throw error
      logOnBehalfOf(text, ({ messageSid }) => log.error({ err: error, messageSid }, 'inbound text not handled'))
      await postponeEvent(database.queries, text, clock.now())
    }
    return taken.length
  }

  async function routeAll(trx: Queries, taken: readonly DueEvent[]): Promise<Routed[]> {
    const routed: Routed[] = []
    const byTenant = [...Map.groupBy(taken, ({ tenantId }) => tenantId)]
    // All processes lock in the same order, to avoid deadlocks.
    for (const [tenantId, texts] of byTenant.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      routed.push(await route(trx, tenantId, texts))
    }
    return routed
  }

  const noteHandled = (text: InboundEvent) =>
    logOnBehalfOf(text, ({ messageSid }) => log.info({ messageSid }, 'text from a phone handled'))

  function publish(routed: readonly Routed[]) {
    const events = routed.flatMap((ofTenant) => ofTenant.events)
    if (events.length > 0) announcements.publish(events)
    const withTexts = routed.filter(({ hasQueuedTexts }) => hasQueuedTexts)
    if (withTexts.length > 0) textsQueued.publish(withTexts.map(({ tenantId }) => ({ tenantId })))
    if (routed.some(({ hasQueuedMedia }) => hasQueuedMedia)) mediaQueued()
  }

  /** Returns whether no texts of the sender are left. */
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
    if (asked.has(name) || underWay.size >= MAX_WAITING) return
    asked.add(name)
    const work = placeAllOf(sender)
      .catch((error: unknown) => log.error({ err: error }, 'kept texts could not be placed'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  /** Fetches the missing parts of a text; it and the sender's later ones wait until then. */
  function complete(text: DueEvent): void {
    const name = `${text.accountSid}/${text.messageSid}`
    if (asked.has(name) || underWay.size >= MAX_WAITING) return
    asked.add(name)
    const work = onBehalfOf(text.requestId, () => readTextParts(text))
      .catch((error: unknown) => log.error({ err: error }, 'text parts of an inbound message not read'))
      .finally(() => {
        asked.delete(name)
        underWay.delete(work)
        ask({ tenantId: text.tenantId, sender: text.sender })
      })
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

  const sweeps = createLoop({
    clock,
    pauseMs: SWEEP_EVERY_MS,
    run: sweep,
    onError: (error) => log.error({ err: error }, 'failed to read the stored texts'),
  })

  /** If several tenants share an account, the one that uses the number. */
  async function receiverOf({ tenants, accountSid, parameters }: SignedCall) {
    const to = withoutChannel(parameters['To'] ?? '')
    const number = tenants.length > 1 ? await numbers.findInUse(database.queries, accountSid, to) : null
    const receiver = tenants.find(({ tenantId }) => tenantId === number?.tenantId) ?? tenants[0]
    return receiver?.tenantId
  }

  return {
    async keep(call, { recovered = false } = {}) {
      const { parameters, accountSid, storedAccounts } = call
      const messageSid = parameters['MessageSid'] ?? ''
      const tenantId = await receiverOf(call)
      if (!tenantId || !messageSid) return false
      const text = readInboundText({ messageSid, parameters })
      const sender = phoneIdentity(text.from).slice(0, MAX_SENDER_LENGTH)
      const event = { tenantId, accountSid, messageSid, sender, parameters, recovered, requestId: currentRequestId() }
      const mustWait = isStopped || wishIn(text) !== null || unreadTextParts(parameters).length > 0
      const addresses = mustWait ? null : { from: text.from, to: text.to }
      const kept = await keepText({ ...event, receivedAt: clock.now(), addresses, storedAccounts })
      if (kept === 'stored') ask({ tenantId, sender })
      if (kept === 'routed') noteHandled(event)
      return true
    },

    start: sweeps.start,

    async stop() {
      isStopped = true
      await sweeps.stop()
      await Promise.allSettled(underWay)
    },
  }
}

/** Each sender's texts up to the first with text parts that are not fetched yet, and those first ones that are due. */
function untilUnread(waiting: readonly DueEvent[]): { taken: DueEvent[]; unread: DueEvent[] } {
  const unread = new Map<string, DueEvent>()
  const taken = waiting.filter((text) => {
    const isBlocked = unread.has(nameOf(text))
    if (!isBlocked && unreadTextParts(text.parameters).length > 0) unread.set(nameOf(text), text)
    return !unread.has(nameOf(text))
  })
  return { taken, unread: [...unread.values()].filter(({ isDue }) => isDue) }
}

/** Logs with the ID of the request that brought the text. */
const logOnBehalfOf = (text: InboundEvent, line: (text: InboundEvent) => void) =>
  onBehalfOf(text.requestId, () => line(text))
