import { BOUND_TEXTS } from '@partyline/contract'
import type {
  ContactField,
  ContactImportId,
  ContactImportRow,
  ImportDuplicates,
  NumberId,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { findWithNumbers, insertContacts, lockContactNumbers, reviveContacts } from '../../numbers/index.ts'
import { newId } from '../../platform/index.ts'
import type { Caller, Queries } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import { listFields } from '../contact-fields-store.ts'
import type { ContactPhones } from '../contact-phones.ts'
import { valueChanges } from '../contact-values.ts'
import { CHANGING } from './imports-store.ts'
import { findKnown } from './matched-cards-store.ts'
import { planRows } from './plan-rows.ts'
import type { CardPhone, Plan, PlannedCard } from './plan-rows.ts'
import { readRow } from './read-row.ts'
import type { ReadRow } from './read-row.ts'
import {
  insertCardPhones,
  insertCards,
  insertImportedChanges,
  keepSpellings,
  refreshPhones,
  updateCards,
} from './write-cards-store.ts'

export type ReadRows = { rows: ReadRow[]; fields: ContactField[] }
type Part = ReadRows & { duplicates: ImportDuplicates }

/** Reads rows of a file with the tenant's own fields and countries. */
export async function readRows(
  db: Queries,
  tenants: Pick<Tenants, 'get'>,
  tenantId: TenantId,
  rows: readonly ContactImportRow[],
): Promise<ReadRows> {
  const { defaultCountry, allowedCountries } = await tenants.get(tenantId)
  const fields = await listFields(db, tenantId)
  return { rows: rows.map((row) => readRow(row, { defaultCountry, allowedCountries, fields })), fields }
}

/** The effect of rows on contacts. A preview and an import both come from here, so that they cannot differ. */
export async function planPart(
  db: Queries,
  tenantId: TenantId,
  { rows, duplicates }: Part,
  { lock }: { lock: boolean },
): Promise<Plan> {
  const phones = rows.flatMap((row) => row.phones)
  if (lock) await lockContactNumbers(db, tenantId, phones)
  const wanted = { phones, emails: rows.flatMap((row) => row.emails), tags: rows.flatMap((row) => row.tags) }
  const known = await findKnown(db, tenantId, wanted, { lock })
  return planRows(rows, known, { duplicates, newId: () => newId(), ownNumber: BOUND_TEXTS.ownNumber })
}

/** The phones whose chats an import may rename. */
export function renamedPhones({ changed }: Pick<Plan, 'changed'>): CardPhone[] {
  const renamed = changed.filter(({ values, before }) => before && before.values.name !== values.name)
  return renamed.flatMap(({ before }) => before?.phones ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** The phones of rows that add or change a contact: a stated agreement applies to them. */
export function consentingPhones({ rows }: Pick<Plan, 'rows'>): Pick<CardPhone, 'id' | 'number'>[] {
  return rows.filter(({ outcome }) => CHANGING.some((one) => one === outcome)).flatMap(({ phones }) => phones)
}

/** The rows' phones that already exist. A stated opt-out applies to them even if their rows are skipped or refused. */
export async function existingPhones(
  db: Queries,
  tenantId: TenantId,
  rows: readonly ReadRow[],
): Promise<Pick<CardPhone, 'id'>[]> {
  const numbers = rows.flatMap(({ phones }) => phones)
  return [...(await findWithNumbers(db, tenantId, numbers)).values()].map(({ numberId: id }) => ({ id }))
}

type Written = { caller: Caller; importId: ContactImportId; at: Date; fields: readonly ContactField[] }

/** Writes a plan. `inChats`: phones whose chats are locked. */
export async function writePlan(
  trx: Queries,
  contactPhones: ContactPhones,
  plan: Plan,
  { caller, importId, at, fields, inChats }: Written & { inChats: readonly Pick<CardPhone, 'id'>[] },
): Promise<RealtimeEvent[]> {
  const { tenantId, userId: by } = caller
  await insertCards(trx, tenantId, { cards: plan.added, at })
  await keepSpellings(trx, tenantId, plan.tags.toSorted())
  await insertCardPhones(trx, tenantId, plan.phones)
  const [revived, fresh] = [
    plan.phones.filter(({ isDeleted }) => isDeleted),
    plan.phones.filter(({ isDeleted }) => !isDeleted),
  ]
  await insertContacts(trx, tenantId, { rows: fresh, at })
  await contactPhones.recallOptOuts(
    trx,
    tenantId,
    fresh.map(({ number }) => number),
  )
  await reviveContacts(trx, tenantId, revived)
  await updateCards(trx, tenantId, plan.changed)
  const isAdded = new Set(plan.added.map(({ contactId }) => contactId))
  const grown = plan.phones.map(({ contactId }) => contactId).filter((id) => !isAdded.has(id))
  await refreshPhones(trx, tenantId, [...new Set(grown)])
  const events = await renameCards(trx, contactPhones, { caller, cards: plan.changed, inChats })
  await insertImportedChanges(trx, { tenantId, by, at, importId, isUndo: false }, [
    ...plan.added.map(({ contactId }) => ({ contactId, kind: 'added' as const, changes: [] })),
    ...plan.changed.map((card) => ({
      contactId: card.contactId,
      kind: 'changed' as const,
      changes: historyOf(card, fields),
    })),
  ])
  return events
}

export function historyOf({ values, phones, before }: PlannedCard, fields: readonly ContactField[]) {
  if (!before) return []
  return valueChanges({ ...before.values, phones: before.phones }, { ...values, phones }, fields)
}

/** Gives the phones, and the chats that are called like them, the new names of their contacts. */
export async function renameCards(
  trx: Queries,
  contactPhones: ContactPhones,
  {
    caller,
    cards,
    inChats,
  }: { caller: Caller; cards: readonly PlannedCard[]; inChats: readonly Pick<CardPhone, 'id'>[] },
): Promise<RealtimeEvent[]> {
  const locked = new Set<NumberId>(inChats.map(({ id }) => id))
  const events: RealtimeEvent[] = []
  for (const { before, values, phones: kept } of cards) {
    if (!before || before.values.name === values.name) continue
    // The chats of a phone that someone else has added by now are not locked.
    const phones = before.phones.filter(({ id }) => locked.has(id) && kept.some((phone) => phone.id === id))
    const renamed = await contactPhones.renamePhones(trx, caller, { name: before.values.name, phones }, values.name)
    events.push(...(await contactPhones.followAll(trx, caller, renamed)))
  }
  return events
}
