import type { ChatId, FileId, MessageId, QuotedMessage, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'
import type { StoredFile } from '../media/index.ts'
import type { Queries } from '../platform/index.ts'
import type { StoredMessage } from './stored-message.ts'

export type InChat = { tenantId: TenantId; chatId: ChatId }

/** A message's values of the columns that order messages: `(sent_at, message_id) < placeOf(…)`. */
export function placeOf(tenantId: TenantId, id: MessageId): RawBuilder<unknown> {
  return sql`(select sent_at, message_id from messages where tenant_id = ${tenantId} and message_id = ${id})`
}

export type NewMedia = { messageId: MessageId; fileIds: readonly FileId[] }

/** Also for files that arrive after their message: they come after the existing ones. */
export async function addMedia(trx: Queries, tenantId: TenantId, media: NewMedia): Promise<void> {
  if (media.fileIds.length === 0) return
  await sql`
    insert into message_media (tenant_id, message_id, position, file_id, sent_at)
    select m.tenant_id, m.message_id, position + (
      select coalesce(max(position), 0) from message_media
      where tenant_id = m.tenant_id and message_id = m.message_id
    ), file_id, m.sent_at
    from messages m cross join unnest(${media.fileIds}::uuid[]) with ordinality as file (file_id, position)
    where m.tenant_id = ${tenantId} and m.message_id = ${media.messageId}`.execute(trx)
}

/** Records how many files of a message are lost for good. */
export async function noteMissingMedia(
  trx: Queries,
  tenantId: TenantId,
  { messageId, missing }: { messageId: MessageId; missing: number },
): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ missingMedia: missing })
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', messageId)
    .execute()
}

/** The files of a message, in the order in which they are shown. */
export function filesOf(db: Queries, tenantId: TenantId, messageId: MessageId): Promise<StoredFile[]> {
  return db
    .selectFrom('messageMedia as mm')
    .innerJoin('files as f', (join) => join.onRef('f.tenantId', '=', 'mm.tenantId').onRef('f.fileId', '=', 'mm.fileId'))
    .select(['f.fileId', 'f.directory', 'f.fileName', 'f.contentType', 'f.length', 'f.width', 'f.height'])
    .where('mm.tenantId', '=', tenantId)
    .where('mm.messageId', '=', messageId)
    .orderBy('mm.position')
    .execute()
}

export async function messagesByIds(db: Queries, tenantId: TenantId, ids: readonly MessageId[]) {
  if (ids.length === 0) return []
  const which = sql`(select message_id from unnest(${ids}::uuid[]) as wanted (message_id))`
  return readMessages(db, tenantId, which)
}

/** The nearest messages on one side of a place in the transcript. The result is oldest first. */
export type Side = {
  from: MessageId | null
  towards: 'older' | 'newer'
  limit: number
  inclusive?: boolean
  /** Only messages from this time on. */
  since?: Date
}

export async function messagesBeside(db: Queries, { tenantId, chatId }: InChat, side: Side): Promise<StoredMessage[]> {
  const isNewer = side.towards === 'newer'
  const operator = sql.raw(`${isNewer ? '>' : '<'}${side.inclusive ? '=' : ''}`)
  const { from, since, limit } = side
  const which = db
    .selectFrom('messages')
    .select('messageId')
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .$if(from !== null, (query) =>
      query.where(sql<boolean>`(sent_at, message_id) ${operator} ${placeOf(tenantId, from as MessageId)}`),
    )
    .$if(since !== undefined, (query) => query.where('sentAt', '>=', since ?? null))
    .orderBy('sentAt', isNewer ? 'asc' : 'desc')
    .orderBy('messageId', isNewer ? 'asc' : 'desc')
    .limit(limit)
  return readMessages(db, tenantId, which)
}

/** Messages that one page of a chat's files reads. */
const READ_FOR_FILES = 2_000

