import { calls, envelopeOf, errorEnvelope, routes } from '@partyline/contract'
import type { Access, CallName, CallSchemas, Route } from '@partyline/contract'
import { z } from 'zod'

/** The contract as OpenAPI 3.1: every call with what goes in and what comes out. */
export function openApiDocument(about: { appName: string; version: string; publicUrl: string }): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes) as [CallName, Route][]) {
    const byMethod = (paths[route.path] ??= {})
    byMethod[route.method.toLowerCase()] = operationOf(name, route, calls[name])
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${about.appName} API`,
      version: about.version,
      description:
        'Every answer is `{ operation, message, details, data }`. Send the session’s access token as Bearer.',
    },
    servers: [{ url: about.publicUrl }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorEnvelope, 'output') },
    },
    paths,
  }
}

function operationOf(name: CallName, route: Route, schemas: CallSchemas): object {
  const isPlain = route.answer === 'plain'
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: schemas.summary,
    ...(isPersonal(route.access) ? { security: [{ bearer: [] }] } : {}),
    ...(route.access === 'admin' ? { description: 'For Admins.' } : {}),
    parameters: [
      ...parametersOf(schemas.params, 'path'),
      ...parametersOf(schemas.query, 'query'),
      ...Object.entries(schemas.headers ?? {}).map(([header, meaning]) => headerParameter(header, meaning)),
    ],
    ...requestBodyOf(schemas),
    responses: {
      ...(isPlain ? plainAnswersOf(schemas) : answerOf(schemas)),
      ...(isPlain
        ? {}
        : Object.fromEntries(errorStatusesOf(route, schemas).map((status) => [status, errorAnswer(status)]))),
    },
  }
}

/** Whether a person makes the call, and says so by a token. */
function isPersonal(access: Access): boolean {
  return access === 'user' || access === 'admin'
}

/** Possible errors depend on the input, and on who may call. */
function errorStatusesOf({ method, access }: Route, { params, query, body, form }: CallSchemas): number[] {
  return [
    ...(params || query || body || form ? [400, 404] : []),
    ...(isPersonal(access) ? [401, 403] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(body || form ? [413, 415] : []),
    429,
    500,
    501,
    502,
    503,
  ]
}

function errorAnswer(status: number): object {
  return {
    description: 'What went wrong, and what to do',
    ...(status === 429 && headersOf({ 'Retry-After': 'Seconds after which it may be tried again' })),
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
  if (!reply) return { 204: { description: 'Done' } }
  return { 200: { ...done('application/json', envelopeOf(reply)), ...headersOf(replyHeaders) } }
}

function plainAnswersOf({ reply, replyHeaders, contentType, redirects }: CallSchemas): object {
  const answer = contentType ? done(contentType, z.string()) : reply && done('application/json', reply)
  return {
    ...(redirects && { 302: { description: 'Where to go on', ...headersOf({ Location: 'The address' }) } }),
    ...((answer || !redirects) && { 200: { ...(answer ?? { description: 'Done' }), ...headersOf(replyHeaders) } }),
  }
}

function done(contentType: string, schema: z.ZodType): object {
  return { description: 'Done', content: { [contentType]: { schema: jsonSchema(schema, 'output') } } }
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' })
  return rest
}
