import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { StaticDocumentSpec } from '@fastify/swagger'
import { MESSAGE } from '@partyline/contract'
import { fastify, LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import type { Config } from './config.ts'
import { answerError } from './error-answer.ts'
import { createLog, createRequestLog } from './log.ts'
import { openApiDocument } from './open-api.ts'
import { onBehalfOf } from './request-id.ts'

/** For a whole request to arrive. */
const RECEIVE_TIMEOUT_MS = 60_000
/** Sockets without traffic for this long are closed. */
const SOCKET_IDLE_TIMEOUT_MS = 120_000
/** Calls set their own limit. Nothing else reads a body. */
const BODY_LIMIT = 1024

/** A Fastify with everything that each call shares: log, limits, headers, errors, and the documentation of the API. */
export async function createHttpServer(config: Config, about: { version: string }): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: createLog(config.LOG_LEVEL),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: createRequestLog,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Forwarding headers from anyone else are ignored.
    trustProxy: config.TRUSTED_PROXIES.length > 0 && config.TRUSTED_PROXIES,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    connectionTimeout: SOCKET_IDLE_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { maxParamLength: 500 },
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new AppError('not-found'), request, reply))
  acceptOnlyJson(app)
  app.addHook('onRequest', (request, _reply, next) => onBehalfOf(request.id, next))
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call
    if (call) request.log.info({ call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call')
  })

  // Responses sent during shutdown close their connection; idle connections are closed immediately anyway.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
  })

  await app.register(helmet, {
    // An answer of the API is never a page; the app's own page brings its own policy.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    hsts: config.PUBLIC_URL.startsWith('https:'),
    frameguard: false,
    crossOriginOpenerPolicy: false,
    // For Internet Explorer, Flash, and a filter that browsers have removed. Every response would carry them.
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })
  // Only for routes that ask for it: never the sign-in, other replies with tokens, media or the hub.
  await app.register(compress, { global: false })
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError('too-many-requests'),
  })
  await app.register(multipart, {
    limits: { files: MESSAGE.maxMedia, fileSize: MESSAGE.maxMediaBytes, fields: 200, fieldSize: 20_000 },
  })
  const documented = {
    appName: config.APP_NAME,
    version: about.version,
    publicUrl: config.PUBLIC_URL,
    apiUrl: config.API_URL,
  }
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(documented) as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/docs/openapi-3.0.json', () => openApiDocument(documented, '3.0'))
  return app
}

/** Accepts only JSON unless a call allows another type; a JSON request without a body is valid. */
function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
    if (!/^utf-?8$/i.test(charset)) return done(new AppError('unsupported-media-type', { message: OTHER_CHARSET }))
    // Otherwise the letters of Latin-1 would be texted as “�”.
    if (!isUtf8(bytes)) return done(new AppError('bad-request', { message: NOT_UTF8 }))
    const body = bytes.toString()
    if (hasTooManyValues(body)) return done(new AppError('payload-too-large'))
    return parse(request, body, (error, value) =>
      done(error && new AppError('bad-request', { message: NOT_JSON, cause: error }), value),
    )
  })
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i
const OTHER_CHARSET =
  'This call takes JSON in UTF-8 only. Send it with the header “Content-Type: application/json; charset=utf-8”.'
const NOT_JSON = 'The body is not valid JSON. Correct it, and send it again.'
const NOT_UTF8 = 'The JSON is not valid UTF-8. Encode it as UTF-8, and send it again.'

/** Values of a JSON body. The largest call, an import of 5,000 contacts, has 15,000. */
const MAX_JSON_VALUES = 30_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Outside of strings, these precede or start a value: a comma, a bracket, a brace. */
const BEFORE_VALUE = new Set([0x2c, 0x5b, 0x7b])

/** Whether JSON text holds too many values. Counting is cheap; parsing and checking a million values takes seconds. */
function hasTooManyValues(text: string): boolean {
  let values = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) isInString = !isInString
    else if (isInString && character === BACKSLASH) at += 1
    else if (!isInString && BEFORE_VALUE.has(character)) {
      values += 1
      if (values > MAX_JSON_VALUES) return true
    }
  }
  return false
}
