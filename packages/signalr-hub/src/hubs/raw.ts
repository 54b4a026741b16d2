import type { Application, Connection } from '../connections/connection.ts'
import { createRecord } from '../connections/record.ts'
import type { HubUser } from '../connections/user.ts'
import type { Logger } from '../platform/logger.ts'
import type { ConnectionInfo, EndpointOptions } from './endpoint-options.ts'

/** A connection without the hub protocol. Like any byte stream, it has no message boundaries. */
export type RawConnection<User extends HubUser> = ConnectionInfo<User> & {
  /** Text is sent as UTF-8. */
  send(data: string | Uint8Array): void
  /** Closes the connection after pending output is sent. */
  close(): void
}

/** Options and handlers of raw connections. */
export type RawOptions<User extends HubUser> = EndpointOptions<User> & {
  /** The type of WebSocket frames to send. Default Binary. Server-Sent Events carry text only. */
  readonly transferFormat?: 'Text' | 'Binary'
  readonly onConnected?: (connection: RawConnection<User>) => unknown
  readonly onReceived?: (connection: RawConnection<User>, data: Uint8Array) => unknown
  readonly onDisconnected?: (connection: RawConnection<User>, error: Error | undefined) => unknown
}

/** Runs raw handlers on a connection. Errors are logged and close the connection. */
export function createRawApplication<User extends HubUser>(
  connection: Connection,
  options: RawOptions<User>,
  logger: Logger,
): Application {
  const format = options.transferFormat ?? 'Binary'
  connection.transferFormat = format
  const raw: RawConnection<User> = {
    connectionId: connection.id,
    get user() {
      return connection.user as User
    },
    get request() {
      return connection.request
    },
    get transport() {
      return connection.transportName
    },
    send: (data) => connection.send(createRecord(data, format)),
    close: () => connection.close(),
  }

  async function run(event: string, handler: () => unknown): Promise<void> {
    try {
      await handler()
    } catch (err) {
      logger.error({ err, connectionId: connection.id }, `${event} of a raw connection failed.`)
      connection.close({ cause: 'error' })
    }
  }

  // The transport is bound right after this function returns. Handlers cannot send before.
  queueMicrotask(() => void run('onConnected', () => options.onConnected?.(raw)))
  return {
    receive: (chunk) => void run('onReceived', () => options.onReceived?.(raw, chunk)),
    closed: (error) => void run('onDisconnected', () => options.onDisconnected?.(raw, error)),
    closeForReconnect: () => connection.close(),
    tick: () => undefined,
  }
}
