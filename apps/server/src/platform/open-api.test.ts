import { calls, ERRORS, routes } from '@partyline/contract'
import type { CallName, CallSchemas, Route } from '@partyline/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './open-api.ts'
import type { OpenApiVersion } from './open-api.ts'

const content = z.record(z.string(), z.object({ schema: z.looseObject({}), example: z.unknown().optional() }))
const described = z.object({ description: z.string() })
const answerShape = described.extend({
  headers: z.record(z.string(), described).optional(),
  content: content.optional(),
})
const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean() })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), answerShape])),
})
const documentOf = (publicUrl: string, version?: OpenApiVersion) =>
  openApiDocument({ appName: 'Partyline', version: '1', publicUrl, apiUrl: 'https://api.contoso.com' }, version)
const raw = documentOf('http://localhost:3000')
const document = z
  .object({
    info: described.extend({
      contact: z.object({ name: z.string(), url: z.string() }),
      license: z.object({ name: z.string(), identifier: z.literal('Apache-2.0') }),
    }),
    servers: z.array(described.extend({ url: z.string() })),
    tags: z.array(described.extend({ name: z.string() })),
    components: z.object({
      securitySchemes: z.record(z.string(), described),
      responses: z.record(z.string(), answerShape),
    }),
    paths: z.record(z.string(), z.record(z.string(), operationShape)),
  })
  .parse(raw)

const names = Object.keys(routes) as CallName[]

function operationOf(name: CallName) {
  const { method, path } = routes[name]
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${name} is not documented.`)
  return operation
}
function answerOf(name: CallName, status: number) {
  const answer = operationOf(name).responses[status]
  return answer && '$ref' in answer ? document.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer
}
const statusesOf = (name: CallName) => Object.keys(operationOf(name).responses).map(Number)

const isPlain = (name: CallName) => 'answer' in routes[name]

test.each(names)('%s is documented with its name, access, and parameters', (name) => {
  const schemas: CallSchemas = calls[name]
  const operation = operationOf(name)
  const inPlace = (place: string) => operation.parameters.filter((one) => one.in === place).map((one) => one.name)
  expect(operation.operationId).toBe(name)
  const { access, alsoByCookie, scope }: Route = routes[name]
  const schemes = {
    anonymous: [],
    user: ['bearer'],
    admin: ['bearer'],
    twilio: ['twilio'],
    marketplace: ['marketplace'],
  }
  expect(operation.security?.flatMap(Object.keys)).toEqual([
    ...schemes[access],
    ...(scope ? ['apiKey'] : []),
    ...(alsoByCookie ? ['cookie'] : []),
  ])
  expect((operation.description ?? '').includes(`the scope \`${scope}\``)).toBe(scope !== undefined)
  expect(inPlace('path')).toEqual([...routes[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  expect(inPlace('query')).toEqual(Object.keys(schemas.query?.shape ?? {}))
  expect(inPlace('header')).toEqual(Object.keys(schemas.headers ?? {}))
  expect(Object.keys(operation.requestBody?.content ?? {})).toEqual([
    ...(schemas.body ? ['application/json'] : []),
    ...(schemas.form ? ['multipart/form-data'] : []),
    ...(schemas.webForm ? ['application/x-www-form-urlencoded'] : []),
  ])
})

test.each(names.filter((name) => !isPlain(name)))(
  '%s is documented with its successful and failed responses',
  (name) => {
    const schemas: CallSchemas = calls[name]
    const statuses = statusesOf(name)
    expect(statuses.filter((status) => status < 400)).toEqual([schemas.reply ? 200 : 204])
    expect(statuses).toEqual(expect.arrayContaining([429, 500, 502, 503]))
    expect(statuses.includes(401)).toBe(routes[name].access !== 'anonymous')
    expect(statuses.includes(415)).toBe(schemas.body !== undefined || schemas.form !== undefined)
    expect(Object.keys(answerOf(name, 429)?.headers ?? {})).toEqual(['Retry-After'])
  },
)

test.each(names.filter(isPlain))('%s is documented with 302 if it redirects', (name) => {
  const schemas: CallSchemas = calls[name]
  expect(statusesOf(name).includes(302)).toBe(schemas.redirects === true)
})

test('only calls are documented', () => {
  const documented = Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod))
  expect(documented.map(({ operationId }) => operationId).toSorted()).toEqual([...names].toSorted())
})

