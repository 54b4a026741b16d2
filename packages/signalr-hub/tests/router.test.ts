import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createConnectionRegistry } from '../src/connections/connection-registry.ts'
import { createFlusher } from '../src/connections/outbox.ts'
import { ANONYMOUS } from '../src/connections/user.ts'
import { createWebSocketUpgrader } from '../src/connections/web-sockets.ts'
import { DEFAULT_LIMITS } from '../src/platform/limits.ts'
import { silentLogger } from '../src/platform/logger.ts'
import { answerText } from '../src/server/answer.ts'
import type { Endpoint } from '../src/server/endpoint.ts'
import { createOriginPolicy } from '../src/server/origin-policy.ts'
import { createRouter } from '../src/server/router.ts'
import { createManualClock } from './support/manual-clock.ts'

function fail(): never {
  throw new Error('broken')
}

function createRequest(url: string, headers: IncomingMessage['headers']): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, headers })
}

/** A router to a hub on which no connection can start, and the token of a negotiated connection. */
function createBrokenHub(changes: Partial<Endpoint> = {}) {
  const shared = {
    limits: DEFAULT_LIMITS,
    clock: createManualClock(),
    logger: silentLogger,
    flusher: createFlusher(),
    closeWhenExpired: false,
  }
  const registry = createConnectionRegistry(shared, () => undefined)
  const request = { path: '/hub', query: new URLSearchParams(), headers: {}, accessToken: undefined }
  const connection = registry.create(ANONYMOUS, { ...request, remoteAddress: undefined })
  const endpoint: Endpoint = {
    path: '/hub',
    transports: ['WebSockets', 'ServerSentEvents', 'LongPolling'],
    minimumNegotiateVersion: 0,
    authenticate: () => ANONYMOUS,
    redirect: undefined,
    registry,
    isClosing: () => false,
    upgrader: createWebSocketUpgrader(DEFAULT_LIMITS),
    limits: DEFAULT_LIMITS,
    clock: shared.clock,
    logger: silentLogger,
    start: fail,
    ...changes,
  }
  const router = createRouter({ find: () => endpoint, origins: createOriginPolicy([]), logger: silentLogger })
  return { router, url: `/hub?id=${connection?.token}` }
}

describe('a failure while a request is handled', () => {
  test('breaks off a response that has begun, so that its client does not wait for more', async () => {
    const { router, url } = createBrokenHub()
    const request = createRequest(url, { accept: 'text/event-stream' })
    const response = new ServerResponse(request)
    router.handleRequest(request, response)
    await turn()
    expect([response.statusCode, response.destroyed]).toEqual([200, true])
  })

  test('closes the socket of an upgrade', async () => {
    const { router, url } = createBrokenHub({ upgrader: { upgrade: fail } })
    const socket = new Socket()
    router.handleUpgrade(createRequest(url, {}), socket, Buffer.alloc(0))
    await turn()
    expect(socket.destroyed).toBe(true)
  })
})

test('a response that has begun is not answered again', () => {
  const response = new ServerResponse(createRequest('/hub', {}))
  response.writeHead(200)
  expect(() => answerText(response, { status: 404 })).not.toThrow()
  expect([response.statusCode, response.writableEnded]).toEqual([200, false])
})
