import type { CallReply } from '@partyline/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/index.ts'
import type { Clock, Outside } from '../../platform/index.ts'
import { isSignedByTwilio } from '../../twilio/index.ts'
import { signedRequestOf } from '../../webhooks/index.ts'
import { createAsk } from './ask-test.ts'
import { createTestSecrets } from './test-secrets.ts'
import type { TestSecrets } from './test-secrets.ts'

export type SelfTest = ReturnType<typeof createSelfTest>

type Parts = { outside: Outside; clock: Clock; publicUrl: string; /** The same in every process. */ secret: string }

/** The test of our own public address. Another process may answer it. */
export function createSelfTest({ outside, clock, publicUrl, secret }: Parts) {
  const secrets = createTestSecrets({ secret, clock })
  return {
    ask: createAsk({ outside, clock, secrets, publicUrl }),
    answer: createAnswer({ secrets, publicUrl }),
  }
}

type Answer = CallReply<'webhooks.twilioTest'>

/**
 * Answers the test of our own address: what arrived is checked as a webhook of Twilio's is, and nothing else happens.
 * It answers only processes that have started a test.
 */
function createAnswer({ secrets, publicUrl }: { secrets: TestSecrets; publicUrl: string }) {
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
