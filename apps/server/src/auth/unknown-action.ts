import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Every address below /api/auth that the contract does not name: status 400 in next-auth's words. */
export function refuseUnknownActions(app: FastifyInstance): void {
  for (const url of ['/api/auth', '/api/auth/*']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
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
