import { calls, envelopeOf, errorEnvelope, ERRORS, routes } from '@partyline/contract'
import type { Access, CallName, CallSchemas, ErrorCode, Route } from '@partyline/contract'
import { z } from 'zod'
import { cookieName } from './cookie-name.ts'
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

type Paths = Record<string, Record<string, object>>

/** The same for every app of this process, and most of what its start computes. */
let knownPaths: Paths | undefined

function pathsOf(): Paths {
  const paths: Paths = {}
  for (const [name, route] of Object.entries(routes) as [CallName, Route][]) {
    const byMethod = (paths[route.path] ??= {})
    byMethod[route.method.toLowerCase()] = operationOf(name, route, calls[name])
  }
  return paths
}

/** The contract as OpenAPI 3.1: every call with what goes in and what comes out. */
export function openApiDocument(about: {
  appName: string
  version: string
  publicUrl: string
  apiUrl: string
}): object {
  knownPaths ??= pathsOf()
  return {
    openapi: '3.1.0',
    info: {
      title: `${about.appName} API`,
      version: about.version,
      description: OPEN_API_TEXTS.description,
      contact: { name: OPEN_API_TEXTS.contact(about.appName), url: about.publicUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.apiUrl, description: OPEN_API_TEXTS.server }],
    tags: Object.entries(AREA_TEXTS).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: SECURITY_TEXTS.bearer },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('session', { isSecure: about.publicUrl.startsWith('https:') }),
          description: SECURITY_TEXTS.cookie,
        },
        twilio: { type: 'apiKey', in: 'header', name: 'X-Twilio-Signature', description: SECURITY_TEXTS.twilio },
        marketplace: { type: 'http', scheme: 'bearer', description: SECURITY_TEXTS.marketplace },
      },
      schemas: { Error: jsonSchema(errorEnvelope, 'output') },
      responses: Object.fromEntries(
        [...codesByStatus].map(([status, codes]) => [`Error${status}`, errorAnswer(status, codes)]),
      ),
    },
    paths: knownPaths,
  }
}

function operationOf(name: CallName, route: Route, schemas: CallSchemas): object {
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: schemas.summary,
    description: descriptionOf(route, schemas),
    security: [...SECURITY[route.access], ...(route.alsoByCookie ? [{ cookie: [] }] : [])],
    parameters: [
      ...parametersOf(schemas.params, 'path'),
      ...parametersOf(schemas.query, 'query'),
      ...Object.entries(schemas.headers ?? {}).map(([header, meaning]) => headerParameter(header, meaning)),
    ],
    ...requestBodyOf(schemas),
    responses: {
      ...(route.answer === 'plain' ? plainAnswersOf(schemas) : answerOf(schemas)),
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

function descriptionOf({ access, answer }: Route, { details, body }: CallSchemas): string {
  return [
    ...(details ? [details] : []),
    ACCESS_TEXTS[access],
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

/** 405 is for requests that are no call. */
const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => code !== 'method-not-allowed')
const codesByStatus = Map.groupBy(codes, (code) => ERRORS[code].status)

function errorAnswer(status: number, possible: ErrorCode[]): object {
  return {
    description: possible.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    ...(status === 429 && headersOf({ 'Retry-After': OPEN_API_TEXTS.retryAfter })),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
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

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: jsonSchema(field, 'input'),
  }))
}

function requestBodyOf({ body, form, webForm }: CallSchemas): object {
  const content = {
    ...(body && { 'application/json': { schema: jsonSchema(body, 'input') } }),
    ...(form && { 'multipart/form-data': { schema: jsonSchema(form, 'input') } }),
    ...(webForm && { 'application/x-www-form-urlencoded': { schema: jsonSchema(webForm, 'input') } }),
  }
  return body || form || webForm ? { requestBody: { required: true, content } } : {}
}

function answerOf({ reply, replyHeaders }: CallSchemas): object {
  if (!reply) return { 204: { description: OPEN_API_TEXTS.done } }
  return { 200: { ...done('application/json', envelopeOf(reply)), ...headersOf(replyHeaders) } }
}

function plainAnswersOf({ reply, replyHeaders, contentType, redirects }: CallSchemas): object {
  const answer = contentType ? done(contentType, z.string()) : reply && done('application/json', reply)
  return {
    ...(redirects && {
      302: { description: OPEN_API_TEXTS.redirect, ...headersOf({ Location: OPEN_API_TEXTS.location }) },
    }),
    ...((answer || !redirects) && {
      200: { ...(answer ?? { description: OPEN_API_TEXTS.done }), ...headersOf(replyHeaders) },
    }),
  }
}

function done(contentType: string, schema: z.ZodType): object {
  return { description: OPEN_API_TEXTS.done, content: { [contentType]: { schema: jsonSchema(schema, 'output') } } }
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: json }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' })
    },
  })
  return rest
}
