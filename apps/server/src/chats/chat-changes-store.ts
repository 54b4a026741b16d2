import type { ChatChange, ChatChangeId, MemberId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'
import type { Notice } from './notices-store.ts'
import type { ChatRow } from './stored-chat.ts'

type InChat = Pick<ChatRow, 'tenantId' | 'chatId'>

/** A row. `details` are the fields that only this kind of change has. */
type StoredChange = { id: ChatChangeId; at: Date; by: MemberId | null; kind: ChatChange['kind']; details: object }

/** Inserts changes, and the notices that follow from them. */
export async function insertChanges(
  trx: Queries,
  changesByChat: readonly { chat: InChat; changes: readonly ChatChange[] }[],
  notices: readonly Notice[] = [],
): Promise<void> {
  const rows = changesByChat.flatMap(({ chat: { tenantId, chatId }, changes }) =>
    changes.map(({ id, at, by, kind, ...details }) => ({
      tenantId,
      changeId: id,
      chatId,
      changedAt: new Date(at),
      changedBy: by,
      kind,
      details: JSON.stringify(details),
    })),
  )
  if (rows.length === 0) return
  const db = notices.length > 0 ? trx.with('noticed', (also) => also.insertInto('notices').values([...notices])) : trx
  await db.insertInto('chatChanges').values(rows).execute()
}

/** Between which ids of the chat, its messages' or its changes', and how many. */
export type ChangesPage = { before?: string | undefined; after?: string | undefined; since?: Date; limit: number }

/** When the message or the change with this id was. */
function placeOf({ tenantId, chatId }: InChat, id: string) {
  const ofChat = sql`tenant_id = ${tenantId} and chat_id = ${chatId}`
  return sql`(
    select sent_at, message_id from messages where ${ofChat} and message_id = ${id}
    union all select changed_at, change_id from chat_changes where ${ofChat} and change_id = ${id})`
}

/** Oldest first: the ones after `after`, or the first ones from `since` on, or else the last ones up to `before`. */
export async function changesOf(
  db: Queries,
  inChat: InChat,
  { before, after, since, limit }: ChangesPage,
): Promise<ChatChange[]> {
  const isForward = Boolean(after ?? since)
  const rows = await db
    .selectFrom('chatChanges')
    .select(['changeId as id', 'changedAt as at', 'changedBy as by', 'kind', 'details'])
    .where('tenantId', '=', inChat.tenantId)
    .where('chatId', '=', inChat.chatId)
    .$if(Boolean(after), (query) =>
      query.where(sql<boolean>`(changed_at, change_id) > ${placeOf(inChat, after ?? '')}`),
    )
    .$if(Boolean(before), (query) =>
      query.where(sql<boolean>`(changed_at, change_id) < ${placeOf(inChat, before ?? '')}`),
    )
    .$if(Boolean(since), (query) => query.where('changedAt', '>=', since ?? null))
    .orderBy('changedAt', isForward ? 'asc' : 'desc')
    .orderBy('changeId', isForward ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  const changes = rows.map(presentChange)
  return isForward ? changes : changes.toReversed()
}

/** When this change was last recorded for the member. */
export async function lastChangeAt(
  db: Queries,
  { tenantId, chatId }: InChat,
  { kind, memberId }: { kind: ChatChange['kind']; memberId: MemberId },
): Promise<Date | null> {
  const row = await db
    .selectFrom('chatChanges')
    .select('changedAt')
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .where('kind', '=', kind)
    .where(sql`details->>'memberId'`, '=', memberId)
    .orderBy('changedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.changedAt ?? null
}

function presentChange({ at, details, ...change }: StoredChange): ChatChange {
  return { ...change, at: at.toISOString(), ...details } as ChatChange
}
