import { takesReplies } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import { countryBar } from '../numbers/index.ts'
import { backoffMs, createFreshCache } from '../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { findDelivery } from '../transcript/index.ts'
import type { DeliveryMove, InChat } from '../transcript/index.ts'
import { errorTextOf, REQUEST_TIMEOUT_MS } from '../twilio/index.ts'
import type { SendResult, TwilioGateway } from '../twilio/index.ts'
import type { Consents } from '../consent/index.ts'
import { createClaimBatches } from './claim-batches.ts'
import { recordMove } from './record-move.ts'
import { takeStatuses } from './status-reports-store.ts'
import { moveOf } from './twilio-status.ts'
import type { BusyQueues } from './busy-queues.ts'
import { FIRST_CHECK_MS } from './check-times.ts'
import { NOT_SENT } from './compose-deliveries.ts'
import type { OutageGuard } from './outage-guard.ts'
import { isAbandoned, isLastClaim, retryLater } from './queue-store.ts'
import type { ClaimedSend, NewClaim, QueueEntry, Send } from './queue-store.ts'
import { createTenantTurns } from './tenant-turns.ts'

/** Longer than the gateway waits for Twilio. A process that is still alive may record the outcome even later. */
const LEASE_MS = REQUEST_TIMEOUT_MS + 5_000
/**
 * Concurrent transactions per tenant. Many sends may wait for Twilio, but more than a few in the database would
 * slow down everyone else's calls.
 */
const AT_WORK_AT_ONCE = 2
/** Twilio's code for a phone that texted STOP. */
const OPTED_OUT_CODE = 21610
const UNKNOWN_TEXT = 'Twilio did not answer, so it is not known whether this text was sent.'
const NO_ACCOUNT_TEXT = 'No Twilio account is configured.'

/** Has everything to post, so that nothing that can fail is read after the claim. */
type ReadySend = ClaimedSend & { mediaUrls: string[] }

type StoredAccount = Awaited<ReturnType<Tenants['storedTwilioAccount']>>
type TwilioAccount = StoredAccount['account']

export type DeliverOne = {
  /**
   * Sends one text: claims it and commits, posts it to Twilio, records the outcome. If Twilio was busy or unreachable, the
   * text is due again later. A send of unknown outcome is never repeated automatically. One that is not due, or waits for
   * another to the same phone, is left. `answered`: Twilio has answered, and the outcome is not recorded yet.
   */
  send: (send: Send, answered: () => void) => Promise<SendEnd>
  /** Marks a send as unknown whose process ended while sending. */
  giveUp: (send: QueueEntry) => Promise<SendEnd>
}

/** `left`: it still waits. `followed`: others may wait for its phone. */
export type SendEnd = 'left' | 'followed' | 'done'

type Parts = {
  database: Database
  clock: Clock
  random: () => number
  log: Pick<FastifyBaseLogger, 'info'>
  tenants: Pick<Tenants, 'storedTwilioAccount'>
  twilio: Pick<TwilioGateway, 'forAccount'>
  outages: OutageGuard
  busyQueues: BusyQueues
  /** Has the queue read when a send is due again. */
  wakeAfter: (ms: number) => void
  chats: Chats
  consents: Pick<Consents, 'note'>
  announcements: Topic<readonly RealtimeEvent[]>
  /** Absolute addresses under which Twilio reads the media of a message. */
  mediaUrls: (claim: NewClaim) => Promise<string[]>
  /** Absolute address that Twilio reports the status of a delivery to. */
  statusCallback: (send: ClaimedSend) => string
}

