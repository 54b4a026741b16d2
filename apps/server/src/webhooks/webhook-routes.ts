import type { FastifyReply } from 'fastify'
import type { Messages } from '../messages/index.ts'
import type { PlainHandlers } from '../platform/index.ts'
import type { TwilioCaller } from './twilio-caller.ts'

/** An answer that texts nothing back. Twilio would text a plain "OK" to the person. */
const NOTHING_TO_SAY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

type Parts = {
  messages: Pick<Messages, 'keepInbound' | 'recordStatus'>
  callOf: TwilioCaller['callOf']
}

export function webhookRoutes({ messages, callOf }: Parts) {
  const answer = (reply: FastifyReply) => reply.type('text/xml').send(NOTHING_TO_SAY)
  return {
    'webhooks.twilioMessage': async ({ request, reply }) => {
      await messages.keepInbound(callOf(request))
      return answer(reply)
    },
    'webhooks.twilioStatus': async ({ params, request, reply }) => {
      await messages.recordStatus(params.deliveryId, callOf(request))
      return answer(reply)
    },
  } satisfies Partial<PlainHandlers>
}
