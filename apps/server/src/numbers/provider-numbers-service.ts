import type { AccountNumber, NumberId, TenantId, TwilioNumber, User, UserId } from '@partyline/contract'
import { differences, recordDeed } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import type { AnnounceNumbers } from './numbers-events.ts'
import {
  findNumbersInUse,
  findProviderNumber,
  insertProviderNumber,
  listDefaultUsers,
  listProviderNumbers,
  lockProviderNumbers,
  replaceDefaultUsers,
  updateProviderNumber,
} from './provider-numbers-store.ts'
import type { ProviderNumberRow } from './provider-numbers-store.ts'

/** A number of the tenant's Twilio account. */
export type ProviderNumber = {
  id: NumberId
  tenantId: TenantId
  /** Twilio's id of it. */
  sid: string
  /** E.164. */
  number: string
  name: string
  inUse: boolean
  hasMms: boolean
  /** No longer in the account: chats keep it, nothing is sent from it. */
  released: boolean
}

/** A number as Twilio says that it is. */
export type NumberAtProvider = {
  sid: string
  phoneNumber: string
  friendlyName: string
  hasSms: boolean
  hasMms: boolean
  /** Whether texts to it reach us. */
  webhookConfigured: boolean
  /** What else receives its texts, in words. */
  elsewhere: string | null
}

