import type { Section } from '../journal/index.ts'
import { DIRECTORIES, findPerson } from './directories.ts'
import type { AccountChange, AccountState, Directory, GraphFault } from './directories.ts'

/** A changed account, or, without a person, a reset of a directory's change tracking. */
export type DirectoryEvent = { tenantId: string; change: AccountChange | null }

export type Accounts = {
  /** The current directories. */
  directories: readonly Directory[]
  /** Adds directories until the next start, and returns them. */
  add(directories: readonly Directory[]): readonly Directory[]
  /** Changes an account as an administrator would. Returns whether there is such a person. */
  setAccount(login: string, state: AccountState): boolean
  /** Changes the claims of a person's tokens until the next start. Returns whether there is such a person. */
  setClaims(login: string, claims: Record<string, unknown>): boolean
  /** Makes Graph forget what it has tracked, as Microsoft does when it moves a directory. False for an unknown one. */
  resetTracking(domain: string): boolean
  /** Changes the app's permissions in a directory until the next start. False for an unknown one. */
  setAppRoles(domain: string, roles: readonly string[]): boolean
  /** Makes Graph fail for a directory until it is set to null. False for an unknown one. */
  setGraphFault(domain: string, fault: GraphFault | null): boolean
}

/** The directories, with changes of accounts. */
export function createAccounts(journal: Section<DirectoryEvent>): Accounts {
  const initial = [...DIRECTORIES]
  const events = [...journal.past]
  const claimsOf = new Map<string, Record<string, unknown>>()
  const appRoles = new Map<string, readonly string[]>()
  const graphFaults = new Map<string, GraphFault | null>()

  function record(event: DirectoryEvent) {
    events.push(event)
    journal.append(event)
  }

  /** The directory as changed since. */
  const current = (directory: Directory): Directory => ({
    ...directory,
    get changes() {
      return events.flatMap(({ tenantId, change }) => (tenantId === directory.tenantId && change ? [change] : []))
    },
    get people() {
      const states = new Map(this.changes.map(({ personId, state }) => [personId, state]))
      return directory.people.flatMap((person) => {
        const state = states.get(person.id) ?? 'enabled'
        return state === 'deleted' || state === 'purged'
          ? []
          : [{ ...person, accountEnabled: state === 'enabled', claims: claimsOf.get(person.id) ?? {} }]
      })
    },
    get resets() {
      return events.filter(({ tenantId, change }) => tenantId === directory.tenantId && change === null).length
    },
    get appRoles() {
      return appRoles.get(directory.tenantId) ?? directory.appRoles
    },
    get graphFault() {
      return graphFaults.get(directory.tenantId) ?? null
    },
  })
  const directories = initial.map(current)

  return {
    directories,
    add(added) {
      const live = added.map(current)
      initial.push(...added)
      directories.push(...live)
      return live
    },
    setAccount(login, state) {
      const found = findPerson(initial, login)
      if (found) record({ tenantId: found.directory.tenantId, change: { personId: found.person.id, state } })
      return found !== undefined
    },
    setClaims(login, claims) {
      const found = findPerson(initial, login)
      if (found) claimsOf.set(found.person.id, claims)
      return found !== undefined
    },
    resetTracking(domain) {
      const directory = initial.find((one) => one.domain === domain)
      if (directory) record({ tenantId: directory.tenantId, change: null })
      return directory !== undefined
    },
    setAppRoles(domain, roles) {
      const directory = initial.find((one) => one.domain === domain)
      if (directory) appRoles.set(directory.tenantId, roles)
      return directory !== undefined
    },
    setGraphFault(domain, fault) {
      const directory = initial.find((one) => one.domain === domain)
      if (directory) graphFaults.set(directory.tenantId, fault)
      return directory !== undefined
    },
  }
}
