import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fastify from 'fastify'
import { fastifyHubs } from '../src/fastify.ts'
import { createHubServer, type Hub, type HubRequest, type HubUser, type Logger } from '../src/index.ts'
import { startClient } from './support/client.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp, HANDSHAKE } from './support/http.ts'
import { connectRaw } from './support/raw-client.ts'

const logged: unknown[] = []
const write = (details: object, message: string): void => void logged.push(details, message)
const logger: Logger = { debug: write, info: write, warn: write, error: write }
const seen: HubRequest[] = []

let host: HubHost
let hub: Hub<HubUser & { session: string }>
let url: string
beforeAll(async () => {
  host = await startHost(
    (server) => {
      hub = server.hub('/hub', {
        authenticate: async (request) => {
          seen.push(request)
          if (request.accessToken === 'breaks') throw new Error('the database is away')
          const [userId, session = ''] = request.accessToken?.split('.') ?? []
          return userId ? { userId, session, tags: [session] } : null
        },
        methods: { Session: ({ user }) => user.session, Fail: () => Promise.reject(new Error('x')) },
      })
      server.hub('/open', { methods: { Who: ({ user }) => user.userId } })
    },
    { logger, allowedOrigins: ['https://app.example'] },
  )
  url = `${host.origin}/hub`
})
afterAll(() => host[Symbol.asyncDispose]())

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

