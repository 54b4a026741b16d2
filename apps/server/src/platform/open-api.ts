import {
  calls,
  envelopeOf,
  errorEnvelope,
  ERRORS,
  HOOK_EXAMPLES,
  HOOK_KINDS,
  hookEventSchema,
  isRepeatable,
  routes,
} from '@partyline/contract'
import type { Access, CallName, CallSchemas, ErrorCode, HookKind, Route } from '@partyline/contract'
import { z } from 'zod'
import { cookieName } from './cookie-name.ts'
import { OPEN_API_EXAMPLES } from './open-api-examples.ts'
import { ACCESS_TEXTS, AREA_TEXTS, OPEN_API_TEXTS, SECURITY_TEXTS } from './open-api-texts.ts'
import { AUTH_BASE } from './other-methods.ts'
import { isRateLimited } from './rate-limits.ts'

const SECURITY: Record<Access, object[]> = {
  anonymous: [],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  twilio: [{ twilio: [] }],
  marketplace: [{ marketplace: [] }],
}

/** Many generators of clients do not read 3.1 yet. */
export type OpenApiVersion = '3.0' | '3.1'

type Paths = Record<string, Record<string, object>>

/** Cached for every app of this process, because it takes most of the startup time. */
const knownPaths = new Map<OpenApiVersion, Paths>()

function pathsOf(openApi: OpenApiVersion): Paths {
  const known = knownPaths.get(openApi)
  if (known) return known
  const paths: Paths = {}
  for (const [name, route] of Object.entries(routes) as [CallName, Route][]) {
    const byMethod = (paths[route.path] ??= {})
    byMethod[route.method.toLowerCase()] = operationOf(name, route, calls[name], openApi)
  }
  knownPaths.set(openApi, paths)
  return paths
}

type About = { appName: string; version: string; publicUrl: string; apiUrl: string }

/** The contract as OpenAPI: every call with its input and output. Version 3.0 has no webhooks. */
export function openApiDocument(about: About, openApi: OpenApiVersion = '3.1'): object {
  const isNew = openApi === '3.1'
  return {
    openapi: isNew ? '3.1.0' : '3.0.3',
    info: {
      title: `${about.appName} API`,
      version: about.version,
      description: OPEN_API_TEXTS.description,
      contact: { name: OPEN_API_TEXTS.contact(about.appName), url: about.publicUrl },
      license: { name: 'Apache License 2.0', ...(isNew ? { identifier: 'Apache-2.0' } : { url: LICENSE_URL }) },
    },
    servers: [{ url: about.apiUrl, description: OPEN_API_TEXTS.server }],
    tags: Object.entries(AREA_TEXTS).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: SECURITY_TEXTS.bearer },
        apiKey: { type: 'http', scheme: 'bearer', description: SECURITY_TEXTS.apiKey },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('session', { isSecure: about.publicUrl.startsWith('https:') }),
          description: SECURITY_TEXTS.cookie,
        },
        twilio: { type: 'apiKey', in: 'header', name: 'X-Twilio-Signature', description: SECURITY_TEXTS.twilio },
        marketplace: { type: 'http', scheme: 'bearer', description: SECURITY_TEXTS.marketplace },
      },
      schemas: { Error: jsonSchema(errorEnvelope, 'output', openApi) },
      responses: Object.fromEntries(
        [...codesByStatus].map(([status, codes]) => [`Error${status}`, errorAnswer(status, codes)]),
      ),
    },
    paths: pathsOf(openApi),
    ...(isNew && { webhooks: (knownWebhooks ??= webhooksOf()) }),
  }
}

const LICENSE_URL = 'https://www.apache.org/licenses/LICENSE-2.0'

let knownWebhooks: Record<string, object> | undefined

/** The payloads of webhooks by kind of event, each with an example. */
function webhooksOf(): Record<string, object> {
  const kinds = Object.keys(HOOK_EXAMPLES) as HookKind[]
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        post: {
          operationId: `webhook ${kind}`,
          tags: ['hooks'],
          summary: kind === 'webhook.test' ? OPEN_API_TEXTS.hookTest : HOOK_KINDS[kind],
          description: OPEN_API_TEXTS.hookSigned,
          parameters: Object.entries(OPEN_API_TEXTS.hookHeaders).map(([name, words]) => ({
            ...headerParameter(name, words),
            required: true,
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: jsonSchema(hookEventSchema(kind), 'output', '3.1'),
                example: { type: kind, timestamp: '2026-11-21T09:41:00.000Z', data: HOOK_EXAMPLES[kind] },
              },
            },
          },
          responses: { '2XX': { description: OPEN_API_TEXTS.hookDelivered } },
        },
      },
    ]),
  )
}

