import rateLimit from '@fastify/rate-limit'
import type { CallName, TenantId, UserId } from '@partyline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { AppError } from './app-error.ts'

const { normalizeIP } = rateLimit
const MINUTE_MS = 60_000

/** The calls that make phones ring; they have a limit of their own. */
const SENDS: ReadonlySet<CallName> = new Set([
  'messages.send',
  'messages.sendAgain',
  'messages.sendFailedAgain',
  'chats.create',
])
/** A page loads many at once: they must not use up a person's other calls. */
const FILES: ReadonlySet<CallName> = new Set(['media.get', 'media.getForTwilio'])
/** Twilio knows no 429 (its error 11217), and a probe must always be answered. */
const UNLIMITED = /^(webhooks|health)\./
export const isRateLimited = (name: CallName): boolean => !UNLIMITED.test(name)

/** Rejects requests beyond the limit of a person or address with 429 and Retry-After. */
export type RateLimits = {
  /** Counts a request for a call. @throws {AppError} too-many-requests */
  count(name: CallName, app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts a request for a path that does not exist. @throws {AppError} too-many-requests */
  countUnknown(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts who asks for a new connection to the hub. */
  readonly negotiations: preHandlerAsyncHookHandler
}

/** Each counts for itself, and all calls of its kind together. */
export function createRateLimits(
  app: FastifyInstance,
  limits: { sendsPerMinute: number; callsPerMinute: number },
): RateLimits {
  const counted = (max: number) => app.rateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: keyOf })
  const sends = counted(limits.sendsPerMinute)
  const files = counted(limits.callsPerMinute)
  const calls = counted(limits.callsPerMinute)
  // Before the body is read.
  app.addHook('onRequest', async function refuseUnknown(request, reply) {
    const isOtherMethod = request.routeOptions.config.isOtherMethod === true
    if (request.is404 || isOtherMethod) await calls.call(this, request, reply)
    if (request.is404) throw new AppError('not-found')
  })
  return {
    async count(name, server, request, reply) {
      if (!isRateLimited(name)) return
      const limit = SENDS.has(name) ? sends : FILES.has(name) ? files : calls
      await limit.call(server, request, reply)
    },
    async countUnknown(server, request, reply) {
      await calls.call(server, request, reply)
    },
    negotiations: counted(limits.callsPerMinute),
  }
}

/** The rate limit key of a person. */
export function personKey({ tenantId, userId }: { tenantId: TenantId; userId: UserId }): string {
  return `${tenantId}/${userId}`
}

/** The person if known, so that people in one office do not count as one; otherwise the address. */
function keyOf(request: FastifyRequest): string {
  return request.rateLimitKey ?? addressOf(request)
}

/**
 * The address that a request is counted by. One subscriber has a whole network of IPv6 addresses.
 * @throws {AppError} `bad-request` if the client has hung up: its connection has no address anymore
 */
export function addressOf({ ip }: { ip: string | undefined }): string {
  if (ip === undefined) throw new AppError('bad-request')
  return normalizeIP(ip)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Names the person who makes the request, once that is known. */
    rateLimitKey?: string
  }
}
