import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAzureRedirect } from '../src/index.ts'
import { startHost } from './support/hub-host.ts'
import { createManualClock } from './support/manual-clock.ts'

const connectionString = 'Endpoint=https://name.service.signalr.net;AccessKey=c2VjcmV0=;Version=1.0;'

describe('Azure SignalR Service', () => {
  test('Z1: negotiate redirects to the service with a token for the user', async () => {
    const clock = createManualClock()
    const redirect = createAzureRedirect({ connectionString, hub: 'Chat', clock, tokenLifetime: 60 })
    await using host = await startHost((server) =>
      server.hub('/chat', { authenticate: () => ({ userId: 'ada' }), redirect }),
    )
    const response = await fetch(`${host.origin}/chat/negotiate?negotiateVersion=1`, { method: 'POST' })
    const answer = (await response.json()) as { url: string; accessToken: string; availableTransports?: unknown }
    expect(answer.url).toBe('https://name.service.signalr.net/client/?hub=chat')
    expect(answer.availableTransports).toBeUndefined()
    const [header = '', claims = '', signature] = answer.accessToken.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
    const now = Math.floor(clock.now() / 1000)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: answer.url,
      iat: now,
      nbf: now,
      exp: now + 60,
      nameid: 'ada',
    })
    expect(createHmac('sha256', 'c2VjcmV0=').update(`${header}.${claims}`).digest('base64url')).toBe(signature)
  })

  test('Z2: a connection string without endpoint or key is refused without repeating it', () => {
    const make =
      (text: string, hub = 'chat') =>
      () =>
        createAzureRedirect({ connectionString: text, hub })
    expect(make('AccessKey=secret')).toThrow(/^The connection string must have an Endpoint and an AccessKey\.$/)
    expect(make(connectionString, '1x')).toThrow('is no hub name')
  })
})
