import type { HubRequest } from '../connections/hub-request.ts'
import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import type { HubMessage } from '../protocol/hub-message.ts'
import type { EncodedMessage } from './encoded-message.ts'
import type { Audience } from './hub-clients.ts'

/** One connection of a hub. */
export interface Member {
  readonly id: string
  readonly user: HubUser
  readonly request: HubRequest
  readonly transportName: TransportName
  readonly items: Map<string, unknown>
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
  readonly groups: ReadonlySet<string>
  joinGroup(group: string): void
  leaveGroup(group: string): void
  /** Sends a message that was encoded for many connections. */
  send(message: EncodedMessage): void
  /** @throws TypeError when the message cannot be encoded */
  sendMessage(message: HubMessage): void
  /** Resolves when a stream may send its next item. */
  readyForNextItem(): Promise<void> | undefined
  /** Calls the client and returns its answer. */
  invoke(target: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>
  /** Closes the connection; the client does not reconnect by itself. */
  closePermanently(): void
  /** Closes the connection; the client may reconnect. */
  closeForReconnect(): void
}

/** The connections of a hub in this process, by ID, user, and group. */
export type Members = {
  /** Adds a connection before its handshake: nothing is sent to it, but it can be closed. */
  expect(member: Member): void
  add(member: Member): void
  /** Removes a connection, also from its groups. */
  remove(member: Member): void
  get(connectionId: string): Member | undefined
  find(audience: Audience): Iterable<Member>
  /** All connections, including those before their handshake. */
  everyone(): readonly Member[]
  addToGroup(connectionId: string, group: string): boolean
  removeFromGroup(connectionId: string, group: string): boolean
}

export function createMembers(): Members {
  const expected = new Set<Member>()
  const byId = new Map<string, Member>()
  const byUser = new Map<string, Set<Member>>()
  const byGroup = new Map<string, Set<Member>>()

  function findSome(ids: readonly string[], index: Map<string, Set<Member>>): Iterable<Member> {
    const [only] = ids
    if (only !== undefined && ids.length === 1) return index.get(only) ?? []
    return new Set(ids.flatMap((id) => [...(index.get(id) ?? [])]))
  }

  return {
    expect: (member) => void expected.add(member),
    everyone: () => [...expected, ...byId.values()],
    add(member) {
      expected.delete(member)
      byId.set(member.id, member)
      if (member.user.userId !== null) addTo(byUser, member.user.userId, member)
    },
    remove(member) {
      expected.delete(member)
      byId.delete(member.id)
      if (member.user.userId !== null) removeFrom(byUser, member.user.userId, member)
      for (const group of member.groups) removeFrom(byGroup, group, member)
    },
    get: (connectionId) => byId.get(connectionId),
    find(audience) {
      switch (audience.kind) {
        case 'all':
          return without(byId.values(), audience.except)
        case 'groups':
          return without(findSome(audience.names, byGroup), audience.except)
        case 'users':
          return findSome(audience.ids, byUser)
        default:
          return audience.ids.flatMap((id) => byId.get(id) ?? [])
      }
    },
    addToGroup(connectionId, group) {
      const member = byId.get(connectionId)
      if (!member) return false
      member.joinGroup(group)
      addTo(byGroup, group, member)
      return true
    },
    removeFromGroup(connectionId, group) {
      const member = byId.get(connectionId)
      if (!member) return false
      member.leaveGroup(group)
      removeFrom(byGroup, group, member)
      return true
    },
  }
}

function without(members: Iterable<Member>, except: readonly string[] = []): Iterable<Member> {
  if (except.length === 0) return members
  const left = new Set(except)
  return [...members].filter((member) => !left.has(member.id))
}

function addTo(index: Map<string, Set<Member>>, key: string, member: Member): void {
  const set = index.get(key)
  if (set) set.add(member)
  else index.set(key, new Set([member]))
}

function removeFrom(index: Map<string, Set<Member>>, key: string, member: Member): void {
  const set = index.get(key)
  if (set?.delete(member) && set.size === 0) index.delete(key)
}
