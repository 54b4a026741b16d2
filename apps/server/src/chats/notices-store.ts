import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

/** An event in a chat that may have to notify someone: docs/product.md#notifications */
export type Notice = Omit<Selectable<Tables['notices']>, 'noticeId'>
type NewNotice = Insertable<Tables['notices']>

/** Part of the transaction in which it happened. For texts, `add_messages` does the same. */
export async function addNotices(trx: Queries, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await trx
    .insertInto('notices')
    .values([...notices])
    .execute()
}

type Due = {
  /** Texts that happened until then. */
  texts: Date
  /** Everything else that happened until then, and younger texts of chats with one that is due. */
  others: Date
  /** Only of this chat. */
  chat?: Pick<Notice, 'tenantId' | 'chatId'>
}

/** Chats whose texts are taken at once. */
const MAX_CHATS = 200

/** Takes due notices, oldest first, so that no other process decides about them. */
export async function takeDueNotices(trx: Queries, due: Due): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with chats_due as (
      select tenant_id, chat_id from notices
      where happened_at <= case when kind = 'text' then ${due.texts}::timestamptz else ${due.others} end
        ${due.chat ? sql`and tenant_id = ${due.chat.tenantId} and chat_id = ${due.chat.chatId}` : sql``}
      group by tenant_id, chat_id order by min(happened_at) limit ${MAX_CHATS}
    ), taken as (
      select n.tenant_id, n.notice_id from notices n join chats_due using (tenant_id, chat_id)
      where n.happened_at <= ${due.others}
        and (n.kind <> 'text' or exists (select from notices t where t.tenant_id = n.tenant_id and t.chat_id = n.chat_id
          and t.kind = 'text' and t.happened_at <= ${due.texts}))
      for update of n skip locked
    )
    delete from notices n using taken where n.tenant_id = taken.tenant_id and n.notice_id = taken.notice_id
    returning n.tenant_id, n.chat_id, n.kind, n.item_id, n.user_id, n.caused_by, n.happened_at`.execute(trx)
  return rows.toSorted((one, other) => Number(one.happenedAt) - Number(other.happenedAt))
}

/** The times of the oldest remaining notices: of texts, and of everything else. */
export async function oldestNotices(db: Queries): Promise<{ text: Date | null; other: Date | null }> {
  const row = await db
    .selectFrom('notices')
    .select(({ fn }) => [
      fn.min('happenedAt').filterWhere('kind', '=', 'text').as('text'),
      fn.min('happenedAt').filterWhere('kind', '<>', 'text').as('other'),
    ])
    .executeTakeFirst()
  return { text: row?.text ?? null, other: row?.other ?? null }
}