test('forms, redirects, files, and pages of the specified protocols are documented', () => {
  const typesOf = (name: CallName) => Object.keys(answerOf(name, 200)?.content ?? {})
  for (const name of ['auth.signIn', 'auth.postCallback', 'auth.signOut'] as const) {
    expect(Object.keys(operationOf(name).requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    expect(statusesOf(name).filter((status) => status < 400)).toEqual([200, 302])
  }
  expect(statusesOf('auth.callback').filter((status) => status < 400)).toEqual([302])
  expect(Object.keys(answerOf('auth.callback', 400)?.content ?? {})).toEqual(['text/plain'])
  expect(operationOf('auth.signIn').parameters.map((one) => one.name)).toContain('login_hint')
  expect(typesOf('auth.signOutPage')).toEqual(['text/html'])
  expect(typesOf('webhooks.twilioMessage')).toEqual(['text/xml'])
  expect(typesOf('media.get')).toEqual(['*/*'])
  expect(answerOf('webhooks.saas', 200)?.headers).toHaveProperty('Content-Disposition')
})

test('the headers that callers need are documented', () => {
  const headersOf = (name: CallName) =>
    operationOf(name).parameters.flatMap((one) => (one.in === 'header' ? one.name : []))
  expect(headersOf('messages.send')).toEqual(['Idempotency-Key'])
  expect(headersOf('chats.create')).toEqual(['Idempotency-Key'])
  expect(headersOf('chats.update')).toEqual(['If-Match'])
  expect(answerOf('chats.search', 200)?.headers).toHaveProperty('X-Next-Cursor')
})

/** Those that keys can make with a JSON body. */
const callsOfKeys = names.filter((name) => {
  const route: Route = routes[name]
  const schemas: CallSchemas = calls[name]
  return route.scope !== undefined && schemas.body !== undefined
})

test.each(callsOfKeys)('%s has an example of its body, which it accepts', (name) => {
  const schemas: CallSchemas = calls[name]
  const { example } = operationOf(name).requestBody?.content['application/json'] ?? {}
  expect(schemas.body?.safeParse(example)).toMatchObject({ success: true })
})

test('an error lists the codes that its status can have', () => {
  const { schema } = answerOf('messages.send', 409)?.content?.['application/json'] ?? {}
  const codes = Object.entries(ERRORS).flatMap(([code, { status }]) => (status === 409 ? code : []))
  expect(schema).toEqual({
    allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { type: 'string', enum: codes } } }],
  })
})

test('a request may have no unknown fields, and an answer may, which later versions add', () => {
  const { requestBody } = operationOf('messages.send')
  expect(requestBody?.content['application/json']?.schema).toHaveProperty('additionalProperties', false)
  const operations = Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod))
  const strict = operations.filter(({ responses }) =>
    JSON.stringify(responses).includes('"additionalProperties":false'),
  )
  expect(strict.map(({ operationId }) => operationId)).toEqual([])
})

test('as OpenAPI 3.0, it has the same operations, without what only 3.1 knows', () => {
  const older = documentOf('http://localhost:3000', '3.0') as typeof document
  expect(older).toMatchObject({ openapi: '3.0.3', servers: document.servers })
  expect(older).not.toHaveProperty('webhooks')
  const idsOf = ({ paths }: typeof document) =>
    Object.values(paths).flatMap((one) => Object.values(one).map(({ operationId }) => operationId))
  expect(idsOf(older)).toEqual(idsOf(document))
  expect(JSON.stringify(raw)).toMatch(/"contentEncoding"|"type":\["string","null"\]/)
  expect(JSON.stringify(older)).not.toMatch(
    /"(contentEncoding|propertyNames|const|identifier)":|"type":\[|"type":"null"/,
  )
})

describe('the rules of OpenAPI linters', () => {
  const schemes = Object.keys(document.components.securitySchemes)
  const tags = document.tags.map((tag) => tag.name)

  test.each(names)('%s says who may call it, and has a tag, a one-line summary, and a description', (name) => {
    const { security, tags: own = [], summary, description } = operationOf(name)
    expect(security).toBeDefined()
    expect(schemes).toEqual(expect.arrayContaining(security?.flatMap(Object.keys) ?? []))
    expect(own).toHaveLength(1)
    expect(tags).toEqual(expect.arrayContaining(own))
    expect(summary).toMatch(/^[^\n]{4,}$/)
    expect(description).toMatch(/\.$/)
    expect(description).not.toContain(summary)
  })

  // Nothing in a probe can be the fault of its caller.
  test.each(names.filter((name) => !name.startsWith('health.')))('%s documents how it refuses a caller', (name) => {
    expect(statusesOf(name).filter((status) => status >= 400 && status < 500)).not.toEqual([])
  })

  test('operations have names of their own, and every tag has operations', () => {
    const operations = Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect(new Set(tags).size).toBe(tags.length)
    expect([...new Set(operations.flatMap((operation) => operation.tags ?? []))].toSorted()).toEqual(tags.toSorted())
  })

  test('every reference leads to a part of the document, and every shared error is used', () => {
    const references = [...JSON.stringify(raw).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    const resolve = (reference: string) =>
      reference
        .split('/')
        .slice(1)
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], raw)
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
    const unused = Object.keys(document.components.responses).filter(
      (answer) => !references.includes(`#/components/responses/${answer}`),
    )
    expect(unused).toEqual([])
  })

  test('no choice of a schema takes any value', () => {
    expect(JSON.stringify(raw)).not.toMatch(/"(anyOf|oneOf)":\[([^\]]*,)?\{\}/)
  })

  test('the server is the address of the API', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['https://api.contoso.com'])
  })

  test.each([
    ['http://localhost:3000', 'next-auth.session-token'],
    ['https://text.contoso.com', '__Secure-next-auth.session-token'],
  ])('at %s, the cookie is %s', (publicUrl, name) => {
    expect(documentOf(publicUrl)).toMatchObject({ components: { securitySchemes: { cookie: { name } } } })
  })
})
