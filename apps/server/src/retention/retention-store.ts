import type { ChatId, FileId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** A line’s chats in the order of their IDs, from after one on. */
export type Walk = { tenantId: TenantId; lineId: NumberId; before: Date; after: ChatId | null; limit: number }

export type OldTexts = {
  chatId: ChatId
  isOnHold: boolean
  texts: number
  notes: number
  oldest: Date | null
}

/** The next chats with their items from before a time: counts at most `atMost` texts and notes of each. */
export async function oldTexts(db: Queries, walk: Walk & { atMost: number }): Promise<OldTexts[]> {
  const { tenantId, lineId, before, after, limit, atMost } = walk
  const { rows } = await sql<OldTexts>`
    select c.chat_id, is_on_hold(c.tenant_id, c.chat_id) as is_on_hold, t.texts, t.oldest, n.notes
    from (
      select o.tenant_id, o.chat_id from chats o
      where o.tenant_id = ${tenantId} and o.number_id = ${lineId} and (${after}::uuid is null or o.chat_id > ${after})
      order by o.chat_id limit ${limit}
    ) c
    cross join lateral (
      select count(*)::integer as texts, min(m.sent_at) as oldest from (
        select m.sent_at from messages m
        where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.sent_at < ${before}
        order by m.sent_at limit ${atMost}) m
    ) t
    cross join lateral (
      select count(*)::integer as notes from (
        select from notes n
        where n.tenant_id = c.tenant_id and n.chat_id = c.chat_id and n.created_at < ${before} limit ${atMost}) n
    ) n
    order by c.chat_id`.execute(db)
  return rows
}

export type Deleted = { texts: number; notes: number; files: FileId[]; isDone: boolean }

/** Calls delete_old_texts.sql. */
export async function deleteOldTexts(
  trx: Queries,
  { tenantId, chatId, before, limit }: { tenantId: TenantId; chatId: ChatId; before: Date; limit: number },
): Promise<Deleted> {
  const { rows } = await sql<Deleted>`
    select texts, notes, files, is_done from delete_old_texts(${tenantId}, ${chatId}, ${before}, ${limit})`.execute(trx)
  const [deleted] = rows
  if (!deleted) throw new Error('Nothing came back from delete_old_texts.')
  return deleted
}
