import fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RandomHex } from '../sids.ts'
import type { Twilio } from '../twilio.ts'
import { twilioPlugin } from './twilio-plugin.ts'

/** Lets an app answer for further accounts at the same addresses. */
export function routeByAccount(app: FastifyInstance) {
  const apis = new Map<string, FastifyInstance>()

  app.addHook('onRequest', async (request, reply) => {
    const api = apis.get(accountSidOf(request))
    if (!api) return
    reply.hijack()
    api.routing(request.raw, reply.raw)
  })
  app.addHook('onClose', async () => {
    for (const api of apis.values()) await api.close()
  })

  return {
    async add(twilio: Twilio, hex: RandomHex) {
      const api = fastify()
      await api.register(twilioPlugin, { twilio, hex })
      await api.ready()
      apis.set(twilio.account.sid, api)
    },
  }
}

/** The account in the path or, where the path names none, of the credentials. */
function accountSidOf({ url, headers }: FastifyRequest): string {
  const [named] = /AC[\da-f]{32}/.exec(url) ?? []
  if (named) return named
  const [user = ''] = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64')
    .toString()
    .split(':')
  return user
}
