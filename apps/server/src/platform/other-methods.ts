import { routes } from '@partyline/contract'
import type { Route } from '@partyline/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { fastifyPath } from './fastify-path.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Follows next-auth's contract, which has its own response to every unlisted request. */
export const AUTH_BASE = '/api/auth'

/** Answers 405 on the addresses of the contract, naming the methods that each of them takes. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = Object.values<Route>(routes).filter(({ path }) => !path.startsWith(`${AUTH_BASE}/`))
  const byPath = Map.groupBy(known, ({ path }) => path)
  for (const [path, calls] of byPath) {
    const taken = new Set<string>(calls.map(({ method }) => method))
    // Fastify answers HEAD wherever it answers GET.
    const allow = [...taken].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url: fastifyPath(path),
      config: { isOtherMethod: true },
      // Before the body is read.
      onRequest: async (_request, reply) => {
        reply.header('Allow', allow)
        throw new AppError('method-not-allowed')
      },
      handler: () => undefined,
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only refuses requests that the contract does not list. */
    isOtherMethod?: true
  }
}
