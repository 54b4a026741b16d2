import type { ChatId, FileId, MessageId, QuotedMessage, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { StoredFile } from '../media/index.ts'
import type { Queries } from '../platform/index.ts'
import type { StoredMessage } from './stored-message.ts'

export type InChat = { tenantId: TenantId; chatId: ChatId }

export type NewMedia = { messageId: MessageId; fileIds: readonly FileId[] }

/** Also for files that arrive after their message: they come after the existing ones. */
export async function addMedia(trx: Queries, tenantId: TenantId, media: NewMedia): Promise<void> {
  if (media.fileIds.length === 0) return
  await sql`
    insert into message_media (tenant_id, message_id, position, file_id)
    select ${tenantId}, ${media.messageId}, position + (
      select coalesce(max(position), 0) from message_media
      where tenant_id = ${tenantId} and message_id = ${media.messageId}
    ), file_id
    from unnest(${media.fileIds}::uuid[]) with ordinality as file (file_id, position)`.execute(trx)
}

/** So many files of a message will never be there. */
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

/** A side of a place in the transcript, nearest messages first in the choice, oldest first in the answer. */
export type Side = { from: MessageId | null; towards: 'older' | 'newer'; limit: number; inclusive?: boolean }

export async function messagesBeside(db: Queries, { tenantId, chatId }: InChat, side: Side): Promise<StoredMessage[]> {
  const isNewer = side.towards === 'newer'
  const operator = `${isNewer ? '>' : '<'}${side.inclusive ? '=' : ''}` as const
  const which = db
    .selectFrom('messages')
    .select('messageId')
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .$if(side.from !== null, (query) => query.where('messageId', operator, side.from))
    .orderBy('messageId', isNewer ? 'asc' : 'desc')
    .limit(side.limit)
  return readMessages(db, tenantId, which)
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
    order by m.message_id`.execute(db)
  return rows
}
