import type { AuditKind, OperationPayload, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { recordDeed } from '../audit/index.ts'
import { DirectoryFailure } from '../microsoft/index.ts'
import type { Marketplace } from '../microsoft/index.ts'
import { AppError } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { buyerOf } from './buyer.ts'
import type { Forwarding } from './forwarding-service.ts'
import {
  findOperation,
  findSubscription,
  hasActiveSubscription,
  insertOperation,
  lockSubscription,
  putSubscription,
} from './marketplace-store.ts'
import type { OperationRow, SubscriptionRow, SubscriptionStatus } from './marketplace-store.ts'

/**
 * What became of an operation: `applied`; `ignored`: it changes nothing here, or the marketplace does not know it;
 * `outdated`: a newer one was applied before.
 */
type Outcome = 'applied' | 'ignored' | 'outdated'

type Event = { payload: OperationPayload; authorization: string; target: string | null }

export type MarketplaceSales = {
  /** Whether the marketplace itself makes the request with this header. */
  isCaller(authorization: string | undefined): Promise<boolean>
  /** Keeps and applies an operation once, however often it is told. @throws {AppError} `unavailable`: tell it again */
  record(event: Event): Promise<OperationRow>
  /**
   * Activates what a purchase token stands for.
   * @throws {AppError} `bad-request` for a token that is none, `directory-failed`
   */
  activate(token: string): Promise<{ name: string; planId: string }>
  hasActive(tenantId: TenantId): Promise<boolean>
}

/** What each action leaves a subscription in; null where it stays as it is. */
const STATUS_AFTER: Partial<Record<string, SubscriptionStatus | null>> = {
  Subscribe: 'Subscribed',
  Reinstate: 'Subscribed',
  Suspend: 'Suspended',
  Unsubscribe: 'Unsubscribed',
  ChangePlan: null,
  ChangeQuantity: null,
  Renew: null,
}
/** The marketplace waits for our word. */
const TO_ACKNOWLEDGE = new Set(['ChangePlan', 'ChangeQuantity'])
/** What the tenant's Admins read of it afterwards; they may wonder why they can change nothing. */
const DEEDS: Partial<Record<string, AuditKind>> = {
  Suspend: 'subscriptionSuspended',
  Reinstate: 'subscriptionReinstated',
  Unsubscribe: 'subscriptionEnded',
}
const BAD_TOKEN = 'This purchase link is not valid any more. Please open it again from the marketplace.'
const NOT_SOLD = 'Partyline is not sold in the marketplace here.'

type Parts = {
  /** Null where this installation sells nothing. */
  marketplace: Marketplace | null
  forwarding: Forwarding
  database: Database
  tenants: Tenants
  clock: Clock
  log: FastifyBaseLogger
}

export function createMarketplaceSales(parts: Parts): MarketplaceSales {
  const { marketplace, forwarding, database, tenants, clock, log } = parts

  /** Learn demands it: what the webhook says counts only when the marketplace says it too. */
  async function isConfirmed(api: Marketplace, { id, subscriptionId, action }: OperationPayload): Promise<boolean> {
    const operation = await api.operation({ subscriptionId, operationId: id })
    if (operation) return operation.action === action
    if (action !== 'Unsubscribe') return false
    const subscription = await api.subscription(subscriptionId)
    return !subscription || subscription.saasSubscriptionStatus === 'Unsubscribed'
  }

  async function apply(
    trx: Queries,
    payload: OperationPayload,
  ): Promise<{ tenantId: TenantId | null; outcome: Outcome }> {
    const { subscriptionId, action, planId, quantity, timeStamp, subscription } = payload
    const known = await lockSubscription(trx, subscriptionId)
    const tenantId = known?.tenant_id ?? buyerOf(subscription)
    const status = STATUS_AFTER[action]
    if (!tenantId || status === undefined) return { tenantId, outcome: 'ignored' }
    const at = timeStamp ?? clock.now()
    if (known && at < known.updated_at) return { tenantId, outcome: 'outdated' }
    await keep(trx, {
      tenant_id: tenantId,
      subscription_id: subscriptionId,
      plan_id: planId ?? known?.plan_id ?? '',
      quantity: quantity ?? known?.quantity ?? null,
      status: status ?? known?.status ?? 'Subscribed',
      updated_at: at,
    })
    const kind = DEEDS[action]
    // Who has bought and never signed in has no log yet.
    if (kind && (await tenants.find(tenantId, trx))) {
      await recordDeed(trx, { tenantId, userId: null }, { kind, at: clock.now() })
    }
    return { tenantId, outcome: 'applied' }
  }

  /** A tenant is suspended while none of its subscriptions is active (decisions 7). */
  async function keep(trx: Queries, row: SubscriptionRow): Promise<void> {
    await putSubscription(trx, row)
    await tenants.setSuspended(row.tenant_id, !(await hasActiveSubscription(trx, row.tenant_id)), trx)
  }

  /** After the commit: whoever is shut out now loses the connection. */
  async function announce(tenantId: TenantId): Promise<void> {
    const tenant = await tenants.find(tenantId)
    if (tenant?.suspended) await tenants.setSuspended(tenantId, true)
  }

  async function acknowledge(api: Marketplace, { id, subscriptionId, action }: OperationPayload): Promise<void> {
    if (!TO_ACKNOWLEDGE.has(action)) return
    // Without our word the marketplace takes the change as accepted.
    await api.acknowledge({ subscriptionId, operationId: id }).catch((error: unknown) => {
      log.warn({ err: error, operationId: id }, 'an operation of the marketplace could not be acknowledged')
    })
  }

  return {
    isCaller: async (authorization) => (await marketplace?.isCaller(authorization)) ?? false,
    hasActive: (tenantId) => hasActiveSubscription(database.queries, tenantId),

    async record({ payload, authorization, target }) {
      const before = await findOperation(database.queries, payload.id)
      if (before) return before
      if (!marketplace) throw new AppError('unavailable', { message: NOT_SOLD })
      const confirmed = await isConfirmed(marketplace, payload).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
      const row = await database.transaction(async (trx) => {
        const { tenantId, outcome } = confirmed
          ? await apply(trx, payload)
          : { tenantId: null, outcome: 'ignored' as const }
        const operation = {
          operation_id: payload.id,
          tenant_id: tenantId,
          subscription_id: payload.subscriptionId,
          action: payload.action,
          outcome,
          received_at: clock.now(),
        }
        const text = JSON.stringify(payload)
        if (!(await insertOperation(trx, { ...operation, payload: text }))) return null
        if (target) await forwarding.enqueue(trx, { operationId: payload.id, target, payload: text, authorization })
        return operation
      })
      if (!row) throw new AppError('unavailable')
      log.info({ operationId: row.operation_id, action: row.action, outcome: row.outcome }, 'marketplace operation')
      if (row.outcome === 'applied' && row.tenant_id) {
        await announce(row.tenant_id)
        await acknowledge(marketplace, payload)
      }
      return row
    },

    async activate(token) {
      if (!marketplace) throw new AppError('bad-request', { message: NOT_SOLD })
      const subscription = await marketplace.resolve(token).catch(failed)
      const tenantId = subscription && buyerOf(subscription as OperationPayload['subscription'])
      if (!subscription || !tenantId) throw new AppError('bad-request', { message: BAD_TOKEN })
      const planId = subscription.planId ?? ''
      const known = await findSubscription(database.queries, subscription.id)
      // Opening the link again changes nothing, also not what was ended since.
      if (!known) {
        await marketplace.activate(subscription).catch(failed)
        await database.transaction((trx) =>
          keep(trx, {
            tenant_id: tenantId,
            subscription_id: subscription.id,
            plan_id: planId,
            quantity: subscription.quantity ?? null,
            status: 'Subscribed',
            updated_at: clock.now(),
          }),
        )
      }
      return { name: subscription.name ?? '', planId }
    },
  }
}

function failed(cause: unknown): never {
  throw cause instanceof DirectoryFailure ? new AppError('directory-failed', { cause }) : cause
}
