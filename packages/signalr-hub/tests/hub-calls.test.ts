import { Subject } from '@microsoft/signalr'
import { describe, expect, test } from 'vitest'
import { HubException } from '../src/index.ts'
import { ALL_WAYS, type TestClient } from './support/client.ts'
import { createDeferred } from './support/deferred.ts'
import { openJournalHub } from './support/journal-hub.ts'

describe.each(ALL_WAYS)('over $transport in $protocol', (way) => {
  const chat = openJournalHub(way)

  test('M1: an invocation returns the result of the method', async () => {
    await using client = await chat.start()
    const value = { text: 'Grüße 👋 \u2028', list: [1, 2.5, null, true], nested: { empty: {} } }
    expect(await client.connection.invoke('echo', value)).toEqual(value)
  })

  test('M2: a method without a result is answered with null', async () => {
    await using client = await chat.start()
    expect(await client.connection.invoke('Nothing')).toBeNull()
  })

  test('M3: method names are case-insensitive', async () => {
    await using client = await chat.start()
    expect(await client.connection.invoke('eCHO', 1)).toBe(1)
  })

  test('M4: calling an unknown method returns an error with its name', async () => {
    await using client = await chat.start()
    await expect(client.connection.invoke('Missing')).rejects.toThrow("Unknown hub method 'Missing'")
  })

  test('M5: the text of an error stays on the server', async () => {
    await using client = await chat.start()
    const call = client.connection.invoke('Fail', 'secret')
    await expect(call).rejects.toThrow(/^An unexpected error occurred invoking 'Fail' on the server\.$/)
  })

  test('M6: the text of a HubException is sent to the client', async () => {
    await using client = await chat.start()
    await expect(client.connection.invoke('Refuse', 'the room is full')).rejects.toThrow(
      "An unexpected error occurred invoking 'Refuse' on the server. HubException: the room is full",
    )
  })

  test('M7: calls without an answer run in order', async () => {
    await using client = await chat.start()
    const sent = Array.from({ length: 20 }, (_, index) => index)
    for (const index of sent) await client.connection.send('Note', index)
    await client.connection.invoke('Nothing')
    expect(chat.journal.seen).toEqual(sent)
  })

  test('ST1: a stream sends its items in order and completes', async () => {
    await using client = await chat.start()
    expect(await collect(client, 'Count', 300)).toEqual(Array.from({ length: 300 }, (_, index) => index))
  })

  test('ST2: a failing stream reports an error without details', async () => {
    await using client = await chat.start()
    await expect(collect(client, 'Break')).rejects.toThrow('An error occurred on the server while streaming results.')
  })

  test('ST3: a canceled stream stops on the server, even while it waits', async () => {
    await using client = await chat.start()
    const first = createDeferred()
    const subscription = client.connection.stream('Forever').subscribe({
      next: first.resolve,
      complete: () => undefined,
      error: () => undefined,
    })
    await first.promise
    subscription.dispose()
    expect(await chat.journal.streamEnded.promise).toBe(true)
  })

  test('UP1: a method reads the streams of its client', async () => {
    await using client = await chat.start()
    const [left, right] = [new Subject<number>(), new Subject<number>()]
    const sum = client.connection.invoke('Sum', left, 100, right)
    for (let value = 1; value <= 40; value += 1) (value % 2 ? left : right).next(value)
    left.complete()
    right.complete()
    expect(await sum).toBe(920)
  })

  test('UP2: a failing upload throws a HubException in the method', async () => {
    await using client = await chat.start()
    const [left, right] = [new Subject<number>(), new Subject<number>()]
    const sum = client.connection.invoke('Sum', left, 0, right)
    right.complete()
    left.error(new Error('the file is gone'))
    await expect(sum).rejects.toThrow('HubException: the file is gone')
  })

  test('CR1: the server calls a client and gets its answer', async () => {
    await using client = await chat.start()
    client.connection.on('Add', (left: number, right: number) => left + right)
    expect(await client.connection.invoke('AskMe', 'Add', [2, 3])).toBe(5)
  })

  test('CR2: the error of a client result is a HubException', async () => {
    await using client = await chat.start()
    client.connection.on('Add', () => {
      throw new Error('I cannot')
    })
    const answer = chat.hub.clients.client(await client.connection.invoke('WhoAmI')).invoke('Add', [])
    await expect(answer).rejects.toThrow(new HubException('Error: I cannot'))
  })

  test('CR3: a pending call is rejected when its client leaves', async () => {
    await using client = await chat.start()
    const asked = createDeferred()
    client.connection.on('Hang', () => {
      asked.resolve(undefined)
      return new Promise(() => undefined)
    })
    const answer = chat.hub.clients.client(await client.connection.invoke('WhoAmI')).invoke('Hang', [])
    const refused = answer.catch((error: Error) => error.message)
    await asked.promise
    await client.connection.stop()
    expect(await refused).toBe('The client left before it answered.')
  })

  test('CR4: a pending call is rejected after the timeout, or when the signal fires', async () => {
    await using client = await chat.start()
    client.connection.on('Hang', () => new Promise(() => undefined))
    const proxy = chat.hub.clients.client(await client.connection.invoke('WhoAmI'))
    await expect(proxy.invoke('Hang', [], { timeout: 20 })).rejects.toThrow('The client did not answer in time.')
    await expect(proxy.invoke('Hang', [], { signal: AbortSignal.abort() })).rejects.toThrow('did not answer in time')
  })
})

function collect(client: TestClient, method: string, ...args: unknown[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const items: unknown[] = []
    client.connection.stream(method, ...args).subscribe({
      next: (item) => items.push(item),
      complete: () => resolve(items),
      error: reject,
    })
  })
}
