import { Agent, maxHeaderSize, request as httpRequest } from 'node:http'
import type { HostileRequest } from './hostile-request.ts'

/** Longer without an answer counts as a hang. */
const HANG_MS = 20_000

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** A status, or why there is none. `refused`: Node's own client does not send such a request. */
export type Outcome = number | 'hang' | 'connection ended' | 'refused'

/** Sends it again on a connection of its own if the server has closed the kept one, as clients do. */
export async function sendRequest(url: string, request: HostileRequest): Promise<Outcome> {
  const outcome = await sendOver(agent, url, request)
  if (outcome !== 'connection ended') return outcome
  // Node resets the connection right after its 431, so that the client may not get to read it.
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
        // Node frames no body of a HEAD or DELETE by itself.
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
