import type { ContactId, NumberId, TenantId } from '@partyline/contract'
import { CONTACT_BOUNDS, phoneIdentity } from '@partyline/contract'
import { sql } from 'kysely'
import { findWithNumbers, ownNumbersAmong } from '../../numbers/index.ts'
import { anyOf } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import { listTags } from '../contact-tags-store.ts'
import type { ContactValues } from '../contact-values.ts'
import type { CardPhone, Known, PlannedCard } from './plan-rows.ts'

type Wanted = { phones: readonly string[]; emails: readonly string[]; tags: readonly string[] }

/** Finds existing data that matches rows. `lock` keeps the contacts unchanged until the transaction ends. */
export async function findKnown(
  db: Queries,
  tenantId: TenantId,
  { phones, emails, tags }: Wanted,
  { lock }: { lock: boolean },
): Promise<Known> {
  const found = await findWithNumbers(db, tenantId, phones)
  const numberIds = [...found.values()].map(({ numberId }) => numberId)
  const ofPhones = await contactsOfPhones(db, tenantId, numberIds)
  const ofEmails = await contactsWithEmails(db, tenantId, emails)
  const ids = [...new Set([...ofPhones.values(), ...ofEmails])].toSorted()
  if (lock) await lockCards(db, tenantId, ids)
  const deleted = [...found].flatMap(([, { numberId: id, number, deletedAt }]) =>
    deletedAt ? [[phoneIdentity(number), { id, number, contactId: ofPhones.get(id) ?? null }] as const] : [],
  )
  return {
    cards: (await findCards(db, tenantId, ids)).map((card) => ({
      ...card,
      before: { values: card.values, phones: card.phones.map((phone) => ({ ...phone })) },
    })),
    deleted: new Map(deleted),
    own: await ownNumbersAmong(db, tenantId, phones),
    ...(await tagRoom(db, tenantId, tags)),
  }
}

async function contactsOfPhones(
  db: Queries,
  tenantId: TenantId,
  numberIds: readonly NumberId[],
): Promise<Map<NumberId, ContactId>> {
  if (numberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('contactPhones')
    .select(['numberId', 'contactId'])
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', anyOf(numberIds))
    .execute()
  return new Map(rows.map(({ numberId, contactId }) => [numberId, contactId]))
}

export async function contactsWithEmails(
  db: Queries,
  tenantId: TenantId,
  emails: readonly string[],
): Promise<ContactId[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<{ id: ContactId }>`${emailMatches(tenantId, emails)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** One by one, because PostgreSQL reads all contacts for many emails at once. The keys start with the tenant's ID. */
export const emailMatches = (tenantId: TenantId, emails: readonly string[]) => sql`
  select distinct c.contact_id as id
  from unnest(contact_email_keys(${tenantId}::uuid, ${emails}::text[])) key
    cross join lateral (
      select tenant_id, contact_id from contact_cards
      where contact_email_keys(tenant_id, emails) @> array[key] and emails <> '{}'
      offset 0
    ) c
  where c.tenant_id = ${tenantId}`

/** As they are until the transaction ends. */
export async function lockCards(trx: Queries, tenantId: TenantId, ids: readonly ContactId[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .selectFrom('contactCards')
    .select('contactId')
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', anyOf(ids))
    .orderBy('contactId')
    .forUpdate()
    .execute()
}

/** The contacts that exist, with their phones. */
export async function findCards(
  db: Queries,
  tenantId: TenantId,
  ids: readonly ContactId[],
): Promise<Omit<PlannedCard, 'before'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ contactId: ContactId; phones: CardPhone[] } & ContactValues>`
    select c.contact_id, c.name, c.company, c.emails, c.remarks, c.tags, c.time_zone, c.language, c.fields::json as fields,
      (select coalesce(json_agg(json_build_object('id', n.number_id, 'number', n.number, 'name', n.name,
          'preferred', p.preferred) order by p.preferred desc, n.created_at, n.number_id), '[]')
        from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
        where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id and n.deleted_at is null) as phones
    from contact_cards c
    where c.tenant_id = ${tenantId} and c.contact_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ contactId, phones, ...values }) => ({ contactId, phones, values }))
}

/** The tenant's spellings of these tags, and how many others it could have. */
async function tagRoom(
  db: Queries,
  tenantId: TenantId,
  tags: readonly string[],
): Promise<Pick<Known, 'tags' | 'freeTags'>> {
  if (tags.length === 0) return { tags: new Map(), freeTags: 0 }
  const known = await db.selectFrom('contactTags').select(['tagKey', 'tag']).where('tenantId', '=', tenantId).execute()
  const spellings = new Map(known.map(({ tagKey, tag }) => [tagKey, tag]))
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()).filter((key) => !spellings.has(key)))
  const free = CONTACT_BOUNDS.tagsOfTenant - known.length
  // Tags that no contact has make room.
  const freeTags = free >= wanted.size ? free : CONTACT_BOUNDS.tagsOfTenant - (await listTags(db, tenantId)).length
  return { tags: spellings, freeTags }
}
