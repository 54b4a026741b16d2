import { operationPayload, VALIDATION } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../platform/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { Forwarding } from './forwarding-service.ts'
import type { MarketplaceSales } from './marketplace-service.ts'

type Parts = { sales: MarketplaceSales; forwarding: Forwarding }

const NOT_SIGNED = 'This request is not signed by Microsoft’s marketplace for this installation.'

export function marketplaceRoutes({ sales, forwarding }: Parts) {
  return {
    'webhooks.saas': async ({ query, body, request, reply }) => {
      const { authorization = '' } = request.headers
      const target = forwarding.targetOf(urlOf(query))
      const { data: payload, error } = operationPayload.safeParse(body)
      if (!payload) throw invalid({ [error.issues[0]?.path.join('.') || 'body']: [error.issues[0]?.message ?? ''] })
      const action = payload.action ?? payload.operationType
      if (!action) throw invalid({ action: [VALIDATION.required('Action')] })
      const operation = { ...payload, id: payload.id ?? null, action }
      const row = await sales.record({ payload: operation, authorization, target })
      // Microsoft wants the answer first.
      if (row.outcome === 'applied') reply.raw.once('finish', () => void sales.acknowledge(operation))
      return reply
        .header('Content-Disposition', `attachment; filename="operation-${row.operationId}.json"`)
        .type('application/json')
        .send({
          id: row.operationId,
          subscriptionId: row.subscriptionId,
          action: row.action,
          outcome: row.outcome,
          receivedAt: row.receivedAt.toISOString(),
        })
    },
    'marketplace.resolve': ({ body }) => sales.resolve(body.token),
    'marketplace.activate': ({ body }) => sales.activate(body.token),
  } satisfies Partial<Handlers>
}

/** @throws {AppError} `unauthenticated` for a request that the marketplace has not made */
export function marketplaceSignature(sales: Pick<MarketplaceSales, 'isCaller'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (await sales.isCaller(request.headers.authorization)) return
    // A refused change of a plan looks the same to the buyer: the log has to tell them apart.
    request.log.warn('a webhook without a valid token of the marketplace was refused')
    throw new AppError('unauthenticated', { message: NOT_SIGNED })
  }
}

/** A list if the parameter was repeated. */
function urlOf(query: unknown): unknown {
  return (query as { url?: unknown }).url
}
