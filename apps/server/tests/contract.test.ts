import { randomUUID } from 'node:crypto'
import { calls, routes } from '@partyline/contract'
import type { CallName, EnvelopeCallName, Route } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nowhere, paramsOf } from './call-inputs.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'

let harness: OwnHarness
let clinic: Clinic
let chatId: string

beforeAll(async () => {
  harness = await startHarness()
  clinic = await openClinic(harness)
  chatId = (await clinic.chat('Team', [clinic.dana.id])).id
})
afterAll(() => harness.close())

const names = (Object.keys(routes) as CallName[]).filter(
  (name): name is EnvelopeCallName => !('answer' in routes[name]),
)

test('every call of the contract has a route', () => {
  const missing = Object.values(routes).filter(({ method, path }) => {
    return !harness.app.http.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') })
  })
  expect(missing).toEqual([])
})

describe('a method that the contract does not have', () => {
  const byPath = Map.groupBy(Object.values<Route>(routes), ({ path }) => path)
  const isAuth = (path: string) => path.startsWith('/api/auth/')
  const takenAt = (path: string) => (byPath.get(path) ?? []).map(({ method }) => method as string)
  const notTakenAt = (path: string) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !takenAt(path).includes(method))

  test.each([...byPath.keys()].filter(isAuth))('is refused at %s in next-auth’s words', async (path) => {
    for (const method of notTakenAt(path)) {
      const response = await fetch(harness.url + path.replaceAll(/\{\w+\}/g, 'x'), { method })
      const text = `Error: This action with HTTP ${method} is not supported by NextAuth.js`
      expect([response.status, await response.text()]).toEqual([400, text])
    }
  })

  test.each([...byPath.keys()].filter((path) => !isAuth(path)))('is refused at %s with Allow', async (path) => {
    const taken = takenAt(path)
    for (const method of notTakenAt(path)) {
      const response = await fetch(harness.url + path.replaceAll(/\{\w+\}/g, 'x'), { method })
      const allowed = response.headers.get('allow')?.split(', ') ?? []
      expect([method, response.status]).toEqual([method, 405])
      expect(allowed.filter((name) => name !== 'HEAD').toSorted()).toEqual(taken.toSorted())
      expect(await response.json()).toMatchObject({ error: 'method-not-allowed', data: null })
    }
  })
})

describe('invalid input', () => {
  const withBody = names.filter((name) => 'body' in calls[name])
  const withParams = names.filter((name) => paramsOf(name).length > 0)

  test.each(withBody)('%s refuses an unknown field', async (name) => {
    const { status, error } = await clinic.dana.call(name, { ...nowhere(name), body: { tenantId: randomUUID() } })
    expect([status, error?.message, error?.errors?.['tenantId']]).toEqual([
      400,
      null,
      ["The field 'tenantId' is not known."],
    ])
  })

  test.each(withBody)('%s refuses a body that is not an object', async (name) => {
    const { status } = await clinic.dana.call(name, { ...nowhere(name), body: [1] })
    expect(status).toBe(400)
  })

  test.each(withParams)('%s refuses invalid IDs', async (name) => {
    const params = Object.fromEntries(paramsOf(name).map((param) => [param, 'x']))
    const { status, error } = await clinic.dana.call(name, { params, ...('body' in calls[name] && { body: {} }) })
    expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, paramsOf(name)])
  })

  test.each([
    ['messages.list', 'limit', '0'],
    ['messages.list', 'limit', '201'],
    ['messages.list', 'before', 'x'],
    ['messages.files', 'limit', '201'],
    ['chats.changes', 'after', 'x'],
    ['chats.changes', 'order', 'newest'],
  ] as const)('%s refuses a query with %s=%s', async (name, field, value) => {
    const { status, error } = await clinic.dana.call(name, { params: { chatId }, query: { [field]: value } })
    expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, [field]])
  })

  test.each(['constructor', 'toString', 'hasOwnProperty'])(
    'the field name %s is refused like any other unknown field',
    async (name) => {
      const body = JSON.parse(`{ "${name}": 1 }`) as object
      const { status, error } = await clinic.dana.call('chats.search', { body })
      expect([status, Object.entries(error?.errors ?? {})]).toEqual([
        400,
        [[name, [`The field '${name}' is not known.`]]],
      ])
      expect((await clinic.dana.call('messages.list', { params: { chatId }, query: { [name]: '1' } })).status).toBe(400)
    },
  )

  test('an error lists at most 20 fields', async () => {
    const body = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 1]))
    const { error } = await clinic.dana.call('chats.search', { body })
    expect(Object.keys(error?.errors ?? {})).toHaveLength(20)
  })

  test('a message without text and files is refused with the reason', async () => {
    const form = new FormData()
    form.set('Message', ' ')
    const { status, error } = await clinic.dana.call('messages.send', {
      params: { chatId },
      form,
    })
    expect([status, error?.errors]).toEqual([400, { Message: ['Message is required.'] }])
  })

  test.each([
    ['broken JSON', 'application/json', '{', 400],
    ['deeply nested JSON', 'application/json', '['.repeat(4_000) + ']'.repeat(4_000), 400],
    ['a form instead of JSON', 'application/x-www-form-urlencoded', 'name=x', 415],
    ['JSON declared as text', 'text/plain', '{}', 415],
    ['an invalid multipart body', 'multipart/form-data; boundary=x', 'nothing', 415],
    ['JSON in Latin-1', 'application/json', Buffer.from('{"term":"Zoë"}', 'latin1'), 400],
    ['JSON that ends within a character', 'application/json', Buffer.from('{"term":"Zoë"}').subarray(0, -3), 400],
    ['JSON in Latin-1 that says so', 'application/json; charset=ISO-8859-1', Buffer.from('{}', 'latin1'), 415],
    ['JSON in UTF-16', 'application/json;charset="utf-16"', Buffer.from('{}', 'utf16le'), 415],
  ])('%s is refused', async (name, contentType, body, status) => {
    const response = await fetch(`${harness.url}/api/v1/chats/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clinic.dana.accessToken}`, 'content-type': contentType },
      body,
    })
    expect(response.status).toBe(status)
    const answer = (await response.json()) as { message: string }
    expect(answer).toMatchObject({ data: null, requestId: expect.any(String) })
    expect(answer.message.includes('Content-Type: application/json')).toBe(status === 415)
    expect(answer.message.includes('UTF-8')).toBe(/Latin|UTF|character/.test(name))
    expect(answer.message.includes('not valid JSON')).toBe(name === 'broken JSON')
  })

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF8',
    'application/json; charset="UTF-8"',
    'application/json; profile=x; charset=utf-8',
  ])('JSON as %s is read, with a byte order mark too', async (contentType) => {
    for (const mark of ['', '\uFEFF']) {
      const response = await fetch(`${harness.url}/api/v1/chats/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${clinic.dana.accessToken}`, 'content-type': contentType },
        body: `${mark}{"term":"Zoë 🥖"}`,
      })
      expect(response.status).toBe(200)
    }
  })
})
