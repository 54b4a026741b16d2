import { CONTACT_IMPORT_COLUMNS, CONTACT_IMPORT_REASONS as REASONS } from '@partyline/contract'
import type { ContactField, ContactId, ContactImportId, NumberId, RealtimeEvent, TenantId } from '@partyline/contract'
import { deletePhones } from '../../numbers/index.ts'
import type { Caller, Queries } from '../../platform/index.ts'
import type { ContactPhones } from '../contact-phones.ts'
import { sortTags } from '../contact-values.ts'
import { historyOf, renameCards, renamedPhones } from './add-rows.ts'
import type { StoredRow, UndoneRow } from './imports-store.ts'
import { findCards, lockCards } from './matched-cards-store.ts'
import type { CardPhone, PlannedCard } from './plan-rows.ts'
import { deleteCards, insertImportedChanges, phonesInChats, updateCards, usesOfCards } from './write-cards-store.ts'

type Undo = { caller: Caller; importId: ContactImportId; at: Date; fields: readonly ContactField[] }

/** The phones whose chats an Undo of these rows may rename. */
export async function phonesToRename(
  db: Queries,
  tenantId: TenantId,
  rows: readonly StoredRow[],
): Promise<CardPhone[]> {
  const renamed = rows.filter(({ changes }) => changes?.values.name)
  const cards = await cardsOf(db, tenantId, renamed)
  for (const row of renamed) revert(cards.get(row.contactId ?? ''), row, new Set())
  return renamedPhones({ changed: [...cards.values()] })
}

async function cardsOf(db: Queries, tenantId: TenantId, rows: readonly StoredRow[]): Promise<Map<string, PlannedCard>> {
  const ids = [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))].toSorted()
  const cards = (await findCards(db, tenantId, ids)).map((card): PlannedCard => ({
    ...card,
    before: { values: card.values, phones: card.phones.map((phone) => ({ ...phone })) },
  }))
  return new Map(cards.map((card) => [card.contactId, card]))
}

/** Undoes rows, last one first, except values that people have changed since. */
export async function undoRows(
  trx: Queries,
  contactPhones: ContactPhones,
  rows: readonly StoredRow[],
  { caller, importId, at, fields, inChats }: Undo & { inChats: readonly Pick<CardPhone, 'id'>[] },
): Promise<{ undone: UndoneRow[]; events: RealtimeEvent[] }> {
  const { tenantId, userId: by } = caller
  const ids = [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))].toSorted()
  await lockCards(trx, tenantId, ids)
  const changing = rows.filter(({ changes }) => changes !== null)
  const cards = await cardsOf(trx, tenantId, changing)
  const phoneIds = changing.flatMap(({ changes }) => changes?.phones ?? [])
  const used = await phonesInChats(trx, tenantId, phoneIds)
  const undone: UndoneRow[] = []
  const removed: NumberId[] = []
  for (const row of changing) {
    const card = cards.get(row.contactId ?? '')
    const { reasons, phones } = revert(card, row, used)
    removed.push(...phones)
    undone.push({ row: row.rowNumber, undo: !card ? 'gone' : reasons.length > 0 ? 'kept' : 'undone', reasons })
  }
  const changed = [...cards.values()].filter((card) => historyOf(card, fields).length > 0)
  await updateCards(trx, tenantId, changed)
  await deletePhones(trx, tenantId, removed, at)
  const events = await renameCards(trx, contactPhones, { caller, cards: changed, inChats })
  await insertImportedChanges(
    trx,
    { tenantId, by, at, importId, isUndo: true },
    changed.map((card) => ({ contactId: card.contactId, kind: 'changed', changes: historyOf(card, fields) })),
  )
  const added = rows.filter(({ outcome }) => outcome === 'added')
  undone.push(...(await removeAdded(trx, tenantId, { rows: added, importId, at })))
  return { undone, events }
}

/** Contacts that are as the import left them, and were never texted. */
async function removeAdded(
  trx: Queries,
  tenantId: TenantId,
  { rows, importId, at }: { rows: readonly StoredRow[]; importId: ContactImportId; at: Date },
): Promise<UndoneRow[]> {
  const ids = rows.flatMap(({ contactId }) => contactId ?? [])
  const uses = new Map((await usesOfCards(trx, tenantId, { ids, importId })).map((use) => [use.contactId, use]))
  const free = [...uses.values()].filter(({ isEdited, isInChat }) => !isEdited && !isInChat)
  await deleteCards(
    trx,
    tenantId,
    free.map(({ contactId }) => contactId),
  )
  await deletePhones(
    trx,
    tenantId,
    free.flatMap(({ phones }) => phones),
    at,
  )
  return rows.map(({ rowNumber: row, contactId }): UndoneRow => {
    const use = uses.get(contactId as ContactId)
    if (!use) return { row, undo: 'gone', reasons: [REASONS.gone] }
    if (use.isInChat) return { row, undo: 'kept', reasons: [REASONS.keptInChat] }
    if (use.isEdited) return { row, undo: 'kept', reasons: [REASONS.keptEdited] }
    return { row, undo: 'undone', reasons: [] }
  })
}

/** Restores a contact's values from before a row, if they are still those of the row. */
function revert(
  card: PlannedCard | undefined,
  { changes }: StoredRow,
  used: ReadonlySet<string>,
): { reasons: string[]; phones: NumberId[] } {
  if (!card) return { reasons: [REASONS.gone], phones: [] }
  const { values = {}, fields = {}, emails = [], tags = [], phones = [] } = changes ?? {}
  const reasons: string[] = []
  const after = { ...card.values, fields: { ...card.values.fields } }
  for (const [field, [from, to]] of Object.entries(values) as [keyof typeof values, [string | null, string | null]][]) {
    if (after[field] === to) Object.assign(after, { [field]: from })
    else if (after[field] !== from) reasons.push(REASONS.keptValue(CONTACT_IMPORT_COLUMNS[field]))
  }
  for (const [id, [from, to]] of Object.entries(fields) as [keyof typeof after.fields, [string, string]][]) {
    const now = after.fields[id] ?? ''
    if (now === to && from === '') delete after.fields[id]
    else if (now === to) after.fields[id] = from
    else if (now !== from) reasons.push(REASONS.keptValue(CONTACT_IMPORT_COLUMNS.field))
  }
  const isAmong = (items: readonly string[]) => (item: string) =>
    items.some((one) => one.toLowerCase() === item.toLowerCase())
  const [isEmail, isTag] = [isAmong(emails), isAmong(tags)]
  after.emails = after.emails.filter((email) => !isEmail(email))
  after.tags = sortTags(after.tags.filter((tag) => !isTag(tag)))
  const removed: NumberId[] = []
  for (const phone of card.phones.filter(({ id }) => phones.includes(id))) {
    if (used.has(phone.id)) reasons.push(REASONS.keptPhone(phone.number))
    else removed.push(phone.id)
  }
  card.values = after
  card.phones = card.phones.filter(({ id }) => !removed.includes(id))
  return { reasons, phones: removed }
}
