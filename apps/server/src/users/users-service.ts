import { AUDIT_VALUES } from '@partyline/contract'
import type { TenantId, User, UserId, UserRole } from '@partyline/contract'
import { differences, recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, changedFields, OperatorError } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import {
  findEnabled,
  findUser,
  insertUser,
  isEnabledAdmin,
  listUsers,
  lockEnabledAdmins,
  lockUser,
  updateUser,
} from './users-store.ts'
import type { UserRow } from './users-store.ts'

export type Users = {
  /** @throws {AppError} `not-found`, also for another tenant's user */
  get(tenantId: TenantId, userId: UserId): Promise<User>
  find(tenantId: TenantId, userId: UserId, db?: Queries): Promise<User | null>
  /** By name. */
  list(tenantId: TenantId, db?: Queries): Promise<User[]>
  /** The people who are enabled users. */
  findEnabled(db: Queries, tenantId: TenantId, userIds: readonly UserId[]): Promise<UserId[]>
  /** @throws {AppError} `user-exists` */
  add(trx: Queries, user: NewUser): Promise<void>
  /**
   * Checks that the caller is still an Admin: the role may have been removed since the call was authorized.
   * @throws {AppError} `forbidden`
   */
  requireAdmin(trx: Queries, by: { tenantId: TenantId; userId: UserId }): Promise<void>
  /**
   * `disabled` is what an Admin wants. Who left the directory is handled in `departures-service.ts`, and is shown as
   * disabled, too: repeating this changes nothing. Part of the caller's transaction. Call the returned function after the commit.
   * @throws {AppError} `forbidden` where the caller is no longer an Admin, `not-found`, or `last-admin` where no enabled Admin
   * would be left
   */
  update(trx: Queries, by: Actor, change: { userId: UserId } & NewDetails): Promise<() => void>
  /**
   * Makes a person Admin, for an operator, if no enabled Admin is left. Someone who is not a user is added with the name.
   * Part of the caller's transaction, which holds the tenant. Returns the person's name.
   * @throws {OperatorError}
   */
  nameAdmin(trx: Queries, person: { tenantId: TenantId; userId: UserId; name?: string | undefined }): Promise<string>
  /** Sets when the person is away, and whether Teams notifies them. Absent fields stay unchanged. */
  setNotifications(
    trx: Queries,
    person: { tenantId: TenantId; userId: UserId },
    change: NewNotifications,
  ): Promise<void>
  /** @throws {AppError} `not-found` */
  tellsInTeams(tenantId: TenantId, userId: UserId): Promise<boolean>
  /** The directory owns the address: it is updated at each sign-in. */
  setEmail(trx: Queries, user: Pick<NewUser, 'tenantId' | 'userId'> & { email: string | null }): Promise<void>
}

type UserDetails = Pick<User, 'name' | 'role' | 'disabled'>

/** An absent state stays unchanged. */
type NewDetails = Omit<UserDetails, 'disabled'> & {
  disabled?: boolean | undefined
  seen?: Record<string, unknown> | undefined
}

type NewNotifications = {
  workingHours?: User['workingHours'] | undefined
  pausedUntil?: Date | null | undefined
  teams?: boolean | undefined
}

type NewUser = { tenantId: TenantId; userId: UserId; name: string; role: UserRole; email?: string | null }

/** Signs people out. `announceEnd` is called after the commit. */
export type SessionEnding = {
  shutOut(
    trx: Queries,
    person: { tenantId: TenantId; userId: UserId },
  ): Promise<{ ended: number; announceEnd: () => void }>
}

type Parts = {
  database: Database
  clock: Clock
  sessions: SessionEnding
}

