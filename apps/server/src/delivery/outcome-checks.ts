import { phoneSpellings } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import { lineNumberOf } from '../numbers/index.ts'
import { createLoop, onBehalfOf } from '../platform/index.ts'
import type { Clock, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { findDelivery } from '../transcript/index.ts'
import type { StoredDelivery } from '../transcript/index.ts'
import type { AccountGateway, TwilioGateway, TwilioMessage } from '../twilio/index.ts'
import { recordMove } from './record-move.ts'
import { forgetStatuses, takeStatuses } from './status-reports-store.ts'
import { moveOf } from './twilio-status.ts'
import { GIVE_UP_MS, nextCheck } from './check-times.ts'
import { checkAgain, dueChecks, ownedSids, unresolvedOf } from './checks-store.ts'
import type { Check } from './checks-store.ts'
import { BEFORE_MS, matchUnknowns } from './match-unknowns.ts'
import { settleFromList } from './settle-from-list.ts'

const POLL_MS = 5_000
const AT_ONCE = 50
const HOUR_MS = 3_600_000

type Parts = {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  tenants: Pick<Tenants, 'twilioAccount'>
  twilio: TwilioGateway
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
}

/**
 * Asks Twilio for the outcome of texts that no callback has reported: by SID, or from its list of messages. Each tenant
 * is checked independently, so an account that does not answer delays no other.
 */
export function createOutcomeChecks(parts: Parts) {
  const { database, clock, log, tenants, twilio, chats, announcements } = parts
  const db = database.queries
  let startup = Promise.resolve()
  const walks = new Map<TenantId, Promise<void>>()

  /** Records Twilio's status of a text, unless something else was faster. */
  async function record(check: Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'status'>, found: TwilioMessage) {
    const { tenantId, chatId, id } = check
    const events: RealtimeEvent[] = []
    await database.transaction(async (trx) => {
      await chats.lockRow(trx, tenantId, chatId)
      const delivery = await findDelivery(trx, tenantId, id)
      if (delivery?.status !== check.status) return
      const now = clock.now()
      // Twilio has it, and has not sent it yet.
      const accepted = { status: 'sending' as const, checkAt: nextCheck({ ...delivery, status: 'sending' }, now) }
      const text = { tenantId, chatId, id, at: now, providerSid: found.sid }
      await recordMove(trx, events, { ...text, ...(moveOf(found) ?? accepted) })
      for (const report of await takeStatuses(trx, { tenantId, messageSid: found.sid })) {
        const move = moveOf(report)
        if (move) await recordMove(trx, events, { ...text, callbackAt: now, ...move })
      }
    })
    if (events.length > 0) announcements.publish(events)
  }

  async function resolve(account: AccountGateway, check: Check) {
    const { tenantId, fromNumberId, toNumber } = check
    const from = fromNumberId && (await lineNumberOf(db, { tenantId, numberId: fromNumberId }))
    if (!from || !toNumber || !check.postedAt) return
    const route = { tenantId, fromNumberId, toNumber }
    const unresolved = await unresolvedOf(db, route, new Date(clock.now().getTime() - GIVE_UP_MS))
    const first = unresolved[0]?.postedAt ?? check.postedAt
    const listed: TwilioMessage[] = []
    const sentAfter = new Date(first.getTime() - BEFORE_MS)
    // Twilio may list a text under the other spelling of its phone.
    for (const to of phoneSpellings(toNumber)) {
      for await (const message of account.listMessages({ from, to, sentAfter })) listed.push(message)
    }
    const owned = await ownedSids(
      db,
      route,
      listed.map(({ sid }) => sid),
    )
    const free = listed.filter(({ sid, direction }) => direction === 'outbound-api' && !owned.has(sid))
    for (const { unknown, found } of matchUnknowns(unresolved, free)) await record(unknown, found)
  }

  async function checkOne(check: Check) {
    const account = await tenants.twilioAccount(check.tenantId)
    if (account) {
      const gateway = twilio.forAccount(account)
      if (check.providerSid) await record(check, await gateway.fetchMessage(check.providerSid))
      else if (check.status === 'unknown') await resolve(gateway, check)
    }
  }

  async function tryToCheck(check: Check) {
    try {
      await checkOne(check)
    } catch (error) {
      log.warn({ err: error, deliveryId: check.id }, 'Twilio could not be asked about a text')
    }
  }

  async function beginDue() {
    const now = clock.now()
    const due = await dueChecks(db, { now, limit: AT_ONCE, notOf: [...walks.keys()] })
    for (const [tenantId, checks] of Map.groupBy(due, (check) => check.tenantId)) {
      const walk = walkThrough(checks, now)
        .catch((error: unknown) => log.error({ err: error, tenantId }, 'texts of a tenant could not be checked'))
        .finally(() => walks.delete(tenantId))
      walks.set(tenantId, walk)
    }
  }

  async function walkThrough(checks: readonly Check[], now: Date) {
    for (const check of checks) {
      if (loop.isStopped()) return
      await onBehalfOf(check.requestId, () => tryToCheck(check))
      await checkAgain(db, check, { now, checkAt: nextCheck(check, clock.now()) })
    }
  }

  const loop = createLoop({
    clock,
    pauseMs: POLL_MS,
    startsWithPause: true,
    run: beginDue,
    onError: (error) => log.error({ err: error }, 'failed to read the texts to check'),
  })

  const expiry = createLoop({
    clock,
    pauseMs: HOUR_MS,
    run: () => forgetStatuses(db, new Date(clock.now().getTime() - GIVE_UP_MS)),
    onError: (error) => log.error({ err: error }, 'failed to delete old reports'),
  })

  return {
    start() {
      loop.start()
      expiry.start()
      const { isStopped } = loop
      startup = settleFromList({ queries: db, log, tenants, twilio, record, isStopped }).catch((error: unknown) =>
        log.error({ err: error }, 'accepted texts could not be read'),
      )
    },
    async stop() {
      await Promise.all([startup, loop.stop(), expiry.stop()])
      await Promise.all(walks.values())
    },
  }
}
