import { hash } from 'node:crypto'
import formbody from '@fastify/formbody'
import { calls, isRead, isRepeatable, KEY_PREFIX, KEY_SCOPES, KEY_TEXTS, routes } from '@partyline/contract'
import type {
  CallBody,
  CallForm,
  CallName,
  CallParams,
  CallQuery,
  CallReply,
  CallSchemas,
  EnvelopeCallName,
  KeyScope,
  NumberId,
  Route,
  SessionId,
  Signer,
  TenantId,
  UserId,
  UserRole,
} from '@partyline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from './app-error.ts'
import { bodyLimitOf, parseForm } from './body-limits.ts'
import { fastifyPath } from './fastify-path.ts'
import { COMPRESSED, readInput } from './read-input.ts'
import { AUTH_BASE, refuseOtherMethods } from './other-methods.ts'
import { personKey } from './rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'

/** The permissions of an API key. `lines`: the lines that it is limited to; null: no limit. */
type CallerKey = { scopes: ReadonlySet<KeyScope>; lines: ReadonlySet<NumberId> | null; isSuspended: boolean }

/** The caller: a person, or a program with a key, whose ID is in `userId`. */
export type Caller = {
  tenantId: TenantId
  userId: UserId
  role: UserRole
  name: string
  sessionId: SessionId
  /** Absent: a person. */
  key?: CallerKey
}

type KeyInput = Partial<Record<'params' | 'body' | 'form', Record<string, unknown>>>
/** Checks the input of a key's call. @throws {AppError} if the key is not allowed to see or change it */
export type KeyPolicy = (caller: Caller, call: CallName, input: KeyInput) => Promise<void>

type CallRequest<Name extends CallName> = {
  params: CallParams<Name>
  query: CallQuery<Name>
  body: CallBody<Name>
  form: CallForm<Name>
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** Handlers of calls that respond with the envelope return its `data`. */
type EnvelopeHandlers = { [Name in EnvelopeCallName]: (call: CallRequest<Name>) => Promise<CallReply<Name>> }

type PlainCallName = Exclude<CallName, EnvelopeCallName>
/** Handlers of calls whose responses others define (sign-in, webhooks, media, health) write the response themselves. */
type PlainHandlers = { [Name in PlainCallName]: (call: PlainRequest<Name>) => Promise<unknown> }

/** Checks the path and the query only. */
type PlainRequest<Name extends PlainCallName> = {
  params: CallParams<Name>
  query: undefined extends CallParams<Name> | CallQuery<Name> ? unknown : CallQuery<Name>
  body: unknown
  caller: (typeof routes)[Name]['access'] extends 'user' | 'admin' ? Caller : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for each call of the contract. */
export type Handlers = EnvelopeHandlers & PlainHandlers

/** As long as a session may be cached. */
const SLOW_BODY_MS = 500

type Options = {
  /** Calls without a handler get no route. */
  handlers: Partial<Handlers>
  /** The person named by the request's token, or null. An AppError says why a known person may not make this call now. */
  authenticate(request: FastifyRequest): Promise<Caller | null>
  /** Verifies the signature of each program. @throws {AppError} if the request is not signed by it */
  signatures: Record<Signer, (request: FastifyRequest) => Promise<unknown>>
  rateLimits: Pick<RateLimits, 'count'>
  /** Absent: keys may make no call. */
  keyPolicy?: KeyPolicy
}

/** Registers the calls' routes: access, rate limits and validation come from the contract. */
export function registerCalls(app: FastifyInstance, options: Options): void {
  const names = namesOf(routes).filter((name) => options.handlers[name])
  refuseOtherMethods(app)
  const isPlain = (name: CallName) => 'answer' in routes[name]
  for (const name of names.filter((name) => !isPlain(name))) registerCall(app, name, options)
  // Only protocols of others take HTML forms, so a cross-site form can't reach our own calls.
  app.register(async (scope) => {
    await scope.register(formbody, { parser: parseForm })
    for (const name of names.filter(isPlain)) registerCall(scope, name, options)
  })
}

function registerCall(app: FastifyInstance, name: CallName, options: Options) {
  const route: Route = routes[name]
  const schemas: CallSchemas = calls[name]
  const handle = options.handlers[name] as ((call: CallRequest<CallName>) => Promise<unknown>) | undefined
  const callers = new WeakMap<FastifyRequest, Caller>()
  const signer = route.access === 'twilio' || route.access === 'marketplace' ? route.access : null

  async function checkKey(caller: Caller, call: CallName, input: unknown): Promise<void> {
    if (!options.keyPolicy) throw new AppError('forbidden')
    await options.keyPolicy(caller, call, input as KeyInput)
  }

  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    exposeHeadRoute: !route.path.startsWith(`${AUTH_BASE}/`),
    config: { call: name },
    bodyLimit: bodyLimitOf(name, schemas),
    compress: route.answer === 'plain' || schemas.holdsToken ? false : COMPRESSED,
    // Before the body is read, so that a refused request costs little and learns nothing.
    async onRequest(request, reply) {
      // Counted by person if known, otherwise by address: bad tokens count too.
      const count = () => options.rateLimits.count(name, this, request, reply)
      if (route.access === 'user' || route.access === 'admin') {
        const caller = await options.authenticate(request)
        if (caller) request.rateLimitKey = personKey(caller)
        await count()
        if (!caller && route.alsoByCookie && isNavigation(request)) return reply.redirect(signInFor(request))
        callers.set(request, permitted(route, schemas, caller, request))
      } else await count()
      return undefined
    },
    preHandler: async (request, reply) => {
      // The signature covers the body.
      if (signer) await options.signatures[signer](request)
      // While a slow body arrived, the caller may have lost the right to make this call.
      if (callers.has(request) && reply.elapsedTime > SLOW_BODY_MS)
        callers.set(request, permitted(route, schemas, await options.authenticate(request), request))
    },
    handler: async (request, reply) => {
      if (route.answer === 'plain') {
        const input = schemas.params ? await readInput({ ...schemas, body: undefined }, request) : undefined
        const query = schemas.query && input ? input.query : request.query
        const { body } = request
        return handle?.({
          params: input?.params,
          query,
          body,
          caller: callers.get(request),
          request,
          reply,
        } as CallRequest<CallName>)
      }
      const input = await readInput(schemas, request)
      const caller = callers.get(request)
      if (caller?.key) await checkKey(caller, name, input)
      const data = await handle?.({ ...input, caller, request, reply } as CallRequest<CallName>)
      if (!schemas.reply) return reply.status(204).send()
      return { operation: name, message: null, details: null, data: schemas.reply.parse(data) }
    },
    ...(isRead(name) && schemas.reply && !schemas.holdsToken && { onSend: answerConditionally }),
  })
}

