import { routes } from '@partyline/contract'
import { describe, expect, test } from 'vitest'
import { ApiError, ConnectionError } from './api-error.ts'
import { createApi } from './api.ts'

type Sent = { url: string; init: RequestInit; headers: Headers }

/** An API that gets these responses and tokens in turn, and the requests that it sent. Each token is of the person at its place. */
function apiOn(
  answers: (Response | Error)[],
  tokens = ['token-1', 'token-2'],
  people = tokens.map(() => 'Dana'),
  loadRoutes?: Parameters<typeof createApi>[0]['loadRoutes'],
) {
  const sent: Sent[] = []
  let person = 'Dana'
  let renewals = 0
  async function tokenAt(index: number) {
    person = people[index] ?? person
    return tokens[index] ?? null
  }
  const network: typeof fetch = async (url, init = {}) => {
    sent.push({ url: url as string, init, headers: new Headers(init.headers) })
    const answer = answers.shift()
    if (answer === undefined) throw new Error('asked too often')
    if (answer instanceof Error) throw answer
    return answer
  }
  const api = createApi({
    fetch: network,
    base: 'https://api.test',
    tokens: {
      person: () => person,
      current: () => tokenAt(0),
      renew: () => tokenAt(++renewals),
    },
    ...(loadRoutes && { loadRoutes }),
  })
  return { api, sent }
}

const envelope = (data: unknown, init?: ResponseInit) =>
  Response.json({ operation: 'x', message: null, details: null, data }, init)
const chatId = 'b2c7'

describe('API call', () => {
  test('returns the data of the envelope and sends the bearer token', async () => {
    const { api, sent } = apiOn([envelope({ id: chatId })])
    const chat = await api.call('chats.get', { params: { chatId } })
    expect(chat.id).toBe(chatId)
    expect(sent[0]?.url).toBe('https://api.test/api/v1/chats/b2c7')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1')
  })

  test('rejects a form without a message', async () => {
    const { api, sent } = apiOn([envelope({}), envelope({})])
    const form = new FormData()
    const params = { chatId }
    await expect(api.call('messages.send', { params, form })).rejects.toThrow("The parameter 'message' cannot be null.")
    expect(sent).toEqual([])
    form.set('Message', '')
    await api.call('messages.send', { params, form })
    expect(sent).toHaveLength(1)
  })

  test('sends a body as JSON, a query in the URL, and the given headers', async () => {
    const { api, sent } = apiOn([envelope([]), envelope([])])
    await api.call('chats.search', { body: { mode: 'my' }, headers: { 'Idempotency-Key': 'k1' } })
    expect(sent[0]?.init.body).toBe('{"mode":"my"}')
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    expect(sent[0]?.headers.get('idempotency-key')).toBe('k1')
    await api.call('messages.list', { params: { chatId }, query: { limit: 20, before: undefined } })
    expect(sent[1]?.url).toBe('https://api.test/api/v1/chats/b2c7/messages?limit=20')
  })

  test('sends a form without setting its content type', async () => {
    const { api, sent } = apiOn([envelope({})])
    const form = new FormData()
    form.set('Message', 'Hello')
    await api.call('messages.send', { params: { chatId }, form })
    expect(sent[0]?.init.body).toBe(form)
    expect(sent[0]?.headers.has('content-type')).toBe(false)
  })

  test('loads the address of a call that the first load lacks', async () => {
    const lacking = 'settings.later' as 'settings.state'
    const all = { ...routes, [lacking]: { ...routes['settings.state'], path: '/api/v1/settings/later' } }
    const { api, sent } = apiOn([envelope({})], undefined, undefined, async () => all)
    await api.call(lacking)
    expect(sent[0]?.url).toBe('https://api.test/api/v1/settings/later')
    const offline = apiOn([], undefined, undefined, () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(offline.api.call(lacking)).rejects.toThrow(ConnectionError)
    expect(offline.sent).toEqual([])
  })

  test('returns undefined for 204', async () => {
    const { api } = apiOn([new Response(null, { status: 204 })])
    expect(await api.call('chats.viewChat', { params: { chatId } })).toBeUndefined()
  })

  test('exposes the response headers', async () => {
    const { api } = apiOn([envelope([], { headers: { 'X-Next-Cursor': 'c2' } })])
    const { data, headers } = await api.answer('chats.search', { body: {} })
    expect([data, headers.get('x-next-cursor')]).toEqual([[], 'c2'])
  })

  test('asks whether a known answer has changed, and keeps it on 304', async () => {
    const { api, sent } = apiOn([
      envelope([{ id: chatId }], { headers: { etag: 'W/"1"' } }),
      new Response(null, { status: 304, headers: { etag: 'W/"1"' } }),
      envelope([], { headers: { etag: 'W/"2"' } }),
    ])
    const search = () => api.call('chats.search', { body: { mode: 'my' } })
    const first = await search()
    expect(await search()).toBe(first)
    expect(await search()).toEqual([])
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, 'W/"1"', 'W/"1"'])
  })

  test('makes no condition for another request, nor for one that changes something', async () => {
    const tagged = () => envelope({}, { headers: { etag: 'W/"1"' } })
    const { api, sent } = apiOn([tagged(), tagged(), tagged(), tagged()])
    await api.call('chats.search', { body: { mode: 'my' } })
    await api.call('chats.search', { body: { mode: 'all' } })
    for (const name of ['Ann', 'Ann']) await api.call('settings.updateTenant', { body: { name } })
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null, null])
  })

  test('escapes parameters and rejects an empty one', async () => {
    const { api, sent } = apiOn([envelope({})])
    await api.call('chats.get', { params: { chatId: 'a/b' } })
    expect(sent[0]?.url).toBe('https://api.test/api/v1/chats/a%2Fb')
    await expect(api.call('chats.get', { params: { chatId: '' } })).rejects.toThrow(
      "The parameter 'chatId' must be defined.",
    )
  })
})

describe('failed API call', () => {
  test('throws an ApiError with the status, code, and text', async () => {
    const { api } = apiOn([Response.json({ message: 'Gone.', error: 'not-found' }, { status: 404 })])
    const error = await api.call('users.me').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 404, code: 'not-found', text: 'Gone.' })
  })

  test('throws a ConnectionError if there is no response', async () => {
    const { api } = apiOn([new TypeError('Failed to fetch')])
    await expect(api.call('users.me')).rejects.toBeInstanceOf(ConnectionError)
  })

  test('is retried with a new token after 401', async () => {
    const { api, sent } = apiOn([new Response('{}', { status: 401 }), envelope({ id: 'me' })])
    expect(await api.call('users.me')).toEqual({ id: 'me' })
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  test('is not retried after 401 if the session has ended', async () => {
    const { api, sent } = apiOn([new Response('{}', { status: 401 })], ['token-1'])
    await expect(api.call('users.me')).rejects.toMatchObject({ status: 401 })
    expect(sent).toHaveLength(1)
  })

  test('is not sent as someone who has signed in since', async () => {
    const { api, sent } = apiOn([], ['token of Sam'], ['Sam'])
    await expect(api.call('users.me')).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([])
  })

  test('is not retried as someone who has signed in since', async () => {
    const { api, sent } = apiOn([new Response('{}', { status: 401 })], ['token-1', 'token of Sam'], ['Dana', 'Sam'])
    await expect(api.call('users.me')).rejects.toMatchObject({ status: 401 })
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual(['Bearer token-1'])
  })
})