export function createUsers({ database, clock, sessions }: Parts): Users {
  async function find(tenantId: TenantId, userId: UserId, db = database.queries) {
    const row = await findUser(db, tenantId, userId)
    return row ? userOf(row) : null
  }

  return {
    find,
    findEnabled,
    async get(tenantId, userId) {
      const user = await find(tenantId, userId)
      if (!user) throw new AppError('not-found')
      return user
    },
    list: async (tenantId, db = database.queries) => (await listUsers(db, tenantId)).map(userOf),
    async add(trx, { tenantId, userId, name, role, email = null }) {
      const isNew = await insertUser(trx, {
        tenantId,
        userId,
        name,
        email,
        role,
        disabled: false,
        leftDirectoryAt: null,
        createdAt: clock.now(),
      })
      if (!isNew) throw new AppError('user-exists', { field: 'userId' })
    },
    async requireAdmin(trx, { tenantId, userId }) {
      if (!(await isEnabledAdmin(trx, tenantId, userId))) throw new AppError('forbidden')
    },
    async update(trx, by, { userId, ...wanted }) {
      const { tenantId } = by
      const admins = await lockEnabledAdmins(trx, tenantId)
      if (by.userId !== null && !admins.includes(by.userId)) throw new AppError('forbidden')
      const before = await lockUser(trx, tenantId, userId)
      if (!before) throw new AppError('not-found')
      const { name = before.name, role = before.role, disabled } = changedFields(userOf(before), wanted)
      const isShown = disabled === !before.enabled
      const after = { name, role, disabled: isShown ? before.disabled : (disabled ?? before.disabled) }
      const staysAdmin = after.role === 'Admin' && !after.disabled
      if (!staysAdmin && admins.length === 1 && admins[0] === userId) throw new AppError('last-admin')
      await updateUser(trx, { tenantId, userId }, after)
      const changes = changesOf(before, after)
      if (changes.length > 0) {
        await recordAuditEntry(trx, by, { kind: 'userChanged', at: clock.now(), subject: before.name, changes })
      }
      if (!after.disabled) return () => {}
      const { announceEnd } = await sessions.shutOut(trx, { tenantId, userId })
      return announceEnd
    },
    async nameAdmin(trx, { tenantId, userId, name }) {
      const [admin] = await lockEnabledAdmins(trx, tenantId)
      if (admin) {
        const { name: adminName = '' } = (await findUser(trx, tenantId, admin)) ?? {}
        throw new OperatorError(
          `${adminName} is an enabled Admin, and can make others Admin under Administration, People.`,
        )
      }
      const user = await lockUser(trx, tenantId, userId)
      if (!user && !name) throw new OperatorError('This person is not a user yet. Give their name: --name "Dana Cole"')
      if (user && !user.enabled) {
        const reason = user.leftDirectoryAt ? 'has left the organization' : 'was disabled by an Admin'
        throw new OperatorError(`${user.name} ${reason}. Name someone else.`)
      }
      const subject = user?.name ?? name ?? ''
      if (user) await updateUser(trx, { tenantId, userId }, { role: 'Admin' })
      else await this.add(trx, { tenantId, userId, name: subject, role: 'Admin' })
      const changes = differences({ role: [user?.role ?? '', 'Admin'] })
      await recordAuditEntry(trx, { tenantId, userId: null }, { kind: 'adminNamed', at: clock.now(), subject, changes })
      return subject
    },
    async setNotifications(trx, person, { workingHours, pausedUntil, teams }) {
      const change = {
        ...(workingHours !== undefined && { workingHours: workingHours && JSON.stringify(workingHours) }),
        ...(pausedUntil !== undefined && { pausedUntil }),
        ...(teams !== undefined && { teamsNotifications: teams }),
      }
      if (Object.keys(change).length > 0) await updateUser(trx, person, change)
    },
    async tellsInTeams(tenantId, userId) {
      const row = await findUser(database.queries, tenantId, userId)
      if (!row) throw new AppError('not-found')
      return row.teamsNotifications
    },
    setEmail: (trx, { email, ...user }) => updateUser(trx, user, { email }),
  }
}

function changesOf(before: UserDetails, after: UserDetails) {
  const stateOf = ({ disabled }: UserDetails) => AUDIT_VALUES[disabled ? 'disabled' : 'enabled']
  return differences({
    name: [before.name, after.name],
    role: [before.role, after.role],
    state: [stateOf(before), stateOf(after)],
  })
}

function userOf(row: UserRow): User {
  return {
    id: row.userId,
    name: row.name,
    tenantId: row.tenantId,
    role: row.role,
    disabled: !row.enabled,
    leftDirectoryAt: row.leftDirectoryAt?.toISOString() ?? null,
    workingHours: row.workingHours,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
  }
}
