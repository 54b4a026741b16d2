import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'
import { withoutClicks } from './sending.ts'

/** Allowed automatic transitions of each status, deliberately not imported from the server. */
const ALLOWED_NEXT: Readonly<Record<string, readonly string[]>> = {
  queued: ['sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped'],
  // Skipped: an automatic reply that has expired.
  sending: ['sent', 'delivered', 'undelivered', 'failed', 'unknown', 'skipped'],
  sent: ['delivered', 'undelivered', 'failed'],
  undelivered: ['delivered'],
  unknown: ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped'],
}
const REPEATABLE = ['unknown', 'undelivered', 'failed']

export const onlyForward: Rule = {
  name: 'only forward',
  promise: 'a status only moves up; each return to the queue is by a person’s click',
  *find({ history, deliveries, clicks }) {
    const messageOf = new Map(deliveries.map(({ deliveryId, messageId }) => [deliveryId, messageId]))
    const clicked = groupBy(clicks, ({ messageId }) => messageId)
    for (const [id, changes] of groupBy(history, ({ deliveryId }) => deliveryId)) {
      let again = 0
      for (const { statusBefore: from, statusAfter: to } of changes) {
        if (from === to) continue
        if (to === 'queued' && REPEATABLE.includes(from)) again += 1
        else if (!ALLOWED_NEXT[from]?.includes(to)) yield { account: `It went from ${from} to ${to}.`, id }
      }
      const allowed = clicked.get(messageOf.get(id) ?? '')?.filter(({ click }) => click !== 'mark-sent').length ?? 0
      if (again > allowed) yield { account: `It was queued again ${again} times, with ${allowed} clicks.`, id }
    }
  },
}

const FINAL = new Set(['delivered', 'undelivered', 'failed'])
const WITHOUT_TWILIO = new Set(['failed', 'skipped', 'unknown'])

export const agreesWithTwilio: Rule = {
  name: 'agrees with Twilio',
  promise: 'the final status of a delivery is that of the text at Twilio',
  *find(evidence) {
    const bySid = new Map(evidence.twilioMessages.map(({ sid, status }) => [sid, status]))
    const posted = groupBy(evidence.posts, ({ deliveryId }) => deliveryId)
    for (const { deliveryId: id, status, body } of withoutClicks(evidence)) {
      const sids = (posted.get(id) ?? []).flatMap(({ messageSid }) => messageSid ?? [])
      const outcomes = sids.map((sid) => bySid.get(sid) ?? 'nothing')
      const [outcome] = outcomes
      if (outcome === undefined) {
        if (!WITHOUT_TWILIO.has(status)) yield { account: `“${body}” is ${status}, but Twilio never had it.`, id }
      } else if (FINAL.has(outcome) && status !== outcome) {
        yield { account: `“${body}” is ${status}, but ${outcome} at Twilio.`, id }
      }
    }
  },
}
