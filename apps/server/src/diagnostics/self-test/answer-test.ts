import type { CallReply } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/index.ts'
import { isSignedByTwilio } from '../../twilio/index.ts'
import { signedRequestOf } from '../../webhooks/index.ts'
import type { TestSecrets } from './test-secrets.ts'

type Answer = CallReply<'webhooks.twilioTest'>

/**
 * Answers the test of our own address: what arrived is checked as a webhook of Twilio's is, and nothing else happens.
 * It answers only processes that have started a test.
 */
export function createAnswer({ secrets, publicUrl }: { secrets: TestSecrets; publicUrl: string }) {
  return (request: FastifyRequest): Answer => {
    const signed = signedRequestOf(request, publicUrl)
    const nonce = signed.parameters['Nonce']
    if (typeof nonce !== 'string' || !secrets.isOurs(nonce)) {
      throw new AppError('bad-request', { message: 'This is for the server’s own test alone.' })
    }
    const isValid = isSignedByTwilio({ ...signed, authToken: secrets.tokenOf(nonce) })
    return {
      proof: secrets.proofOf(nonce),
      signature: isValid ? 'valid' : signed.signature === undefined ? 'missing' : 'wrong',
      path: request.url,
    }
  }
}
