import { takesReplies } from '@partyline/contract'
import type { RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import { countryBar } from '../numbers/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { DeliveryMove } from '../transcript/index.ts'
import { errorTextOf, REQUEST_TIMEOUT_MS } from '../twilio/index.ts'
import type { SendResult, TwilioGateway } from '../twilio/index.ts'
import type { OptOuts } from '../opt-outs/index.ts'
import { presentMove, recordMove } from './record-move.ts'
import { takeStatuses } from './status-reports-store.ts'
import { moveOf } from './twilio-status.ts'
import { backoffMs } from './busy-queues.ts'
import type { BusyQueues } from './busy-queues.ts'
import { FIRST_CHECK_MS } from './check-policy.ts'
import { SKIPPED } from './compose-deliveries.ts'
import type { OutageGuard } from './outage-guard.ts'
import { accept, claim, isAbandoned, isLastClaim, retryLater } from './queue-store.ts'
import type { ClaimedSend, Send } from './queue-store.ts'
import { createTenantTurns } from './tenant-turns.ts'

/** Longer than the gateway waits for Twilio. A process that is still alive may record the outcome even later. */
const LEASE_MS = REQUEST_TIMEOUT_MS + 5_000
/**
 * Transactions of one tenant at the same time. Many sends may wait for Twilio, but more than a few in the database would
 * slow down everyone else's calls.
 */
const AT_WORK_AT_ONCE = 2
/** Twilio's code for a phone that texted STOP. */
const OPTED_OUT_CODE = 21610
const UNKNOWN_TEXT = 'Twilio did not answer, so it is not known whether this text was sent.'
const NO_ACCOUNT_TEXT = 'No Twilio account is configured.'

/** Has everything to post, so that nothing that can fail is read after the claim. */
type ReadySend = ClaimedSend & { mediaUrls: string[] }

type TwilioAccount = Awaited<ReturnType<Tenants['twilioAccount']>>

export type DeliverOne = {
  /** Sends one text: claims it and commits, posts it to Twilio, records the outcome. Never repeated automatically. */
  send: (send: Send) => Promise<void>
  /** Marks a send as unknown whose process ended while sending. */
  giveUp: (send: Send) => Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  random: () => number
  log: Pick<FastifyBaseLogger, 'info'>
  tenants: Pick<Tenants, 'twilioAccount'>
  twilio: Pick<TwilioGateway, 'forAccount'>
  outages: OutageGuard
  busyQueues: BusyQueues
  /** Has the queue read when a send is due again. */
  wakeAfter: (ms: number) => void
  chats: Chats
  optOuts: Pick<OptOuts, 'note'>
  announcements: Topic<readonly RealtimeEvent[]>
  /** Absolute addresses under which Twilio reads the media of a message. */
  mediaUrls: (trx: Queries, send: ClaimedSend) => Promise<string[]>
  /** Absolute address that Twilio reports the status of a delivery to. */
  statusCallback: (send: ClaimedSend) => string
}

export function createDeliverOne(parts: Parts): DeliverOne {
  const { database, clock, chats, optOuts, announcements, tenants, twilio, outages, busyQueues } = parts

  const inTurn = createTenantTurns(AT_WORK_AT_ONCE)

  /** One transaction that holds the chat, when it is the tenant's turn; the events are announced when it is committed. */
  async function inChat<Result>(
    { tenantId, chatId }: Send,
    work: (trx: Queries, events: RealtimeEvent[]) => Promise<Result>,
  ): Promise<Result> {
    const events: RealtimeEvent[] = []
    const result = await inTurn(tenantId, () =>
      database.transaction(async (trx) => {
        // Also a chat that was deleted: what was accepted is sent.
        await chats.hold(trx, tenantId, chatId)
        return work(trx, events)
      }),
    )
    if (events.length > 0) announcements.publish(events)
    return result
  }

  async function take(send: Send): Promise<ReadySend | null> {
    return inChat(send, async (trx, events) => {
      const now = clock.now()
      const claimed = await claim(trx, send, { now, leasedUntil: new Date(now.getTime() + LEASE_MS) })
      if (!claimed) return null
      const { tenantId, chatId, attempts } = claimed
      const bar = barOf(claimed)
      if (bar) {
        await recordMove(trx, events, { ...send, status: 'failed', at: now, errorText: bar })
        return null
      }
      if (attempts === 1) {
        const sending = { status: 'sending', errorCode: null, errorText: null, dismissed: false } as const
        const changed = [await presentMove(trx, { ...claimed, ...sending })]
        events.push(await chats.recordDeliveries(trx, { tenantId, chatId }, { changed }))
      }
      // Pictures go with the beginning of a text.
      const withMedia = claimed.hasMedia && claimed.part === 1
      return { ...claimed, mediaUrls: withMedia ? await parts.mediaUrls(trx, claimed) : [] }
    })
  }

  async function settle(send: ClaimedSend, result: SendResult) {
    const { tenantId } = send
    await inChat(send, async (trx, events) => {
      const at = clock.now()
      const end = (move: Omit<DeliveryMove, 'id' | 'at'>) => recordMove(trx, events, { ...send, at, ...move })
      // Twilio has a STOP that we do not know of.
      const isOptOut = result.state === 'refused' && result.code === OPTED_OUT_CODE
      if (isOptOut) events.push(...(await optOuts.note(trx, pairOf(send), { wish: 'stop', source: 'refused' })))
      if (result.state !== 'accepted' && !(await isLastClaim(trx, send))) return
      switch (result.state) {
        case 'accepted': {
          const checkAt = later(at, FIRST_CHECK_MS.accepted)
          const status = await accept(trx, send, { providerSid: result.sid, checkAt })
          if (status === null) return
          // Another process had marked it as unknown.
          if (status === 'unknown') await end({ status: 'sending' })
          // Reports may arrive before the response.
          for (const report of await takeStatuses(trx, { tenantId, messageSid: result.sid })) {
            const move = moveOf(report)
            if (move) await end({ ...move, callbackAt: at })
          }
          break
        }
        case 'refused':
          await end({ status: 'failed', ...reasonOf(result) })
          break
        case 'busy':
        case 'unreachable': {
          const asked = result.state === 'busy' ? result.retryAfterMs : 0
          const wait = Math.max(asked, backoffMs(send.attempts, parts.random))
          await retryLater(trx, send, later(at, wait))
          parts.wakeAfter(wait)
          break
        }
        case 'unknown':
          await end(unknown(at))
      }
    })
  }

  /** Reads the account before the claim, so that an unclaimed text is never in doubt. */
  async function prepare(send: Send): Promise<{ account: TwilioAccount; claimed: ReadySend } | null> {
    try {
      const account = await tenants.twilioAccount(send.tenantId)
      const claimed = await take(send)
      return claimed && { account, claimed }
    } catch (error) {
      // The text is still due. Without a pause it would be retried at once.
      busyQueues.note(send, { state: 'unreachable' })
      throw error
    }
  }

  async function post(account: TwilioAccount, send: ReadySend): Promise<SendResult> {
    if (!account) return { state: 'refused', status: 0, code: null, message: NO_ACCOUNT_TEXT }
    return twilio.forAccount(account).sendMessage({
      from: send.fromNumber,
      to: send.toNumber,
      body: send.body,
      mediaUrls: send.mediaUrls,
      statusCallback: parts.statusCallback(send),
    })
  }

  return {
    async send(send) {
      if (outages.isPaused(send.tenantId)) return
      const prepared = await prepare(send)
      if (!prepared) return
      const { account, claimed } = prepared
      const result = await post(account, claimed)
      outages.note(send.tenantId, result.state)
      busyQueues.note(send, result)
      parts.log.info({ deliveryId: send.id, ...outcomeOf(result) }, 'text handed to Twilio')
      await settle(claimed, result)
    },
    async giveUp(send) {
      await inChat(send, async (trx, events) => {
        const at = clock.now()
        if (!(await isAbandoned(trx, send, at))) return
        await recordMove(trx, events, { ...send, at, ...unknown(at) })
      })
    },
  }
}

/** Why it must not be posted now; null if it can be. */
function barOf({ optedOut, toNumber, allowedCountries }: ClaimedSend): string | null {
  if (!takesReplies(toNumber)) return SKIPPED.oneWay
  return optedOut ? SKIPPED.optedOut : countryBar(toNumber, allowedCountries)
}

/** For the log: Twilio's own words may name the phone. */
function outcomeOf(result: SendResult) {
  const { state } = result
  if (result.state === 'accepted') return { state, messageSid: result.sid }
  return result.state === 'refused' ? { state, code: result.code } : { state }
}

function pairOf({ tenantId, fromNumberId: lineId, toNumber: number, memberId }: ClaimedSend) {
  return { tenantId, lineId, number, memberId }
}

function unknown(at: Date) {
  return { status: 'unknown', errorText: UNKNOWN_TEXT, checkAt: later(at, FIRST_CHECK_MS.unknown) } as const
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

function reasonOf({ code, message }: { code: number | null; message: string }) {
  return code === null ? { errorText: message } : { errorCode: code, errorText: errorTextOf(code) }
}
