import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** 256 bits, in the form of Standard Webhooks. */
export const newSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`

type Signed = { id: string; at: Date; body: string }

/** The headers of Standard Webhooks 1.0, with one signature for each secret. */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
