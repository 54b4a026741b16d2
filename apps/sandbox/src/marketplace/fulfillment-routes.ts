import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import { issuerOf, type SigningKey } from '../entra/index.ts'
import { MARKETPLACE_APP, PUBLISHER } from './publisher.ts'
import type { Sales } from './sales.ts'

type Named = { Params: { id: string; operation: string } }
const BASE = '/api/saas/subscriptions'

/** The SaaS fulfillment API, version 2, with the keys and tokens of the publisher's directory. */
export function fulfillmentRoutes(
  app: FastifyInstance,
  { sales, signingKey }: { sales: Sales; signingKey: SigningKey },
) {
  const keys = createLocalJWKSet({ keys: [signingKey.publicJwk] })
  const expected = { audience: MARKETPLACE_APP, issuer: issuerOf(PUBLISHER.tenantId), algorithms: ['RS256'] }

  app.get(`/${PUBLISHER.tenantId}/discovery/v2.0/keys`, () => ({ keys: [signingKey.publicJwk] }))
  app.post<{ Body: Record<string, string> }>(`/${PUBLISHER.tenantId}/oauth2/v2.0/token`, async (request, reply) => {
    const { client_id: id, client_secret: secret } = request.body
    if (id !== PUBLISHER.clientId || secret !== PUBLISHER.clientSecret)
      return reply.code(401).send({ error: 'invalid_client', error_codes: [7_000_215] })
    const token = await new SignJWT({ tid: PUBLISHER.tenantId, azp: PUBLISHER.clientId })
      .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: signingKey.kid })
      .setIssuer(expected.issuer)
      .setAudience(MARKETPLACE_APP)
      .setExpirationTime('1h')
      .sign(await importJWK(signingKey.privateJwk, 'RS256'))
    return { access_token: token, token_type: 'Bearer', expires_in: 3_599 }
  })

  async function isPublisher({ headers }: FastifyRequest): Promise<boolean> {
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    return jwtVerify(token, keys, expected).then(
      () => true,
      () => false,
    )
  }

  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      if (!(await isPublisher(request))) return reply.code(403).send({ message: 'The token is not accepted.' })
      return undefined
    })
    api.post(`${BASE}/resolve`, (request, reply) => {
      const subscription = sales.resolve(String(request.headers['x-ms-marketplace-token']))
      if (!subscription) return reply.code(400).send({ message: 'The marketplace token is invalid or expired.' })
      const { id, name, offerId, planId, quantity } = subscription
      return { id, subscriptionName: name, offerId, planId, quantity, subscription }
    })
    api.post<Named & { Body: { planId: string; quantity?: number } }>(
      `${BASE}/:id/activate`,
      ({ params, body }, reply) => {
        const subscription = sales.subscription(params.id)
        const status = subscription ? sales.activate(subscription, body) : 404
        return reply
          .code(status)
          .type('text/plain')
          .send(status === 200 ? 'OK' : 'Activation failed')
      },
    )
    api.get<Named>(`${BASE}/:id`, (request, reply) => sales.subscription(request.params.id) ?? reply.code(404).send())
    api.get<Named>(`${BASE}/:id/operations`, ({ params }) => ({ operations: sales.pending(params.id) }))
    // An unknown operation is 404 in Microsoft's documentation, and 400 in practice.
    api.get<Named>(
      `${BASE}/:id/operations/:operation`,
      ({ params }, reply) =>
        sales.operation(params.id, params.operation) ?? reply.code(400).send({ message: 'Failed to get operation' }),
    )
    api.patch<Named & { Body: { status: 'Success' | 'Failure' } }>(
      `${BASE}/:id/operations/:operation`,
      ({ params, body }, reply) => {
        const operation = sales.operation(params.id, params.operation)
        if (!operation) return reply.code(404).send()
        const isSettled = sales.settle(operation, body.status)
        return reply
          .code(isSettled ? 200 : 409)
          .type('text/plain')
          .send(isSettled ? 'OK' : 'Conflict')
      },
    )
  })
}
