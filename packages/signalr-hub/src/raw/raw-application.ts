import type { Application, Connection } from '../connections/connection.ts'
import { createRecord } from '../connections/record.ts'
import type { HubUser } from '../connections/user.ts'
import type { Logger } from '../server/logger.ts'
import type { RawConnection, RawOptions } from './raw-options.ts'

/** Runs a raw handler on a connection. What it throws is logged and ends the connection. */
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

  // The transport is bound right after this function returns; only then can the handler send.
  queueMicrotask(() => void run('onConnected', () => options.onConnected?.(raw)))
  return {
    receive: (chunk) => void run('onReceived', () => options.onReceived?.(raw, chunk)),
    closed: (error) => void run('onDisconnected', () => options.onDisconnected?.(raw, error)),
    endForNow: () => connection.close(),
    tick: () => undefined,
  }
}
