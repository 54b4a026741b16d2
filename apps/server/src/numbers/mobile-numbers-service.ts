import type { NumberId, PhoneNumber, TenantId } from '@partyline/contract'
import { AUDIT_VALUES, BOUND_TEXTS, PAGE, VALIDATION } from '@partyline/contract'
import { differences, recordDeed } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { assertCountriesAllowed } from './allowed-countries.ts'
import {
  findByNumber,
  findByNumbers,
  findMobileNumbers,
  insertMobileNumber,
  listMobileNumbers,
  lockMobileNumber,
  lockMobileNumberRow,
  updateMobileNumber,
} from './mobile-numbers-store.ts'
import type { MobileNumberRow } from './mobile-numbers-store.ts'
import type { AnnounceNumbers } from './numbers-events.ts'
import { formatNumber, parseNumber } from './phone-number.ts'
import { ownNumbersAmong } from './provider-numbers-store.ts'

/** A contact. A deleted one is still named by the chats that it took part in. */
export type MobileNumber = PhoneNumber & { deleted: boolean }

type ContactDetails = { name: string; disabled: boolean }

/** A state that is left out stays as it is. */
type NewDetails = { name: string; disabled?: boolean | undefined }

/** A contact before and after a change. */
export type ChangedContact = { before: PhoneNumber; after: PhoneNumber }

