import type { FastifyRequest } from 'fastify'
import { TwilioError } from '../twilio-error.ts'

/** Twilio's 404, which has the requested path: newer APIs leave out their version. */
export function noSuchResource({ url }: Pick<FastifyRequest, 'url'>): TwilioError {
  return new TwilioError(
    20404,
    `The requested resource ${url.split('?')[0]?.replace(/^\/v1(?=\/)/, '')} was not found`,
    404,
  )
}
