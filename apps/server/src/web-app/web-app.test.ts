import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHttpServer, createRateLimits, readConfig } from '../platform/index.ts'
import { webApp } from './index.ts'

const config = readConfig({
  PUBLIC_URL: 'https://texts.example',
  ENTRA_CLIENT_ID: '11111111-1111-4111-8111-111111111111',
  ENTRA_CLIENT_SECRET: 'secret',
  AUTH_SECRET: 'a'.repeat(32),
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
  SIGN_UP: 'open',
  LOG_LEVEL: 'silent',
})
const signInOrigin = 'https://login.microsoftonline.com'
const app = await createHttpServer(config, { version: 'test' })
const rateLimits = createRateLimits(app, { sendsPerMinute: 1_000, callsPerMinute: 1_000 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partyline-web-'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>')
  await app.register(webApp, { folder, signInOrigin, config, rateLimits })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each(['/', '/chats/1', '/admin', '/teams-app/chats', '/auth/signin'])(
  '%s has no access to camera, microphone, and location',
  async (url) => {
    const policy = String((await app.inject({ url })).headers['permissions-policy'])
    for (const feature of ['camera', 'microphone', 'geolocation']) expect(policy).toContain(`${feature}=()`)
  },
)

test.each(['/', '/chats/1', '/admin'])('%s is isolated from windows of other sites', async (url) => {
  expect((await app.inject({ url })).headers['cross-origin-opener-policy']).toBe('same-origin')
})

test.each(['/teams-app/chats', '/auth/teams', '/auth/teams/consent', '/auth/error', '/admin/consent?error=x'])(
  '%s keeps its opener, because Teams waits for the result',
  async (url) => {
    expect((await app.inject({ url })).headers['cross-origin-opener-policy']).toBeUndefined()
  },
)

test.each([
  '/api/nothing',
  '/health',
  '/health/ready',
  '/healthz/x',
  '/robots.txt',
  '/favicon.ico',
  '/.env',
  '/wp-login.php?x=1',
  '/chats/app.js.map',
  '/service-worker.js',
])('the unknown path %s answers 404, not the page', async (url) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ error: 'not-found', data: null })
})

test('unknown paths are rate limited, and pages are not', async () => {
  const limited = await createHttpServer(config, { version: 'test' })
  onTestFinished(() => limited.close())
  const limits = createRateLimits(limited, { sendsPerMinute: 1_000, callsPerMinute: 2 })
  await limited.register(webApp, { folder, signInOrigin, config, rateLimits: limits })
  const statuses: number[] = []
  for (const url of ['/api/nothing', '/.env', '/api/other', '/wp-login.php', '/', '/chats/1']) {
    statuses.push((await limited.inject({ url })).statusCode)
  }
  expect(statuses).toEqual([404, 404, 429, 429, 200, 200])
})

test.each(['/chats/1?file=a.txt', '/admin/setup'])('the path %s of a screen returns the page', async (url) => {
  const answer = await app.inject({ url })
  expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>'])
})

test('robots.txt keeps crawlers out, and favicon.ico exists', async () => {
  const shipped = await createHttpServer(config, { version: 'test' })
  onTestFinished(() => shipped.close())
  const files = await mkdtemp(path.join(tmpdir(), 'partyline-web-'))
  onTestFinished(() => rm(files, { recursive: true }))
  await cp(path.join(import.meta.dirname, '../../../web/public'), files, { recursive: true })
  await writeFile(path.join(files, 'index.html'), '<!doctype html>')
  await shipped.register(webApp, { folder: files, signInOrigin, config, rateLimits })
  const robots = await shipped.inject('/robots.txt')
  expect(robots.headers['content-type']).toMatch(/^text\/plain/)
  expect(robots.body).toBe('User-agent: *\nDisallow: /\n')
  const icon = await shipped.inject('/favicon.ico')
  expect(icon.headers['content-type']).toMatch(/^image\//)
  // An icon file begins with 0, 0, 1, 0.
  expect(icon.rawPayload.readUInt32LE()).toBe(0x1_00_00)
})

test.each(['//', '//evil.example/x', '/%', '/?toString=1'])('%s does not cause a server error', async (url) => {
  expect((await app.inject({ url })).statusCode).toBeLessThan(500)
})

test('only Microsoft’s sign-in can be framed', async () => {
  const policy = String((await app.inject({ url: '/' })).headers['content-security-policy'])
  expect(policy).toContain("frame-src 'self' https://login.microsoftonline.com;")
})

test.each([
  ['/', "'self'"],
  ['/admin', "'self'"],
  ['/teams-app/chats', "'none'"],
])('%s may start a worker from %s', async (url, source) => {
  const policy = String((await app.inject({ url })).headers['content-security-policy'])
  expect(policy).toContain(`worker-src ${source};`)
})

test.each([undefined, 'br'])(
  'the service worker is checked at every start, and may ask the server (encoding: %s)',
  async (encoding) => {
    const shipped = await createHttpServer(config, { version: 'test' })
    onTestFinished(() => shipped.close())
    const files = await mkdtemp(path.join(tmpdir(), 'partyline-web-'))
    onTestFinished(() => rm(files, { recursive: true }))
    await Promise.all(
      ['index.html', 'service-worker.js', 'service-worker.js.br'].map((name) =>
        writeFile(path.join(files, name), name),
      ),
    )
    await shipped.register(webApp, { folder: files, signInOrigin, config, rateLimits })
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    const answer = await shipped.inject({ url: '/service-worker.js', headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache' })
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(answer.headers['content-encoding']).toBe(encoding)
    const policy = `default-src 'none'; connect-src 'self' ${new URL(config.API_URL).origin}; img-src 'self'`
    expect(answer.headers['content-security-policy']).toBe(policy)
  },
)

test.each([
  ['/', true, 'bar list'],
  ['/', false, ''],
  ['/?chat=1', true, 'bar list chat'],
  ['/admin', true, 'bar'],
  ['/auth/signin', false, ''],
  ['/teams-app/?theme=dark', false, 'list dark'],
  ['/teams-app?theme=default', false, 'list'],
  ['/teams-app/admin?theme=contrast', false, 'dark'],
  ['/?theme="><script>', true, 'bar list'],
])('%s, signed in: %s, begins with the frame “%s”', async (url, isSignedIn, frame) => {
  const framed = await createHttpServer(config, { version: 'test' })
  onTestFinished(() => framed.close())
  const files = await mkdtemp(path.join(tmpdir(), 'partyline-web-'))
  onTestFinished(() => rm(files, { recursive: true }))
  await writeFile(path.join(files, 'index.html'), '<div data-frame="__FRAME__">')
  await framed.register(webApp, { folder: files, signInOrigin, config, rateLimits })
  const headers = isSignedIn ? { cookie: '__Secure-next-auth.session-token=any' } : {}
  expect((await framed.inject({ url, headers })).body).toBe(`<div data-frame="${frame}">`)
})
