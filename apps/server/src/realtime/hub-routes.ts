import { REALTIME } from '@partyline/contract'
import type { HubServer } from '@partyline/signalr-hub'
import { fastifyHubs } from '@partyline/signalr-hub/fastify'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { bearerOf } from '../auth/index.ts'
import type { Authentication } from '../auth/index.ts'
import { personKey } from '../platform/index.ts'
import type { RateLimits } from '../platform/index.ts'
import { countUpgrades, queryOf } from './counted-upgrades.ts'

type HubRoutes = {
  hubs: HubServer
  authenticateToken: Authentication['authenticateToken']
  rateLimits: Pick<RateLimits, 'negotiations'>
}

const NEGOTIATE = `${REALTIME.hubPath}/negotiate`

/** Browsers cannot give a WebSocket a header. */
const tokenOf = (request: FastifyRequest) => bearerOf(request) || (queryOf(request.raw.url, 'access_token') ?? '')

/** Mounts the hub. Clients that connect too often get a Retry-After. */
export const hubRoutes: FastifyPluginAsync<HubRoutes> = async (app, { hubs, authenticateToken, rateLimits }) => {
  const { server, skipsNegotiate } = countUpgrades(app, hubs)
  app.addHook('onRequest', async function (request, reply) {
    const isFirst = request.routeOptions.url === NEGOTIATE || skipsNegotiate(request.raw)
    if (!isFirst) return
    // The hub itself reports why access is denied.
    const caller = await authenticateToken(tokenOf(request)).catch(() => null)
    if (caller) request.rateLimitKey = personKey(caller)
    await rateLimits.negotiations.call(this, request, reply)
  })
  await app.register(fastifyHubs, { server })
}
