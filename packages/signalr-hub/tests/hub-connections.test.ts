import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { messagePackProtocol } from '../src/messagepack.ts'
import { ALL_WAYS, buildClient, startClient, type TestClient } from './support/client.ts'
import { createDeferred } from './support/deferred.ts'
import { startHost } from './support/hub-host.ts'
import { openJournalHub } from './support/journal-hub.ts'
import { createManualClock } from './support/manual-clock.ts'

const WEB_SOCKETS = { transport: 'WebSockets', protocol: 'json' } as const
const CLOSE_TIMEOUT = 1_000

describe.each(ALL_WAYS)('over $transport in $protocol', (way) => {
  const chat = openJournalHub(way)

  test('G1: all and allExcept reach the right clients', async () => {
    await using ada = await chat.start('ada')
    await using ben = await chat.start('ben')
    const both = Promise.all([ada.next('news'), ben.next('news')])
    await chat.hub.clients.all().send('news', ['hello', 1])
    expect(await both).toEqual([
      ['hello', 1],
      ['hello', 1],
    ])
    const onlyBen = nextOf({ ada, ben }, 'news')
    await chat.hub.clients.allExcept([await ada.connection.invoke('WhoAmI')]).send('news', ['quiet'])
    expect(await onlyBen).toEqual(['ben', ['quiet']])
  })

  test('G2: a group reaches its members, and no one who has left it', async () => {
    await using ada = await chat.start('ada')
    await using ben = await chat.start('ben')
    await Promise.all([ada, ben].map(({ connection }) => connection.invoke('Join', 'room')))
    const both = Promise.all([ada.next('news'), ben.next('news')])
    await chat.hub.clients.group('room').send('news', ['in'])
    await both
    await ada.connection.invoke('Leave', 'room')
    const first = nextOf({ ada, ben }, 'news')
    await chat.hub.clients.group('room').send('news', ['only ben'])
    expect(await first).toEqual(['ben', ['only ben']])
  })

  test('G2: a connection that ends leaves its groups, and no message is encoded for it', async () => {
    await using ada = await chat.start('ada')
    await using ben = await chat.start('ben')
    await Promise.all([ada, ben].map(({ connection }) => connection.invoke('Join', 'room')))
    const goodbye = once(chat.journal.goodbyes, await ada.connection.invoke('WhoAmI'))
    await ada.connection.stop()
    await goodbye
    const before = chat.hub.traffic().sent
    await chat.hub.clients.group('room').send('news', ['only ben'])
    await chat.hub.clients.user('ada').send('news', ['nobody'])
    expect(chat.hub.traffic().sent - before).toBe(1)
  })

  test('G2: changing groups of unknown clients has no effect', async () => {
    await using ada = await chat.start('ada')
    await chat.hub.groups.add('nobody', 'g')
    await chat.hub.groups.remove('nobody', 'g')
    await ada.connection.invoke('leave', 'never joined')
    expect(await ada.connection.invoke('echo', 'x')).toBe('x')
  })

  test('G3: a user is reached on every connection', async () => {
    await using one = await chat.start('ada')
    await using two = await chat.start('ada')
    await using ben = await chat.start('ben')
    const both = Promise.all([one.next('news'), two.next('news')])
    const wrong = nextOf({ ben }, 'news')
    await chat.hub.clients.user('ada').send('news', ['for you'])
    expect(await both).toEqual([['for you'], ['for you']])
    await chat.hub.clients.user('ben').send('news', ['for ben'])
    expect(await wrong).toEqual(['ben', ['for ben']])
  })

  test('G4: a method reaches its caller, and the others', async () => {
    await using ada = await chat.start('ada')
    await using ben = await chat.start('ben')
    await Promise.all([ada, ben].map(({ connection }) => connection.invoke('Join', 'pair')))
    const heard = [ada.next('caller'), ben.next('others'), ben.next('group')]
    await ada.connection.send('Tell', 'pair')
    expect(await Promise.all(heard)).toEqual([['me'], ['you'], ['pair']])
  })

  test('G5: several clients, users and groups are reached together, once each', async () => {
    await using ada = await chat.start('ada')
    await using ben = await chat.start('ben')
    const [first, second] = await Promise.all([ada, ben].map(({ connection }) => connection.invoke<string>('WhoAmI')))
    for (const group of ['left', 'right']) await ada.connection.invoke('Join', group)
    await ben.connection.invoke('Join', 'right')
    const heard: string[] = []
    for (const { connection } of [ada, ben]) connection.on('heard', (text: string) => heard.push(text))
    const last = Promise.all([ada.next('last'), ben.next('last')])
    await chat.hub.clients.clients([first ?? '', second ?? '']).send('heard', ['clients'])
    await chat.hub.clients.users(['ada', 'ben']).send('heard', ['users'])
    await chat.hub.clients.groups(['left', 'right']).send('heard', ['groups'])
    await chat.hub.clients.groupExcept('right', [first ?? '']).send('heard', ['group of ben'])
    await chat.hub.clients.all().send('last', [])
    await last
    const counts = Object.groupBy(heard, (text) => text)
    expect(Object.entries(counts).map(([text, times]) => [text, times?.length])).toEqual(
      expect.arrayContaining([
        ['clients', 2],
        ['users', 2],
        ['groups', 2],
        ['group of ben', 1],
      ]),
    )
  })

  test('C1: onConnected runs first, and has the user and the request', async () => {
    await using client = await chat.start('ada')
    expect(await client.connection.invoke('Describe')).toEqual({ user: 'ada', transport: way.transport, item: 'kept' })
  })

  test('C2: onDisconnected has no error when the client stops', async () => {
    await using client = await chat.start()
    const id = await client.connection.invoke('WhoAmI')
    const goodbye = once(chat.journal.goodbyes, id)
    await client.connection.stop()
    expect(await goodbye).toEqual([undefined])
    expect(chat.hub.connections().map(({ connectionId }) => connectionId)).not.toContain(id)
  })

  test('C3: an aborted connection closes and does not reconnect', async () => {
    await using client = await chat.start('ada', { retryDelays: [0, 0, 0] })
    const goodbye = once(chat.journal.goodbyes, await client.connection.invoke('WhoAmI'))
    await client.connection.send('LeaveMe')
    expect(await client.closed).toBeUndefined()
    await goodbye
  })

  test('C4: closeUser closes the connections of a session at once, and no others', async () => {
    await using revoked = await chat.start('ada#laptop', { retryDelays: [0, 0, 0] })
    await using other = await chat.start('ada#phone')
    await chat.hub.closeUser('ada', { tag: 'laptop' })
    expect(await revoked.closed).toBeUndefined()
    expect(await other.connection.invoke('echo', 'still here')).toBe('still here')
    const tags = chat.hub.connections().flatMap(({ user }) => user.tags)
    expect(tags).toContain('phone')
    expect(tags).not.toContain('laptop')
  })

  test('C5: closeWhere closes matching connections of this process', async () => {
    await using client = await chat.start('ada#x')
    expect(chat.hub.closeWhere(({ user }) => user.tags.includes('x'))).toBe(1)
    expect(await client.closed).toBeUndefined()
  })

  test('C5: closeWhere with allowReconnect lets clients reconnect', async () => {
    await using client = await chat.start('ada#y', { retryDelays: [0, 0, 0] })
    const before = client.connection.connectionId
    const back = new Promise<string | undefined>((resolve) => client.connection.onreconnected(resolve))
    expect(chat.hub.closeWhere(({ user }) => user.tags.includes('y'), { allowReconnect: true })).toBe(1)
    expect(await back).not.toBe(before)
  })

  test('C9: closeTagged closes the connections with a tag, of any user', async () => {
    await using ada = await chat.start('ada#customer')
    await using ben = await chat.start('ben#customer')
    await using cyd = await chat.start('cyd#another')
    await chat.hub.closeTagged('customer')
    expect(await Promise.all([ada.closed, ben.closed])).toEqual([undefined, undefined])
    expect(await cyd.connection.invoke('echo', 'still here')).toBe('still here')
  })

  test('C12: traffic counts messages once per client, and invocations', async () => {
    await using one = await chat.start('counted-1')
    await using other = await chat.start('counted-2')
    const before = chat.hub.traffic()
    const heard = Promise.all([one.next('news'), other.next('news')])
    await chat.hub.clients.users(['counted-1', 'counted-2', 'nobody']).send('news', [])
    await heard
    await one.connection.invoke('echo', 1)
    const { sent, received } = chat.hub.traffic()
    expect({ sent: sent - before.sent, received: received - before.received }).toEqual({ sent: 2, received: 1 })
  })

  test('C6: a failing onConnected closes the connection permanently', async () => {
    const client = buildClient(chat.url, way, { accessTokenFactory: () => 'unwelcome', retryDelays: [0, 0, 0] })
    // The close may arrive together with the handshake response, or after it.
    const outcome = await client.connection.start().then(
      () => client.closed,
      (error: Error) => error,
    )
    expect(outcome?.message).toMatch('Connection closed with an error.')
    expect(client.connection.state).toBe('Disconnected')
  })

  test('C7: a server that closes lets its clients reconnect', async () => {
    const goodbye = createDeferred<string>()
    const leaving = await startHost(
      (server) => void server.hub('/chat', { onDisconnected: ({ connectionId }) => goodbye.resolve(connectionId) }),
      { protocols: [messagePackProtocol] },
    )
    await using client = await startClient(`${leaving.origin}/chat`, way, { retryDelays: [60_000] })
    const reconnecting = new Promise<Error | undefined>((resolve) => client.connection.onreconnecting(resolve))
    await leaving.server.close()
    await reconnecting
    expect(await goodbye.promise).toBeTypeOf('string')
    await leaving[Symbol.asyncDispose]()
  })

  test('V1: many messages of one turn arrive complete and in order', async () => {
    await using client = await chat.start()
    const received: unknown[] = []
    const last = createDeferred()
    client.connection.on('burst', (index: number, text: string) => {
      received.push([index, text.length])
      if (index === 499) last.resolve(undefined)
    })
    for (let index = 0; index < 500; index += 1) void chat.hub.clients.all().send('burst', [index, 'x'.repeat(index)])
    await last.promise
    expect(received).toEqual(Array.from({ length: 500 }, (_, index) => [index, index]))
  })
})

test('C7: a server closes even if onDisconnected hangs', async () => {
  const clock = createManualClock()
  const goodbye = createDeferred()
  await using leaving = await startHost(
    (server) => {
      const onDisconnected = () => {
        goodbye.resolve(undefined)
        return new Promise<void>(() => undefined)
      }
      server.hub('/chat', { onDisconnected })
    },
    { clock },
  )
  await using _client = await startClient(`${leaving.origin}/chat`, WEB_SOCKETS)
  let isClosed = false
  void leaving.server.close().then(() => (isClosed = true))
  await goodbye.promise
  // The timeout starts when the last connection has ended, some turns later.
  const pass = () => {
    clock.advance(CLOSE_TIMEOUT)
    return isClosed
  }
  await expect.poll(pass).toBe(true)
})

/** Who hears a call first, and what. */
async function nextOf(clients: Record<string, TestClient>, method: string): Promise<[string, unknown[]]> {
  return Promise.race(
    Object.entries(clients).map(async ([name, client]): Promise<[string, unknown[]]> => [
      name,
      await client.next(method),
    ]),
  )
}