export function createDeliverOne(parts: Parts): DeliverOne {
  const { database, clock, chats, consents, announcements, tenants, twilio, outages, busyQueues } = parts

  const inTurn = createTenantTurns(AT_WORK_AT_ONCE)
  const batches = createClaimBatches(parts)
  const accounts = createFreshCache({
    clock,
    nameOf: (tenantId: TenantId) => tenantId,
    find: (tenantId) => tenants.storedTwilioAccount(tenantId),
  })
  /** One for each tenant. */
  const latestAccounts = new Map<TenantId, StoredAccount>()

  /** One transaction that locks the chat, when it is the tenant's turn; the events are announced when it is committed. */
  async function inChat<Result>(
    { tenantId, chatId }: InChat,
    work: (trx: Queries, events: RealtimeEvent[]) => Promise<Result>,
  ): Promise<Result> {
    const events: RealtimeEvent[] = []
    const result = await inTurn(tenantId, () =>
      database.transaction(async (trx) => {
        // Also in a deleted chat: accepted texts are sent.
        await chats.lockRow(trx, tenantId, chatId)
        return work(trx, events)
      }),
    )
    if (events.length > 0) announcements.publish(events)
    return result
  }

  /** Twilio has it. */
  async function accept(send: ClaimedSend, providerSid: string): Promise<SendEnd> {
    const { tenantId, chatId, id } = send
    const accepted = await batches.accept({
      ...send,
      providerSid,
      checkAt: later(clock.now(), FIRST_CHECK_MS.accepted),
    })
    if (!accepted) return 'followed'
    const end = accepted.hasNext ? 'followed' : 'done'
    if (accepted.status !== 'unknown' && !accepted.hasReports) return end
    await inChat(send, async (trx, events) => {
      const delivery = await findDelivery(trx, tenantId, id)
      if (delivery?.providerSid !== providerSid) return
      const text = { tenantId, chatId, id, at: clock.now() }
      // Another process had marked it as unknown.
      if (delivery.status === 'unknown') await recordMove(trx, events, { ...text, status: 'sending' })
      for (const report of await takeStatuses(trx, { tenantId, messageSid: providerSid })) {
        const move = moveOf(report)
        if (move) await recordMove(trx, events, { ...text, callbackAt: text.at, ...move })
      }
    })
    return end
  }

  async function settle(send: ClaimedSend, result: SendResult): Promise<SendEnd> {
    if (result.state === 'accepted') return accept(send, result.sid)
    const retryMs = await inChat(send, async (trx, events) => {
      const at = clock.now()
      const end = (move: Omit<DeliveryMove, 'id' | 'at'>) => recordMove(trx, events, { ...send, at, ...move })
      // Twilio has a STOP that we do not know of.
      const isOptOut = result.state === 'refused' && result.code === OPTED_OUT_CODE
      if (isOptOut) events.push(...(await consents.note(trx, pairOf(send), { wish: 'stop', source: 'twilioError' })))
      if (!(await isLastClaim(trx, send))) return null
      switch (result.state) {
        case 'refused':
          await end({ status: 'failed', ...reasonOf(result) })
          break
        case 'busy':
        case 'unreachable': {
          const asked = result.state === 'busy' ? result.retryAfterMs : 0
          const wait = Math.max(asked, backoffMs(send.attempts, parts.random))
          await retryLater(trx, send, later(at, wait))
          return wait
        }
        case 'unknown':
          await end(unknown(at))
      }
      return null
    })
    if (retryMs !== null) parts.wakeAfter(retryMs)
    return 'followed'
  }

  /** Reads the account and the media before the claim, so that an unclaimed text is never in doubt. */
  async function prepare(send: Send): Promise<{ account: TwilioAccount; claimed: ReadySend } | null> {
    try {
      const known = latestAccounts.get(send.tenantId)
      const prepared = known && (await claimWith(known, send))
      if (prepared) return prepared
      const current = await accounts.get(send.tenantId)
      latestAccounts.set(send.tenantId, current)
      return current.stored === known?.stored ? null : await claimWith(current, send)
    } catch (error) {
      // The text is still due. Without a pause it would be retried at once.
      busyQueues.note(send, { state: 'unreachable' })
      throw error
    }
  }

  /** Also null if the account has changed. */
  async function claimWith({ account, stored }: StoredAccount, send: Send) {
    const postedAt = clock.now()
    const claim = { ...send, postedAt, leasedUntil: later(postedAt, LEASE_MS), account: stored }
    const mediaUrls = send.hasMedia ? await parts.mediaUrls(claim) : []
    const claimed = await batches.claim(claim)
    return claimed && { account, claimed: { ...claimed, mediaUrls } }
  }

  async function post(account: TwilioAccount, send: ReadySend): Promise<SendResult> {
    const result = account
      ? await twilio.forAccount(account).sendMessage({
          from: send.fromNumber,
          to: send.toNumber,
          body: send.body,
          mediaUrls: send.mediaUrls,
          statusCallback: parts.statusCallback(send),
        })
      : refusal(NO_ACCOUNT_TEXT)
    outages.note(send.tenantId, result.state)
    busyQueues.note(send, result)
    parts.log.info({ deliveryId: send.id, ...outcomeOf(result) }, 'text handed to Twilio')
    return result
  }

  return {
    async send(send, answered) {
      if (outages.isPaused(send.tenantId)) return 'left'
      const prepared = await prepare(send)
      if (!prepared) return 'left'
      const { account, claimed } = prepared
      const bar = reasonNotToSend(claimed)
      const result = bar ? refusal(bar) : await post(account, claimed)
      answered()
      return settle(claimed, result)
    },
    async giveUp(send) {
      await inChat(send, async (trx, events) => {
        const at = clock.now()
        if (!(await isAbandoned(trx, send, at))) return
        await recordMove(trx, events, { ...send, at, ...unknown(at) })
      })
      return 'followed'
    },
  }
}

/** Why it must not be posted now; null if it can be. */
function reasonNotToSend({ optedOut, toNumber, allowedCountries }: ClaimedSend): string | null {
  if (!takesReplies(toNumber)) return NOT_SENT.oneWay
  return optedOut ? NOT_SENT.optedOut : countryBar(toNumber, allowedCountries)
}

function refusal(message: string) {
  return { state: 'refused', status: 0, code: null, message } as const
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
