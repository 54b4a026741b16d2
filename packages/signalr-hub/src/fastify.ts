import type { FastifyPluginAsync } from 'fastify'
import { attachUpgrades } from './server/attach.ts'
import type { HubServer } from './server/hub-server.ts'

/** Options of {@link fastifyHubs}. */
export type FastifyHubsOptions = {
  /** Open its hubs before. */
  readonly server: HubServer
}

/**
 * Mounts the hubs on a Fastify server: `await app.register(fastifyHubs, { server })`.
 * The hubs read the bodies themselves, their requests are not logged (URLs contain tokens), and when Fastify closes
 * the hubs are closed first, so that long polls do not block it. Fastify decides whether paths are case-sensitive
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
