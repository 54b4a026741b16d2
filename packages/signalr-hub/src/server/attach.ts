import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerText, refuseUpgrade } from './answer.ts'

type Handlers = {
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

const NOT_FOUND = { status: 404, text: 'Not found.' }

/** Handles hub requests before existing listeners, which must not answer them too. */
export function attachTo(server: Server, handlers: Handlers): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (handlers.handleRequest(request, response)) return
    if (others.length === 0) answerText(response, NOT_FOUND)
    for (const listener of others) listener.call(server, request, response)
  })
  attachUpgrades(server, handlers)
}

/** Upgrades only, for frameworks that route requests themselves. */
export function attachUpgrades(server: Server, handlers: Pick<Handlers, 'handleUpgrade'>): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const taken = handlers.handleUpgrade(request, socket, head)
    // If there are other listeners, the socket may be theirs.
    if (!taken && server.listenerCount('upgrade') === 1) refuseUpgrade(socket, NOT_FOUND)
  })
}
