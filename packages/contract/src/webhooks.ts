import { defineCalls } from './call.ts'
import { instant, tenantId } from './ids.ts'
import { z } from './z.ts'

const party = z.looseObject({ tenantId: tenantId.nullish().catch(null) }).nullish()

/**
 * An operation posted by the marketplace. Other fields are ignored. Some of Microsoft's
 * documented samples have no `id`, and `operationType` for `action`.
 */
export const operationPayload = z.looseObject({
  id: z.guid().toLowerCase().nullish(),
  subscriptionId: z.guid().toLowerCase(),
  action: z.string().min(1).max(100).nullish(),
  operationType: z.string().min(1).max(100).nullish(),
  /** The new plan and quantity. The quantity used to be a string. */
  planId: z.string().max(200).nullish(),
  quantity: z.coerce.number().int().min(0).max(1_000_000_000).nullish(),
  timeStamp: z.coerce.date().nullish(),
  subscription: z.looseObject({ beneficiary: party, purchaser: party }).nullish(),
})

/** A purchase as the buyer sees it. `pending`: the buyer has not activated it yet. */
const purchase = z.object({
  name: z.string(),
  planId: z.string(),
  state: z.enum(['pending', 'active', 'suspended', 'ended']),
})
export type Purchase = z.infer<typeof purchase>
const purchaseToken = z.strictObject({ token: z.string().min(1).max(8_000) })

export type OperationPayload = z.infer<typeof operationPayload>

/** The fields of every request from Twilio; the rest is in Twilio's documentation. */
const ofTwilio = z.looseObject({ AccountSid: z.string(), MessageSid: z.string() })

export const webhookCalls = defineCalls({
  'marketplace.resolve': {
    summary: 'The subscription of a marketplace purchase token. Changes nothing.',
    body: purchaseToken,
    reply: purchase,
  },
  'marketplace.activate': {
    summary: 'Activates the subscription of a purchase token, which starts its billing',
    body: purchaseToken,
    reply: purchase,
  },
  'webhooks.saas': {
    summary: 'An operation of the marketplace, answered with a file that records it',
    query: z.object({ url: z.string().optional() }),
    body: operationPayload,
    reply: z.object({
      id: z.guid(),
      subscriptionId: z.guid(),
      action: z.string(),
      outcome: z.string(),
      receivedAt: instant,
    }),
    replyHeaders: { 'Content-Disposition': 'The answer is a file' },
  },
  'webhooks.twilioMessage': {
    summary: 'An inbound text, answered with empty TwiML',
    webForm: ofTwilio.extend({ From: z.string(), To: z.string(), Body: z.string().optional() }),
    contentType: 'text/xml',
  },
  'webhooks.twilioStatus': {
    summary: 'A status report of an outbound text',
    params: z.object({ deliveryId: z.guid() }),
    webForm: ofTwilio.extend({ MessageStatus: z.string(), ErrorCode: z.string().optional() }),
    contentType: 'text/xml',
  },
})
