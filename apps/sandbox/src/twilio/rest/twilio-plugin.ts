import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NO_PHONE } from '../../faults/index.ts'
import type { RandomHex } from '../sids.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { accountRoutes } from './account-routes.ts'
import { cdnRoutes } from './cdn-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { noSuchResource } from './no-such-resource.ts'
import { numberRoutes } from './number-routes.ts'
import { failureOf, faultOfAccount, sendFailure } from './send-faults.ts'
import { registrationRoutes } from './registration-routes.ts'
import { sendRoute } from './send-route.ts'
import { serviceRoutes } from './service-routes.ts'

export type TwilioPluginOptions = { twilio: Twilio; hex: RandomHex }

/** Twilio's REST API under /2010-04-01, that of Messaging under /v1, and its CDN under /cdn. */
export async function twilioPlugin(app: FastifyInstance, { twilio, hex }: TwilioPluginOptions) {
  await app.register(async (api) => restApi(api, { twilio, hex }), { prefix: '/2010-04-01' })
  await app.register(async (api) => messagingApi(api, { twilio, hex }), { prefix: '/v1' })
  await app.register(async (cdn) => cdnRoutes(cdn, twilio), { prefix: '/cdn' })
}

async function restApi(api: FastifyInstance, { twilio, hex }: TwilioPluginOptions) {
  await prepare(api, { twilio, hex, domain: 'api.twilio.com' })
  const account = `/Accounts/${twilio.account.sid}`
  accountRoutes(api, twilio)
  await api.register(async (routes) => numberRoutes(routes, { twilio, hex }), { prefix: account })
  await api.register(async (routes) => sendRoute(routes, twilio), { prefix: account })
  await api.register(async (routes) => messageRoutes(routes, twilio), { prefix: account })
  await api.register(async (routes) => mediaRoutes(routes, twilio), { prefix: account })
}

async function messagingApi(api: FastifyInstance, { twilio, hex }: TwilioPluginOptions) {
  await prepare(api, { twilio, hex, domain: 'messaging.twilio.com' })
  api.addHook('preHandler', async (_request, reply) => {
    const down = twilio.faults.take(NO_PHONE, 'servicesDown')
    return down ? sendFailure(reply, failureOf(down.status)) : undefined
  })
  serviceRoutes(api, { twilio, hex })
  registrationRoutes(api, twilio)
}

/** Checks of every API request. */
async function prepare(api: FastifyInstance, { twilio, hex, domain }: TwilioPluginOptions & { domain: string }) {
  // Forms only: anything else is refused with 415.
  api.removeAllContentTypeParsers()
  await api.register(formbody)

  api.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'twilio-request-id': `RQ${hex()}`,
      'twilio-concurrent-requests': '1',
      'twilio-request-duration': '0.1',
      'x-home-region': 'us1',
      'x-api-domain': domain,
    })
    const skew = twilio.faults.take(NO_PHONE, 'clockSkew')
    if (skew) reply.header('date', new Date(twilio.clock.now() + skew.seconds * 1_000).toUTCString())
    const failure = faultOfAccount(twilio.faults)
    if (failure) return sendFailure(reply, failure)
    checkCredentials(request, twilio)
    return undefined
  })
  api.setErrorHandler((error, _request, reply) => sendError(reply, error))
  api.setNotFoundHandler((request, reply) => sendError(reply, noSuchResource(request)))
}

function checkCredentials({ headers }: FastifyRequest, { account, faults }: Twilio) {
  const [scheme, encoded] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) {
    throw new TwilioError(20003, 'Authentication Error - No credentials provided', 401)
  }
  const given = Buffer.from(encoded, 'base64').toString()
  if (!given.startsWith(`${account.sid}:`)) {
    throw new TwilioError(20003, 'Authentication Error - invalid username', 401)
  }
  const isRenewed = faults.take(NO_PHONE, 'tokenRenewed') !== null
  if (isRenewed || given !== `${account.sid}:${account.authToken}`) throw new TwilioError(20003, 'Authenticate', 401)
}

function sendError(reply: FastifyReply, error: unknown) {
  const { code, message, status } = asTwilioError(error)
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Twilio API"')
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}

function asTwilioError(error: unknown): TwilioError {
  if (error instanceof TwilioError) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  // Errors of Fastify: an unreadable body, or one of another type.
  if (status < 500 && error instanceof Error) return new TwilioError(20001, error.message, status)
  return new TwilioError(20500, 'Internal Server Error', 500)
}
