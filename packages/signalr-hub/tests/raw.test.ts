import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'
import { connectRaw } from './support/raw-client.ts'

let host: HubHost
const goodbyes: (Error | undefined)[] = []
beforeAll(async () => {
  host = await startHost((server) => {
    server.raw('/echo', {
      transferFormat: 'Text',
      onConnected: (connection) => connection.send(`hello ${connection.transport}`),
      onReceived(connection, data) {
        const text = Buffer.from(data).toString()
        if (text === 'fail') throw new Error('secret')
        if (text === 'bye') {
          connection.close()
          connection.send('too late')
          connection.close()
        } else connection.send(text)
      },
      onDisconnected: (_connection, error) => void goodbyes.push(error),
    })
    server.raw('/bytes', { onReceived: (connection, data) => connection.send(data) })
  })
})
afterAll(() => host[Symbol.asyncDispose]())

describe('raw connections', () => {
  test('D1: raw bytes in both directions over WebSockets, without a handshake', async () => {
    await using client = await connectRaw(`${host.origin}/echo`, { handshake: false })
    expect(await client.frame()).toBe('hello WebSockets')
    client.send('x')
    expect(await client.frame()).toBe('x')
    await using bytes = await connectRaw(`${host.origin}/bytes`, { handshake: false })
    const answered = new Promise((resolve) => bytes.socket.on('message', (data, binary) => resolve([data, binary])))
    bytes.socket.send(Buffer.from([0, 255, 30]))
    expect(await answered).toEqual([Buffer.from([0, 255, 30]), true])
  })

  test('D2: raw bytes over long polling', async () => {
    const http = createHubHttp(`${host.origin}/echo`)
    const token = await http.negotiate()
    await http.request('GET', token)
    expect(await (await http.request('GET', token)).text()).toBe('hello LongPolling')
    await http.request('POST', token, { body: 'x' })
    expect(await (await http.request('GET', token)).text()).toBe('x')
    expect((await http.request('DELETE', token)).status).toBe(202)
  })

  test('D2: bytes sent after the end are dropped', async () => {
    const http = createHubHttp(`${host.origin}/echo`)
    const token = await http.negotiate()
    await http.request('GET', token)
    expect(await (await http.request('GET', token)).text()).toBe('hello LongPolling')
    await http.request('POST', token, { body: 'bye' })
    const end = await http.request('GET', token)
    expect([end.status, await end.text()]).toEqual([204, ''])
  })

  test('D3: raw bytes over Server-Sent Events, where a line break starts another data line', async () => {
    const http = createHubHttp(`${host.origin}/echo`)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, { headers: { Accept: 'text/event-stream' } })
    await http.request('POST', token, { body: 'one\r\ntwo\nthree' })
    await http.request('POST', token, { body: 'bye' })
    const text = await stream.text()
    expect(text).toContain('data: hello ServerSentEvents')
    expect(text).toContain('data: one\r\ndata: two\r\ndata: three\r\n\r\n')
  })

  test('D4: either side can close it, and a failing handler closes it with 1011', async () => {
    goodbyes.length = 0
    await using first = await connectRaw(`${host.origin}/echo`, { handshake: false })
    first.send('bye')
    expect(await first.closed).toBe(1000)
    await using second = await connectRaw(`${host.origin}/echo`, { handshake: false })
    second.send('fail')
    expect(await second.closed).toBe(1011)
    await using third = await connectRaw(`${host.origin}/echo`, { handshake: false })
    third.socket.close()
    await third.closed
    await expect.poll(() => goodbyes).toEqual([undefined, undefined, undefined])
  })
})