describe('security', () => {
  test('A1: without a user every request is answered 401 before anything else', async () => {
    for (const [method, path] of [
      ['POST', '/hub/negotiate'],
      ['GET', '/hub/negotiate'],
      ['GET', '/hub'],
      ['POST', '/hub?id=x'],
      ['DELETE', '/hub?id=x'],
      ['PUT', '/hub'],
    ] as const) {
      const response = await fetch(host.origin + path, { method })
      expect([response.status, response.statusText, await response.text()]).toEqual([401, 'Unauthorized', ''])
    }
    await expect(connectRaw(url)).rejects.toThrow('Unexpected server response: 401')
  })

  test('A2: the token is read from the header or the query, and removed from the query', async () => {
    seen.length = 0
    await fetch(`${url}/negotiate`, { method: 'POST', headers: bearer('ada.1') })
    await fetch(`${url}/negotiate?ACCESS_TOKEN=ada.2&id=secret&room=7`, { method: 'POST' })
    expect(seen.map(({ accessToken }) => accessToken)).toEqual(['ada.1', 'ada.2'])
    expect(seen.map(({ query }) => query.toString())).toEqual(['', 'room=7'])
  })

  test('A3: only the user who negotiated a connection may use it', async () => {
    const ada = createHubHttp(url, bearer('ada'))
    const ben = createHubHttp(url, bearer('ben'))
    const token = await ada.negotiate()
    expect((await ben.request('GET', token)).status).toBe(403)
    await expect(connectRaw(`${url}?id=${token}`, { headers: bearer('ben') })).rejects.toThrow('403')
    await ada.request('GET', token)
    for (const method of ['GET', 'POST', 'DELETE']) expect((await ben.request(method, token)).status).toBe(403)
    expect((await ada.request('DELETE', token)).status).toBe(202)
  })

  test('A4: the user of the transport counts, not that of negotiate', async () => {
    const token = await createHubHttp(url, bearer('ada.old')).negotiate()
    await using client = await connectRaw(`${url}?id=${token}&access_token=ada.new`)
    client.send('{"type":1,"invocationId":"1","target":"Session","arguments":[]}\u001e')
    expect(await client.record()).toMatchObject({ result: 'new' })
    await hub.closeUser('ada', { tag: 'old' })
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    await hub.closeUser('ada', { tag: 'new' })
    expect(await client.record()).toEqual({ type: 7 })
  })

  test('A4: the request of the transport counts, not that of negotiate', async () => {
    const tokens = await Promise.all([1, 2].map(() => createHubHttp(url, bearer('ada.asking')).negotiate()))
    await using _client = await connectRaw(`${url}?id=${tokens[0]}&access_token=ada.asking&room=1`)
    const polls = `${url}?id=${tokens[1]}&access_token=ada.asking&room=`
    await fetch(`${polls}2`)
    await fetch(polls, { method: 'POST', body: HANDSHAKE })
    const rooms = () =>
      hub
        .connections()
        .filter(({ user }) => user.session === 'asking')
        .map(({ request }) => request.query.get('room'))
    expect(rooms()).toEqual(['1', '2'])
    await fetch(`${polls}3`)
    expect(rooms()).toEqual(['1', '3'])
    await fetch(polls, { method: 'DELETE' })
  })

  test('C10: a connection without a handshake is closed with its session', async () => {
    await using client = await connectRaw(`${url}?access_token=ada.revoked`, { handshake: false })
    await hub.closeUser('ada', { tag: 'revoked' })
    expect(await client.record()).toEqual({ error: 'The connection was closed.' })
    expect(await client.closed).toBe(1000)
  })

  test('C10: a connection that ends before its handshake is forgotten', async () => {
    const client = await connectRaw(`${url}?access_token=ada.gone`, { handshake: false })
    client.socket.close()
    await client.closed
    await expect.poll(() => hub.closeWhere(({ user }) => user.session === 'gone')).toBe(0)
  })

  test('C11: closeWhere may let clients reconnect', async () => {
    await using client = await connectRaw(`${url}?access_token=ada.moved`)
    expect(hub.closeWhere(({ user }) => user.session === 'moved', { allowReconnect: true })).toBe(1)
    expect(await client.record()).toEqual({ type: 7, allowReconnect: true })
  })

  test('A5: web pages of other origins are refused, also on upgrades', async () => {
    const headers = { ...bearer('ada'), Origin: 'https://evil.example' }
    const refused = await fetch(`${url}/negotiate`, { method: 'POST', headers })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    expect((await fetch(`${url}/negotiate`, { method: 'OPTIONS', headers })).status).toBe(403)
    await expect(connectRaw(url, { headers })).rejects.toThrow('403')
    for (const Origin of ['null', 'https://app.example.evil.example', 'https://app.example:444']) {
      await expect(connectRaw(url, { headers: { ...headers, Origin } })).rejects.toThrow('403')
    }
  })

  test('A5: another port of the same host is another origin', async () => {
    const port = host.port === 65_535 ? 65_534 : host.port + 1
    for (const origin of [`http://127.0.0.1:${port}`, 'http://127.0.0.1', `http://localhost:${host.port}`]) {
      const headers = { ...bearer('ada'), Origin: origin }
      expect([origin, (await fetch(`${url}/negotiate`, { method: 'POST', headers })).status]).toEqual([origin, 403])
      await expect(connectRaw(url, { headers })).rejects.toThrow('403')
    }
  })

  test('A5: a request with an origin but no host is refused', async () => {
    const socket = connect(host.port, '127.0.0.1')
    socket.end('POST /hub/negotiate HTTP/1.0\r\nOrigin: https://evil.example\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 403 /)
  })

  test('A6: pages of its own and of allowed origins may connect, with CORS headers where needed', async () => {
    const own = await fetch(`${url}/negotiate`, { method: 'POST', headers: { ...bearer('ada'), Origin: host.origin } })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null])
    const origin = 'https://app.example'
    const preflight = await fetch(`${url}/negotiate`, { method: 'OPTIONS', headers: { Origin: origin } })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'X-Requested-With, X-SignalR-User-Agent, Content-Type, Authorization',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      vary: 'Origin',
    })
    const refused = await fetch(`${url}/negotiate`, { method: 'POST', headers: { Origin: origin } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin])
    await using client = await connectRaw(url, { headers: { ...bearer('ada'), Origin: origin } })
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  test('A8: if authenticate throws, the answer is 503 and the client may retry', async () => {
    const response = await fetch(`${url}/negotiate`, { method: 'POST', headers: bearer('breaks') })
    expect([response.status, await response.text()]).toEqual([503, 'The hub is not available. Try again.'])
    expect(response.headers.get('retry-after')).toBe('1')
    await expect(connectRaw(url, { headers: bearer('breaks') })).rejects.toThrow('503')
  })

  test('A9: without authenticate, anyone may connect without a user ID', async () => {
    const way = { transport: 'WebSockets', protocol: 'json' } as const
    await using client = await startClient(`${host.origin}/open`, way)
    expect(await client.connection.invoke('who')).toBeNull()
  })

  test('A10: tokens are never logged, not even on errors', async () => {
    logged.length = 0
    const http = createHubHttp(url, bearer('ada.verysecret'))
    const token = await http.negotiate()
    await using client = await connectRaw(`${url}?id=${token}&access_token=ada.verysecret`)
    client.send('{"type":1,"invocationId":"1","target":"Fail","arguments":["private words"]}\u001e')
    await client.record()
    client.send('{"type":1,"target":7}\u001e')
    await client.closed
    expect(logged.length).toBeGreaterThan(2)
    const text = JSON.stringify(logged)
    for (const secret of [token, 'verysecret', 'private words']) expect(text).not.toContain(secret)
  })

  test('A11: Fastify does not log the addresses of hub requests', async () => {
    let output = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        output += String(chunk)
        done()
      },
    })
    const server = createHubServer()
    server.hub('/hub', {})
    const app = fastify({ logger: { level: 'trace', stream } })
    await app.register(fastifyHubs, { server })
    app.get('/other', async () => 'ok')
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    await fetch(`${origin}/other?visible`)
    await fetch(`${origin}/hub/negotiate?access_token=verysecret`, { method: 'POST' })
    await app.close()
    expect(output).toContain('/other?visible')
    expect(output).not.toContain('verysecret')
  })

  test('A12: refused requests are answered before their bodies arrive', async () => {
    const post = request(`${url}?id=x`, { method: 'POST', headers: { 'Content-Length': 1_000_000 } })
    post.on('error', () => undefined)
    post.write(HANDSHAKE)
    const status = await new Promise((resolve) => post.on('response', (response) => resolve(response.statusCode)))
    expect(status).toBe(401)
    post.destroy()
  })
})
