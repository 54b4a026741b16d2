import type { Audience } from './audience.ts'
import type { HubConnection } from '../hubs/hub-connection.ts'

/** The connections of a hub in this process: all, by user and by group. */
export type Members = {
  /** A connection that is still to shake hands: nothing is sent to it, but it can be closed. */
  expect(member: HubConnection): void
  add(member: HubConnection): void
  /** Takes a connection out, and out of its groups. */
  remove(member: HubConnection): void
  get(connectionId: string): HubConnection | undefined
  find(audience: Audience): Iterable<HubConnection>
  /** All, and those that are still to shake hands. */
  everyone(): readonly HubConnection[]
  addToGroup(connectionId: string, group: string): boolean
  removeFromGroup(connectionId: string, group: string): boolean
}

export function createMembers(): Members {
  const expected = new Set<HubConnection>()
  const byId = new Map<string, HubConnection>()
  const byUser = new Map<string, Set<HubConnection>>()
  const byGroup = new Map<string, Set<HubConnection>>()

  function findSome(ids: readonly string[], index: Map<string, Set<HubConnection>>): Iterable<HubConnection> {
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

function without(members: Iterable<HubConnection>, except: readonly string[] = []): Iterable<HubConnection> {
  if (except.length === 0) return members
  const left = new Set(except)
  return [...members].filter((member) => !left.has(member.id))
}

function addTo(index: Map<string, Set<HubConnection>>, key: string, member: HubConnection): void {
  const set = index.get(key)
  if (set) set.add(member)
  else index.set(key, new Set([member]))
}

function removeFrom(index: Map<string, Set<HubConnection>>, key: string, member: HubConnection): void {
  const set = index.get(key)
  if (set?.delete(member) && set.size === 0) index.delete(key)
}
