import type { NumberId, PhoneNumber, TenantId } from '@partyline/contract'
import { AUDIT_VALUES, BOUND_TEXTS, VALIDATION } from '@partyline/contract'
import { readNumber } from '@partyline/contract/phone-numbers'
import { differences, recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, changedFields, invalid, newId } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { assertCountriesAllowed, formatNumber } from './phone-number.ts'
import {
  findByNumbers,
  findContacts,
  insertContact,
  keepByNumber,
  lockByNumber,
  lockContactNumber,
  lockContactRow,
  markReassigned,
  selectContacts,
  updateContactRow,
} from './contacts-store.ts'
import type { ContactRow } from './contacts-store.ts'
import type { AnnounceNumbers } from './numbers-events.ts'
import { ownNumbersAmong } from './lines-store.ts'

/** A contact. A deleted one is still named by the chats that it took part in. */
export type Contact = PhoneNumber & { deleted: boolean }

type ContactDetails = { name: string; disabled: boolean }

/** A state that is left out stays as it is. */
type NewDetails = { name: string; disabled?: boolean | undefined; seen?: Record<string, unknown> | undefined }

/** A contact before and after a change. */
export type ChangedContact = { before: PhoneNumber; after: PhoneNumber }

/** Opt-outs of people who were erased, for numbers that are added in the same transaction. */
export type RecallOptOuts = (trx: Queries, tenantId: TenantId, numbers: readonly string[]) => Promise<void>

/** Keeps the consent of a phone's former owner from counting for the next one. Its opt-outs stay in force. */
export type HandOverConsent = (
  trx: Queries,
  phone: { tenantId: TenantId; id: NumberId; number: string },
) => Promise<void>

