import { randomUUID } from 'node:crypto'
import type { Directory } from '../directories/index.ts'

/** The actions of the marketplace, with the status reported for each. */
export const ACTIONS = {
  Subscribe: 'Succeeded',
  ChangePlan: 'InProgress',
  ChangeQuantity: 'InProgress',
  Renew: 'Succeeded',
  Suspend: 'Succeeded',
  Reinstate: 'InProgress',
  Unsubscribe: 'Succeeded',
} as const
export type Action = keyof typeof ACTIONS

type Purchase = { planId: string; quantity?: number | undefined }
type Change = Partial<Purchase>

const STATUS_AFTER: Partial<Record<Action, string>> = {
  Subscribe: 'Subscribed',
  Suspend: 'Suspended',
  Unsubscribe: 'Unsubscribed',
}

export type Subscription = ReturnType<typeof newSubscription>

function newSubscription(directory: Directory, { planId, quantity }: Purchase, at: Date) {
  const party = {
    emailId: directory.people[0]?.email ?? '',
    objectId: directory.people[0]?.id ?? '',
    tenantId: directory.tenantId,
    puid: '10030000A0B1C2D3',
  }
  return {
    id: randomUUID() as string,
    name: `${directory.name} – Partyline`,
    publisherId: 'lineworks',
    offerId: 'partyline',
    planId,
    quantity: quantity ?? null,
    beneficiary: party,
    purchaser: party,
    allowedCustomerOperations: ['Read', 'Update', 'Delete'],
    sessionMode: 'None',
    isFreeTrial: false,
    isTest: false,
    sandboxType: 'None',
    saasSubscriptionStatus: 'PendingFulfillmentStart',
    autoRenew: true,
    created: at.toISOString(),
    lastModified: at.toISOString(),
  }
}

export type SaasOperation = ReturnType<typeof newOperation>

function newOperation(subscription: Subscription, action: Action, { planId, quantity }: Change, at: Date) {
  const id = randomUUID() as string
  return {
    id,
    activityId: id,
    publisherId: subscription.publisherId,
    offerId: subscription.offerId,
    planId: planId ?? subscription.planId,
    quantity: quantity ?? subscription.quantity,
    subscriptionId: subscription.id,
    timeStamp: at.toISOString(),
    action,
    status: ACTIONS[action] as string,
    operationRequestSource: 'Azure',
    subscription: { ...subscription },
    purchaseToken: null,
  }
}

/** Subscriptions and their operations, while the sandbox runs. */
export function createSales(now: () => Date) {
  const subscriptions = new Map<string, Subscription>()
  const operations = new Map<string, SaasOperation>()
  const tokens = new Map<string, Subscription>()

  return {
    /** Returns the token for the landing page. */
    sell(directory: Directory, purchase: Purchase): { subscription: Subscription; token: string } {
      const subscription = newSubscription(directory, purchase, now())
      const token = `${randomUUID()}+/=`
      subscriptions.set(subscription.id, subscription)
      tokens.set(token, subscription)
      return { subscription, token }
    },
    subscription: (id: string) => subscriptions.get(id),
    resolve: (token: string) => tokens.get(token),
    /** Returns the status of the response. */
    activate(subscription: Subscription, { planId, quantity }: Purchase): 200 | 400 | 404 {
      if (subscription.saasSubscriptionStatus === 'Unsubscribed') return 404
      if (subscription.saasSubscriptionStatus !== 'PendingFulfillmentStart') return 400
      if (planId !== subscription.planId || (quantity ?? null) !== subscription.quantity) return 400
      subscription.saasSubscriptionStatus = 'Subscribed'
      return 200
    },
    operate(subscription: Subscription, action: Action, change: Change): SaasOperation {
      const operation = newOperation(subscription, action, change, now())
      operations.set(operation.id, operation)
      subscription.saasSubscriptionStatus = STATUS_AFTER[action] ?? subscription.saasSubscriptionStatus
      return operation
    },
    /** The app has answered the webhook. A Reinstate activates the subscription; a refused change fails. */
    answered(operation: SaasOperation, status: number) {
      const subscription = subscriptions.get(operation.subscriptionId)
      if (status === 200 && subscription && operation.action === 'Reinstate') {
        operation.status = 'Succeeded'
        subscription.saasSubscriptionStatus = 'Subscribed'
      } else if (status >= 400 && status < 500 && operation.status === 'InProgress') operation.status = 'Failed'
    },
    pending: (subscriptionId: string) =>
      [...operations.values()].filter((one) => one.subscriptionId === subscriptionId && one.status === 'InProgress'),
    operation(subscriptionId: string, id: string): SaasOperation | undefined {
      const operation = operations.get(id)
      return operation?.subscriptionId === subscriptionId ? operation : undefined
    },
    /** False if it was already completed. */
    settle(operation: SaasOperation, status: 'Success' | 'Failure'): boolean {
      if (operation.status !== 'InProgress') return false
      operation.status = status === 'Success' ? 'Succeeded' : 'Failed'
      const { subscription: of, planId, quantity } = operation
      const subscription = subscriptions.get(of.id)
      if (subscription && status === 'Success') Object.assign(subscription, { planId, quantity })
      return true
    },
  }
}
export type Sales = ReturnType<typeof createSales>
