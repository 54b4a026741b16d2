import type { HubRequest } from '../connections/hub-request.ts'
import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { Limits } from '../platform/limits.ts'

/** Returns the user who sends a request, or null for a 401. Called for every request of a connection. */
export type Authenticate<User extends HubUser> = (request: HubRequest) => User | null | Promise<User | null>

/** Sends the client to another server, for instance to Azure SignalR Service. */
export type NegotiateRedirect = {
  readonly url: string
  /** The bearer token for the other server. */
  readonly accessToken?: string
}

/** Refuses a client: its `start()` rejects with this text. */
export type NegotiateRefusal = { readonly error: string }

/** Redirects or refuses a client that negotiates. Returns undefined to serve it here. */
export type Redirect<User extends HubUser> = (
  user: User,
  request: HubRequest,
) => NegotiateRedirect | NegotiateRefusal | undefined | Promise<NegotiateRedirect | NegotiateRefusal | undefined>

/** Options of hubs and of raw connections. */
export type EndpointOptions<User extends HubUser> = Partial<Limits> & {
  /** Default: everyone may connect, as `{ userId: null }`. */
  readonly authenticate?: Authenticate<User>
  /** Offered in this order. Default: WebSockets, ServerSentEvents, LongPolling. */
  readonly transports?: readonly TransportName[]
  /** Refuses clients that ask for a lower version of negotiate. Default 0. */
  readonly minimumNegotiateVersion?: 0 | 1
  /** Called on negotiate; can send the client to another server, or refuse it. */
  readonly redirect?: Redirect<User>
  /** Closes a connection when `expiresAt` of its user has passed. Default false: it outlives its token. */
  readonly closeOnAuthenticationExpiration?: boolean
}

/** A connection as the application sees it. */
export type ConnectionInfo<User extends HubUser> = {
  readonly connectionId: string
  readonly user: User
  readonly request: HubRequest
  readonly transport: TransportName
}
