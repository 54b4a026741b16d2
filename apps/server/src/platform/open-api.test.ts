import { calls, routes } from '@partyline/contract'
import type { CallName, CallSchemas } from '@partyline/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './open-api.ts'

const content = z.record(z.string(), z.object({ schema: z.looseObject({}) }))
const described = z.object({ description: z.string() })
const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean() })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(
    z.string(),
    described.extend({ headers: z.record(z.string(), described).optional(), content: content.optional() }),
  ),
})
const document = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operationShape)) })
  .parse(openApiDocument({ appName: 'Partyline', version: '1', publicUrl: 'http://localhost:3000' }))

const names = Object.keys(routes) as CallName[]

function operationOf(name: CallName) {
  const { method, path } = routes[name]
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${name} is not documented.`)
  return operation
}
const statusesOf = (name: CallName) => Object.keys(operationOf(name).responses).map(Number)

const isPlain = (name: CallName) => 'answer' in routes[name]

test.each(names)('%s is documented with its name, access, and parameters', (name) => {
  const schemas: CallSchemas = calls[name]
  const operation = operationOf(name)
  const inPlace = (place: string) => operation.parameters.filter((one) => one.in === place).map((one) => one.name)
  expect(operation.operationId).toBe(name)
  expect(operation.security !== undefined).toBe(['user', 'admin'].includes(routes[name].access))
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
    expect(statuses).toEqual(expect.arrayContaining([429, 500, 501, 502, 503]))
    expect(statuses.includes(401)).toBe(routes[name].access !== 'anonymous')
    expect(statuses.includes(415)).toBe(schemas.body !== undefined || schemas.form !== undefined)
    expect(Object.keys(operationOf(name).responses['429']?.headers ?? {})).toEqual(['Retry-After'])
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
  const typesOf = (name: CallName) => Object.keys(operationOf(name).responses['200']?.content ?? {})
  for (const name of ['auth.signIn', 'auth.postCallback', 'auth.signOut'] as const) {
    expect(Object.keys(operationOf(name).requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    expect(statusesOf(name)).toEqual([200, 302])
  }
  expect(statusesOf('auth.callback')).toEqual([302])
  expect(operationOf('auth.signIn').parameters.map((one) => one.name)).toContain('login_hint')
  expect(typesOf('auth.signOutPage')).toEqual(['text/html'])
  expect(typesOf('webhooks.twilioMessage')).toEqual(['text/xml'])
  expect(typesOf('media.get')).toEqual(['*/*'])
  expect(operationOf('webhooks.saas').responses['200']?.headers).toHaveProperty('Content-Disposition')
})

test('the headers that callers need are documented', () => {
  const headersOf = (name: CallName) =>
    operationOf(name).parameters.flatMap((one) => (one.in === 'header' ? one.name : []))
  expect(headersOf('messages.send')).toEqual(['Idempotency-Key'])
  expect(headersOf('chats.create')).toEqual(['Idempotency-Key'])
  expect(headersOf('chats.update')).toEqual(['If-Match'])
  expect(operationOf('chats.search').responses['200']?.headers).toHaveProperty('X-Next-Cursor')
})
