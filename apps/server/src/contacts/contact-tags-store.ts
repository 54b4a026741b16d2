import type { ContactId, TenantId } from '@partyline/contract'
import { CONTACT_BOUNDS } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** The tags that a contact has, in the order of the alphabet. */
export async function listTags(db: Queries, tenantId: TenantId): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select t.tag from contact_tags t
    where t.tenant_id = ${tenantId} and exists (
      select from contact_cards c
      where c.words @@ quote_literal(left(t.tenant_id::text, 8) || 'T' || t.tag_key)::tsquery
        and c.tenant_id = t.tenant_id)
    order by t.tag_key`.execute(db)
  return rows.map(({ tag }) => tag)
}

/**
 * The tags as they are spelled in the tenant, new ones added. Null if the tenant would have too many.
 */
export async function keepTags(trx: Queries, tenantId: TenantId, tags: readonly string[]): Promise<string[] | null> {
  if (tags.length === 0) return []
  const keys = tags.map((tag) => tag.toLowerCase())
  const known = await trx
    .selectFrom('contactTags')
    .select(['tagKey', 'tag'])
    .where('tenantId', '=', tenantId)
    .where('tagKey', '=', anyOf(keys))
    .execute()
  const spelling = new Map(known.map(({ tagKey, tag }) => [tagKey, tag]))
  const added = tags.filter((tag) => !spelling.has(tag.toLowerCase()))
  if (added.length > 0 && !(await makeRoom(trx, tenantId, added.length))) return null
  for (const tag of added) {
    await trx
      .insertInto('contactTags')
      .values({ tenantId, tagKey: tag.toLowerCase(), tag })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return tags.map((tag) => spelling.get(tag.toLowerCase()) ?? tag)
}

/** Deletes unused tags if there are too many. */
async function makeRoom(trx: Queries, tenantId: TenantId, wanted: number): Promise<boolean> {
  const count = async () => {
    const { count: tags } = await trx
      .selectFrom('contactTags')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    return Number(tags)
  }
  if ((await count()) + wanted <= CONTACT_BOUNDS.tagsOfTenant) return true
  const used = await listTags(trx, tenantId)
  await trx
    .deleteFrom('contactTags')
    .where('tenantId', '=', tenantId)
    .where('tag', '<>', sql<string>`all(${used}::text[])`)
    .execute()
  return (await count()) + wanted <= CONTACT_BOUNDS.tagsOfTenant
}

type Tagged = Pick<Selectable<Tables['contactCards']>, 'contactId' | 'name' | 'tags'>

/** Locks the existing contacts until the transaction ends, and returns them in the order of their IDs. */
export function lockTagged(trx: Queries, tenantId: TenantId, ids: readonly ContactId[]): Promise<Tagged[]> {
  return trx
    .selectFrom('contactCards')
    .select(['contactId', 'name', 'tags'])
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', anyOf(ids))
    .orderBy('contactId')
    .forNoKeyUpdate()
    .execute()
}

export async function setTags(
  trx: Queries,
  tenantId: TenantId,
  tagged: readonly Omit<Tagged, 'name'>[],
): Promise<void> {
  if (tagged.length === 0) return
  await sql`
    update contact_cards c set tags = array(select json_array_elements_text(t.tags))
    from json_to_recordset(${JSON.stringify(tagged.map(({ contactId, tags }) => ({ contact_id: contactId, tags })))}::json)
      as t (contact_id uuid, tags json)
    where c.tenant_id = ${tenantId} and c.contact_id = t.contact_id`.execute(trx)
}
