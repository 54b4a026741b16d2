import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createConnectionRegistry } from '../connections/connection-registry.ts'
import type { Connection } from '../connections/connection.ts'
import { createFlusher } from '../connections/outbox.ts'
import type { TransportName } from '../connections/transport.ts'
import { ANONYMOUS, type HubUser } from '../connections/user.ts'
import { createWebSocketUpgrader } from '../connections/web-sockets.ts'
import type { Backplane } from '../hubs/backplane.ts'
import type { EndpointOptions } from '../hubs/endpoint-options.ts'
import type { HubOptions } from '../hubs/hub-options.ts'
import { createHub, type Hub, type RunningHub } from '../hubs/hub.ts'
import { type RawOptions, createRawApplication } from '../hubs/raw.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { chooseLimits, DEFAULT_LIMITS, type Limits } from '../platform/limits.ts'
import { type Logger, silentLogger } from '../platform/logger.ts'
import type { HubProtocol } from '../protocol/hub-protocol.ts'
import { jsonProtocol } from '../protocol/json-protocol.ts'
import { attachTo } from './attach.ts'
import type { Endpoint } from './endpoint.ts'
import { createOriginPolicy } from './origin-policy.ts'
import { createRouter } from './router.ts'

/** Options of all hubs of a server. */
export type HubServerOptions = Partial<Limits> & {
  readonly logger?: Logger
  /** Other origins whose web pages may connect, such as `https://app.example`. Default: none. */
  readonly allowedOrigins?: readonly string[]
  /** Connects the processes of one application. Default: a single process. */
  readonly backplane?: Backplane
  /** Protocols in addition to JSON. */
  readonly protocols?: readonly HubProtocol[]
  readonly clock?: Clock
}

/** Serves hubs on HTTP servers of the application. */
export type HubServer = {
  /** Opens a hub. @throws TypeError if the path is taken or a limit is invalid */
  hub<User extends HubUser = HubUser>(path: string, options: HubOptions<User>): Hub<User>
  /** Opens a path for raw connections: the same transports without the hub protocol. */
  raw<User extends HubUser = HubUser>(path: string, options: RawOptions<User>): void
  /** Handles the hubs' requests and upgrades of an HTTP server. Others go to the listeners that it has at this time. */
  attach(server: Server): void
  /** Handles a request to a hub. Returns false if it is not for a hub. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  /** Handles an upgrade to a hub. Returns false if it is not for a hub. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** The paths of all hubs, for mounting. */
  readonly paths: readonly string[]
  /** Resolves once every hub receives from the other processes. */
  ready(): Promise<void>
  /**
   * Tells all clients to reconnect, closes all connections, and waits for `onDisconnected` for at most
   * `closeTimeout`.
   */
  close(): Promise<void>
}

/** How often the deadlines of all connections are checked, in ms. One timer serves them all. */
const SWEEP_INTERVAL = 1_000
const ALL_TRANSPORTS: readonly TransportName[] = ['WebSockets', 'ServerSentEvents', 'LongPolling']

/** Creates a server without hubs. It does not listen until it is attached. */
export function createHubServer(options: HubServerOptions = {}): HubServer {
  const { logger = silentLogger, clock = systemClock, backplane } = options
  const serverLimits = chooseLimits(options, DEFAULT_LIMITS)
  const protocols = [jsonProtocol, ...(options.protocols ?? [])]
  const flusher = createFlusher()
  const endpoints = new Map<string, Endpoint>()
  const senders: RunningHub<never>['sender'][] = []
  const unfinished = new Set<Promise<void>>()
  let whenEmpty: (() => void) | undefined
  let stopSweeping: (() => void) | undefined
  let stopWaiting: (() => void) | undefined
  let closing: Promise<void> | undefined

  const router = createRouter({
    find: (path) => endpoints.get(path.toLowerCase()),
    origins: createOriginPolicy(options.allowedOrigins ?? []),
    logger,
  })

  function track(work: Promise<void>): void {
    unfinished.add(work)
    void work.finally(() => unfinished.delete(work))
  }

  function connections(): readonly Connection[] {
    return [...endpoints.values()].flatMap(({ registry }) => [...registry.all()])
  }

  function sweep(): void {
    const now = clock.now()
    for (const { registry } of endpoints.values()) {
      for (const connection of registry.all()) connection.tick(now)
    }
  }

  function notifyIfEmpty(): void {
    if ([...endpoints.values()].every(({ registry }) => registry.size === 0)) whenEmpty?.()
  }

  function addEndpoint(path: string, choices: EndpointOptions<HubUser>, start: Endpoint['start']): void {
    const limits = chooseLimits(choices, serverLimits)
    const closeWhenExpired = choices.closeOnAuthenticationExpiration ?? false
    const registry = createConnectionRegistry({ limits, clock, logger, flusher, closeWhenExpired }, notifyIfEmpty)
    endpoints.set(path.toLowerCase(), {
      path,
      limits,
      clock,
      logger,
      registry,
      isClosing: () => closing !== undefined,
      start,
      upgrader: createWebSocketUpgrader(limits),
      transports: choices.transports ?? ALL_TRANSPORTS,
      minimumNegotiateVersion: choices.minimumNegotiateVersion ?? 0,
      authenticate: choices.authenticate ?? (() => ANONYMOUS),
      redirect: choices.redirect,
    })
    stopSweeping ??= clock.every(SWEEP_INTERVAL, sweep)
  }

  function claim(path: string): string {
    if (!/^\/[^?#]*[^/?#]$/.test(path)) throw new TypeError(`'${path}' is no path for a hub: use one like '/chathub'.`)
    if (endpoints.has(path.toLowerCase())) throw new TypeError(`There is a hub at '${path}' already.`)
    return path
  }

  async function shutDown(): Promise<void> {
    const empty = new Promise<void>((resolve) => (whenEmpty = resolve))
    for (const connection of connections()) connection.closeForReconnect()
    notifyIfEmpty()
    await empty
    stopSweeping?.()
    const stopped = Promise.all([...unfinished, ...senders.map((sender) => sender.leave())])
    const late = new Promise<void>((resolve) => (stopWaiting = clock.every(serverLimits.closeTimeout, resolve)))
    await Promise.race([stopped, late])
    stopWaiting?.()
  }

  const server: HubServer = {
    hub<User extends HubUser>(path: string, hubOptions: HubOptions<User>) {
      const limits = chooseLimits(hubOptions, serverLimits)
      const shared = { path: claim(path), limits, clock, logger, protocols, track, backplane }
      const { hub, start, sender } = createHub(hubOptions, shared)
      senders.push(sender)
      addEndpoint(path, forAnyUser(hubOptions), start)
      return hub
    },
    raw<User extends HubUser>(path: string, rawOptions: RawOptions<User>) {
      addEndpoint(claim(path), forAnyUser(rawOptions), (connection) =>
        createRawApplication(connection, rawOptions, logger),
      )
    },
    attach: (httpServer) => attachTo(httpServer, server),
    handleRequest: (request, response) => router.handleRequest(request, response),
    handleUpgrade: (request, socket, head) => router.handleUpgrade(request, socket, head),
    get paths() {
      return [...endpoints.values()].map(({ path }) => path)
    },
    async ready() {
      await Promise.all(senders.map((sender) => sender.joined))
    },
    close: () => (closing ??= shutDown()),
  }
  return server
}

/** Safe, because all users of an endpoint come from its own `authenticate`. */
function forAnyUser<User extends HubUser>(options: EndpointOptions<User>): EndpointOptions<HubUser> {
  return options as unknown as EndpointOptions<HubUser>
}
