import type { HubRequest } from '../http/hub-request.ts'
import type { TransportName } from './transport.ts'
import type { HubUser } from './user.ts'

/** A connection as the application sees it from outside. */
export type ConnectionInfo<User extends HubUser> = {
  readonly connectionId: string
  readonly user: User
  readonly request: HubRequest
  readonly transport: TransportName
}