export type Contacts = {
  /** The first by name, deleted ones left out. */
  listContacts(tenantId: TenantId, limit: number): Promise<PhoneNumber[]>
  /** @throws {AppError} `validation`, `country-not-allowed`, or `number-exists` */
  addMobile(by: Actor, contact: { number: string; name: string }): Promise<PhoneNumber>
  /**
   * A written phone number as E.164. `field` is the field of the request that it is from.
   * @throws {AppError} `validation`, or `country-not-allowed`
   */
  readPhone(tenantId: TenantId, written: string, field: string): Promise<string>
  /** Runs in the caller's transaction; the caller records and announces it. @throws {AppError} `number-exists` */
  addPhone(
    trx: Queries,
    tenantId: TenantId,
    phone: { number: string; name: string },
    field: string,
  ): Promise<PhoneNumber>
  /** Runs in the caller's transaction; the caller announces it. @throws {AppError} `not-found` */
  updateContact(trx: Queries, by: Actor, change: { numberId: NumberId } & NewDetails): Promise<ChangedContact>
  /**
   * Runs in the caller's transaction; the caller announces it. `isReassigned`: someone else has the number now, and with it a new
   * contact. @throws {AppError} `not-found`
   */
  deleteContact(trx: Queries, by: Actor, numberId: NumberId, options?: { isReassigned: boolean }): Promise<void>
  /**
   * The contact that a text came from, who from now on has the number as the network spells it. An unknown sender is added
   * under its formatted number, a deleted one comes back as it was. It stays until the transaction ends. Where `isChanged`, the
   * caller announces `ExternalContactAdded` after the commit.
   */
  findOrCreateContact(
    trx: Queries,
    tenantId: TenantId,
    number: string,
  ): Promise<{ contact: Contact; isChanged: boolean }>
  /** The contacts, deleted ones left out, of those of the numbers that have one, in this spelling. */
  contactsByNumber(db: Queries, tenantId: TenantId, numbers: string[]): Promise<Contact[]>
  /** @throws {AppError} `country-not-allowed`; `validation` for one of the tenant's own numbers */
  requireTextable(db: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<void>
  /** Those that exist, deleted ones too, in no order. */
  contactsById(db: Queries, tenantId: TenantId, ids: NumberId[]): Promise<Contact[]>
}

type Parts = {
  database: Database
  tenants: Tenants
  clock: Clock
  announce: AnnounceNumbers
  recallOptOuts: RecallOptOuts
  handOverConsent: HandOverConsent
}

export function createContacts(parts: Parts): Contacts {
  const { database, tenants, clock, announce, recallOptOuts, handOverConsent } = parts

  async function defaultCountry(db: Queries, tenantId: TenantId) {
    const tenant = await tenants.find(tenantId, db)
    if (!tenant) throw new AppError('not-found')
    return tenant.defaultCountry
  }

  async function insert(trx: Queries, tenantId: TenantId, contact: { number: string; name: string }) {
    const row: ContactRow = {
      tenantId,
      numberId: newId<NumberId>(),
      ...contact,
      disabled: false,
      deletedAt: null,
      reassignedAt: null,
      createdAt: clock.now(),
    }
    await insertContact(trx, row)
    await recallOptOuts(trx, tenantId, [contact.number])
    return row
  }

  async function lockContact(trx: Queries, tenantId: TenantId, numberId: NumberId) {
    const known = await lockContactRow(trx, tenantId, numberId)
    if (!known || known.deletedAt) throw new AppError('not-found')
    return known
  }

  async function revive(
    trx: Queries,
    known: ContactRow,
    change: { number?: string; name?: string; disabled?: boolean },
  ) {
    const id = { tenantId: known.tenantId, numberId: known.numberId }
    await updateContactRow(trx, id, { ...change, deletedAt: null })
    return { ...known, ...change, deletedAt: null }
  }

  const readPhone: Contacts['readPhone'] = async (tenantId, written, field) => {
    const { defaultCountry: country, allowedCountries } = await tenants.get(tenantId)
    const number = readNumber(written, country)?.number
    if (!number) throw invalid({ [field]: [VALIDATION.invalidNumber] })
    assertCountriesAllowed([number], allowedCountries, field)
    const own = await ownNumbersAmong(database.queries, tenantId, [number])
    if (own.has(number)) throw invalid({ [field]: [BOUND_TEXTS.ownNumber] })
    return number
  }

  const addPhone: Contacts['addPhone'] = async (trx, tenantId, { number, name }, field) => {
    await lockContactNumber(trx, tenantId, number)
    const known = await lockByNumber(trx, tenantId, number)
    if (known && !known.deletedAt) throw numberExists(known, { country: await defaultCountry(trx, tenantId), field })
    return presentContact(
      known ? await revive(trx, known, { name, disabled: false }) : await insert(trx, tenantId, { number, name }),
    )
  }

  return {
    async listContacts(tenantId, limit) {
      return (await selectContacts(database.queries, tenantId, limit)).map(presentContact)
    },
    async addMobile(by, { number: written, name }) {
      const { tenantId } = by
      const number = await readPhone(tenantId, written, 'number')
      const added = await database.transaction(async (trx) => {
        const phone = await addPhone(trx, tenantId, { number, name }, 'number')
        await recordAuditEntry(trx, by, { kind: 'contactAdded', at: clock.now(), subject: name, about: phone.id })
        return phone
      })
      announce(tenantId, 'ExternalContactAdded')
      return added
    },
    readPhone,
    addPhone,
    async updateContact(trx, by, { numberId, ...wanted }) {
      const { tenantId } = by
      const known = await lockContact(trx, tenantId, numberId)
      const { name = known.name, disabled = known.disabled } = changedFields(known, wanted)
      const after = { name, disabled }
      await updateContactRow(trx, { tenantId, numberId }, after)
      const changes = changesOf(known, after)
      if (changes.length > 0) {
        await recordAuditEntry(trx, by, {
          kind: 'contactChanged',
          at: clock.now(),
          subject: known.name,
          changes,
          about: numberId,
        })
      }
      return { before: presentContact(known), after: presentContact({ ...known, ...after }) }
    },
    async deleteContact(trx, by, numberId, { isReassigned } = { isReassigned: false }) {
      const { tenantId } = by
      const at = clock.now()
      const { name, number } = await lockContact(trx, tenantId, numberId)
      await updateContactRow(trx, { tenantId, numberId }, { deletedAt: at })
      if (isReassigned) {
        await markReassigned(trx, tenantId, number, at)
        await handOverConsent(trx, { tenantId, id: numberId, number })
      }
      await recordAuditEntry(trx, by, {
        kind: isReassigned ? 'phoneReassigned' : 'contactDeleted',
        at,
        subject: name,
        changes: isReassigned ? differences({ number: [number, ''] }) : [],
        about: numberId,
      })
    },
    async findOrCreateContact(trx, tenantId, number) {
      const found = await keepByNumber(trx, tenantId, number)
      if (found) return { contact: contactOf(found), isChanged: false }
      await lockContactNumber(trx, tenantId, number)
      const known = await lockByNumber(trx, tenantId, number)
      if (known?.number === number && !known.deletedAt) return { contact: contactOf(known), isChanged: false }
      if (known) return { contact: contactOf(await revive(trx, known, { number })), isChanged: true }
      const name = formatNumber(number, await defaultCountry(trx, tenantId))
      return { contact: contactOf(await insert(trx, tenantId, { number, name })), isChanged: true }
    },
    async contactsByNumber(db, tenantId, wanted) {
      return (await findByNumbers(db, tenantId, wanted)).map(contactOf)
    },
    async requireTextable(db, tenantId, wanted) {
      const own = await ownNumbersAmong(db, tenantId, wanted)
      if (own.size > 0) throw invalid({ memberIds: [...own].map(BOUND_TEXTS.ownMember) })
      const tenant = await tenants.find(tenantId, db)
      assertCountriesAllowed(wanted, tenant?.allowedCountries ?? null, 'memberIds')
    },
    async contactsById(db, tenantId, ids) {
      return ids.length === 0 ? [] : (await findContacts(db, tenantId, ids)).map(contactOf)
    },
  }
}

function changesOf(before: ContactDetails, after: ContactDetails) {
  const stateOf = ({ disabled }: ContactDetails) => AUDIT_VALUES[disabled ? 'disabled' : 'enabled']
  return differences({ name: [before.name, after.name], state: [stateOf(before), stateOf(after)] })
}

function numberExists(
  { number, name, disabled }: ContactRow,
  { country, field }: { country: string; field: string },
): AppError {
  const details = [name, formatNumber(number, country), ...(disabled ? ['disabled'] : [])].join(', ')
  return new AppError('number-exists', { details, field })
}

function presentContact({ numberId, number, name, disabled }: ContactRow): PhoneNumber {
  return { id: numberId, number, name, type: 'Mobile', disabled }
}

function contactOf(row: ContactRow): Contact {
  return { ...presentContact(row), deleted: row.deletedAt !== null }
}
