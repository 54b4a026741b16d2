import type { FastifyPluginAsync } from 'fastify'
import type { HubServer } from './server/hub-server.ts'
import { attachUpgrades } from './server/attach.ts'

/** Options of {@link fastifyHubs}. */
export type FastifyHubsOptions = {
  /** Its hubs must be open already. */
  readonly server: HubServer
}

/**
 * Mounts the hubs on a Fastify server: `await app.register(fastifyHubs, { server })`.
 * Bodies are left unread for the hubs, their requests are not logged (the address holds tokens), and when Fastify closes
 * the hubs are closed first, so that no long poll holds it up. Whether the case of a path counts is Fastify's decision
 * (`routerOptions.caseSensitive`).
 */
export const fastifyHubs: FastifyPluginAsync<FastifyHubsOptions> = async (app, { server }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const path of server.paths) {
    for (const url of [path, `${path}/negotiate`]) {
      app.route({
        url,
        method: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'],
        exposeHeadRoute: false,
        logLevel: 'silent',
        handler: async (request, reply) => {
          reply.hijack()
          server.handleRequest(request.raw, reply.raw)
        },
      })
    }
  }
  attachUpgrades(app.server, server)
  app.addHook('preClose', () => server.close())
}
