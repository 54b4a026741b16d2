import type { Connection } from '../connections/connection.ts'
import type { HubUser } from '../connections/user.ts'
import type { Backplane } from './backplane.ts'
import type { ConnectionInfo } from './endpoint-options.ts'
import type { HubClients } from './hub-clients.ts'
import { createHubClients } from './hub-clients.ts'
import { HubConnection } from './hub-connection.ts'
import type { HubOptions } from './hub-options.ts'
import type { HubSender } from './hub-sender.ts'
import { createHubSender } from './hub-sender.ts'
import type { HubServices, Traffic } from './hub-services.ts'
import { createMembers, type Member } from './members.ts'
import { createMethodTable } from './method-table.ts'

/** Groups of connections in any process. They exist as long as they have members. */
export type HubGroups = {
  add(connectionId: string, group: string): Promise<void>
  remove(connectionId: string, group: string): Promise<void>
}

/** A hub, as the application sees it. */
export type Hub<User extends HubUser> = {
  readonly path: string
  readonly clients: HubClients
  readonly groups: HubGroups
  /** The open connections of this process. */
  connections(): readonly ConnectionInfo<User>[]
  /** Message counts of this process, for metrics. */
  traffic(): Readonly<Traffic>
  /**
   * Closes the matching connections of this process at once. Their clients do not reconnect by themselves, unless
   * `allowReconnect` is set.
   * @returns how many
   */
  closeWhere(
    matches: (connection: ConnectionInfo<User>) => boolean,
    options?: { readonly allowReconnect?: boolean },
  ): number
  /**
   * Closes the connections of a user in all processes at once, or only those whose user has the tag,
   * for instance a session that was revoked. Their clients do not reconnect by themselves. A request that
   * `authenticate` is processing can slip through: check again in `onConnected` if that matters.
   */
  closeUser(userId: string, options?: { readonly tag?: string }): Promise<void>
  /** Closes the connections whose user has the tag in all processes at once, for instance those of a customer. */
  closeTagged(tag: string): Promise<void>
}

/** A hub with what the server needs. */
export type RunningHub<User extends HubUser> = {
  readonly hub: Hub<User>
  readonly start: (connection: Connection) => HubConnection
  readonly sender: Pick<HubSender, 'joined' | 'leave'>
}

type Options = Pick<HubServices, 'path' | 'limits' | 'clock' | 'logger' | 'protocols' | 'track'> & {
  readonly backplane: Backplane | undefined
}

export function createHub<User extends HubUser>(options: HubOptions<User>, shared: Options): RunningHub<User> {
  const members = createMembers()
  const traffic: Traffic = { sent: 0, received: 0 }
  // Safe, because all users of this hub come from its own `authenticate`.
  const declared = options as unknown as HubOptions<HubUser>
  const sender = createHubSender({ ...shared, members, traffic, events: declared })
  const clients = createHubClients(sender)
  const services: HubServices = {
    ...shared,
    members,
    traffic,
    clients,
    methods: createMethodTable(declared),
    events: declared,
    detailedErrors: options.detailedErrors ?? false,
  }

  const hub: Hub<User> = {
    path: shared.path,
    clients,
    groups: {
      add: (connectionId, group) => sender.addToGroup(connectionId, group),
      remove: (connectionId, group) => sender.removeFromGroup(connectionId, group),
    },
    connections: () => [...members.find({ kind: 'all' })].map(describe<User>),
    traffic: () => ({ ...traffic }),
    closeWhere(matches, { allowReconnect = false } = {}) {
      const matching = members.everyone().filter((member) => matches(describe<User>(member)))
      for (const member of matching) {
        if (allowReconnect) member.closeForReconnect()
        else member.closePermanently()
      }
      return matching.length
    },
    closeUser: (userId, { tag } = {}) => sender.close({ userId, ...(tag === undefined ? {} : { tag }) }),
    closeTagged: (tag) => sender.close({ tag }),
  }

  return {
    hub,
    sender,
    start(connection) {
      const member = new HubConnection(connection, services)
      members.expect(member)
      return member
    },
  }
}

function describe<User extends HubUser>(member: Member): ConnectionInfo<User> {
  return {
    connectionId: member.id,
    user: member.user as User,
    request: member.request,
    transport: member.transportName,
  }
}