function operationOf(name: CallName, route: Route, schemas: CallSchemas, openApi: OpenApiVersion): object {
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: schemas.summary,
    description: descriptionOf(route, schemas),
    security: [
      ...SECURITY[route.access],
      ...(route.scope ? [{ apiKey: [] }] : []),
      ...(route.alsoByCookie ? [{ cookie: [] }] : []),
    ],
    parameters: [
      ...parametersOf(schemas.params, 'path', openApi),
      ...parametersOf(schemas.query, 'query', openApi),
      ...Object.entries(schemas.headers ?? {}).map(([header, meaning]) => headerParameter(header, meaning)),
    ],
    ...requestBodyOf(name, schemas, openApi),
    responses: {
      ...(route.answer === 'plain' ? plainAnswersOf(schemas, openApi) : answerOf(schemas, openApi)),
      ...(schemas.params &&
        isNextAuth(route.path) && { 400: { description: OPEN_API_TEXTS.unsupported, ...textContent } }),
      ...Object.fromEntries(
        errorStatusesOf(name, route, schemas).map((status) => [
          status,
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
    },
  }
}

function descriptionOf({ access, answer, scope }: Route, schemas: CallSchemas): string {
  const { details, body } = schemas
  return [
    ...(details ? [details] : []),
    ACCESS_TEXTS[access],
    ...(scope ? [OPEN_API_TEXTS.scope(scope)] : []),
    ...(scope && isRepeatable(schemas) ? [OPEN_API_TEXTS.idempotencyKey] : []),
    ...(body instanceof z.ZodObject && 'seen' in body.shape ? [OPEN_API_TEXTS.seen] : []),
    ...(answer === 'plain' ? [OPEN_API_TEXTS.plain] : []),
  ].join(' ')
}

/** These paths refuse providers in next-auth's own words. */
const isNextAuth = (path: string) => path.startsWith(`${AUTH_BASE}/`)
const textContent = { content: { 'text/plain': { schema: { type: 'string' } } } }

const CALLER_STATUSES: Record<Access, number[]> = {
  anonymous: [],
  user: [401, 403],
  admin: [401, 403],
  twilio: [403],
  marketplace: [401],
}

/** Possible errors depend on the input, and on who may call. */
function errorStatusesOf(name: CallName, { method, path, access, answer }: Route, schemas: CallSchemas): number[] {
  const { params, query, body, form, webForm, contentType } = schemas
  const isFile = contentType === '*/*'
  const hasEnvelope = answer !== 'plain'
  return [
    ...((params || query || body || form) && !isNextAuth(path) ? [400, 404] : []),
    ...CALLER_STATUSES[access],
    ...(method === 'GET' || !hasEnvelope ? [] : [409]),
    ...(body || form || webForm ? [413, 415] : []),
    ...(isFile ? [416] : []),
    ...(isRateLimited(name) ? [429] : []),
    500,
    ...(hasEnvelope ? [502] : []),
    503,
  ]
}

/** 405 is for requests that don't match a call. */
const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => code !== 'method-not-allowed')
const codesByStatus = Map.groupBy(codes, (code) => ERRORS[code].status)

const ANY_ERROR = { $ref: '#/components/schemas/Error' }

function errorAnswer(status: number, possible: ErrorCode[]): object {
  return {
    description: possible.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    ...(status === 429 && headersOf({ 'Retry-After': OPEN_API_TEXTS.retryAfter })),
    content: {
      'application/json': {
        schema: { allOf: [ANY_ERROR, { properties: { error: { type: 'string', enum: possible } } }] },
      },
    },
  }
}

function headerParameter(name: string, description: string): object {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } }
}

function headersOf(headers: Record<string, string> | undefined): object {
  if (!headers) return {}
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return { headers: Object.fromEntries(described) }
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query', openApi: OpenApiVersion): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: jsonSchema(field, 'input', openApi),
  }))
}

function requestBodyOf(name: CallName, { body, form, webForm }: CallSchemas, openApi: OpenApiVersion): object {
  const examples: Partial<Record<CallName, object>> = OPEN_API_EXAMPLES
  const example = examples[name]
  const content = {
    ...(body && { 'application/json': { schema: jsonSchema(body, 'input', openApi), ...(example && { example }) } }),
    ...(form && { 'multipart/form-data': { schema: jsonSchema(form, 'input', openApi) } }),
    ...(webForm && { 'application/x-www-form-urlencoded': { schema: jsonSchema(webForm, 'input', openApi) } }),
  }
  return body || form || webForm ? { requestBody: { required: true, content } } : {}
}

function answerOf({ reply, replyHeaders }: CallSchemas, openApi: OpenApiVersion): object {
  if (!reply) return { 204: { description: OPEN_API_TEXTS.done } }
  return { 200: { ...done(envelopeOf(reply), openApi), ...headersOf(replyHeaders) } }
}

function plainAnswersOf({ reply, replyHeaders, contentType, redirects }: CallSchemas, openApi: OpenApiVersion): object {
  const content = {
    ...(contentType && { [contentType]: { schema: jsonSchema(z.string(), 'output', openApi) } }),
    ...(reply && { 'application/json': { schema: jsonSchema(reply, 'output', openApi) } }),
  }
  const answer = (contentType || reply) && { description: OPEN_API_TEXTS.done, content }
  return {
    ...(redirects && {
      302: { description: OPEN_API_TEXTS.redirect, ...headersOf({ Location: OPEN_API_TEXTS.location }) },
    }),
    ...((answer || !redirects) && {
      200: { ...(answer ?? { description: OPEN_API_TEXTS.done }), ...headersOf(replyHeaders) },
    }),
  }
}

function done(schema: z.ZodType, openApi: OpenApiVersion): object {
  const content = { 'application/json': { schema: jsonSchema(schema, 'output', openApi) } }
  return { description: OPEN_API_TEXTS.done, content }
}

const TARGETS = { '3.0': 'openapi-3.0', '3.1': 'draft-2020-12' } as const

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', openApi: OpenApiVersion): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, {
    io,
    target: TARGETS[openApi],
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: json }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' })
      // A client must not refuse fields that a later version adds.
      if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
      if (openApi === '3.0' && json.contentEncoding === 'base64') {
        delete json.contentEncoding
        json.format = 'byte'
      }
    },
  })
  return rest
}
