import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Hub, HubException, type HubServer } from '../../src/index.ts'
import { messagePackProtocol } from '../../src/messagepack.ts'
import { type ClientOptions, startClient, type TestClient, type Way } from './client.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { type HubHost, startHost } from './hub-host.ts'

type User = { userId: string; tags: string[] }

/** The calls that the hub received, for tests to look at. */
type Journal = {
  readonly seen: unknown[]
  /** One event a connection, named by its id. */
  readonly goodbyes: EventEmitter
  readonly streamEnded: Deferred<boolean>
}

/** A hub that keeps a journal. Only the tests of its suite may look at it: it is open for as long as they run. */
type JournalHub = {
  readonly hub: Hub<User>
  readonly journal: Journal
  readonly url: string
  /** Starts a client of a user; the tags of the user follow its id, as in `ada#laptop`. */
  start(userId?: string, options?: ClientOptions): Promise<TestClient>
}

/** Opens a hub for the suite that is being described, with an empty journal for each test. */
export function openJournalHub(way: Way): JournalHub {
  let host: HubHost
  let hub: Hub<User>
  let journal: Journal
  let url: string

  beforeAll(async () => {
    host = await startHost(
      (server) => {
        hub = openHub(server, () => journal)
      },
      { protocols: [messagePackProtocol] },
    )
    url = `${host.origin}/chat`
  })
  afterAll(() => host[Symbol.asyncDispose]())
  beforeEach(() => {
    journal = { seen: [], goodbyes: new EventEmitter(), streamEnded: createDeferred() }
  })

  return {
    get hub() {
      return hub
    },
    get journal() {
      return journal
    },
    get url() {
      return url
    },
    start: (userId = 'ada', options = {}) => startClient(url, way, { accessTokenFactory: () => userId, ...options }),
  }
}

function openHub(server: HubServer, journal: () => Journal): Hub<User> {
  return server.hub('/chat', {
    authenticate: ({ accessToken = '' }): User => {
      const [userId = '', ...tags] = accessToken.split('#')
      return { userId, tags }
    },
    methods: {
      Echo: (_context, value) => value,
      Nothing: () => undefined,
      Fail: (_context, text) => {
        throw new Error(String(text))
      },
      Refuse: (_context, text) => {
        throw new HubException(String(text))
      },
      Note: async (_context, value) => {
        await Promise.resolve()
        journal().seen.push(value)
      },
      WhoAmI: (context) => context.connectionId,
      Join: (context, group) => context.groups.add(String(group)),
      Leave: (context, group) => context.groups.remove(String(group)),
      Tell: async (context, group) => {
        await context.clients.caller().send('caller', ['me'])
        await context.clients.others().send('others', ['you'])
        await context.clients.othersInGroup(String(group)).send('group', [group])
      },
      AskMe: (context, method, args) => context.clients.caller().invoke(String(method), args as unknown[]),
      LeaveMe: (context) => context.abort(),
      Describe: ({ user, transport, items }) => ({ user: user.userId, transport, item: items.get('item') }),
      Sum: {
        uploads: 2,
        run: async (_context, start, ...uploads) => {
          let sum = Number(start)
          for (const upload of uploads as AsyncIterable<number>[]) for await (const value of upload) sum += value
          return sum
        },
      },
    },
    streams: {
      Count: async function* (_context, count) {
        for (let index = 0; index < Number(count); index += 1) yield index
      },
      // oxlint-disable-next-line require-yield -- the stream fails before its first item
      Break: async function* () {
        throw new Error('secret')
      },
      Forever: async function* (context) {
        context.signal.addEventListener('abort', () => journal().streamEnded.resolve(true))
        yield 1
        await new Promise(() => undefined)
      },
    },
    onConnected: (context) => {
      if (context.user.userId === 'unwelcome') throw new Error('secret')
      context.items.set('item', 'kept')
    },
    onDisconnected: ({ connectionId }, error) => void journal().goodbyes.emit(connectionId, error),
  })
}
