import { once } from 'node:events'
import { type ClientRequest, request, type ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { answer } from './support/answer.ts'
import { openEchoHub } from './support/echo-hub.ts'
import { createHubHttp, HANDSHAKE } from './support/http.ts'

const echo = openEchoHub()

describe('long polling', () => {
  test('L1: the first poll is answered at once, 200 and empty', async () => {
    const http = createHubHttp(echo.url)
    const response = await http.request('GET', await http.negotiate())
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'text/plain', 'content-length': '0' })
  })

  test('L2: data is returned as bytes that must not be cached', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.negotiate()
    await http.request('GET', token)
    const poll = http.request('GET', token)
    await http.request('POST', token, { body: HANDSHAKE })
    const response = await poll
    expect(await response.text()).toBe('{}\u001e')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '3',
      'cache-control': 'no-cache, no-store',
      pragma: 'no-cache',
      expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
    })
  })

  test('L3: a new poll replaces a waiting one, which is answered 204', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    const polled = arrival()
    const old = http.request('GET', token)
    await polled
    const next = http.request('GET', token)
    const replaced = await old
    expect([replaced.status, replaced.headers.get('content-length')]).toEqual([204, null])
    await http.request('DELETE', token)
    await next
  })

  test('L4: a poll without data is answered 200 and empty after 90 seconds', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    const polled = arrival()
    const poll = http.request('GET', token)
    await polled
    echo.clock.advance(90_000)
    expect(await answer(poll)).toEqual([200, ''])
  })

  test('L5: the last message comes before the 204', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    echo.hub.closeWhere(() => true)
    expect(await answer(http.request('GET', token))).toEqual([200, '{"type":7}\u001e'])
    expect((await http.request('GET', token)).status).toBe(204)
    expect((await http.request('GET', token)).status).toBe(404)
  })

  test('L6: DELETE is answered 202, ends the poll with 204, and a late POST with 404', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    const polled = arrival()
    const poll = http.request('GET', token)
    await polled
    expect((await http.request('DELETE', token)).status).toBe(202)
    expect((await poll).status).toBe(204)
    const late = await http.request('POST', token, { body: '{"type":7}\u001e' })
    expect([late.status, await late.text()]).toEqual([404, 'No Connection with that ID'])
  })

  test('L7: a client that stops polling is dropped after 15 seconds', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    echo.clock.advance(14_000)
    expect(echo.hub.connections().length).toBeGreaterThan(0)
    echo.clock.advance(1_000)
    expect(echo.hub.connections()).toEqual([])
    expect((await http.request('GET', token)).status).toBe(404)
  })

  test('L7: a poll that its client aborts loses no message', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    const given = new AbortController()
    const polled = once(echo.host.http, 'request')
    const poll = fetch(`${echo.url}?id=${token}`, { signal: given.signal })
    const [, response] = (await polled) as [unknown, ServerResponse]
    await new Promise((resolve) => setImmediate(resolve))
    const left = new Promise((resolve) => response.on('close', resolve))
    given.abort()
    await expect(poll).rejects.toThrow('aborted')
    await left
    await echo.hub.clients.all().send('news', ['kept'])
    await new Promise((resolve) => setImmediate(resolve))
    expect(await (await http.request('GET', token)).text()).toContain('"kept"')
    await http.request('DELETE', token)
  })

  test('L8: POST requests are processed in order', async () => {
    const http = createHubHttp(echo.url)
    const token = await http.openLongPolling()
    const first = startPost(`${echo.url}?id=${token}`)
    await arrival()
    const second = http.request('POST', token, { body: call(2) })
    await arrival()
    first.end(call(1))
    await second
    const results = (await (await http.request('GET', token)).text()).split('\u001e').filter(Boolean)
    expect(results.map((text) => JSON.parse(text).result)).toEqual([1, 2])
    await http.request('DELETE', token)
  })
})

/** Resolves when the next request has reached the hub. */
async function arrival(): Promise<void> {
  await once(echo.host.http, 'request')
  await new Promise((resolve) => setImmediate(resolve))
}

/** A POST whose headers are sent without the body. */
function startPost(address: string): ClientRequest {
  const post = request(address, { method: 'POST' })
  post.flushHeaders()
  return post
}

function call(index: number): string {
  return `{"type":1,"invocationId":"${index}","target":"Echo","arguments":[${index}]}\u001e`
}
