import formbody from '@fastify/formbody'
import { calls, routes } from '@partyline/contract'
import type {
  CallBody,
  CallForm,
  CallName,
  CallParams,
  CallQuery,
  CallReply,
  CallSchemas,
  EnvelopeCallName,
  Route,
  SessionId,
  Signer,
  TenantId,
  UserId,
  UserRole,
} from '@partyline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { bodyLimitOf, parseForm } from './body-limits.ts'
import { COMPRESSED } from './compressed.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { personKey } from './rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'
import { readInput } from './read-input.ts'

/** Who makes the call. */
export type Caller = { tenantId: TenantId; userId: UserId; role: UserRole; name: string; sessionId: SessionId }

type CallRequest<Name extends CallName> = {
  params: CallParams<Name>
  query: CallQuery<Name>
  body: CallBody<Name>
  form: CallForm<Name>
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for each call that answers with the envelope: it returns `data`. */
export type Handlers = { [Name in EnvelopeCallName]: (call: CallRequest<Name>) => Promise<CallReply<Name>> }

type PlainCallName = Exclude<CallName, EnvelopeCallName>
/** Handlers of calls whose answers others define (sign-in, webhooks, media, health). They answer by themselves. */
export type PlainHandlers = { [Name in PlainCallName]: (call: PlainRequest<Name>) => Promise<unknown> }

/** Only what stands in the path is checked, and a query beside it. The rest is as it came. */
type PlainRequest<Name extends PlainCallName> = {
  params: CallParams<Name>
  query: undefined extends CallParams<Name> | CallQuery<Name> ? unknown : CallQuery<Name>
  body: unknown
  caller: (typeof routes)[Name]['access'] extends 'user' | 'admin' ? Caller : undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Options = {
  handlers: Partial<Handlers & PlainHandlers>
  /** Calls that answer 501 to whoever may make them. */
  notBuilt: readonly CallName[]
  /** Who the request's token names, or null. An AppError says why a known person may not make this call now. */
  authenticate(request: FastifyRequest): Promise<Caller | null>
  /** What knows each program by its signature. @throws {AppError} where the program has not signed the request */
  signatures: Record<Signer, (request: FastifyRequest) => Promise<unknown>>
  rateLimits: Pick<RateLimits, 'count'>
}

/** Gives every call of the contract its address. Refuses to start when a call has no handler. */
export function registerCalls(app: FastifyInstance, options: Options): void {
  const { handlers, notBuilt } = options
  const missing = namesOf(routes).filter((name) => !handlers[name] && !notBuilt.includes(name))
  if (missing.length > 0) throw new Error(`These calls of the contract have no handler: ${missing.join(', ')}`)
  const built = notBuilt.filter((name) => handlers[name])
  if (built.length > 0) throw new Error(`These calls are listed as not built, but are: ${built.join(', ')}`)
  refuseOtherMethods(app)
  const isPlain = (name: CallName) => 'answer' in routes[name]
  for (const name of namesOf(routes).filter((name) => !isPlain(name))) registerCall(app, name, options)
  // Only what others define takes HTML forms: a cross-site form can therefore reach no call of ours.
  app.register(async (scope) => {
    await scope.register(formbody, { parser: parseForm })
    for (const name of namesOf(routes).filter(isPlain)) registerCall(scope, name, options)
  })
}

function registerCall(app: FastifyInstance, name: CallName, options: Options) {
  const route: Route = routes[name]
  const schemas: CallSchemas = calls[name]
  const handle = options.handlers[name] as ((call: CallRequest<CallName>) => Promise<unknown>) | undefined
  const callers = new WeakMap<FastifyRequest, Caller>()
  const signer = route.access === 'twilio' || route.access === 'marketplace' ? route.access : null

  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { call: name },
    bodyLimit: bodyLimitOf(name, schemas),
    compress: route.answer === 'plain' || schemas.holdsToken ? false : COMPRESSED,
    // Before the body is read, so that a refused request costs little and learns nothing.
    async onRequest(request, reply) {
      // Counted by person once that is known, otherwise by address: bad tokens count too.
      const count = () => options.rateLimits.count(name, this, request, reply)
      if (route.access === 'user' || route.access === 'admin') {
        const caller = await options.authenticate(request)
        if (caller) request.rateLimitKey = personKey(caller)
        await count()
        if (!caller && route.alsoByCookie && isNavigation(request)) return reply.redirect(signInFor(request))
        if (!caller) throw new AppError('unauthenticated')
        if (route.access === 'admin' && caller.role !== 'Admin') throw new AppError('forbidden')
        callers.set(request, caller)
      } else await count()
      if (!handle && !signer) throw new AppError('not-built')
      return undefined
    },
    preHandler: async (request) => {
      // What is signed includes the body.
      if (signer) await options.signatures[signer](request)
      if (!handle) throw new AppError('not-built')
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
      const data = await handle?.({ ...input, caller, request, reply } as CallRequest<CallName>)
      if (!schemas.reply) return reply.status(204).send()
      return { operation: name, message: null, details: null, data: schemas.reply.parse(data) }
    },
  })
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
