import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routes } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMovingClock } from '../../../tests/moving-clock.ts'
import { startHarness } from '../../../tests/harness.ts'
import type { Harness } from '../../../tests/harness.ts'
import type { Client } from '@partyline/driver'

const PATH = routes['webhooks.twilioTest'].path
type Send = typeof globalThis.fetch

const clock = createMovingClock()
let harness: Harness
let dana: Client
/** The network between the server and its public address. */
let way: (send: Send, url: string, init: RequestInit) => Promise<Response>
const straight: typeof way = (send, url, init) => send(url, init)
beforeAll(async () => {
  harness = await startHarness({
    clock,
    outside: (outside) => ({
      ...outside,
      fetch: (input, init) => {
        const { url } = new Request(input)
        return url.endsWith(PATH) ? way(outside.fetch, url, init ?? {}) : outside.fetch(input, init)
      },
    }),
  })
  dana = await harness.signIn('dana@lakeside.example')
})
afterAll(() => harness.close())
beforeEach(() => {
  way = straight
})

async function ask() {
  const { checks } = await dana.get('diagnostics.run')
  return checks.find(({ id }) => id === 'signedTest')
}

test('requests during a run share the next run', async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  way = async () => {
    begun.resolve()
    await held.promise
    throw new TypeError('fetch failed')
  }
  const first = ask()
  await begun.promise
  way = straight
  const next = Promise.all([ask(), ask()])
  held.resolve()
  expect(await first).toMatchObject({ state: 'failed' })
  expect(await next).toMatchObject([{ state: 'passed' }, { state: 'passed' }])
  expect(await ask()).toMatchObject({ state: 'passed' })
})

describe('if another server answers at the public address', () => {
  let server: Server
  let answer: RequestListener
  let address: string
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    way = (send, url, init) => send(address + new URL(url).pathname, init)
  })

  test.each([
    ['another website', 200, {}, 'Another server answers there (HTTP 200).'],
    ['a missing page', 404, {}, 'Another server answers there (HTTP 404).'],
    ['a proxy without its backend', 502, {}, 'The proxy answers that it has failed (HTTP 502).'],
    [
      'a redirect to HTTPS',
      301,
      { location: 'https://texts.example/api?code=secret' },
      'The address leads on to https://texts.example/api.',
    ],
  ])('%s is reported, and the test passes after it is gone', async (_, status, headers, found) => {
    answer = (_request, response) => response.writeHead(status, headers).end('<h1>Welcome</h1>')
    expect(await ask()).toMatchObject({ state: 'failed', found, advice: expect.stringMatching(/\.$/) })
    way = straight
    expect(await ask()).toMatchObject({ state: 'passed' })
  })

  test('an endless response is not read to its end', async () => {
    answer = (_request, response) => {
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    }
    expect(await ask()).toMatchObject({ found: 'Another server answers there (HTTP 200).' })
  })

  test('a forged proof is rejected', async () => {
    answer = (_request, response) =>
      response.end(JSON.stringify({ proof: 'believe me', signature: 'valid', path: PATH }))
    expect(await ask()).toMatchObject({
      state: 'failed',
      found: 'A Partyline answers there that does not know this one.',
    })
  })

  test('a missing response is given up after ten seconds', async () => {
    const asked = Promise.withResolvers<void>()
    answer = () => asked.resolve()
    const result = ask()
    await asked.promise
    clock.pass(10_000)
    expect((await result)?.found).toMatch(/did not answer within 10 seconds\.$/)
  })
})

describe('if the public address is unreachable', () => {
  test.each([
    ['an unknown host name', 'http://nowhere.invalid', /^The name .* leads nowhere\.$/],
    ['a closed port', 'http://127.0.0.1:1', /^Nobody answers at /],
  ])('%s is reported', async (_, address, found) => {
    way = (send, url, init) => send(address + new URL(url).pathname, init)
    const failed = await ask()
    expect(failed?.state).toBe('failed')
    expect(failed?.found).toMatch(found)
  })

  test('a failed TLS handshake is reported', async () => {
    way = (send, url, init) => send(url.replace('http:', 'https:'), init)
    expect((await ask())?.found).toMatch(/^The certificate or encryption of .* is not accepted\.$/)
  })

  test.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
    '%s is reported as a certificate error',
    async (code) => {
      const cause = Object.assign(new Error('the certificate'), { code })
      way = () => Promise.reject(new TypeError('fetch failed', { cause }))
      expect((await ask())?.found).toMatch(/^The certificate or encryption of /)
    },
  )
})

describe('a proxy that', () => {
  const withBody =
    (change: (form: URLSearchParams) => void): typeof way =>
    (send, url, init) => {
      const form = new URLSearchParams(init.body as URLSearchParams)
      change(form)
      return send(url, { ...init, body: form })
    }
  test.each<[string, typeof way, string]>([
    [
      'drops the signature',
      (send, url, init) => send(url, { ...init, headers: {} }),
      'The request came back to us without its signature.',
    ],
    [
      'adds a query',
      (send, url, init) => send(`${url}?from=proxy`, init),
      `The proxy has changed the path from ${PATH} to ${PATH}?from=proxy, so that signatures do not fit.`,
    ],
    [
      'trims the body',
      withBody((form) => form.set('Body', form.get('Body')?.trim() ?? '')),
      'The request came back to us changed, so that its signature does not fit.',
    ],
    [
      'drops empty parameters',
      withBody((form) => form.delete('FromCity')),
      'The request came back to us changed, so that its signature does not fit.',
    ],
    [
      'routes to another installation',
      withBody((form) => form.set('Nonce', `${form.get('Nonce')}x`)),
      'A Partyline answers there that does not know this one.',
    ],
  ])('%s is reported, and the test passes without it', async (_, meddling, found) => {
    way = meddling
    expect(await ask()).toMatchObject({ state: 'failed', found })
    way = straight
    expect(await ask()).toMatchObject({ state: 'passed' })
  })
})

describe('the endpoint of the test', () => {
  let heard: RequestInit | null = null
  beforeEach(async () => {
    way = (send, url, init) => {
      heard = init
      return send(url, init)
    }
    await ask()
  })
  afterEach(() => {
    heard = null
  })
  const post = (body: URLSearchParams, headers: Record<string, string> = {}) =>
    fetch(harness.url + PATH, { method: 'POST', body, headers })

  test('rejects requests without a started test', async () => {
    for (const Nonce of ['', 'x', '9999999999999.x.x']) {
      const refused = await post(new URLSearchParams({ Nonce }))
      expect([refused.status, await refused.text()]).toEqual([400, expect.not.stringContaining('proof')])
    }
    expect((await fetch(harness.url + PATH, { method: 'POST' })).status).toBe(400)
  })

  test('answers a test for two minutes, without revealing the signature', async () => {
    const body = new URLSearchParams(heard?.body as URLSearchParams)
    const again = await post(body)
    expect(await again.json()).toMatchObject({ signature: 'missing' })
    clock.pass(121_000)
    expect((await post(body)).status).toBe(400)
  })

  test('uses another key than Twilio’s webhooks, so its signature is rejected there', async () => {
    const body = new URLSearchParams(heard?.body as URLSearchParams)
    const forged = await fetch(harness.url + routes['webhooks.twilioMessage'].path, {
      method: 'POST',
      body,
      headers: heard?.headers ?? {},
    })
    expect(forged.status).toBe(403)
  })
})
