import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { outsideThrough, type Outside } from './index.ts'

const app = fastify()
let sandboxUrl: string
let outside: Outside

beforeAll(async () => {
  app.all('/echo', (request) => ({
    method: request.method,
    body: request.body,
    authorization: request.headers.authorization,
  }))
  app.get('/to-cdn', (_request, reply) => reply.redirect('https://mms.twiliocdn.com/echo', 307))
  app.post('/to-cdn', (_request, reply) => reply.redirect('https://api.twilio.com/echo', 303))
  app.post('/again', (_request, reply) => reply.redirect('/echo', 308))
  app.get('/to-self', (_request, reply) => reply.redirect(`${sandboxUrl}/echo`))
  app.get('/for-ever', (_request, reply) => reply.redirect('https://api.twilio.com/for-ever'))
  sandboxUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  outside = outsideThrough(sandboxUrl)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => app.close())

test.each([
  'https://login.microsoftonline.com',
  'https://graph.microsoft.com',
  'https://api.twilio.com',
  'https://messaging.twilio.com',
  'https://mms.twiliocdn.com',
  'https://push.partyline.test',
])('%s is redirected to the sandbox', async (origin) => {
  expect((await outside.fetch(`${origin}/echo`)).ok).toBe(true)
  expect(outside.browserUrl(`${origin}/a?b=c#d`)).toBe(`${sandboxUrl}/a?b=c#d`)
})

test('other addresses are unchanged', async () => {
  expect((await outside.fetch(`${sandboxUrl}/echo`)).ok).toBe(true)
  for (const url of ['https://example.com/x', 'http://api.twilio.com/x', 'https://api.twilio.com.example/x']) {
    expect(outside.browserUrl(url)).toBe(url)
  }
})

test('method, headers, and body are passed on, also from a Request', async () => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Basic x' },
    body: '{"a":1}',
  }
  const seen = { method: 'POST', body: { a: 1 }, authorization: 'Basic x' }
  expect(await (await outside.fetch('https://api.twilio.com/echo', init)).json()).toEqual(seen)
  expect(await (await outside.fetch(new Request('https://api.twilio.com/echo', init))).json()).toEqual(seen)
})

test('a manual redirect has the real address', async () => {
  const manual = { redirect: 'manual' } as const
  const elsewhere = await outside.fetch('https://api.twilio.com/to-cdn', manual)
  expect(elsewhere.headers.get('location')).toBe('https://mms.twiliocdn.com/echo')
  const self = await outside.fetch('https://graph.microsoft.com/to-self', manual)
  expect(self.status).toBe(302)
  expect(self.headers.get('location')).toBe('https://graph.microsoft.com/echo')
})

test('a followed redirect between redirected origins stays in the sandbox and drops the credentials', async () => {
  const headers = { authorization: 'Basic x' }
  const answer = await outside.fetch('https://api.twilio.com/to-cdn', { headers })
  expect(await answer.json()).toEqual({ method: 'GET' })
})

test('a followed redirect keeps or drops the body according to the fetch standard', async () => {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
  expect(await (await outside.fetch('https://api.twilio.com/to-cdn', post)).json()).toEqual({ method: 'GET' })
  expect(await (await outside.fetch('https://api.twilio.com/again', post)).json()).toEqual({
    method: 'POST',
    body: { a: 1 },
  })
})

test('endless redirects fail', async () => {
  await expect(outside.fetch('https://api.twilio.com/for-ever')).rejects.toThrow('too many redirects')
})

test('production mode is refused', () => {
  vi.stubEnv('NODE_ENV', 'production')
  expect(() => outsideThrough(sandboxUrl)).toThrow('NODE_ENV=production')
})
