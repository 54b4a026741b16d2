import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_BASE } from '../platform/index.ts'

/** Every request below /api/auth that the contract does not list: status 400 in next-auth's words. */
export function refuseUnknownActions(app: FastifyInstance): void {
  // Fastify knows only the common ones by itself.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  for (const url of [AUTH_BASE, `${AUTH_BASE}/*`]) {
    app.route({
      method: [...app.supportedMethods],
      url,
      config: { isOtherMethod: true },
      // Before the body is read.
      onRequest: async (request, reply) => refuseAction(request, reply),
      handler: () => undefined,
    })
  }
}

export function refuseAction(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = `Error: This action with HTTP ${request.method} is not supported by NextAuth.js`
  return reply.status(400).type('text/plain; charset=utf-8').send(text)
}
