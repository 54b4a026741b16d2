import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

type Event = { type: string; data: Record<string, unknown> }

/** The system of an organization that gets events of a webhook. */
export async function startHookReceiver() {
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      received.push({ headers: Object.fromEntries(headers), body })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/events`,
    /** The events whose signature is valid. @throws if one has no valid signature */
    events: (secret: string) => received.map(({ headers, body }) => new Webhook(secret).verify(body, headers) as Event),
    /** Forgets what it has received. */
    clear: () => void received.splice(0),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
