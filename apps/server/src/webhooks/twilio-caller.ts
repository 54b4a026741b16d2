import type { FastifyRequest } from 'fastify'
import { addressOf, AppError } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'
import { isAccountChanged } from '../tenants/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { isSignedByTwilio } from '../twilio/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import { createBadSignatures } from './bad-signatures.ts'

type Parts = { tenants: Pick<Tenants, 'usingAccount'>; publicUrl: string; clock: Pick<Clock, 'now'> }

export type TwilioCaller = {
  /** @throws {AppError} `forbidden` unless one of our accounts has signed the request */
  check: (request: FastifyRequest) => Promise<void>
  /**
   * Has the content of a verified request stored. If the account had changed since it was read, that did nothing: the signature
   * is checked again with the account as it is now. `store` returns false if there was nothing to store.
   */
  pass: (request: FastifyRequest, store: (call: SignedCall) => Promise<boolean>) => Promise<void>
}

/** The signed part of a request, and its signature. */
export function signedRequestOf(request: FastifyRequest, publicUrl: string) {
  const signature = request.headers['x-twilio-signature']
  return {
    url: publicUrl + request.url,
    parameters: (request.body ?? {}) as Record<string, string | string[]>,
    signature: typeof signature === 'string' ? signature : undefined,
  }
}

/**
 * Knows a request of Twilio by its signature. The address that was signed is the configured public one: what a Host
 * header says is up to its sender.
 */
export function createTwilioCaller({ tenants, publicUrl, clock }: Parts): TwilioCaller {
  const badSignatures = createBadSignatures(clock)
  const checked = new WeakMap<FastifyRequest, SignedCall>()

  async function signedCall(request: FastifyRequest, { anew = false } = {}): Promise<SignedCall> {
    const { url, parameters, signature } = signedRequestOf(request, publicUrl)
    const accountSid = parameters['AccountSid']
    const address = addressOf(request)
    // Not 429, which Twilio does not know.
    if (badSignatures.areTooMany(address)) throw unsigned(request)
    if (typeof accountSid !== 'string' || !/^\w+$/.test(accountSid) || signature === undefined) throw unsigned(request)
    const signing = await tenants.usingAccount(
      accountSid,
      (authToken) => isSignedByTwilio({ authToken, url, parameters, signature }),
      { anew },
    )
    if (signing.tenants.length === 0) {
      badSignatures.addBad(address)
      throw unsigned(request)
    }
    return { parameters: firstOfEach(parameters), accountSid, ...signing }
  }

  const caller: TwilioCaller = {
    check: async (request) => void checked.set(request, await signedCall(request)),
    async pass(request, store) {
      const call = checked.get(request)
      if (!call) throw new Error('Nobody has checked who signed this request.')
      try {
        // If nothing was stored, no statement has compared the account.
        if (!(await store(call))) await signedCall(request, { anew: true })
      } catch (error) {
        if (!isAccountChanged(error)) throw error
        checked.set(request, await signedCall(request, { anew: true }))
        return caller.pass(request, store)
      }
      badSignatures.addGood(addressOf(request))
    },
  }
  return caller
}

function unsigned(request: FastifyRequest): AppError {
  request.log.warn('a webhook without a valid Twilio signature was refused')
  return new AppError('forbidden', {
    message: 'This request is not signed by Twilio for an account that is used here.',
  })
}

function firstOfEach(parameters: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, storable([value].flat()[0] ?? '')]),
  )
}

/** PostgreSQL stores neither NUL characters nor halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
