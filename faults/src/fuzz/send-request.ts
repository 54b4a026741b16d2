import { Agent, maxHeaderSize, request as httpRequest } from 'node:http'
import type { HostileRequest } from './hostile-request.ts'

/** Longer without a response counts as a hang. */
const HANG_MS = 60_000

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** A status, or why there is none. `refused`: Node's client refuses to send the request. */
export type Outcome = number | 'hang' | 'connection ended' | 'refused'

/** Retries on a new connection if the server has closed the keep-alive connection, like clients do. */
export async function sendRequest(url: string, request: HostileRequest): Promise<Outcome> {
  const outcome = await sendOver(agent, url, request)
  if (outcome !== 'connection ended') return outcome
  // Node resets the connection right after its 431, so the client may not be able to read it.
  return Object.values(request.headers).join('').length > maxHeaderSize ? 431 : sendOver(false, url, request)
}

function sendOver(
  connections: Agent | false,
  url: string,
  { method, path, headers, body }: HostileRequest,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  try {
    const sent = httpRequest(url, {
      agent: connections,
      method,
      path,
      timeout: HANG_MS,
      headers: {
        ...headers,
        ...(body?.contentType && { 'content-type': body.contentType }),
        // Node does not frame the body of a HEAD or DELETE.
        ...(body && { 'content-length': body.content.length }),
      },
    })
    sent.on('response', (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', () => resolve('connection ended'))
    })
    sent.on('timeout', () => {
      resolve('hang')
      sent.destroy()
    })
    sent.on('error', () => resolve('connection ended'))
    sent.end(body?.content)
  } catch {
    resolve('refused')
  }
  return promise
}