/** @throws {AppError} `unauthenticated`, `forbidden`, or `validation` */
function permitted(route: Route, schemas: CallSchemas, caller: Caller | null, request: FastifyRequest): Caller {
  if (!caller) throw new AppError('unauthenticated', aboutKey(request))
  if (caller.key) assertKeyPermits(caller.key, route)
  else if (route.access === 'admin' && caller.role !== 'Admin') throw new AppError('forbidden')
  if (caller.key && isRepeatable(schemas)) assertIdempotencyKey(request)
  return caller
}

const AS_BEARER = new RegExp(`^bearer +${KEY_PREFIX}`, 'i')

/** The error message for a caller without a session that sent an API key. */
function aboutKey({ headers, query }: FastifyRequest): { message?: string } {
  const { authorization = '', 'x-api-key': other = '' } = headers
  if (AS_BEARER.test(authorization)) return { message: KEY_TEXTS.refused }
  const basic = Buffer.from(/^basic +(.*)$/i.exec(authorization)?.[1] ?? '', 'base64').toString()
  const places = [authorization, basic, other, ...Object.values(query as object)]
  return places.some((place) => String(place).includes(KEY_PREFIX)) ? { message: KEY_TEXTS.asBearer } : {}
}

/** @throws {AppError} `forbidden` */
function assertKeyPermits({ scopes, isSuspended }: CallerKey, { scope, answer }: Route) {
  if (isSuspended) throw new AppError('forbidden', { message: KEY_TEXTS.suspended })
  // Plain calls do not check their input here.
  if (!scope || answer === 'plain') throw new AppError('forbidden', { message: KEY_TEXTS.peopleOnly })
  if (!scopes.has(scope)) throw new AppError('forbidden', { message: KEY_TEXTS.lacksScope(KEY_SCOPES[scope]) })
}

/** @throws {AppError} `validation` */
function assertIdempotencyKey({ headers }: FastifyRequest) {
  if (!String(headers['idempotency-key'] ?? '').trim()) throw invalid({ 'Idempotency-Key': [KEY_TEXTS.idempotencyKey] })
}

/** Answers 304 without a body to a client that already has the same answer. Runs before compression. */
async function answerConditionally(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body
  const etag = `W/"${hash('sha256', body, 'base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] !== etag) return body
  reply.code(304)
  return ''
}

/** Whether a person follows a link, rather than a page that loads a picture. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'document'
}

/** Inside Teams a link opens in the system's browser, which may have no session yet. */
function signInFor({ url }: FastifyRequest): string {
  return `/auth/signin?${new URLSearchParams({ callbackUrl: url }).toString()}`
}

function namesOf<Name extends string>(table: Record<Name, unknown>): Name[] {
  return Object.keys(table) as Name[]
}
