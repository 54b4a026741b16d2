import { ERASED, phoneSpellings } from '@partyline/contract'
import type { ContactId, FileId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

type OneContact = { tenantId: TenantId; contactId: ContactId }

export type KnownPhone = { id: NumberId; number: string; name: string; isFormer: boolean; isTaken: boolean }

/**
 * The phones of a contact, deleted ones too, also under other spellings. `isFormer`: someone else got its number. `isTaken`: that
 * number is a phone again.
 */
export async function phonesEver(db: Queries, { tenantId, contactId }: OneContact): Promise<KnownPhone[]> {
  const { rows } = await sql<KnownPhone>`
    with own as (
      select n.number_id as id, n.number, n.name, n.reassigned_at, n.reassigned_at is not null and exists (
          select from contacts t where t.tenant_id = n.tenant_id and t.number = any(phone_spellings(n.number))
            and t.reassigned_at is null) as is_taken
      from contact_phones p join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id
      where p.tenant_id = ${tenantId} and p.contact_id = ${contactId}
    )
    select id, number, name, reassigned_at is not null as is_former, is_taken from own
    union
    select n.number_id, n.number, n.name, n.reassigned_at is not null, own.is_taken
    from own join contacts n on n.tenant_id = ${tenantId} and n.number = any(phone_spellings(own.number))
      and n.reassigned_at is not distinct from own.reassigned_at
    where not exists (select from contact_phones p where p.tenant_id = n.tenant_id and p.number_id = n.number_id)
    order by id`.execute(db)
  return rows
}

/** Whether a text to or from one of the phones still has to be sent or relayed. */
export async function isSending(db: Queries, tenantId: TenantId, phones: readonly NumberId[]): Promise<boolean> {
  const { rows } = await sql<{ isSending: boolean }>`
    select exists (
      select from chat_members c
        join messages m on m.tenant_id = c.tenant_id and m.chat_id = c.chat_id
        join deliveries d on d.tenant_id = m.tenant_id and d.message_id = m.message_id
      where c.tenant_id = ${tenantId} and c.member_id = any(${phones}::uuid[]) and c.role = 'ExternalMobile'
        and d.status in ('queued', 'sending')
        and (d.member_id = c.member_id or m.sent_by = c.member_id)
    ) as is_sending`.execute(db)
  return rows[0]?.isSending === true
}

export type Erased = { chats: number; texts: number; notes: number; files: FileId[] }

/** Calls erase_contact.sql. */
export async function eraseContact(
  trx: Queries,
  { tenantId, contactId }: OneContact,
  {
    phones,
    identifiers,
    messages,
  }: { phones: readonly KnownPhone[]; identifiers: readonly string[]; messages: boolean },
): Promise<Erased> {
  const [ids, spellings] = [phones.map(({ id }) => id), phones.flatMap(({ number }) => phoneSpellings(number))]
  const { rows } = await sql<Erased>`
    select * from erase_contact(${tenantId}::uuid, ${contactId}::uuid, ${ids}::uuid[], ${identifiers}::text[],
      ${spellings}::text[], ${messages}::boolean, ${ERASED.name}, ${ERASED.text}, ${ERASED.note})`.execute(trx)
  const [erased] = rows
  if (!erased) throw new Error('Nothing came back from erase_contact.')
  return erased
}

export type ErasureRow = Selectable<Tables['erasures']>

/** A contact is erased once. */
export async function insertErasure(db: Queries, row: ErasureRow): Promise<void> {
  await db
    .insertInto('erasures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** In the order in which they were made. */
export function listErasures(db: Queries): Promise<ErasureRow[]> {
  return db.selectFrom('erasures').selectAll().orderBy('erasedAt').orderBy('contactId').execute()
}

export async function hasContact(db: Queries, { tenantId, contactId }: OneContact): Promise<boolean> {
  const found = await db
    .selectFrom('contactCards')
    .select('contactId')
    .where('tenantId', '=', tenantId)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  return found !== undefined
}