/** The newest messages of a chat with files, newest first, and where the next page begins; null at the end of the chat. */
export async function messagesWithFiles(
  db: Queries,
  { tenantId, chatId }: InChat,
  { before, limit, read = READ_FOR_FILES }: { before?: MessageId | undefined; limit: number; read?: number },
): Promise<{ ids: MessageId[]; next: MessageId | null }> {
  const { rows } = await sql<{ ids: MessageId[]; next: MessageId | null }>`
    with read as materialized (
      select message_id, sent_at from messages
      where tenant_id = ${tenantId} and chat_id = ${chatId}
        ${before ? sql`and (sent_at, message_id) < ${placeOf(tenantId, before)}` : sql``}
      order by sent_at desc, message_id desc limit ${read}
    ), found as (
      select message_id, sent_at from read r
      where (select true from message_media f where f.tenant_id = ${tenantId} and f.message_id = r.message_id limit 1)
      order by sent_at desc, message_id desc limit ${limit}
    )
    select coalesce((select array_agg(message_id order by sent_at desc, message_id desc) from found), '{}') as ids,
      case when (select count(*) from found) = ${limit} then (select message_id from found order by sent_at, message_id limit 1)
        when (select count(*) from read) = ${read} then (select message_id from read order by sent_at, message_id limit 1)
      end as next`.execute(db)
  return rows[0] ?? { ids: [], next: null }
}

/** The part of a message that a quote shows. Null if the chat has no such message. */
export async function findQuote(
  db: Queries,
  { tenantId, chatId }: InChat,
  id: MessageId,
): Promise<QuotedMessage | null> {
  const row = await db
    .selectFrom('messages as m')
    .select(['m.messageId as id', 'm.text', 'm.sentBy'])
    .select(({ selectFrom, fn }) =>
      selectFrom('messageMedia as mm')
        .select(fn.countAll<number>().as('count'))
        .whereRef('mm.tenantId', '=', 'm.tenantId')
        .whereRef('mm.messageId', '=', 'm.messageId')
        .$asScalar()
        .$notNull()
        .as('mediaCount'),
    )
    .where('m.tenantId', '=', tenantId)
    .where('m.chatId', '=', chatId)
    .where('m.messageId', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function isInChat(db: Queries, { tenantId, chatId }: InChat, id: MessageId): Promise<boolean> {
  const message = await db
    .selectFrom('messages')
    .select('messageId')
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('messageId', '=', id)
    .executeTakeFirst()
  return message !== undefined
}

/** One round trip for messages, their records, their media and what they answer. Oldest first. */
async function readMessages(db: Queries, tenantId: TenantId, which: Expression<unknown>): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select m.message_id as id, m.text, m.sent_at as sent_on, m.sent_by, m.parent_id, m.missing_media, m.recovered, m.automatic,
      coalesce((select cardinality(i.urls) from inbound_media i
        where i.tenant_id = m.tenant_id and i.message_id = m.message_id), 0) as pending_media,
      (select json_build_object('text', p.text, 'sentBy', p.sent_by, 'mediaCount', (
          select count(*) from message_media mm where mm.tenant_id = p.tenant_id and mm.message_id = p.message_id))
        from messages p
        where p.tenant_id = m.tenant_id and p.message_id = m.parent_id and p.chat_id = m.chat_id) as parent,
      coalesce((select json_agg(json_build_object('memberId', d.member_id, 'status', d.status,
          'updatedOn', d.updated_at, 'errorCode', d.error_code, 'errorText', d.error_text,
          'dismissed', d.dismissed_at is not null) order by d.delivery_id)
        from deliveries d
        where d.tenant_id = m.tenant_id and d.message_id = m.message_id), '[]') as delivery,
      coalesce((select json_agg(json_build_object('fileId', f.file_id, 'directory', f.directory,
          'fileName', f.file_name, 'contentType', f.content_type, 'length', f.length, 'width', f.width,
          'height', f.height) order by mm.position)
        from message_media mm join files f using (tenant_id, file_id)
        where mm.tenant_id = m.tenant_id and mm.message_id = m.message_id), '[]') as media
    from messages m
    where m.tenant_id = ${tenantId} and m.message_id in ${which}
    order by m.sent_at, m.message_id`.execute(db)
  return rows
}
