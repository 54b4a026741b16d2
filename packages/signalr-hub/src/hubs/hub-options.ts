import type { HubRequest } from '../connections/hub-request.ts'
import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { MessageHeaders } from '../protocol/hub-message.ts'
import type { EndpointOptions } from './endpoint-options.ts'
import type { HubCallerClients } from './hub-clients.ts'

/** The groups of the calling connection. */
export type CallerGroups = {
  add(group: string): Promise<void>
  remove(group: string): Promise<void>
}

/** The context of a hub method call. */
export type HubContext<User extends HubUser = HubUser> = {
  /** Public: other clients may see it. */
  readonly connectionId: string
  readonly user: User
  /** The request that opened the transport; on long polling, the latest poll. */
  readonly request: HubRequest
  readonly transport: TransportName
  /** For the application's own data about this connection. */
  readonly items: Map<string, unknown>
  readonly groups: CallerGroups
  readonly clients: HubCallerClients
  /** Headers of the invocation, if the client sent any. */
  readonly headers: MessageHeaders
  /** Aborted when the connection ends; in a streaming method, also when the client cancels the stream. */
  readonly signal: AbortSignal
  /** Closes the connection. The client does not reconnect by itself. */
  abort(): void
}

/** Handles a call. The arguments come from the network: validate them before use. */
export type HubHandler<User extends HubUser, Result> = (context: HubContext<User>, ...args: unknown[]) => Result

/** A method with options. */
export type HubMethodDetails<User extends HubUser, Result> = {
  readonly run: HubHandler<User, Result>
  /** Number of streams from the client; `run` gets them after the arguments, as async iterables. Default 0. */
  readonly uploads?: number
  /** Who may call it. A refused client gets `Failed to invoke 'X' because user is unauthorized`. */
  readonly authorize?: (context: HubContext<User>) => boolean | Promise<boolean>
  /**
   * Validates and converts the arguments. If it throws, the client gets `Failed to invoke 'X' due to an error on the server.`,
   * plus the text of a HubException.
   */
  readonly bind?: (args: readonly unknown[]) => readonly unknown[]
}

/** A method: a function, or a function with options. */
export type HubMethod<User extends HubUser, Result = unknown> =
  | HubHandler<User, Result>
  | HubMethodDetails<User, Result>

/** The return value of a streaming method. */
export type HubStream = AsyncIterable<unknown> | Iterable<unknown>

/**
 * Returns the arguments that a client receives. Runs once for each message in every process, and what it returns for each
 * client. Clients for whom that returns the same array share the encoded message.
 */
export type Personalize<User extends HubUser> = (args: readonly unknown[]) => (user: User) => readonly unknown[]

/** Options of a hub: who may connect, and what they can call. */
export type HubOptions<User extends HubUser> = EndpointOptions<User> & {
  /** Methods for `invoke` and `send`, by name. Names are case-insensitive. */
  readonly methods?: Readonly<Record<string, HubMethod<User>>>
  /** Methods for `stream`, by name. */
  readonly streams?: Readonly<Record<string, HubMethod<User, HubStream | Promise<HubStream>>>>
  /**
   * What each client receives of a message of `send`, by the client's method. Other processes get the arguments of `send`
   * as JSON, and do the same.
   */
  readonly personalize?: Readonly<Record<string, Personalize<User>>>
  /** Runs before the first method. If it throws, the connection is closed and the client does not reconnect. */
  readonly onConnected?: (context: HubContext<User>) => unknown
  /** Runs once for every connection whose `onConnected` succeeded. */
  readonly onDisconnected?: (context: HubContext<User>, error: Error | undefined) => unknown
  /**
   * Runs when clients of this process may have missed messages from another one, because the backplane was not
   * reachable. Let them catch up, for instance with `closeWhere` and `allowReconnect`.
   */
  readonly onMissed?: () => void
  /** Sends clients the text of every error, not only of HubException. For development. Default false. */
  readonly detailedErrors?: boolean
}
