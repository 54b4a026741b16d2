import type { HubUser } from '../connections/user.ts'
import type { HubRequest } from './hub-request.ts'
import type { NegotiateRedirect, NegotiateRefusal } from './negotiate.ts'

/** Says who sends a request, or null for nobody (401). Called for every request of a connection. */
export type Authenticate<User extends HubUser> = (request: HubRequest) => User | null | Promise<User | null>

/** Sends a client elsewhere, or refuses it in words, instead of answering negotiate here. */
export type Redirect<User extends HubUser> = (
  user: User,
  request: HubRequest,
) => NegotiateRedirect | NegotiateRefusal | undefined | Promise<NegotiateRedirect | NegotiateRefusal | undefined>