export type MobileNumbers = {
  /** By name, deleted ones left out. */
  listMobile(tenantId: TenantId, limit?: number): Promise<PhoneNumber[]>
  /** @throws {AppError} `validation`, `country-not-allowed`, or `number-exists` */
  addMobile(by: Actor, contact: { number: string; name: string }): Promise<PhoneNumber>
  /** Part of the caller's transaction, who announces it. @throws {AppError} `not-found` */
  updateMobile(trx: Queries, by: Actor, change: { numberId: NumberId } & NewDetails): Promise<ChangedContact>
  /** Part of the caller's transaction, who announces it. @throws {AppError} `not-found` */
  deleteMobile(trx: Queries, by: Actor, numberId: NumberId): Promise<void>
  /**
   * The contact that a text came from. An unknown sender is added under its formatted number, a deleted one comes
   * back as it was. Where `isNew`, the caller announces `ExternalContactAdded` after the commit.
   */
  findOrCreateMobile(
    trx: Queries,
    tenantId: TenantId,
    number: string,
  ): Promise<{ contact: MobileNumber; isNew: boolean }>
  /** The contacts, deleted ones left out, of those of the numbers that have one. */
  mobileByNumbers(db: Queries, tenantId: TenantId, numbers: string[]): Promise<MobileNumber[]>
  /** @throws {AppError} `country-not-allowed`; `validation` for one of the tenant's own numbers */
  requireTextable(db: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<void>
  /** Those that exist, deleted ones too, in no order. */
  mobileByIds(db: Queries, tenantId: TenantId, ids: NumberId[]): Promise<MobileNumber[]>
}

type Parts = { database: Database; tenants: Tenants; clock: Clock; announce: AnnounceNumbers }

export function createMobileNumbers({ database, tenants, clock, announce }: Parts): MobileNumbers {
  async function defaultCountry(db: Queries, tenantId: TenantId) {
    const tenant = await tenants.find(tenantId, db)
    if (!tenant) throw new AppError('not-found')
    return tenant.defaultCountry
  }

  async function insert(trx: Queries, tenantId: TenantId, contact: { number: string; name: string }) {
    const row: MobileNumberRow = {
      tenant_id: tenantId,
      number_id: newId<NumberId>(),
      ...contact,
      disabled: false,
      deleted_at: null,
      created_at: clock.now(),
    }
    await insertMobileNumber(trx, row)
    return row
  }

  async function lockContact(trx: Queries, tenantId: TenantId, numberId: NumberId) {
    const known = await lockMobileNumberRow(trx, tenantId, numberId)
    if (!known || known.deleted_at) throw new AppError('not-found')
    return known
  }

  async function revive(trx: Queries, known: MobileNumberRow, change: { name?: string; disabled?: boolean }) {
    const id = { tenantId: known.tenant_id, numberId: known.number_id }
    await updateMobileNumber(trx, id, { ...change, deleted_at: null })
    return { ...known, ...change, deleted_at: null }
  }

  return {
    async listMobile(tenantId, limit = PAGE.mobileNumbers) {
      return (await listMobileNumbers(database.queries, tenantId, limit)).map(presentMobile)
    },
    async addMobile(by, { number: written, name }) {
      const { tenantId } = by
      const { defaultCountry: country, allowedCountries } = await tenants.get(tenantId)
      const number = parseNumber(written, country)
      if (!number) throw invalid({ number: [VALIDATION.invalidNumber] })
      assertCountriesAllowed([number], allowedCountries)
      const own = await ownNumbersAmong(database.queries, tenantId, [number])
      if (own.has(number)) throw invalid({ number: [BOUND_TEXTS.ownNumber] })
      const added = await database.transaction(async (trx) => {
        await lockMobileNumber(trx, tenantId, number)
        const known = await findByNumber(trx, tenantId, number)
        if (known && !known.deleted_at) throw numberExists(known, country)
        await recordDeed(trx, by, { kind: 'contactAdded', at: clock.now(), subject: name })
        return known
          ? await revive(trx, known, { name, disabled: false })
          : await insert(trx, tenantId, { number, name })
      })
      announce(tenantId, 'ExternalContactAdded')
      return presentMobile(added)
    },
    async updateMobile(trx, by, { numberId, name, disabled }) {
      const { tenantId } = by
      const known = await lockContact(trx, tenantId, numberId)
      const after = { name, disabled: disabled ?? known.disabled }
      await updateMobileNumber(trx, { tenantId, numberId }, after)
      const changes = changesOf(known, after)
      if (changes.length > 0) {
        await recordDeed(trx, by, { kind: 'contactChanged', at: clock.now(), subject: known.name, changes })
      }
      return { before: presentMobile(known), after: presentMobile({ ...known, ...after }) }
    },
    async deleteMobile(trx, by, numberId) {
      const { tenantId } = by
      const { name } = await lockContact(trx, tenantId, numberId)
      await updateMobileNumber(trx, { tenantId, numberId }, { deleted_at: clock.now() })
      await recordDeed(trx, by, { kind: 'contactDeleted', at: clock.now(), subject: name })
    },
    async findOrCreateMobile(trx, tenantId, number) {
      const found = await findByNumber(trx, tenantId, number)
      if (found && !found.deleted_at) return { contact: mobileOf(found), isNew: false }
      await lockMobileNumber(trx, tenantId, number)
      const known = await findByNumber(trx, tenantId, number)
      if (known && !known.deleted_at) return { contact: mobileOf(known), isNew: false }
      if (known) return { contact: mobileOf(await revive(trx, known, {})), isNew: true }
      const name = formatNumber(number, await defaultCountry(trx, tenantId))
      return { contact: mobileOf(await insert(trx, tenantId, { number, name })), isNew: true }
    },
    async mobileByNumbers(db, tenantId, wanted) {
      return (await findByNumbers(db, tenantId, wanted)).map(mobileOf)
    },
    async requireTextable(db, tenantId, wanted) {
      const own = await ownNumbersAmong(db, tenantId, wanted)
      if (own.size > 0) throw invalid({ memberIds: [...own].map(BOUND_TEXTS.ownMember) })
      const tenant = await tenants.find(tenantId, db)
      assertCountriesAllowed(wanted, tenant?.allowedCountries ?? null)
    },
    async mobileByIds(db, tenantId, ids) {
      return ids.length === 0 ? [] : (await findMobileNumbers(db, tenantId, ids)).map(mobileOf)
    },
  }
}

function changesOf(before: ContactDetails, after: ContactDetails) {
  const stateOf = ({ disabled }: ContactDetails) => AUDIT_VALUES[disabled ? 'disabled' : 'enabled']
  return differences({ name: [before.name, after.name], state: [stateOf(before), stateOf(after)] })
}

function numberExists({ number, name, disabled }: MobileNumberRow, country: string): AppError {
  const details = [name, formatNumber(number, country), ...(disabled ? ['disabled'] : [])].join(', ')
  return new AppError('number-exists', { details })
}

function presentMobile({ number_id, number, name, disabled }: MobileNumberRow): PhoneNumber {
  return { id: number_id, number, name, type: 'Mobile', disabled }
}

function mobileOf(row: MobileNumberRow): MobileNumber {
  return { ...presentMobile(row), deleted: row.deleted_at !== null }
}
