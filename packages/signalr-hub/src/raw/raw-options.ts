import type { ConnectionInfo } from '../connections/connection-info.ts'
import type { EndpointOptions } from '../hubs/hub-options.ts'
import type { HubUser } from '../connections/user.ts'

/** A connection without the hub protocol: bytes in, bytes out. Like a stream, it keeps no message boundaries. */
export type RawConnection<User extends HubUser> = ConnectionInfo<User> & {
  /** Text is sent as UTF-8. */
  send(data: string | Uint8Array): void
  /** Ends the connection after what was sent. */
  close(): void
}

/** What happens on raw connections. */
export type RawOptions<User extends HubUser> = EndpointOptions<User> & {
  /** The WebSocket frames sent: Text or Binary. Default Binary. Server-Sent Events carry text only. */
  readonly transferFormat?: 'Text' | 'Binary'
  readonly onConnected?: (connection: RawConnection<User>) => unknown
  readonly onReceived?: (connection: RawConnection<User>, data: Uint8Array) => unknown
  readonly onDisconnected?: (connection: RawConnection<User>, error: Error | undefined) => unknown
}
