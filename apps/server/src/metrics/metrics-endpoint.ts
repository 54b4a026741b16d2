import { createHash, timingSafeEqual } from 'node:crypto'
import { fastify } from 'fastify'
import type { FastifyPluginAsync } from 'fastify'

type Options = {
  read: () => Promise<string>
  contentType: string
  /** Undefined: anyone who can reach the address may read. */
  token: string | undefined
}

const TIMEOUT_MS = 30_000

/** Answers `GET /metrics`. */
export function metricsEndpoint({ read, contentType, token }: Options): FastifyPluginAsync {
  return async (app) => {
    app.get('/metrics', async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      if (token !== undefined && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
        return reply
          .status(401)
          .header('WWW-Authenticate', 'Bearer')
          .type('text/plain')
          .send('Metrics need their token.\n')
      }
      return reply.type(contentType).send(await read())
    })
  }
}

/** A server for the metrics alone, on a port that the public address does not lead to. */
export function createMetricsServer({
  endpoint,
  ...address
}: {
  endpoint: FastifyPluginAsync
  port: number
  host: string
}) {
  const app = fastify({ requestTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS, forceCloseConnections: true })
  app.register(endpoint)
  return { listen: () => app.listen(address), close: () => app.close() }
}

/** Takes as long whatever is wrong. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
