import { BOUND_TEXTS, BOUNDS, IMPORT_TEXTS, isBlank, phoneIdentity, VALIDATION } from '@partyline/contract'
import type { CheckedContact, NumberId, RawContact, TenantId } from '@partyline/contract'
import { readNumber } from '@partyline/contract/phone-numbers'
import { recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { invalid, newId } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import type { Tenant, Tenants } from '../tenants/index.ts'
import { countryBar } from './phone-number.ts'
import type { RecallOptOuts } from './contacts-service.ts'
import { findWithNumbers, insertContacts, lockAllContacts, reviveContacts } from './contact-import-store.ts'
import type { AnnounceNumbers } from './numbers-events.ts'
import { ownNumbersAmong } from './lines-store.ts'

type Contact = { number: string; name: string }

/** E.164 if it can be read, and why the contact cannot be imported. */
type ReadContact = { number: string | null; reason: string | null }

export type ContactImport = {
  /** The effect an import would have on each contact, in order. */
  checkImport(tenantId: TenantId, contacts: readonly RawContact[]): Promise<CheckedContact[]>
  /**
   * All of them or none. Those that are in the list stay as they are there.
   * @throws {AppError} `validation`, with what is wrong with each contact
   */
  importContacts(by: Actor, contacts: readonly Contact[]): Promise<{ added: number; known: number }>
}

type Parts = {
  database: Database
  tenants: Tenants
  clock: Clock
  announce: AnnounceNumbers
  recallOptOuts: RecallOptOuts
}

/** Contacts that are told to the caller where they are wrong. */
const MAX_FAULTS = 100

export function createContactImport({ database, tenants, clock, announce, recallOptOuts }: Parts): ContactImport {
  async function readContacts(tenantId: TenantId, contacts: readonly RawContact[]): Promise<ReadContact[]> {
    const tenant = await tenants.get(tenantId)
    const read = contacts.map((contact) => readContact(contact, tenant))
    const numbers = read.flatMap(({ number }) => number ?? [])
    const own = await ownNumbersAmong(database.queries, tenantId, numbers)
    return read.map(({ number, reason }) => ({
      number,
      reason: number && own.has(number) ? BOUND_TEXTS.ownNumber : reason,
    }))
  }

  return {
    async checkImport(tenantId, contacts) {
      const read = await readContacts(tenantId, contacts)
      const numbers = read.flatMap(({ number }) => number ?? [])
      const found = await findWithNumbers(database.queries, tenantId, numbers)
      const seen = new Set<string>()
      return read.map(({ number, reason }) => {
        const phone = number === null ? null : phoneIdentity(number)
        const known = phone === null ? null : found.get(phone)
        const knownAs = known && !known.deletedAt ? known.name : null
        if (reason !== null || number === null || phone === null) return { state: 'refused', number, knownAs, reason }
        if (seen.has(phone)) return { state: 'repeated', number, knownAs, reason: null }
        seen.add(phone)
        return { state: knownAs === null ? 'new' : 'known', number, knownAs, reason: null }
      })
    },

    async importContacts(by, contacts) {
      const { tenantId } = by
      const wanted = requireAll(contacts, await readContacts(tenantId, contacts))
      const added = await database.transaction(async (trx) => {
        await lockAllContacts(trx, tenantId)
        const found = await findWithNumbers(trx, tenantId, [...wanted.keys()])
        const fresh = [...wanted].filter(([phone]) => !found.has(phone))
        const deleted = [...found].filter(([, row]) => row.deletedAt)
        await insertContacts(trx, tenantId, {
          rows: fresh.map(([, contact]) => ({ id: newId<NumberId>(), ...contact })),
          at: clock.now(),
        })
        await recallOptOuts(
          trx,
          tenantId,
          fresh.map(([, { number }]) => number),
        )
        await reviveContacts(
          trx,
          tenantId,
          deleted.map(([phone, { numberId: id }]) => ({ id, name: wanted.get(phone)?.name ?? '' })),
        )
        const count = fresh.length + deleted.length
        if (count === 0) return 0
        const subject = count === 1 ? '1 contact' : `${count.toLocaleString('en-US')} contacts`
        await recordAuditEntry(trx, by, { kind: 'contactsImported', at: clock.now(), subject })
        return count
      })
      if (added > 0) announce(tenantId, 'ExternalContactAdded')
      return { added, known: wanted.size - added }
    },
  }
}

/** By {@link phoneIdentity}. @throws {AppError} validation */
function requireAll(contacts: readonly Contact[], read: readonly ReadContact[]): Map<string, Contact> {
  const wanted = new Map<string, Contact>()
  const faults: Record<string, string[]> = {}
  for (const [index, contact] of contacts.entries()) {
    const { number = null, reason = null } = read[index] ?? {}
    const phone = number && phoneIdentity(number)
    const fault = reason ?? (phone && wanted.has(phone) ? IMPORT_TEXTS.repeated : null)
    if (fault !== null) faults[`contacts.${index}.number`] = [fault]
    else if (phone && number) wanted.set(phone, { number, name: contact.name })
  }
  const found = Object.entries(faults)
  if (found.length > 0) throw invalid(Object.fromEntries(found.slice(0, MAX_FAULTS)))
  return wanted
}

function readContact({ number: written, name }: RawContact, tenant: Tenant): ReadContact {
  if (!written.trim()) return { number: null, reason: VALIDATION.number }
  const number = written.trim().length > BOUNDS.numberLength ? null : readNumber(written, tenant.defaultCountry)?.number
  if (!number) return { number: null, reason: VALIDATION.invalidNumber }
  if (isBlank(name)) return { number, reason: VALIDATION.name }
  if (name.trim().length > BOUNDS.nameLength) return { number, reason: BOUND_TEXTS.tooLong('Name', BOUNDS.nameLength) }
  return { number, reason: countryBar(number, tenant.allowedCountries) }
}
