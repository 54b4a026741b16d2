import http from 'node:http'
import https from 'node:https'
import type { Clock } from '../../clock/index.ts'
import type { ConnectionSettings } from './connection-overrides.ts'

export type WebhookAnswer = { status: number; contentType: string; body: string }

export type AttemptResult =
  | { outcome: 'answered'; answer: WebhookAnswer }
  | { outcome: 'not-connected' }
  /** Connected, but without a complete response: too slow, or the connection broke. */
  | { outcome: 'no-answer' }
  | { outcome: 'bad-url' }

export type FormRequest = {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Form-encoded; empty for a GET. */
  body: string
}

/** Twilio reads at most this much of a response, in bytes. */
const MAX_ANSWER = 64 * 1024

export type FormClient = {
  send(request: FormRequest, limits: ConnectionSettings, totalLeft: number): Promise<AttemptResult>
  close(): void
}

/**
 * Calls webhooks. Uses Node's HTTP client rather than fetch, because Twilio distinguishes a connection
 * that did not open from a response that did not arrive.
 */
export function createFormClient(clock: Clock): FormClient {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  }
  const open = new Set<http.ClientRequest>()
  let closed = false

  function send({ url, method, headers, body }: FormRequest, limits: ConnectionSettings, totalLeft: number) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return Promise.resolve({ outcome: 'bad-url' } as const)
    if (closed) return Promise.resolve({ outcome: 'not-connected' } as const)
    const { request: begin } = url.protocol === 'https:' ? https : http
    const agent = agents[url.protocol]

    return new Promise<AttemptResult>((resolve) => {
      let connected = false
      const request = begin(url, { method, headers, agent })
      open.add(request)

      const stopTotal = clock.after(totalLeft, () => request.destroy())
      const stopConnect = clock.after(limits.connectTimeout, () => request.destroy())
      let stopRead = () => {}

      const finish = (result: AttemptResult) => {
        stopTotal()
        stopConnect()
        stopRead()
        open.delete(request)
        resolve(result)
      }
      const onConnected = () => {
        connected = true
        stopConnect()
        stopRead = clock.after(limits.readTimeout, () => request.destroy())
      }

      request.on('socket', (socket) => {
        if (request.reusedSocket) onConnected()
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected)
      })
      request.on('error', () => finish({ outcome: connected ? 'no-answer' : 'not-connected' }))
      request.on('response', (response) => {
        readAnswer(response).then(
          (answer) => finish({ outcome: 'answered', answer }),
          () => finish({ outcome: 'no-answer' }),
        )
      })
      request.end(body)
    })
  }

  return {
    send,
    close() {
      closed = true
      for (const request of open) request.destroy()
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

async function readAnswer(response: http.IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_ANSWER) throw new Error('The answer is longer than 64 kB.')
    chunks.push(chunk)
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(chunks).toString('utf8'),
  }
}
