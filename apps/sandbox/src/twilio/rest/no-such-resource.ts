import type { FastifyRequest } from 'fastify'
import { TwilioError } from '../twilio-error.ts'

/** Twilio's 404, which has the requested path. */
export function noSuchResource({ url }: Pick<FastifyRequest, 'url'>): TwilioError {
  return new TwilioError(20404, `The requested resource ${url.split('?')[0]} was not found`, 404)
}
