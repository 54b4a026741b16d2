import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { Authenticate, Redirect } from '../http/authenticate.ts'
import type { Limits } from '../server/options.ts'
import type { HubContext } from './hub-context.ts'

/** What runs when a client calls. The arguments come from the network: check them before use. */
export type HubHandler<User extends HubUser, Result> = (context: HubContext<User>, ...args: unknown[]) => Result

/** A method with more to say than its code. */
export type HubMethodDetails<User extends HubUser, Result> = {
  readonly run: HubHandler<User, Result>
  /** Streams that the client sends along; `run` gets them after the arguments, as async iterables. Default 0. */
  readonly uploads?: number
  /** Who may call it. A refused client is told `Failed to invoke 'X' because user is unauthorized`. */
  readonly authorize?: (context: HubContext<User>) => boolean | Promise<boolean>
  /**
   * Checks and converts the arguments. What it throws is told as `Failed to invoke 'X' due to an error on the server.`,
   * with the text of a HubException added.
   */
  readonly bind?: (args: readonly unknown[]) => readonly unknown[]
}

/** A method: its code alone, or with details. */
export type HubMethod<User extends HubUser, Result = unknown> =
  | HubHandler<User, Result>
  | HubMethodDetails<User, Result>

/** What a streaming method returns. */
export type HubStream = AsyncIterable<unknown> | Iterable<unknown>

/** What applies to hubs and to raw connections alike. */
export type EndpointOptions<User extends HubUser> = Partial<Limits> & {
  /** Default: everybody may connect, as `{ userId: null }`. */
  readonly authenticate?: Authenticate<User>
  /** Offered in this order. Default: WebSockets, ServerSentEvents, LongPolling. */
  readonly transports?: readonly TransportName[]
  /** Refuses clients that ask for a lower version of negotiate. Default 0. */
  readonly minimumNegotiateVersion?: 0 | 1
  /** Asked on negotiate: sends the client to another server, or refuses it in words. */
  readonly redirect?: Redirect<User>
  /** Closes a connection when `expiresAt` of its user has passed. Default false: it outlives its token. */
  readonly closeOnAuthenticationExpiration?: boolean
}

/** A hub: who may connect, and what they can call. */
export type HubOptions<User extends HubUser> = EndpointOptions<User> & {
  /** Methods for `invoke` and `send`, by name. Names are case-insensitive. */
  readonly methods?: Readonly<Record<string, HubMethod<User>>>
  /** Methods for `stream`, by name. */
  readonly streams?: Readonly<Record<string, HubMethod<User, HubStream | Promise<HubStream>>>>
  /** Runs before the first method. If it throws, the connection is closed and the client does not reconnect. */
  readonly onConnected?: (context: HubContext<User>) => unknown
  /** Runs once for every connection whose `onConnected` succeeded. */
  readonly onDisconnected?: (context: HubContext<User>, error: Error | undefined) => unknown
  /**
   * Runs when clients of this process may have missed messages of another one, which could not reach the backplane for a
   * while or was not heard here. Let them catch up, for instance by `closeWhere` with `allowReconnect`.
   */
  readonly onMissed?: () => void
  /** Tells clients the text of every error, not only of HubException. For development. Default false. */
  readonly detailedErrors?: boolean
}
