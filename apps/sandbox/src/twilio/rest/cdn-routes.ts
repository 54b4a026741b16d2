import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pause } from '../../clock/index.ts'
import type { Account } from '../account.ts'
import type { Media } from '../message.ts'
import { phoneOf } from '../message.ts'
import type { Twilio } from '../twilio.ts'
import { firstValues } from './form.ts'

const CDN = 'https://mms.twiliocdn.com'
/** Lifetime of a link to the CDN, in milliseconds. */
const LIFETIME = 4 * 60 * 60 * 1000

/** The address of the bytes, which is valid for a limited time without credentials. */
export function signedCdnUrl(account: Account, media: Media, now: number) {
  const path = `/cdn/${account.sid}/${media.sid}`
  const expires = String(Math.floor((now + LIFETIME) / 1000))
  return `${CDN}${path}?Expires=${expires}&Signature=${sign(account, path, expires)}`
}

const sign = (account: Account, path: string, expires: string) =>
  createHmac('sha256', account.authToken).update(`${path} ${expires}`).digest('base64url')

/** mms.twiliocdn.com, with the same paths, so that replacing the origin is enough. */
export function cdnRoutes(app: FastifyInstance, { account, store, blobs, clock, faults }: Twilio) {
  app.get<{ Params: { media: string } }>(`/${account.sid}/:media`, async (request, reply) => {
    // The storage behind the real CDN also refuses a second kind of credentials.
    if (request.headers.authorization !== undefined) {
      return reply.code(400).type('text/plain').send('Only one authentication mechanism is allowed.')
    }
    const { Expires: expires = '', Signature: signature } = firstValues(request.query)
    const path = `/cdn/${account.sid}/${request.params.media}`
    if (signature !== sign(account, path, expires) || clock.now() > Number(expires) * 1000) {
      return reply.code(403).type('text/plain').send('Access denied.')
    }
    const media = store.media(request.params.media)
    const bytes = media && blobs.get(media.blob)
    if (!media || !bytes) return reply.code(404).type('text/plain').send('Not found.')
    const message = store.message(media.messageSid)
    const slow = message && faults.take(phoneOf(message), 'slowMedia')
    if (slow) await pause(clock, slow.milliseconds)
    return reply.type(media.contentType).header('content-disposition', `inline; filename="${media.sid}"`).send(bytes)
  })
}
