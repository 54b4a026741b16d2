import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { ERRORS, routes } from '@partyline/contract'
import type { ErrorEnvelope } from '@partyline/contract'
import { OperatorError } from './operator-error.ts'

const RETRY_AFTER_SECONDS = 5

/** Answers in place of a server that waits for its database or migrates it: alive, not ready, everything else 503. */
export async function listenWhileStarting({ PORT, HOST }: { PORT: number; HOST: string }) {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (path === routes['health.live'].path) answer(response, 200, { status: 'ok' })
    else if (path === routes['health.ready'].path) answer(response, 503, { status: 'starting' })
    else answer(response, 503, unavailable())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE'
      const message = `Port ${PORT} of ${HOST} is in use (EADDRINUSE). End the other program, or set PORT to another port.`
      reject(isTaken ? new OperatorError(message, { cause }) : cause)
    })
    server.listen(PORT, HOST, resolve)
  })
  return {
    /** Frees the port. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, status: number, body: object) {
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS)
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
    .end(JSON.stringify(body))
}

function unavailable(): ErrorEnvelope {
  return {
    operation: null,
    message: ERRORS.unavailable.message,
    details: null,
    error: 'unavailable',
    data: null,
    requestId: randomUUID(),
  }
}
