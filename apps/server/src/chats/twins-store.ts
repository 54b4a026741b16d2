import { phoneIdentity } from '@partyline/contract'
import type { ChatId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** One of two contacts with one phone, by different spellings of its number. */
export type Twin = {
  id: NumberId
  number: string
  name: string
  disabled: boolean
  createdAt: Date
  /** When the contact's latest text arrived; null if none did. */
  textedAt: Date | null
}

export type Twins = { tenantId: TenantId; contacts: [Twin, Twin] }

/** Contacts that are the same phone, deleted ones left out. */
export async function findTwins(db: Queries): Promise<Twins[]> {
  const { rows } = await sql<Twin & { tenantId: TenantId }>`
    with spelled as (
      select tenant_id, number_id, number, name, disabled, created_at,
        count(*) over (partition by tenant_id, (phone_spellings(number))[1]) as spellings
      from contacts where deleted_at is null and number ~ '^\\+5[245]'
    )
    select c.tenant_id, c.number_id as id, c.number, c.name, c.disabled, c.created_at,
      (select max(m.sent_at) from chat_members h
        join messages m on m.tenant_id = h.tenant_id and m.chat_id = h.chat_id and m.sent_by = h.member_id
        where h.tenant_id = c.tenant_id and h.member_id = c.number_id and h.role = 'ExternalMobile') as texted_at
    from spelled c where c.spellings > 1
    order by c.tenant_id, (phone_spellings(c.number))[1], c.number`.execute(db)
  const byPhone = Map.groupBy(rows, ({ tenantId, number }) => `${tenantId}/${phoneIdentity(number)}`)
  return [...byPhone.values()].flatMap(([one, other]) =>
    one && other ? [{ tenantId: one.tenantId, contacts: [one, other] as [Twin, Twin] }] : [],
  )
}

/** A chat that a merge changed: its merged phone was replaced by the kept one, or a phone left it for another chat. */
export type MergedChat = { chatId: ChatId; replaced: boolean; leftBy: NumberId | null }

export type ContactMerge = {
  tenantId: TenantId
  mergeId: string
  keptId: NumberId
  mergedId: NumberId
  keptBefore: Pick<Twin, 'number' | 'name' | 'disabled'>
  chats: MergedChat[]
}

export async function insertMerge(trx: Queries, merge: Omit<ContactMerge, 'mergeId'>, mergedAt: Date): Promise<void> {
  await trx
    .insertInto('contactMerges')
    .values({
      ...merge,
      mergeId: newId(),
      mergedAt,
      reversedAt: null,
      keptBefore: JSON.stringify(merge.keptBefore),
      chats: JSON.stringify(merge.chats),
    })
    .execute()
}

/** The merges that were not reversed, newest first. */
export async function findMerges(db: Queries): Promise<ContactMerge[]> {
  const rows = await db
    .selectFrom('contactMerges')
    .select(['tenantId', 'mergeId', 'keptId', 'mergedId', 'keptBefore', 'chats'])
    .where('reversedAt', 'is', null)
    .orderBy('mergedAt', 'desc')
    .orderBy('mergeId', 'desc')
    .execute()
  return rows as ContactMerge[]
}

/** False if it was reversed before. */
export async function markReversed(trx: Queries, { tenantId, mergeId }: ContactMerge, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contactMerges')
    .set({ reversedAt: at })
    .where('tenantId', '=', tenantId)
    .where('mergeId', '=', mergeId)
    .where('reversedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
