import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { AccountGateway, TwilioGateway, TwilioMessage } from '../twilio/index.ts'
import { keptSids } from './provider-events-store.ts'
import type { InboundIntake } from './intake.ts'
import { completeUntil, noteComplete } from './reconciliations-store.ts'

const EVERY_MS = 5 * 60_000
/** Rounds overlap, so that nothing is missed between them: each looks back at least 15 minutes. */
const OVERLAP_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** How far the first round of a process looks back; further if the last round was longer ago. */
const FIRST_LOOK_MS = 24 * HOUR_MS
/** Twilio forgets texts that are older. */
const MAX_LOOKBACK_MS = 400 * 24 * HOUR_MS
/** Longer than Twilio tries a webhook (15 s): newer texts may still arrive by webhook. */
const GRACE_MS = 20_000

type Parts = {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  tenants: Pick<Tenants, 'twilioAccount' | 'withTwilioAccount'>
  numbers: { listInUse(tenantId: TenantId): Promise<{ number: string }[]> }
  twilio: Pick<TwilioGateway, 'forAccount'>
  intake: Pick<InboundIntake, 'keep'>
}

/**
 * Finds texts whose webhook was missed in Twilio's list, at start and every 5 minutes, and takes them in as a webhook
 * would. Each process does so by itself: a text is stored once, no matter which process finds it.
 */
export function createReconciler({ database, clock, log, tenants, numbers, twilio, intake }: Parts) {
  /** Tenants whose first round of this process is over. */
  const known = new Set<TenantId>()
  let startedAt = clock.now()

  /** The parameters of the webhook that was missed. */
  async function parametersOf(account: AccountGateway, accountSid: string, message: TwilioMessage) {
    const media = message.mediaCount > 0 ? await account.listMedia(message.sid) : []
    return {
      AccountSid: accountSid,
      MessageSid: message.sid,
      From: message.from ?? '',
      To: message.to,
      Body: message.body,
      NumMedia: String(media.length),
      ...Object.fromEntries(
        media.flatMap(({ url, contentType }, index) => [
          [`MediaUrl${index}`, url],
          [`MediaContentType${index}`, contentType],
        ]),
      ),
    }
  }

  async function missedTexts(account: AccountGateway, tenantId: TenantId, sentAfter: Date): Promise<TwilioMessage[]> {
    const ripe = clock.now().getTime() - GRACE_MS
    const found: TwilioMessage[] = []
    for (const { number } of await numbers.listInUse(tenantId)) {
      for await (const message of account.listMessages({ to: number, sentAfter })) {
        const isOver = message.createdAt < startedAt || message.createdAt.getTime() < ripe
        if (message.direction === 'inbound' && isOver) found.push(message)
      }
    }
    const sids = found.map(({ sid }) => sid)
    const kept = await keptSids(database.queries, tenantId, sids)
    // As they were written. Twilio lists the newest first, and its times are whole seconds.
    return found
      .filter(({ sid }) => !kept.has(sid))
      .toReversed()
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  }

  /** Starts where the last complete round ended, to cover failed or missed rounds. */
  async function startOfRound(tenantId: TenantId, now: Date): Promise<Date> {
    const complete = await completeUntil(database.queries, tenantId)
    const sinceLast = complete ? now.getTime() - complete.getTime() + OVERLAP_MS : 0
    const wanted = known.has(tenantId) ? sinceLast : Math.max(FIRST_LOOK_MS, sinceLast)
    return new Date(now.getTime() - Math.min(wanted, MAX_LOOKBACK_MS))
  }

  async function reconcile(tenantId: TenantId): Promise<void> {
    const credentials = await tenants.twilioAccount(tenantId)
    if (!credentials) return
    const now = clock.now()
    const from = await startOfRound(tenantId, now)
    const account = twilio.forAccount(credentials)
    const { accountSid } = credentials
    for (const message of await missedTexts(account, tenantId, from)) {
      const parameters = await parametersOf(account, accountSid, message)
      await intake.keep({ parameters, accountSid, tenants: [{ tenantId }] }, { recovered: true })
    }
    await noteComplete(database.queries, tenantId, now)
    known.add(tenantId)
  }

  async function reconcileAll() {
    for (const tenantId of await tenants.withTwilioAccount()) {
      if (loop.isStopped()) return
      await reconcile(tenantId).catch((error: unknown) => log.warn({ err: error, tenantId }, 'not reconciled'))
    }
  }

  const loop = createLoop({
    clock,
    pauseMs: EVERY_MS,
    run: reconcileAll,
    onError: (error) => log.error({ err: error }, 'failed to read the tenants to reconcile'),
  })

  return {
    start() {
      startedAt = clock.now()
      loop.start()
    },
    stop: loop.stop,
  }
}
