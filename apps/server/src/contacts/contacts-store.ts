import type { ChatId, Contact, ContactChange, ContactId, NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export type ContactRow = Omit<Selectable<Tables['contactCards']>, 'words'>

type OneContact = Pick<ContactRow, 'tenantId' | 'contactId'>

/** A contact as the contract has it, apart from its former phones. */
export type PresentContact = Omit<Contact, 'formerPhones'>
export type FoundContact = Omit<PresentContact, 'lastTextAt' | 'createdAt'> & {
  lastTextAt: Date | null
  createdAt: Date
}

/** The columns of `contact_cards c` and its related data, as {@link readContact} reads them. */
export const CONTACT = sql`c.contact_id as id, c.name, c.company, c.emails, c.remarks, c.tags, c.time_zone, c.language,
  (select coalesce(json_object_agg(f.field_id, c.fields ->> f.field_id::text), '{}') from contact_fields f
    where f.tenant_id = c.tenant_id and c.fields ? f.field_id::text) as fields,
  (select coalesce(json_agg(json_build_object('id', n.number_id, 'number', n.number, 'name', n.name,
      'preferred', p.preferred, 'disabled', n.disabled, 'optedOutOf', array(
        select l.name from opt_outs o join lines l on l.tenant_id = o.tenant_id and l.number_id = o.line_id
        where o.tenant_id = n.tenant_id and o.number = any(phone_spellings(n.number))
        group by l.number_id, l.name order by lower(l.name))
      ) order by p.preferred desc, n.created_at, n.number_id), '[]')
    from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
    where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id and n.deleted_at is null) as phones,
  c.last_text_at, c.created_at`

/** A spelling that was merged into another one before is not listed. */
const FORMER_PHONES = sql`(
  select coalesce(json_agg(json_build_object('id', n.number_id, 'number', n.number,
    'reassignedAt', n.reassigned_at) order by n.reassigned_at desc, n.number), '[]')
  from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
  where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id and n.reassigned_at = n.deleted_at)`

export function readContact({ lastTextAt, createdAt, ...contact }: FoundContact): PresentContact {
  return { ...contact, lastTextAt: lastTextAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}

async function selectContacts(db: Queries, condition: RawBuilder<unknown>): Promise<Contact[]> {
  const { rows } = await sql<FoundContact & Pick<Contact, 'formerPhones'>>`
    select ${CONTACT}, ${FORMER_PHONES} as former_phones from contact_cards c where ${condition}`.execute(db)
  return rows.map(({ formerPhones, ...found }) => ({
    ...readContact(found),
    formerPhones: formerPhones.map(({ reassignedAt, ...phone }) => ({
      ...phone,
      reassignedAt: new Date(reassignedAt).toISOString(),
    })),
  }))
}

export async function findContact(db: Queries, { tenantId, contactId }: OneContact): Promise<Contact | null> {
  const [found] = await selectContacts(db, sql`c.tenant_id = ${tenantId} and c.contact_id = ${contactId}`)
  return found ?? null
}

/** The contacts that exist, by name. */
export function contactsById(db: Queries, tenantId: TenantId, ids: readonly ContactId[]): Promise<Contact[]> {
  return selectContacts(
    db,
    sql`c.tenant_id = ${tenantId} and c.contact_id = ${anyOf(ids)} order by lower(c.name), c.contact_id`,
  )
}

/** The contacts of the phones that are current members. */
export function contactsOfChat(db: Queries, tenantId: TenantId, chatId: ChatId): Promise<Contact[]> {
  return selectContacts(
    db,
    sql`(c.tenant_id, c.contact_id) in (
      select p.tenant_id, p.contact_id
      from chat_members m join contact_phones p on p.tenant_id = m.tenant_id and p.number_id = m.member_id
      where m.tenant_id = ${tenantId} and m.chat_id = ${chatId} and m.deleted_at is null)
    order by lower(c.name), c.contact_id`,
  )
}

/** As it is until the transaction ends. */
export async function lockContact(trx: Queries, { tenantId, contactId }: OneContact): Promise<ContactRow | null> {
  const row = await trx
    .selectFrom('contactCards')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', contactId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function insertContact(trx: Queries, row: Insertable<Tables['contactCards']>): Promise<void> {
  await trx.insertInto('contactCards').values(row).execute()
}

type Values = Pick<ContactRow, 'name' | 'company' | 'emails' | 'remarks' | 'tags' | 'timeZone' | 'language' | 'fields'>

export async function updateContact(
  trx: Queries,
  { tenantId, contactId }: OneContact,
  { fields, ...values }: Values,
): Promise<void> {
  await trx
    .updateTable('contactCards')
    .set({ ...values, fields: JSON.stringify(fields) })
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', contactId)
    .execute()
}

export async function deleteContact(trx: Queries, { tenantId, contactId }: OneContact): Promise<void> {
  await trx.deleteFrom('contactCards').where('tenantId', '=', tenantId).where('contactId', '=', contactId).execute()
}

/** Moves a new phone from the contact that it got by itself, or came back to. */
export async function movePhone(trx: Queries, { tenantId, contactId }: OneContact, numberId: NumberId): Promise<void> {
  await sql`
    with moved as (
      update contact_phones p set contact_id = ${contactId}, preferred = false
      from contact_phones before
      where p.tenant_id = ${tenantId} and p.number_id = ${numberId} and before.tenant_id = p.tenant_id
        and before.number_id = p.number_id
      returning before.contact_id
    )
    delete from contact_cards c using moved
    where c.tenant_id = ${tenantId} and c.contact_id = moved.contact_id and c.contact_id = ${numberId}
      and c.contact_id <> ${contactId}
      and not exists (
        select from contact_phones o
        where o.tenant_id = c.tenant_id and o.contact_id = c.contact_id and o.number_id <> ${numberId})`.execute(trx)
}

/** Gives a contact the phones of another one, and the time of the later text. */
export async function takeOver(trx: Queries, { tenantId, contactId }: OneContact, from: OneContact): Promise<void> {
  await trx
    .updateTable('contactPhones')
    .set({ contactId, preferred: false })
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', from.contactId)
    .execute()
  await sql`
    update contact_cards kept set last_text_at = greatest(kept.last_text_at, other.last_text_at)
    from contact_cards other
    where kept.tenant_id = ${tenantId} and kept.contact_id = ${contactId}
      and other.tenant_id = kept.tenant_id and other.contact_id = ${from.contactId}`.execute(trx)
}

/** Moves the history of another contact to this one. */
export async function takeOverChanges(
  trx: Queries,
  { tenantId, contactId }: OneContact,
  from: OneContact & { name: string },
): Promise<void> {
  const of = sql`jsonb_build_object('of', coalesce(change ->> 'of', ${from.name}::text))`
  await trx
    .updateTable('contactChanges')
    .set({
      contactId,
      changes: sql`(select coalesce(jsonb_agg(change || ${of}), '[]') from jsonb_array_elements(changes) change)`,
    })
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', from.contactId)
    .where('kind', '<>', 'added')
    .execute()
}

/** Null: none is preferred. */
export async function preferPhone(
  trx: Queries,
  { tenantId, contactId }: OneContact,
  numberId: NumberId | null,
): Promise<void> {
  await sql`
    update contact_phones set preferred = number_id is not distinct from ${numberId}::uuid
    where tenant_id = ${tenantId} and contact_id = ${contactId}
      and preferred <> (number_id is not distinct from ${numberId}::uuid)`.execute(trx)
}

type Change = Pick<Insertable<Tables['contactChanges']>, 'changeId' | 'contactId'> & {
  kind: ContactChange['kind']
  merged?: string
  changes: ContactChange['changes']
}

export async function insertChanges(
  trx: Queries,
  { tenantId, by, at }: { tenantId: TenantId; by: UserId; at: Date },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('contactChanges')
    .values(
      changes.map((change) => ({
        ...change,
        tenantId,
        doneBy: by,
        changedAt: at,
        changes: JSON.stringify(change.changes),
      })),
    )
    .execute()
}

/** Newest first. */
export async function listChanges(
  db: Queries,
  { tenantId, contactId, limit }: OneContact & { limit: number },
): Promise<ContactChange[]> {
  const rows = await db
    .selectFrom('contactChanges as h')
    .leftJoin('users as u', (join) => join.onRef('u.tenantId', '=', 'h.tenantId').onRef('u.userId', '=', 'h.doneBy'))
    .leftJoin('apiKeys as k', (join) =>
      join
        .onRef('k.tenantId', '=', 'h.tenantId')
        .on(({ eb, ref }) => eb(ref('k.keyId').$castTo<string>(), '=', ref('h.doneBy'))),
    )
    .leftJoin('contactImports as i', (join) =>
      join.onRef('i.tenantId', '=', 'h.tenantId').onRef('i.importId', '=', 'h.importId'),
    )
    .select(['h.changedAt', 'h.kind', 'h.merged', 'h.changes', 'h.isUndo', 'i.fileName'])
    .select(({ fn }) => fn.coalesce('u.name', 'k.name').as('name'))
    .where('h.tenantId', '=', tenantId)
    .where('h.contactId', '=', contactId)
    .orderBy('h.changeId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ changedAt, name, fileName, isUndo, ...change }) => ({
    at: changedAt.toISOString(),
    by: name,
    ...change,
    import: fileName === null ? null : { fileName, isUndo },
  }))
}

/** The contact of a phone. */
export async function nameOfContact(
  db: Queries,
  tenantId: TenantId,
  numberId: NumberId,
): Promise<Pick<ContactRow, 'contactId' | 'name'> | null> {
  const row = await db
    .selectFrom('contactPhones as p')
    .innerJoin('contactCards as c', (join) =>
      join.onRef('c.tenantId', '=', 'p.tenantId').onRef('c.contactId', '=', 'p.contactId'),
    )
    .select(['c.contactId', 'c.name'])
    .where('p.tenantId', '=', tenantId)
    .where('p.numberId', '=', numberId)
    .executeTakeFirst()
  return row ?? null
}
