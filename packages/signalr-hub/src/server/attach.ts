import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerText, refuseUpgrade } from '../http/answer.ts'

type Handlers = {
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

const NOTHING_HERE = { status: 404, text: 'There is nothing here.' }

/** Puts the hubs in front of what listens already: their requests must not be answered twice. */
export function attachTo(server: Server, handlers: Handlers): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (handlers.handleRequest(request, response)) return
    if (others.length === 0) answerText(response, NOTHING_HERE)
    for (const listener of others) listener.call(server, request, response)
  })
  attachUpgrades(server, handlers)
}

/** Upgrades only, for frameworks that bring the requests themselves. */
export function attachUpgrades(server: Server, handlers: Pick<Handlers, 'handleUpgrade'>): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const taken = handlers.handleUpgrade(request, socket, head)
    // With other listeners about, the socket may be theirs.
    if (!taken && server.listenerCount('upgrade') === 1) refuseUpgrade(socket, NOTHING_HERE)
  })
}
