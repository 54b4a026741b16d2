import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Device, Devices, SentPush } from './devices.ts'
import { PushError } from './push-error.ts'
import { checkVapid, PUSH_ORIGIN } from './vapid.ts'

/** Bytes that every service has to accept, and that most accept at most (RFC 8030, 7.2). */
const MAX_BODY = 4096
const URGENCIES = ['very-low', 'low', 'normal', 'high']

type Parts = { devices: Devices; now: () => number }
type Headers = Partial<Record<string, string | string[]>>

/** The push service itself (RFC 8030), for servers that send. */
export async function pushRoutes(app: FastifyInstance, { devices, now }: Parts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof PushError ? error.status : (error.statusCode ?? 500)
    if (error instanceof PushError && error.retryAfter !== undefined) {
      void reply.header('retry-after', String(error.retryAfter))
    }
    return reply.code(status).send({ code: status, message: error.message })
  })

  app.post<{ Params: { token: string } }>('/push/:token', { bodyLimit: MAX_BODY }, async (request, reply) => {
    const { headers, body } = request
    const device = devices.find(request.params.token)
    if (!device) throw new PushError(404, 'There is no such subscription.')
    device.attempts += 1
    const { fault } = device.order
    if (fault === 'hang') return reply.hijack()
    if (fault === 'redirect') return reply.redirect('https://elsewhere.partyline.test/push', 307)
    failFor(device)
    await checkVapid(headers.authorization, device.applicationServerKey, now())
    const push = readPush(headers, body)
    const id = devices.accept(device, push)
    return created(reply, id, push)
  })
}

function failFor({ order: { fault, retryAfter } }: Device): void {
  if (fault === 'expire') throw new PushError(410, 'The subscription has expired.')
  if (fault === 'forget') throw new PushError(404, 'There is no such subscription.')
  if (fault === 'throttle') throw new PushError(429, 'Too many pushes for this subscription.', retryAfter)
  if (fault === 'failing') throw new PushError(503, 'The service is not available.')
}

function readPush(headers: Headers, body: unknown): SentPush {
  if (headers['content-encoding'] !== 'aes128gcm') throw new PushError(400, 'Content-Encoding must be aes128gcm.')
  const ttl = headerOf(headers, 'ttl') ?? ''
  if (!/^\d{1,9}$/.test(ttl)) throw new PushError(400, 'TTL must be a number of seconds.')
  const urgency = headerOf(headers, 'urgency') ?? 'normal'
  if (!URGENCIES.includes(urgency)) throw new PushError(400, `Urgency must be one of ${URGENCIES.join(', ')}.`)
  const topic = headerOf(headers, 'topic') ?? null
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) {
    throw new PushError(400, 'Topic must have 1 to 32 characters of the base64url alphabet.')
  }
  return { ttl: Number(ttl), urgency, topic, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}

function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function created(reply: FastifyReply, id: string, { ttl }: SentPush) {
  return reply.code(201).header('location', `${PUSH_ORIGIN}/message/${id}`).header('ttl', String(ttl)).send()
}
