import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { createRandom } from '../plan/random.ts'

/** A request to the webhook of a tenant. */
export type EventPost = {
  readonly tenantId: string
  /** Its `webhook-id`. */
  readonly id: string
  /** When it was signed, in milliseconds since 1970, without fractions of a second. */
  readonly signedAt: number
  /** Whether the reference implementation of Standard Webhooks signs it like this. */
  readonly isSigned: boolean
  readonly body: string
  /** Whether it was answered with success, which the server may not have seen. */
  readonly isAccepted: boolean
}

/** Where the webhooks of all tenants lead. Until `clear`, one request in four fails. */
export type Endpoint = {
  readonly received: readonly EventPost[]
  /** How often each fault struck. */
  readonly struck: Readonly<Record<Fault, number>>
  urlOf(tenantId: string): string
  /** The secret that events for a tenant are signed with. */
  trust(tenantId: string, secret: string): void
  clear(): void
  close(): Promise<void>
}

type Fault = 'webhookError' | 'webhookRedirect' | 'webhookHangs' | 'webhookReset'
const FAILS_PERCENT = 25

export async function createEndpoint(seed: number): Promise<Endpoint> {
  const random = createRandom(seed)
  const secrets = new Map<string, string>()
  const received: EventPost[] = []
  const struck = { webhookError: 0, webhookRedirect: 0, webhookHangs: 0, webhookReset: 0 }
  let isCleared = false

  const ANSWERS: Record<Fault, (response: ServerResponse) => unknown> = {
    webhookError: (response) => response.writeHead(503).end(),
    webhookRedirect: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    webhookHangs: () => {},
    webhookReset: (response) => response.destroy(),
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const tenantId = request.url?.slice(1) ?? ''
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`]),
    ) as [string, string, string]
    const signedAt = Number(timestamp) * 1_000
    // Its `verify` reads the machine's clock, which the run's is ahead of.
    const isSigned = new Webhook(secrets.get(tenantId) ?? '').sign(id, new Date(signedAt), body) === signature
    const fault = !isCleared && random.chance(FAILS_PERCENT) ? random.pick(Object.keys(struck) as Fault[]) : null
    received.push({ tenantId, id, signedAt, isSigned, body, isAccepted: fault === null })
    if (fault === null) {
      response.writeHead(204).end()
    } else {
      struck[fault] += 1
      ANSWERS[fault](response)
    }
  }

  const server = createServer((request, response) => void take(request, response).catch(() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    struck,
    urlOf: (tenantId) => `http://127.0.0.1:${port}/${tenantId}`,
    trust: (tenantId, secret) => void secrets.set(tenantId, secret),
    clear() {
      isCleared = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
