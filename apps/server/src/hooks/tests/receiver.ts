import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A status, no answer at all, or a connection that ends without one. */
type Answer = number | 'hang' | 'cut'

export type Received = { id: string; headers: Record<string, string>; body: string; answer: Answer }

/** The address of an organization, which does what a test wants. */
export async function startReceiver() {
  const received: Received[] = []
  let answerTo: (one: Received) => Answer = () => 204
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const one = {
      id: headers['webhook-id'] ?? '',
      headers,
      body: Buffer.concat(chunks).toString(),
      answer: 0 as Answer,
    }
    one.answer = answerTo(one)
    received.push(one)
    if (one.answer === 'cut') request.socket.destroy()
    else if (one.answer !== 'hang') response.writeHead(one.answer, { location: '/other' }).end()
  }
  const server = createServer((request, response) => void take(request, response).catch(() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events?sig=secret`,
    received,
    /** From now on. */
    answer(next: Answer | ((one: Received) => Answer)) {
      answerTo = typeof next === 'function' ? next : () => next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

type Body = { type: string; timestamp: string; data: Record<string, never> }

/** Verifies a request with the reference implementation of Standard Webhooks. @throws if it is rejected */
export function verified({ body, headers }: Received, secret: string): Body {
  return new Webhook(secret).verify(body, headers) as Body
}
