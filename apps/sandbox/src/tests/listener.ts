import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = {
  method: string
  /** Path and query. */
  target: string
  headers: http.IncomingHttpHeaders
  form: Record<string, string>
}

export type ListenerAnswer = { status?: number; contentType?: string; body?: string | Buffer }

export type Listener = {
  url: string
  requests: readonly ReceivedRequest[]
  /** Waits until this many requests have arrived, and returns them. */
  received(count: number): Promise<readonly ReceivedRequest[]>
  close(): Promise<void>
}

/** Stands in for the app: receives webhooks and serves files. `answer` returns the response; 'never' sends none. */
export async function createListener(
  answer: (request: ReceivedRequest) => ListenerAnswer | 'never' = () => ({
    contentType: 'text/xml',
    body: '<Response/>',
  }),
): Promise<Listener> {
  const requests: ReceivedRequest[] = []
  const waiting: { count: number; go: () => void }[] = []

  async function take(incoming: http.IncomingMessage, outgoing: http.ServerResponse) {
    const { method = '', url: target = '', headers } = incoming
    const form = Object.fromEntries(new URLSearchParams(await text(incoming)))
    const request = { method, target, headers, form }
    requests.push(request)
    for (const { count, go } of waiting) if (requests.length >= count) go()
    const given = answer(request)
    if (given === 'never') return
    outgoing.writeHead(
      given.status ?? 200,
      given.contentType === undefined ? {} : { 'content-type': given.contentType },
    )
    outgoing.end(given.body)
  }
  const server = http.createServer((incoming, outgoing) => void take(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async received(count) {
      if (requests.length < count) await new Promise<void>((go) => waiting.push({ count, go }))
      return requests
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
