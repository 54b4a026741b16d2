import type { Connection } from '../connections/connection.ts'
import type { ConnectionInfo } from '../connections/connection-info.ts'
import type { HubUser } from '../connections/user.ts'
import type { HubClients } from '../sending/hub-clients.ts'
import { createHubClients } from '../sending/hub-clients.ts'
import { HubConnection } from './hub-connection.ts'
import type { HubOptions } from './hub-options.ts'
import type { HubSender } from '../sending/hub-sender.ts'
import { createHubSender } from '../sending/hub-sender.ts'
import type { HubServices } from './hub-services.ts'
import { createMembers } from '../sending/members.ts'
import { createMethodTable } from '../invocations/method-table.ts'
import type { Backplane } from '../backplanes/backplane.ts'
import type { Traffic } from './traffic.ts'

/** Groups of any connection, in any process. They need no making and vanish with their last member. */
export type HubGroups = {
  add(connectionId: string, group: string): Promise<void>
  remove(connectionId: string, group: string): Promise<void>
}

/** A hub, from the application's side. */
export type Hub<User extends HubUser> = {
  readonly path: string
  readonly clients: HubClients
  readonly groups: HubGroups
  /** The open connections of this process. */
  connections(): readonly ConnectionInfo<User>[]
  /** What went over the connections of this process so far, for metrics. */
  traffic(): Readonly<Traffic>
  /**
   * Closes at once the connections of this process that match. Their clients do not reconnect by themselves, unless
   * `allowReconnect` says that they may.
   * @returns how many
   */
  closeWhere(
    matches: (connection: ConnectionInfo<User>) => boolean,
    options?: { readonly allowReconnect?: boolean },
  ): number
  /**
   * Closes at once the connections of a user in all processes, or only those whose user has the tag,
   * for instance a session that was revoked. Their clients do not reconnect by themselves. A request that
   * `authenticate` is still looking at can slip through: check once more in `onConnected` where that matters.
   */
  closeUser(userId: string, options?: { readonly tag?: string }): Promise<void>
  /** Closes at once, in all processes, the connections whose user has the tag, for instance those of a customer. */
  closeTagged(tag: string): Promise<void>
}

/** A hub with what the server needs of it. */
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
  const sender = createHubSender({ ...shared, members, traffic, onMissed: options.onMissed })
  const clients = createHubClients(sender)
  // The only users of this hub are those that its own `authenticate` returned.
  const declared = options as unknown as HubOptions<HubUser>
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
        if (allowReconnect) member.endForNow()
        else member.closeForGood()
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

function describe<User extends HubUser>(member: HubConnection): ConnectionInfo<User> {
  return {
    connectionId: member.id,
    user: member.user as User,
    request: member.request,
    transport: member.transportName,
  }
}
