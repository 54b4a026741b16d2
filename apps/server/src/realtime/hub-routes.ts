import { REALTIME } from '@partyline/contract'
import type { HubServer } from '@partyline/signalr-hub'
import { fastifyHubs } from '@partyline/signalr-hub/fastify'
import type { FastifyPluginAsync } from 'fastify'
import { bearerOf } from '../auth/index.ts'
import type { Authentication } from '../auth/index.ts'
import { personKey } from '../platform/index.ts'
import type { RateLimits } from '../platform/index.ts'

type HubRoutes = {
  hubs: HubServer
  authenticateToken: Authentication['authenticateToken']
  rateLimits: Pick<RateLimits, 'negotiations'>
}

const NEGOTIATE = `${REALTIME.hubPath}/negotiate`

/** Mounts the hub. Whoever negotiates too often is told when to come back. */
export const hubRoutes: FastifyPluginAsync<HubRoutes> = async (app, { hubs, authenticateToken, rateLimits }) => {
  app.addHook('onRequest', async function (request, reply) {
    if (request.routeOptions.url !== NEGOTIATE) return
    // Why somebody is not let in is the hub's to say.
    const caller = await authenticateToken(bearerOf(request)).catch(() => null)
    if (caller) request.rateLimitKey = personKey(caller)
    await rateLimits.negotiations.call(this, request, reply)
  })
  await app.register(fastifyHubs, { server: hubs })
}
