import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { importJWK, SignJWT } from 'jose'
import { z } from 'zod'
import { findDirectory, type Directory } from '../directories/index.ts'
import { issuerOf, type SigningKey } from '../entra/index.ts'
import { fulfillmentRoutes } from './fulfillment-routes.ts'
import { MARKETPLACE_APP, PUBLISHER } from './publisher.ts'
import { ACTIONS, createSales, type Action, type SaasOperation } from './sales.ts'

type MarketplaceOptions = { directories: readonly Directory[]; appUrl: string; signingKey: SigningKey; now: () => Date }

const purchase = z.object({
  directory: z.string(),
  planId: z.string().default('team'),
  quantity: z.number().optional(),
})
const event = z.object({
  action: z.enum(Object.keys(ACTIONS) as [Action, ...Action[]]),
  planId: z.string().optional(),
  quantity: z.number().optional(),
  /** Sends only the fields of Microsoft's shortest documented samples. */
  short: z.boolean().default(false),
  /** The address that the app should forward the event to. */
  forwardTo: z.string().optional(),
})

/** The commercial marketplace: sells the app, serves the fulfillment API, and calls the app's webhook. */
export async function marketplacePlugin(app: FastifyInstance, options: MarketplaceOptions): Promise<void> {
  const { directories, appUrl, signingKey, now } = options
  const sales = createSales(now)
  const key = await importJWK(signingKey.privateJwk, 'RS256')
  await app.register(formbody)
  fulfillmentRoutes(app, { sales, signingKey })

  /** The header of the marketplace's own requests. */
  async function authorization(): Promise<string> {
    const token = await new SignJWT({ tid: PUBLISHER.tenantId, azp: MARKETPLACE_APP, ver: '2.0' })
      .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: signingKey.kid })
      .setIssuer(issuerOf(PUBLISHER.tenantId))
      .setAudience(PUBLISHER.clientId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
    return `Bearer ${token}`
  }

  async function tell(
    operation: SaasOperation,
    { short, forwardTo }: { short: boolean; forwardTo?: string | undefined },
  ) {
    const address = new URL('/api/v1/webhooks/saas', appUrl)
    if (forwardTo) address.searchParams.set('url', forwardTo)
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      body: JSON.stringify(
        short ? { subscriptionId: operation.subscriptionId, operationType: operation.action } : operation,
      ),
    })
    sales.answered(operation, answer.status)
    return { operation, answer: { status: answer.status, body: await answer.text() } }
  }

  app.post('/sandbox/marketplace/purchases', (request, reply) => {
    const asked = purchase.safeParse(request.body)
    const directory = asked.data && findDirectory(directories, asked.data.directory)
    if (!asked.data || !directory) return refuse(reply, 'Send JSON with the domain or id of a directory.')
    const { subscription, token } = sales.sell(directory, asked.data)
    return { subscription, landingPage: `${appUrl}/marketplace?token=${encodeURIComponent(token)}` }
  })

  app.get('/sandbox/marketplace/authorization', async () => ({ authorization: await authorization() }))

  app.get<{ Params: { id: string } }>(
    '/sandbox/marketplace/subscriptions/:id',
    (request, reply) => sales.subscription(request.params.id) ?? refuse(reply, 'There is no such subscription.'),
  )

  app.post<{ Params: { id: string } }>('/sandbox/marketplace/subscriptions/:id/operations', (request, reply) => {
    const subscription = sales.subscription(request.params.id)
    const asked = event.safeParse(request.body)
    if (!subscription || !asked.success) {
      return refuse(reply, `Name a subscription, and an action: ${Object.keys(ACTIONS).join(', ')}.`)
    }
    const { action, short, forwardTo, ...change } = asked.data
    return tell(sales.operate(subscription, action, change), { short, forwardTo })
  })

  app.post<{ Params: { id: string; operation: string } }>(
    '/sandbox/marketplace/subscriptions/:id/operations/:operation/again',
    (request, reply) => {
      const operation = sales.operation(request.params.id, request.params.operation)
      return operation ? tell(operation, { short: false }) : refuse(reply, 'There is no such operation.')
    },
  )
}

function refuse(reply: FastifyReply, message: string) {
  return reply.code(400).send({ message })
}
