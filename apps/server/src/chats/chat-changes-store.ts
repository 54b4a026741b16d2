import type { ChatChange, ChatChangeId, MemberId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'
import type { ChatRow } from './stored-chat.ts'

type InChat = Pick<ChatRow, 'tenantId' | 'chatId'>

/** A row. `details` are the fields that only this kind of change has. */
type StoredChange = { id: ChatChangeId; at: Date; by: MemberId | null; kind: ChatChange['kind']; details: object }

export async function insertChanges(
  trx: Queries,
  changesByChat: readonly { chat: InChat; changes: readonly ChatChange[] }[],
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
  await trx.insertInto('chatChanges').values(rows).execute()
}

/** Between which ids of the chat, its messages' or its changes', and how many. */
export type ChangesPage = { before?: string | undefined; after?: string | undefined; limit: number }

/** Oldest first: those that follow `after`, or else the last ones up to `before`. */
export async function changesOf(
  db: Queries,
  { tenantId, chatId }: InChat,
  { before, after, limit }: ChangesPage,
): Promise<ChatChange[]> {
  const rows = await db
    .selectFrom('chatChanges')
    .select(['changeId as id', 'changedAt as at', 'changedBy as by', 'kind', 'details'])
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .$if(Boolean(after), (query) => query.where('changeId', '>', after as ChatChangeId))
    .$if(Boolean(before), (query) => query.where('changeId', '<', before as ChatChangeId))
    .orderBy('changeId', after ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  const changes = rows.map(presentChange)
  return after ? changes : changes.toReversed()
}

/** When this was last told of the member. */
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
    .orderBy('changeId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.changedAt ?? null
}

function presentChange({ at, details, ...change }: StoredChange): ChatChange {
  return { ...change, at: at.toISOString(), ...details } as ChatChange
}
