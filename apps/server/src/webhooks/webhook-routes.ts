import type { FastifyReply } from 'fastify'
import type { Delivery } from '../delivery/index.ts'
import type { Inbound } from '../inbound/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { TwilioCaller } from './twilio-caller.ts'

/** An answer that texts nothing back. Twilio would text a plain "OK" to the person. */
const NOTHING_TO_SAY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

type Parts = {
  inbound: Pick<Inbound, 'keep'>
  delivery: Pick<Delivery, 'recordStatus'>
  pass: TwilioCaller['pass']
}

/** Twilio's signature has been verified before, by `createTwilioCaller`. */
export function webhookRoutes({ inbound, delivery, pass }: Parts) {
  const answer = (reply: FastifyReply) => reply.type('text/xml').send(NOTHING_TO_SAY)
  return {
    'webhooks.twilioMessage': async ({ request, reply }) => {
      await pass(request, (call) => inbound.keep(call))
      return answer(reply)
    },
    'webhooks.twilioStatus': async ({ params, request, reply }) => {
      await pass(request, (call) => delivery.recordStatus(params.deliveryId, call))
      return answer(reply)
    },
  } satisfies Partial<Handlers>
}
