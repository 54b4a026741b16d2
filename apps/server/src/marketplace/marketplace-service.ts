import type { AuditKind, OperationPayload, Purchase, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { recordAuditEntry } from '../audit/index.ts'
import type { Marketplace } from '../microsoft/index.ts'
import { AppError, newId } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
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
 * The outcome of an operation: `applied`; `ignored`: it changes nothing here, or the marketplace does not know it;
 * `outdated`: a newer one was applied before.
 */
type Outcome = 'applied' | 'ignored' | 'outdated'

/** In these states the marketplace has given up an operation. */
const GIVEN_UP = new Set(['Failed', 'Conflict'])

/** `id` is null if the marketplace did not name the operation. */
type Operation = OperationPayload & { id: string | null; action: string }

type Event = { payload: Operation; authorization: string; target: string | null }

export type MarketplaceSales = {
  /** Whether the marketplace itself makes the request with this header. */
  isCaller(authorization: string | undefined): Promise<boolean>
  /** Stores and applies an operation once, however often it is reported. @throws {AppError} `unavailable`: retry */
  record(event: Event): Promise<OperationRow>
  /**
   * The subscription of a purchase token.
   * @throws {AppError} `bad-request` for a token that is none, `directory-failed`
   */
  resolve(token: string): Promise<Purchase>
  /** Starts billing a purchase. @throws {AppError} as above, and `conflict` if it has ended or is suspended */
  activate(token: string): Promise<Purchase>
  /** Accepts a change of plan or quantity, once the marketplace has the answer to its webhook. */
  acknowledge(operation: Operation): Promise<void>
  hasActive(db: Queries, tenantId: TenantId): Promise<boolean>
}

/** The state of a subscription after each action; null for no change. */
const STATUS_AFTER = new Map<string, SubscriptionStatus | null>([
  ['Subscribe', 'Subscribed'],
  ['Reinstate', 'Subscribed'],
  ['Suspend', 'Suspended'],
  ['Unsubscribe', 'Unsubscribed'],
  ['ChangePlan', null],
  ['ChangeQuantity', null],
  ['Renew', null],
])
/** The marketplace waits for our acceptance. */
const TO_ACKNOWLEDGE = new Set(['ChangePlan', 'ChangeQuantity'])
/** The audit entry for the tenant's Admins, who may wonder why they can no longer change anything. */
const DEEDS = new Map<string, AuditKind>([
  ['Suspend', 'subscriptionSuspended'],
  ['Reinstate', 'subscriptionReinstated'],
  ['Unsubscribe', 'subscriptionEnded'],
])
const BAD_TOKEN = 'This purchase link is not valid any more. Please open it again from the marketplace.'
const NOT_ACTIVE = {
  suspended: 'Microsoft has suspended this subscription. Check its payment in the marketplace.',
  ended: 'This subscription has ended. To use Partyline again, buy it again in the marketplace.',
}
/** Characters allowed in a header. */
const TOKEN = /^[\x21-\x7e]+$/
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

  /** Required by Microsoft Learn: a webhook counts only if the marketplace API confirms it. */
  async function isConfirmed(api: Marketplace, { id, subscriptionId, action }: Operation): Promise<boolean> {
    if (id === null) {
      // The subscription stays suspended until we have answered a Reinstate.
      const isDone = await isSubscriptionAfter(api, { subscriptionId, action })
      return isDone || api.isPending({ subscriptionId, action })
    }
    const operation = await api.operation({ subscriptionId, operationId: id })
    if (operation) return operation.action === action && !GIVEN_UP.has(operation.status ?? '')
    return action === 'Unsubscribe' && isSubscriptionAfter(api, { subscriptionId, action })
  }

  /** Whether the subscription is in the state that the action leaves it in. */
  async function isSubscriptionAfter(
    api: Marketplace,
    { subscriptionId, action }: Pick<Operation, 'subscriptionId' | 'action'>,
  ): Promise<boolean> {
    const subscription = await api.subscription(subscriptionId)
    const status = STATUS_AFTER.get(action)
    return subscription ? subscription.saasSubscriptionStatus === status : status === 'Unsubscribed'
  }

  async function apply(trx: Queries, payload: Operation): Promise<{ tenantId: TenantId | null; outcome: Outcome }> {
    const { subscriptionId, action, planId, quantity, timeStamp, subscription } = payload
    const known = await lockSubscription(trx, subscriptionId)
    const tenantId = known?.tenantId ?? buyerOf(subscription)
    const status = STATUS_AFTER.get(action)
    if (!tenantId || status === undefined) return { tenantId, outcome: 'ignored' }
    const at = timeStamp ?? clock.now()
    if (known && at < known.updatedAt) return { tenantId, outcome: 'outdated' }
    await keep(trx, {
      tenantId,
      subscriptionId,
      planId: planId ?? known?.planId ?? '',
      quantity: quantity ?? known?.quantity ?? null,
      status: status ?? known?.status ?? 'Subscribed',
      updatedAt: at,
    })
    const kind = DEEDS.get(action)
    // A buyer who has never signed in has no audit log yet.
    const isChange = known?.status !== status
    if (kind && isChange && (await tenants.find(tenantId, trx))) {
      await recordAuditEntry(trx, { tenantId, userId: null }, { kind, at: clock.now() })
    }
    return { tenantId, outcome: 'applied' }
  }

  /** A tenant is suspended while none of its subscriptions is active. */
  async function keep(trx: Queries, row: SubscriptionRow): Promise<void> {
    await putSubscription(trx, row)
    // Otherwise two subscriptions suspended at the same time would each count the other as active.
    await tenants.lock(trx, row.tenantId)
    await tenants.setSuspended(row.tenantId, !(await hasActiveSubscription(trx, row.tenantId)), trx)
  }

  /** After the commit, so that a tenant that has been reinstated since stays reinstated. */
  async function announce(tenantId: TenantId): Promise<void> {
    const tenant = await tenants.find(tenantId)
    if (tenant?.suspended) tenants.announceSuspension(tenantId)
  }

  async function find(token: string) {
    if (!marketplace) throw new AppError('bad-request', { message: NOT_SOLD })
    const subscription = TOKEN.test(token) ? await marketplace.resolve(token).catch(failed) : null
    const tenantId = subscription && buyerOf(subscription as OperationPayload['subscription'])
    if (!subscription || !tenantId) throw new AppError('bad-request', { message: BAD_TOKEN })
    const known = await findSubscription(database.queries, subscription.id)
    const state = stateOf(known, subscription.saasSubscriptionStatus)
    const purchase: Purchase = { name: subscription.name ?? '', planId: subscription.planId ?? '', state }
    return { api: marketplace, subscription, tenantId, purchase }
  }

  return {
    isCaller: async (authorization) => (await marketplace?.isCaller(authorization)) ?? false,
    hasActive: hasActiveSubscription,

    async record({ payload, authorization, target }) {
      const before = payload.id && (await findOperation(database.queries, payload.id))
      if (before) return before
      if (!marketplace) throw new AppError('unavailable', { message: NOT_SOLD })
      const confirmed = await isConfirmed(marketplace, payload).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
      // The subscription may follow later, and the marketplace asks again.
      if (!confirmed && payload.id === null) throw new AppError('unavailable')
      const operationId = payload.id ?? newId<string>()
      const row = await database.transaction(async (trx) => {
        const { tenantId, outcome } = confirmed
          ? await apply(trx, payload)
          : { tenantId: null, outcome: 'ignored' as const }
        const operation = {
          operationId,
          tenantId,
          subscriptionId: payload.subscriptionId,
          action: payload.action,
          outcome,
          receivedAt: clock.now(),
        }
        const text = JSON.stringify(payload)
        if (!(await insertOperation(trx, { ...operation, payload: text }))) return null
        if (target) await forwarding.enqueue(trx, { operationId, target, payload: text, authorization })
        return operation
      })
      if (!row) throw new AppError('unavailable')
      if (target) forwarding.wake()
      log.info({ operationId: row.operationId, action: row.action, outcome: row.outcome }, 'marketplace operation')
      if (row.outcome === 'applied' && row.tenantId) await announce(row.tenantId)
      return row
    },

    async acknowledge({ id, subscriptionId, action }) {
      if (id === null || !TO_ACKNOWLEDGE.has(action)) return
      // Without it the marketplace takes the change as accepted.
      await marketplace?.acknowledge({ subscriptionId, operationId: id }).catch((error: unknown) => {
        log.warn({ err: error, operationId: id }, 'an operation of the marketplace could not be acknowledged')
      })
    },

    resolve: async (token) => (await find(token)).purchase,

    async activate(token) {
      const { api, subscription, tenantId, purchase } = await find(token)
      if (purchase.state === 'active') return purchase
      if (purchase.state !== 'pending') throw new AppError('conflict', { message: NOT_ACTIVE[purchase.state] })
      // It is active there if a first attempt could not be stored here. Microsoft refuses to activate it twice.
      if (subscription.saasSubscriptionStatus !== 'Subscribed') await api.activate(subscription).catch(failed)
      await database.transaction(async (trx) => {
        // An event of the marketplace may have been faster.
        if (await lockSubscription(trx, subscription.id)) return
        await keep(trx, {
          tenantId,
          subscriptionId: subscription.id,
          planId: purchase.planId,
          quantity: subscription.quantity ?? null,
          status: 'Subscribed',
          updatedAt: clock.now(),
        })
      })
      return { ...purchase, state: 'active' }
    },
  }
}

function stateOf(known: SubscriptionRow | null, status: string | null | undefined): Purchase['state'] {
  const states = [known?.status, status]
  if (states.includes('Unsubscribed')) return 'ended'
  if (states.includes('Suspended')) return 'suspended'
  return known ? 'active' : 'pending'
}

function failed(cause: unknown): never {
  throw new AppError('directory-failed', { cause })
}

/** The beneficiary, or else the purchaser. */
function buyerOf(subscription: OperationPayload['subscription']): TenantId | null {
  return subscription?.beneficiary?.tenantId ?? subscription?.purchaser?.tenantId ?? null
}
