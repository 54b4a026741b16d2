import rateLimit from '@fastify/rate-limit'
import type { CallName, TenantId, UserId } from '@partyline/contract'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

const { normalizeIP } = rateLimit
const MINUTE_MS = 60_000

/** The calls that make phones ring; they have a limit of their own. */
const SENDS: ReadonlySet<CallName> = new Set([
  'messages.send',
  'messages.sendAgain',
  'messages.sendFailedAgain',
  'chats.create',
])
/** Nobody is signed in to them, and a page asks for many: they shall not use up the calls of an office. */
const FILES: ReadonlySet<CallName> = new Set(['media.get'])
/** Twilio knows no 429 (its error 11217), and a probe must always be answered. */
const UNLIMITED = /^(webhooks|health)\./

/** Refuses with 429, and a Retry-After, what one person or address asks too often. */
export type RateLimits = {
  /** None for what is always answered. */
  of(name: CallName): preHandlerAsyncHookHandler[]
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
  return {
    of(name) {
      if (UNLIMITED.test(name)) return []
      if (SENDS.has(name)) return [sends]
      return [FILES.has(name) ? files : calls]
    },
    negotiations: counted(limits.callsPerMinute),
  }
}

/** What a person's requests are counted by. */
export function personKey({ tenantId, userId }: { tenantId: TenantId; userId: UserId }): string {
  return `${tenantId}/${userId}`
}

/** The person where one is known, so that people of one office do not count as one; else the address. */
function keyOf({ rateLimitKey, ip }: FastifyRequest): string {
  return rateLimitKey ?? normalizeIP(ip)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Names the person who makes the request, once that is known. */
    rateLimitKey?: string
  }
}
