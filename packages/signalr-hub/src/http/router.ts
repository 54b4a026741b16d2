import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HubUser } from '../connections/user.ts'
import type { Logger } from '../server/logger.ts'
import { type Answer, answerText, refuseUpgrade } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { type ParsedRequest, parseRequest, pathOf } from './hub-request.ts'
import { type OriginPolicy, PREFLIGHT_HEADERS } from './origin-policy.ts'
import { GOING_AWAY, negotiate, serveTransport } from './requests.ts'
import { openWebSocket } from './upgrades.ts'

type Options = {
  readonly find: (path: string) => Endpoint | undefined
  readonly origins: OriginPolicy
  readonly logger: Logger
}

type Admission =
  | { readonly user: HubUser; readonly refusal?: undefined }
  | { readonly user?: undefined; readonly refusal: Answer }

const NEGOTIATE = '/negotiate'
const WRONG_ORIGIN: Answer = { status: 403, text: 'This origin is not allowed.' }
const UNAUTHENTICATED: Answer = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }
const NOT_AVAILABLE: Answer = {
  status: 503,
  text: 'The hub is not available. Try again.',
  headers: { 'Retry-After': '1' },
}

/** Brings requests to the hubs: origin, sign-in, then the part of the protocol that they are about. */
export function createRouter({ find, origins, logger }: Options) {
  function route(url: string | undefined): { readonly endpoint: Endpoint; readonly isNegotiate: boolean } | undefined {
    const path = pathOf(url)
    const endpoint = find(path)
    if (endpoint) return { endpoint, isNegotiate: false }
    if (!path.toLowerCase().endsWith(NEGOTIATE)) return undefined
    const base = find(path.slice(0, -NEGOTIATE.length))
    return base && { endpoint: base, isNegotiate: true }
  }

  /** Returns who asks, or what to answer instead. */
  async function admit(endpoint: Endpoint, { request }: ParsedRequest, isNew: boolean): Promise<Admission> {
    if (!origins.allows(request.headers)) return { refusal: WRONG_ORIGIN }
    // Connections that are ending still come for their last message.
    if (isNew && endpoint.isClosing()) return { refusal: GOING_AWAY }
    try {
      const user = await endpoint.authenticate(request)
      return user ? { user } : { refusal: UNAUTHENTICATED }
    } catch (err) {
      logger.error({ err, hub: endpoint.path }, 'authenticate failed.')
      return { refusal: NOT_AVAILABLE }
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse, isNegotiate: boolean, endpoint: Endpoint) {
    const { headers: asked } = incoming
    if (incoming.method === 'OPTIONS' && origins.allows(asked)) {
      response.writeHead(204, { ...origins.corsHeaders(asked), ...PREFLIGHT_HEADERS }).end()
      return
    }
    const headers = origins.allows(asked) ? origins.corsHeaders(asked) : {}
    const parsed = parseRequest(incoming)
    const { user, refusal } = await admit(endpoint, parsed, isNegotiate)
    if (!user) {
      answerText(response, { ...refusal, headers: { ...headers, ...refusal.headers } })
      return
    }
    const exchange = { incoming, response, headers, user, parsed }
    await (isNegotiate ? negotiate(endpoint, exchange) : serveTransport(endpoint, exchange))
  }

  async function upgrade(endpoint: Endpoint, incoming: IncomingMessage, socket: Duplex, head: Buffer) {
    const parsed = parseRequest(incoming)
    const { user, refusal } = await admit(endpoint, parsed, true)
    const problem = user ? openWebSocket(endpoint, { incoming, socket, head, user, parsed }) : refusal
    if (problem) refuseUpgrade(socket, problem)
  }

  return {
    handleRequest(incoming: IncomingMessage, response: ServerResponse): boolean {
      const target = route(incoming.url)
      if (!target) return false
      const { endpoint, isNegotiate } = target
      answer(incoming, response, isNegotiate, endpoint).catch((error: unknown) => {
        // Most often a client that left in the middle of its request.
        logger.info({ err: error, hub: endpoint.path }, 'A request could not be finished.')
        if (response.headersSent) response.destroy()
        else answerText(response, NOT_AVAILABLE)
      })
      return true
    },
    handleUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const target = route(incoming.url)
      if (!target || target.isNegotiate) return false
      // A socket that breaks before ws has it would otherwise end the process.
      socket.on('error', () => socket.destroy())
      upgrade(target.endpoint, incoming, socket, head).catch((error: unknown) => {
        logger.info({ err: error, hub: target.endpoint.path }, 'An upgrade could not be finished.')
        socket.destroy()
      })
      return true
    },
  }
}
