import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClient } from './support/client.ts'
import { type HubHost, startHost } from './support/hub-host.ts'

let host: HubHost
beforeAll(async () => {
  host = await startHost((server) => {
    server.hub('/Chat', { methods: { From: ({ request }) => request.query.get('from') } })
    server.hub('/new-only', { minimumNegotiateVersion: 1 })
    server.hub('/sockets', { transports: ['WebSockets'] })
    server.hub('/elsewhere', {
      redirect: (_user, request) => ({
        url: `${host.origin}/chat?from=${request.query.get('from')}`,
        accessToken: 'x',
      }),
    })
    server.hub('/lost', { redirect: () => Promise.reject(new Error('secret')) })
    server.hub('/refused', { redirect: () => ({ error: 'The office is closed.' }) })
  })
})
afterAll(() => host[Symbol.asyncDispose]())

async function negotiate(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(host.origin + path, { method: 'POST' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  return (await response.json()) as Record<string, unknown>
}

const TRANSPORTS = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
  { transport: 'ServerSentEvents', transferFormats: ['Text'] },
  { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
]
const ID = /^[\w-]{22}$/

describe('negotiate', () => {
  test('N1: version 1 returns a public ID, a secret token, and the transports in order', async () => {
    const answer = await negotiate('/chat/negotiate?negotiateVersion=1')
    expect(answer).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(ID),
      connectionToken: expect.stringMatching(ID),
      availableTransports: TRANSPORTS,
    })
    expect(answer.connectionId).not.toBe(answer.connectionToken)
  })

  test('N2: version 0 returns one ID and no token', async () => {
    for (const query of ['', '?negotiateVersion=0']) {
      expect(await negotiate(`/chat/negotiate${query}`)).toEqual({
        negotiateVersion: 0,
        connectionId: expect.stringMatching(ID),
        availableTransports: TRANSPORTS,
      })
    }
  })

  test('N3: a higher version is answered with version 1', async () => {
    expect(await negotiate('/chat/negotiate?negotiateVersion=7')).toMatchObject({ negotiateVersion: 1 })
  })

  test('N4: a version that is not an integer, or too low for the hub, is refused with an error', async () => {
    expect(await negotiate('/chat/negotiate?negotiateVersion=one')).toEqual({
      error: 'The client requested a non-integer protocol version.',
    })
    expect(await negotiate('/new-only/negotiate')).toEqual({
      error: "The client requested version '0', but the server does not support this version.",
    })
    expect(await negotiate('/new-only/negotiate?negotiateVersion=1')).toMatchObject({ negotiateVersion: 1 })
  })

  test('N5: stateful reconnect is never offered, even when requested', async () => {
    const answer = await negotiate('/chat/negotiate?negotiateVersion=1&useStatefulReconnect=true')
    expect(answer).not.toHaveProperty('useStatefulReconnect')
  })

  test('N6: methods other than POST are answered 405', async () => {
    const response = await fetch(`${host.origin}/chat/negotiate`)
    expect(response.status).toBe(405)
    expect(response.headers.get('content-type')).toBe('text/plain')
  })

  test('N7: paths and names in the query are case-insensitive', async () => {
    expect(await negotiate('/CHAT/Negotiate?NEGOTIATEVERSION=1')).toMatchObject({ negotiateVersion: 1 })
  })

  test('N8: a hub offers only allowed transports', async () => {
    expect(await negotiate('/sockets/negotiate')).toMatchObject({ availableTransports: [TRANSPORTS[0]] })
    const poll = await fetch(`${host.origin}/sockets?id=x`)
    expect([poll.status, await poll.text()]).toEqual([
      404,
      'LongPolling transport not supported by this end point type',
    ])
  })

  test('N9: a redirect sends the client to another hub', async () => {
    const way = { transport: 'WebSockets', protocol: 'json' } as const
    await using client = await startClient(`${host.origin}/elsewhere?from=here`, way)
    expect(await client.connection.invoke('From')).toBe('here')
  })

  test('N10: start() rejects with the error of a refusal', async () => {
    const way = { transport: 'LongPolling', protocol: 'json' } as const
    await expect(startClient(`${host.origin}/refused`, way)).rejects.toThrow('The office is closed.')
  })

  test('N12: a failing redirect is answered 503 without the reason', async () => {
    const response = await fetch(`${host.origin}/lost/negotiate`, { method: 'POST' })
    expect([response.status, await response.text()]).toEqual([503, 'The hub is not available. Try again.'])
  })

  test('N11: paths without a hub are left alone', async () => {
    for (const path of ['/nothing/negotiate', '/chat/something', '/chat-chat-chat']) {
      expect([path, (await fetch(host.origin + path, { method: 'POST' })).status]).toEqual([path, 404])
    }
  })
})
