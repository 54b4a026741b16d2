import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { REALTIME } from '@partyline/contract'
import type { HubServer } from '@partyline/signalr-hub'
import type { FastifyInstance } from 'fastify'

type Upgrade = { socket: Duplex; head: Buffer }

/** The hubs' server with what may be asked of a request that came as an upgrade. */
export type CountedUpgrades = {
  server: HubServer
  /** Whether it asks for a WebSocket without having negotiated. */
  skipsNegotiate: (request: IncomingMessage) => boolean
}

/**
 * A WebSocket may be opened without `negotiate` before it (the client's `skipNegotiation`), and then is what that call
 * would be. Such an upgrade goes through the hooks of the application as a request does: it is counted, or refused, there.
 */
export function countUpgrades(app: FastifyInstance, hubs: HubServer): CountedUpgrades {
  const underWay = new WeakMap<IncomingMessage, Upgrade>()
  return {
    skipsNegotiate: (request) => underWay.has(request),
    server: {
      ...hubs,
      handleRequest(request, response) {
        const upgrade = underWay.get(request)
        if (!upgrade) return hubs.handleRequest(request, response)
        response.detachSocket(request.socket)
        return hubs.handleUpgrade(request, upgrade.socket, upgrade.head)
      },
      handleUpgrade(request, socket, head) {
        if (!isFirst(request)) return hubs.handleUpgrade(request, socket, head)
        underWay.set(request, { socket, head })
        socket.on('error', () => socket.destroy())
        const response = new ServerResponse(request)
        response.assignSocket(request.socket)
        // Node waits for no further request on a socket that was to be upgraded.
        response.on('finish', () => socket.end())
        app.routing(request, response)
        return true
      },
    },
  }
}

/** Whether it comes to the hub without the token of a connection that negotiate has made. */
function isFirst({ url }: IncomingMessage): boolean {
  return splitAddress(url).path.toLowerCase() === REALTIME.hubPath && !queryOf(url, 'id')
}

/** As the hub reads a query: its names in any spelling, of several the first. */
export function queryOf(url: string | undefined, wanted: string): string | null {
  const query = new URLSearchParams(splitAddress(url).query)
  return [...query].find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null
}

/** A request target as sent, valid or not. */
function splitAddress(url = ''): { path: string; query: string } {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}