export type ProviderNumbers = {
  /** Those in use, by name. */
  listInUse(tenantId: TenantId): Promise<TwilioNumber[]>
  /** All of the account, in use or not. */
  listTwilio(tenantId: TenantId): Promise<AccountNumber[]>
  findProviderNumber(db: Queries, tenantId: TenantId, numberId: NumberId): Promise<ProviderNumber | null>
  /** The number of the account that texts come in for: null where none of its tenants uses it. */
  findInUse(db: Queries, accountSid: string, number: string): Promise<ProviderNumber | null>
  /** Those of the numbers that the tenant uses. */
  inUseAmong(db: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<ProviderNumber[]>
  /** Who becomes a member of a chat that a text to this number opens. */
  defaultUsers(db: Queries, tenantId: TenantId, numberId: NumberId): Promise<UserId[]>
  /** @throws {AppError} `validation` where one of them is no user of the tenant */
  requireUsers(tenantId: TenantId, userIds: readonly UserId[]): Promise<void>
  /** @throws {AppError} `not-found`; `validation` where somebody is no user of the tenant */
  assignUsers(by: Actor, numberId: NumberId, userIds: UserId[]): Promise<void>
  /** Takes over what the account holds. Numbers that left it are released; a new SID for a known number is the same. */
  keepAccountNumbers(trx: Queries, tenantId: TenantId, numbers: NumberAtProvider[]): Promise<void>
  /** @throws {AppError} `number-in-use` */
  refuseIfUsedByAnother(tenantId: TenantId, number: string): Promise<void>
  /** @throws {AppError} `number-in-use` where another tenant uses the number */
  setUse(by: Actor, numberId: NumberId, use: Use): Promise<void>
}

type Use = {
  inUse: boolean
  /** Whether its texts reach us. */
  webhookConfigured: boolean
  /** What else receives its texts, in words; absent: as far as we knew. */
  elsewhere?: string | null | undefined
  /** Its default users; absent: unchanged. */
  assignedUsers?: readonly UserId[] | undefined
}

type Defaults = { number: Pick<ProviderNumberRow, 'number_id' | 'name'>; userIds: readonly UserId[] }

type Parts = { database: Database; tenants: Tenants; users: Users; clock: Clock; announce: AnnounceNumbers }

export function createProviderNumbers({ database, tenants, users, clock, announce }: Parts): ProviderNumbers {
  async function list(tenantId: TenantId, isWanted: (row: ProviderNumberRow) => boolean) {
    const rows = await listProviderNumbers(database.queries, tenantId)
    const assigned = await listDefaultUsers(database.queries, tenantId)
    return rows.filter(isWanted).map((row) => presentForAdmin(row, assigned.get(row.number_id) ?? []))
  }

  async function knownUsers(db: Queries, tenantId: TenantId, wanted: readonly UserId[]): Promise<User[]> {
    const known = await users.list(tenantId, db)
    const isKnown = (id: UserId) => known.some((user) => user.id === id)
    if (!wanted.every(isKnown)) throw invalid({ ids: ['Only users of this tenant can be assigned.'] })
    return known
  }

  async function replaceDefaults(trx: Queries, by: Actor, { number, userIds }: Defaults) {
    const { tenantId } = by
    const { number_id: numberId, name } = number
    const wanted = [...new Set(userIds)]
    const known = await knownUsers(trx, tenantId, wanted)
    const before = (await listDefaultUsers(trx, tenantId, numberId)).get(numberId) ?? []
    await replaceDefaultUsers(trx, { tenantId, numberId }, wanted)
    const namesOf = (ids: readonly UserId[]) =>
      known.flatMap((user) => (ids.includes(user.id) ? user.name : [])).join(', ')
    const changes = differences({ defaultUsers: [namesOf(before), namesOf(wanted)] })
    if (changes.length === 0) return
    await recordDeed(trx, by, { kind: 'defaultUsersChanged', at: clock.now(), subject: name, changes })
  }

  return {
    listInUse: (tenantId) => list(tenantId, (row) => row.in_use),
    listTwilio: (tenantId) => list(tenantId, (row) => !row.released_at),
    async findProviderNumber(db, tenantId, numberId) {
      const row = await findProviderNumber(db, { tenantId, numberId })
      return row ? providerNumberOf(row) : null
    },
    async findInUse(db, accountSid, number) {
      const [row] = await findNumbersInUse(db, [number])
      if (!row) return null
      const tenant = await tenants.find(row.tenant_id, db)
      return tenant?.accountSid === accountSid ? providerNumberOf(row) : null
    },
    async inUseAmong(db, tenantId, wanted) {
      const rows = await findNumbersInUse(db, wanted)
      return rows.filter((row) => row.tenant_id === tenantId).map(providerNumberOf)
    },
    async defaultUsers(db, tenantId, numberId) {
      const assigned = await listDefaultUsers(db, tenantId, numberId)
      return [...assigned.values()].flat()
    },
    requireUsers: async (tenantId, userIds) => {
      await knownUsers(database.queries, tenantId, userIds)
    },
    async assignUsers(by, numberId, userIds) {
      const { tenantId } = by
      await database.transaction(async (trx) => {
        const number = await findProviderNumber(trx, { tenantId, numberId })
        if (!number) throw new AppError('not-found')
        await replaceDefaults(trx, by, { number, userIds })
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
    async keepAccountNumbers(trx, tenantId, numbers) {
      await lockProviderNumbers(trx, tenantId)
      const known = await listProviderNumbers(trx, tenantId)
      const kept = new Set<NumberId>()
      for (const atProvider of numbers) {
        const row =
          known.find(({ sid }) => sid === atProvider.sid) ?? known.find((row) => row.number === atProvider.phoneNumber)
        const state = stateOf(atProvider)
        if (row) {
          kept.add(row.number_id)
          await updateProviderNumber(trx, { tenantId, numberId: row.number_id }, state)
        } else {
          const numberId = newId<NumberId>()
          const created_at = clock.now()
          await insertProviderNumber(trx, {
            ...state,
            tenant_id: tenantId,
            number_id: numberId,
            in_use: false,
            created_at,
          })
        }
      }
      const gone = known.filter((row) => !kept.has(row.number_id) && !row.released_at)
      for (const { number_id: numberId } of gone) {
        const released = { released_at: clock.now(), in_use: false, webhook_configured: false, elsewhere: null }
        await updateProviderNumber(trx, { tenantId, numberId }, released)
      }
    },
    async refuseIfUsedByAnother(tenantId, number) {
      const [row] = await findNumbersInUse(database.queries, [number])
      if (row && row.tenant_id !== tenantId) throw usedByAnother()
    },
    async setUse(by, numberId, { inUse, webhookConfigured, elsewhere, assignedUsers }) {
      const { tenantId } = by
      const change = {
        in_use: inUse,
        webhook_configured: webhookConfigured,
        ...(elsewhere !== undefined && { elsewhere }),
      }
      const work = database.transaction(async (trx) => {
        const before = await findProviderNumber(trx, { tenantId, numberId })
        await updateProviderNumber(trx, { tenantId, numberId }, change)
        if (before && assignedUsers) await replaceDefaults(trx, by, { number: before, userIds: assignedUsers })
        if (!before || before.in_use === inUse) return
        const kind = inUse ? 'numberUsed' : 'numberUnused'
        await recordDeed(trx, by, { kind, at: clock.now(), subject: before.name })
      })
      await work.catch((error: unknown) => {
        throw isUniqueViolation(error) ? usedByAnother(error) : error
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
  }
}

/** The database's own word for a row that a unique index refused. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

function usedByAnother(cause?: unknown): AppError {
  return new AppError('number-in-use', { details: 'Another organization here uses it.', cause })
}

function stateOf(number: NumberAtProvider) {
  return {
    sid: number.sid,
    number: number.phoneNumber,
    name: number.friendlyName,
    webhook_configured: number.webhookConfigured,
    elsewhere: number.elsewhere,
    has_sms: number.hasSms,
    has_mms: number.hasMms,
    released_at: null,
  }
}

function providerNumberOf(row: ProviderNumberRow): ProviderNumber {
  const { number_id: id, tenant_id: tenantId, sid, number, name } = row
  return { id, tenantId, sid, number, name, inUse: row.in_use, hasMms: row.has_mms, released: row.released_at !== null }
}

function presentForAdmin(row: ProviderNumberRow, assignedUsers: UserId[]): AccountNumber {
  return {
    id: row.number_id,
    number: row.number,
    name: row.name,
    type: 'Twilio',
    disabled: !row.in_use,
    twilioUrl: `https://console.twilio.com/us1/develop/phone-numbers/manage/incoming/${row.sid}/configure`,
    webhookConfigured: row.webhook_configured,
    assignedUsers,
    capabilities: { sms: row.has_sms, mms: row.has_mms },
    elsewhere: row.elsewhere,
  }
}
