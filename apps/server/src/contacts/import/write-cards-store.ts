import { CONTACT_BOUNDS } from '@partyline/contract'
import type { ContactChange, ContactId, ContactImportId, NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf, newId } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import { listTags } from '../contact-tags-store.ts'
import type { AddedPhone, PlannedCard } from './plan-rows.ts'

/** Adds contacts with their phones, which are added to `contacts` afterwards in the same transaction. */
export async function insertCards(
  trx: Queries,
  tenantId: TenantId,
  { cards, at }: { cards: readonly PlannedCard[]; at: Date },
): Promise<void> {
  if (cards.length === 0) return
  const rows = cards.map((card) => ({
    ...columnsOf(card),
    phones: card.phones.map(({ number }) => number).toSorted(),
  }))
  await sql`
    insert into contact_cards (tenant_id, contact_id, name, company, emails, remarks, tags, time_zone, language, fields,
      phones, created_at)
    select ${tenantId}::uuid, r.contact_id, r.name, r.company, r.emails, r.remarks, r.tags, r.time_zone, r.language,
      r.fields, r.phones, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (contact_id uuid, name text, company text, emails text[],
      remarks text, tags text[], time_zone text, language text, fields jsonb, phones text[])`.execute(trx)
}

/** Assigns contacts before the phones exist, so that no phone gets a new contact. */
export async function insertCardPhones(trx: Queries, tenantId: TenantId, phones: readonly AddedPhone[]): Promise<void> {
  if (phones.length === 0) return
  await sql`set constraints contact_phones_tenant_id_number_id_fkey deferred`.execute(trx)
  const rows = phones.map(({ id, contactId, preferred }) => ({ number_id: id, contact_id: contactId, preferred }))
  await sql`
    insert into contact_phones (tenant_id, number_id, contact_id, preferred)
    select ${tenantId}::uuid, r.number_id, r.contact_id, r.preferred
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (number_id uuid, contact_id uuid, preferred boolean)
    on conflict (tenant_id, number_id) do nothing`.execute(trx)
}

export async function updateCards(trx: Queries, tenantId: TenantId, cards: readonly PlannedCard[]): Promise<void> {
  if (cards.length === 0) return
  await sql`
    update contact_cards c set name = r.name, company = r.company, emails = r.emails, remarks = r.remarks,
      tags = r.tags, time_zone = r.time_zone, language = r.language, fields = r.fields
    from json_to_recordset(${JSON.stringify(cards.map(columnsOf))}::json) as r (contact_id uuid, name text, company text,
      emails text[], remarks text, tags text[], time_zone text, language text, fields jsonb)
    where c.tenant_id = ${tenantId} and c.contact_id = r.contact_id`.execute(trx)
}

function columnsOf({ contactId, values }: PlannedCard) {
  const { timeZone, ...others } = values
  return { contact_id: contactId, time_zone: timeZone, ...others }
}

/** Lets contacts be found by the phones that they have now. */
export async function refreshPhones(trx: Queries, tenantId: TenantId, ids: readonly ContactId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select count(refresh_contact_phones(${tenantId}::uuid, id)::text)::integer as count
    from unnest(${ids}::uuid[]) id`.execute(trx)
}

/** Keeps the spellings of tags, for which {@link findKnown} found room. */
export async function keepSpellings(trx: Queries, tenantId: TenantId, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  await insertSpellings(trx, tenantId, tags)
  const { count } = await trx
    .selectFrom('contactTags')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (count <= CONTACT_BOUNDS.tagsOfTenant) return
  const used = [...(await listTags(trx, tenantId)), ...tags]
  await trx
    .deleteFrom('contactTags')
    .where('tenantId', '=', tenantId)
    .where('tag', '<>', sql<string>`all(${used}::text[])`)
    .execute()
}

async function insertSpellings(trx: Queries, tenantId: TenantId, tags: readonly string[]): Promise<void> {
  await trx
    .insertInto('contactTags')
    .values(tags.map((tag) => ({ tenantId, tagKey: tag.toLowerCase(), tag })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type ImportedChange = Pick<ContactChange, 'changes'> & { contactId: ContactId; kind: 'added' | 'changed' }

/** The history of contacts that an import or its Undo added or changed. */
export async function insertImportedChanges(
  trx: Queries,
  of: { tenantId: TenantId; by: UserId; at: Date; importId: ContactImportId; isUndo: boolean },
  changes: readonly ImportedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ contactId, kind, changes: values }) => ({
    contact_id: contactId,
    change_id: newId(),
    kind,
    changes: values,
  }))
  await sql`
    insert into contact_changes (tenant_id, contact_id, change_id, changed_at, done_by, kind, changes, import_id, is_undo)
    select ${of.tenantId}::uuid, r.contact_id, r.change_id, ${of.at}::timestamptz, ${of.by}::uuid, r.kind, r.changes,
      ${of.importId}::uuid, ${of.isUndo}::boolean
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (contact_id uuid, change_id uuid, kind text,
      changes jsonb)`.execute(trx)
}

export async function deleteCards(trx: Queries, tenantId: TenantId, ids: readonly ContactId[]): Promise<void> {
  if (ids.length === 0) return
  await trx.deleteFrom('contactCards').where('tenantId', '=', tenantId).where('contactId', '=', anyOf(ids)).execute()
}

/** Reasons why undoing an import must not delete a contact that it added. */
export type CardUse = { contactId: ContactId; isEdited: boolean; isInChat: boolean; phones: NumberId[] }

/** How the cards that still exist are used. `isEdited`: by anyone but the import, or put on legal hold. */
export async function usesOfCards(
  db: Queries,
  tenantId: TenantId,
  { ids, importId }: { ids: readonly ContactId[]; importId: ContactImportId },
): Promise<CardUse[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardUse>`
    select c.contact_id,
      exists (
        select from contact_changes h
        where h.tenant_id = c.tenant_id and h.contact_id = c.contact_id and h.import_id is distinct from ${importId}::uuid
      ) or exists (select from legal_holds h where h.tenant_id = c.tenant_id and h.contact_id = c.contact_id)
        or coalesce(bool_or(n.disabled or n.name <> c.name), false) as is_edited,
      c.last_text_at is not null or coalesce(bool_or(exists (
        select from chat_members m where m.tenant_id = n.tenant_id and m.member_id = n.number_id and m.role = 'ExternalMobile')), false) as is_in_chat,
      coalesce(array_agg(n.number_id) filter (where n.number_id is not null), '{}') as phones
    from contact_cards c
      left join contact_phones p on p.tenant_id = c.tenant_id and p.contact_id = c.contact_id
      left join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id and n.deleted_at is null
    where c.tenant_id = ${tenantId} and c.contact_id = any(${ids}::uuid[])
    group by c.tenant_id, c.contact_id`.execute(db)
  return rows
}

/** The phones that were ever in a chat. */
export async function phonesInChats(db: Queries, tenantId: TenantId, ids: readonly NumberId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('chatMembers')
    .select('memberId')
    .distinct()
    .where('tenantId', '=', tenantId)
    .where('memberId', '=', sql<never>`any(${ids}::uuid[])`)
    .where('role', '=', 'ExternalMobile')
    .execute()
  return new Set(rows.map(({ memberId }) => memberId))
}
