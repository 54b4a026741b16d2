import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { WebSocketServer } from 'ws'
import { describe, expect, test } from 'vitest'
import { fastifyHubs } from '../src/fastify.ts'
import { createHubServer, type HubServer } from '../src/index.ts'
import { answer } from './support/answer.ts'
import { ALL_WAYS, startClient } from './support/client.ts'
import { createDeferred } from './support/deferred.ts'
import { startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'
import { connectRaw } from './support/raw-client.ts'

function openHub(): HubServer {
  const server = createHubServer()
  server.hub('/Hub', { methods: { Hello: () => 'hello' } })
  return server
}

const JSON_WAYS = ALL_WAYS.filter(({ protocol }) => protocol === 'json')

/** Opens a WebSocket without negotiate, and returns the result. */
async function openSocket(url: string): Promise<string> {
  try {
    await using _client = await connectRaw(url)
    return 'open'
  } catch (error) {
    return String(error)
  }
}

describe('mounting', () => {
  test('F1: on a plain server, other requests and upgrades reach the existing listeners', async () => {
    const http = createServer((_request, response) => response.end('mine'))
    const others = new WebSocketServer({ noServer: true })
    http.on('upgrade', (request, socket, head) => {
      if (request.url === '/mine') others.handleUpgrade(request, socket, head, (webSocket) => webSocket.send('mine'))
    })
    const server = openHub()
    server.attach(http)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    expect(await (await fetch(`${origin}/`)).text()).toBe('mine')
    const mine = await connectRaw(`${origin}/mine`, { handshake: false })
    expect(await mine.frame()).toBe('mine')
    await mine[Symbol.asyncDispose]()
    const client = await startClient(`${origin}/hub`, { transport: 'WebSockets', protocol: 'json' })
    expect(await client.connection.invoke('hello')).toBe('hello')
    await client.connection.stop()
    await server.close()
    http.close()
  })

  test('F2: without other listeners, an upgrade to an unknown path is answered 404', async () => {
    await using host = await startHost((server) => server.hub('/hub', {}))
    await expect(connectRaw(`${host.origin}/nowhere`)).rejects.toThrow('404')
    await expect(connectRaw(`${host.origin}/hub/negotiate`)).rejects.toThrow('404')
  })

  test.each(JSON_WAYS)('F3: on Fastify over $transport, next to its own routes', async (way) => {
    const app = fastify()
    await app.register(fastifyHubs, { server: openHub() })
    app.post('/own', async ({ body }) => body)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const client = await startClient(`${origin}/Hub`, way)
    expect(await client.connection.invoke('hello')).toBe('hello')
    const own = await fetch(`${origin}/own`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await own.json()).toEqual({ a: 1 })
    await client.connection.stop()
    app.server.closeAllConnections()
    await app.close()
  })

  test.each([
    [true, 404],
    [false, 405],
  ])('F3: whether the case of a path counts (%s) is for Fastify to say', async (caseSensitive, status) => {
    const app = fastify({ routerOptions: { caseSensitive } })
    await app.register(fastifyHubs, { server: openHub() })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    expect((await fetch(`${origin}/hub`, { method: 'PUT' })).status).toBe(status)
    expect((await fetch(`${origin}/Hub`, { method: 'HEAD' })).status).toBe(405)
    await app.close()
  })

  test('F4: when Fastify closes, the hubs are closed first', async () => {
    const app = fastify()
    await app.register(fastifyHubs, { server: openHub() })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    await using client = await connectRaw(`${origin}/Hub`)
    await app.close()
    expect(await client.record()).toEqual({ type: 7, allowReconnect: true })
  })

  test('F5: a closing server accepts no new connections, and authenticates none', async () => {
    let authenticated = 0
    const authenticate = () => {
      authenticated += 1
      return { userId: 'ada' }
    }
    await using host = await startHost((server) => server.hub('/hub', { authenticate }))
    await host.server.close()
    const response = await fetch(`${host.origin}/hub/negotiate`, { method: 'POST' })
    expect(response.status).toBe(503)
    expect(await openSocket(`${host.origin}/hub`)).toContain('503')
    expect(authenticated).toBe(0)
  })

  test('F5: a closing server still answers the polls of its clients, which fetch their last message', async () => {
    await using host = await startHost((server) => server.hub('/hub', {}))
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    const closed = host.server.close()
    expect(await answer(http.request('GET', token))).toEqual([200, '{"type":7,"allowReconnect":true}\u001e'])
    expect((await http.request('GET', token)).status).toBe(204)
    await closed
  })

  test.each(['authenticate', 'redirect'] as const)(
    'F5: nor a request that %s was looking at when it began to close, which waits for none',
    async (hook) => {
      const release = createDeferred()
      const looking = createDeferred()
      const hold = async () => {
        looking.resolve(undefined)
        await release.promise
      }
      const host = await startHost((server) =>
        server.hub('/hub', {
          authenticate: async () => {
            if (hook === 'authenticate') await hold()
            return { userId: 'ada' }
          },
          redirect: async () => {
            if (hook === 'redirect') await hold()
            return undefined
          },
        }),
      )
      const negotiated = fetch(`${host.origin}/hub/negotiate`, { method: 'POST' })
      await looking.promise
      const upgraded = hook === 'authenticate' ? openSocket(`${host.origin}/hub`) : Promise.resolve('503')
      if (hook === 'authenticate') await once(host.http, 'upgrade')
      const closed = host.server.close()
      release.resolve(undefined)
      expect((await negotiated).status).toBe(503)
      expect(await upgraded).toContain('503')
      await closed
      await host[Symbol.asyncDispose]()
    },
  )

  test('F6: duplicate paths, invalid paths, and method names that differ only in case are refused', () => {
    const server = openHub()
    expect(() => server.hub('/HUB', {})).toThrow("There is a hub at '/HUB' already.")
    expect(() => server.hub('hub', {})).toThrow('is no path for a hub')
    expect(() => server.hub('/two', { methods: { a: () => 1, A: () => 2 } })).toThrow('Names are case-insensitive')
  })
})
