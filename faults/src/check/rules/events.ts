import type { Evidence } from '../../evidence/evidence.ts'
import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

/** Statuses that webhooks report. A skipped text may have been skipped from the start, which is not a change. */
const TOLD_STATUSES: ReadonlySet<string> = new Set(['sent', 'delivered', 'undelivered', 'failed', 'unknown'])

type Body = { type: string; data: { id?: string; to?: { id: string } | null; status?: string; why?: string } }

export const everyEvent: Rule = {
  name: 'every event',
  promise: 'each text, status, and change is told of by one event, which the tenant’s webhook has accepted',
  *find(evidence) {
    const told = countBy(eventsOf(evidence), (event) => factOf(event))
    const happened = factsOf(evidence)
    for (const fact of new Set([...happened.keys(), ...told.keys()])) {
      const [wanted, actual] = [happened.get(fact) ?? 0, told.get(fact) ?? 0]
      if (wanted !== actual) yield { account: `“${fact}” happened ${wanted} times, and has ${actual} events.` }
    }
    for (const { eventId: id, state } of evidence.loggedEvents) {
      if (state !== 'delivered') yield { account: `An event is ${state}.`, id }
    }
  },
}

export const sameEvent: Rule = {
  name: 'same event',
  promise: 'each attempt to tell of an event has its ID and its bytes, and is signed',
  *find({ eventPosts }) {
    for (const [id, posts] of groupBy(eventPosts, ({ id }) => id)) {
      if (new Set(posts.map(({ body }) => body)).size > 1) yield { account: 'Its attempts differ.', id }
      if (posts.some(({ isSigned }) => !isSigned)) yield { account: 'An attempt has another signature.', id }
    }
  },
}

export const nothingAfterSuccess: Rule = {
  name: 'nothing after success',
  promise: 'an event is not sent again once it is recorded as delivered',
  *find({ eventPosts, loggedEvents }) {
    const succeeded = new Map(loggedEvents.map(({ eventId, succeededAt }) => [eventId, succeededAt]))
    for (const { id, signedAt } of eventPosts) {
      const at = succeeded.get(id) ?? null
      if (at !== null && signedAt > at) yield { account: 'It was sent again after it had been delivered.', id }
    }
  },
}

export const reportsMatch: Rule = {
  name: 'reports fit',
  promise: 'the counts of reports are those of all texts, and stay the same if they are counted again',
  *find({ reports, messages }) {
    const received = groupBy(
      messages.filter(({ providerSid }) => providerSid !== null),
      ({ tenantId }) => tenantId,
    )
    for (const { tenantId, counted, recounted, textsIn } of reports) {
      if (counted !== recounted) yield { account: `${tenantId} had ${counted}, and counted again ${recounted}.` }
      const texts = received.get(tenantId)?.length ?? 0
      if (textsIn !== texts) yield { account: `${tenantId} has ${texts} texts in, and its report ${textsIn}.` }
    }
  },
}

/** Accepted events, each once. */
function eventsOf({ eventPosts }: Evidence) {
  const accepted = new Map(eventPosts.filter(({ isAccepted }) => isAccepted).map((post) => [post.id, post]))
  return [...accepted.values()].map(({ tenantId, body }) => ({ tenantId, ...(JSON.parse(body) as Body) }))
}

function factOf({ tenantId, type, data: { id, to, status, why } }: Body & { tenantId: string }): string | null {
  if (type === 'message.status') {
    return status && TOLD_STATUSES.has(status) ? `${tenantId} ${type} ${id} ${to?.id} ${status}` : null
  }
  if (type.startsWith('message.')) return `${tenantId} ${type} ${id}`
  // Contacts change together with others; a chat that a failed text opens has no change of its own.
  return type === 'contact.changed' || why === 'textFailed' ? null : `${tenantId} ${type}`
}

function factsOf({ messages, deliveries, history, happenings }: Evidence): Map<string, number> {
  const deliveryOf = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]))
  const facts = [
    ...messages.map(({ tenantId, providerSid, messageId: id }) => ({
      tenantId,
      type: providerSid === null ? 'message.sent' : 'message.received',
      data: { id },
    })),
    ...history.flatMap(({ tenantId, deliveryId, statusBefore, statusAfter: status }) => {
      const delivery = deliveryOf.get(deliveryId)
      if (!delivery || status === statusBefore) return []
      return {
        tenantId,
        type: 'message.status',
        data: { id: delivery.messageId, to: { id: delivery.memberId }, status },
      }
    }),
  ]
  const counts = countBy(facts, factOf)
  for (const { tenantId, kind, count } of happenings) counts.set(`${tenantId} ${kind}`, count)
  return counts
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
