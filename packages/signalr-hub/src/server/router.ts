import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ParsedRequest, parseRequest, pathOf } from '../connections/hub-request.ts'
import type { HubUser } from '../connections/user.ts'
import type { Logger } from '../platform/logger.ts'
import { type Answer, answerText, GOING_AWAY, refuseUpgrade } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { negotiate } from './negotiate.ts'
import { type OriginPolicy, PREFLIGHT_HEADERS } from './origin-policy.ts'
import { openWebSocket, serveTransport } from './requests.ts'

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

/** Routes requests to the hubs, after checking their origin and user. */
export function createRouter({ find, origins, logger }: Options) {
  function route(url: string | undefined): { readonly endpoint: Endpoint; readonly isNegotiate: boolean } | undefined {
    const path = pathOf(url)
    const endpoint = find(path)
    if (endpoint) return { endpoint, isNegotiate: false }
    if (!path.toLowerCase().endsWith(NEGOTIATE)) return undefined
    const base = find(path.slice(0, -NEGOTIATE.length))
    return base && { endpoint: base, isNegotiate: true }
  }

  /** Returns the user, or the response that refuses the request. */
  async function admit(endpoint: Endpoint, { request }: ParsedRequest, isNew: boolean): Promise<Admission> {
    if (!origins.allows(request.headers)) return { refusal: WRONG_ORIGIN }
    // Existing connections may still fetch their last message.
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
    const { headers: requestHeaders } = incoming
    if (incoming.method === 'OPTIONS' && origins.allows(requestHeaders)) {
      response.writeHead(204, { ...origins.corsHeaders(requestHeaders), ...PREFLIGHT_HEADERS }).end()
      return
    }
    const headers = origins.allows(requestHeaders) ? origins.corsHeaders(requestHeaders) : {}
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
        // Usually a client that left in the middle of its request.
        logger.info({ err: error, hub: endpoint.path }, 'A request could not be finished.')
        if (response.headersSent) response.destroy()
        else answerText(response, NOT_AVAILABLE)
      })
      return true
    },
    handleUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const target = route(incoming.url)
      if (!target || target.isNegotiate) return false
      // Without a listener, a socket error before ws takes over would end the process.
      socket.on('error', () => socket.destroy())
      upgrade(target.endpoint, incoming, socket, head).catch((error: unknown) => {
        logger.info({ err: error, hub: target.endpoint.path }, 'An upgrade could not be finished.')
        socket.destroy()
      })
      return true
    },
  }
}
