import { EventEmitter, once } from 'node:events'
import {
  type HubConnection,
  HubConnectionBuilder,
  HttpTransportType,
  type IHttpConnectionOptions,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import type { TransportName } from '../../src/index.ts'

/** A transport and protocol. */
export type Way = { readonly transport: TransportName; readonly protocol: 'json' | 'messagepack' }

/** Every combination of transport and protocol: Server-Sent Events carry text only. */
export const ALL_WAYS: readonly Way[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'LongPolling', protocol: 'messagepack' },
]

/** The official client, and its events. */
export type TestClient = AsyncDisposable & {
  readonly connection: HubConnection
  /** Resolves with the error of `onclose`, or with undefined. */
  readonly closed: Promise<Error | undefined>
  /** Resolves with the arguments of the next call of a client method. */
  next(method: string): Promise<unknown[]>
}

export type ClientOptions = IHttpConnectionOptions & { readonly retryDelays?: number[] }

/** Builds the unmodified official client. */
export function buildClient(url: string, way: Way, options: ClientOptions = {}): TestClient {
  const { retryDelays, ...http } = options
  const builder = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType[way.transport], ...http })
    .withHubProtocol(way.protocol === 'json' ? new JsonHubProtocol() : new MessagePackHubProtocol())
    .configureLogging(LogLevel.None)
  if (retryDelays) builder.withAutomaticReconnect(retryDelays)
  const connection = builder.build()
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
  const calls = new EventEmitter()
  const known = new Set<string>()

  return {
    connection,
    closed,
    async next(method) {
      if (!known.has(method)) connection.on(method, (...args: unknown[]) => void calls.emit(method, args))
      known.add(method)
      const [args] = (await once(calls, method)) as [unknown[]]
      return args
    },
    async [Symbol.asyncDispose]() {
      await connection.stop()
    },
  }
}

/** Builds and starts a client. */
export async function startClient(url: string, way: Way, options: ClientOptions = {}): Promise<TestClient> {
  const client = buildClient(url, way, options)
  await client.connection.start()
  return client
}
