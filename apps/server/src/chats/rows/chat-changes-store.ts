import type { ChatChange, ChatChangeId, MemberId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'
import type { ChatRow } from './stored-chat.ts'

type InChat = Pick<ChatRow, 'tenantId' | 'chatId'>

/** A row. `details` are the fields that only this kind of change has. */
type StoredChange = { id: ChatChangeId; at: Date; by: MemberId | null; kind: ChatChange['kind']; details: object }

export async function insertChanges(
  trx: Queries,
  { tenantId, chatId }: InChat,
  changes: readonly ChatChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(
    ({ id, at, by, kind, ...details }) =>
      sql`(${tenantId}, ${id}, ${chatId}, ${at}, ${by}, ${kind}, ${JSON.stringify(details)})`,
  )
  await sql`
    insert into chat_changes (tenant_id, change_id, chat_id, changed_at, changed_by, kind, details)
    values ${sql.join(rows)}`.execute(trx)
}

/** Between which ids of the chat, its messages' or its changes', and how many. */
export type ChangesPage = { before?: string | undefined; after?: string | undefined; limit: number }

/** Oldest first: those that follow `after`, or else the last ones up to `before`. */
export async function changesOf(
  db: Queries,
  { tenantId, chatId }: InChat,
  { before, after, limit }: ChangesPage,
): Promise<ChatChange[]> {
  const { rows } = await sql<StoredChange>`
    select change_id as id, changed_at as at, changed_by as by, kind, details from chat_changes
    where tenant_id = ${tenantId} and chat_id = ${chatId}
      ${after ? sql`and change_id > ${after}` : sql``}
      ${before ? sql`and change_id < ${before}` : sql``}
    order by change_id ${after ? sql`asc` : sql`desc`}
    limit ${limit}`.execute(db)
  const changes = rows.map(presentChange)
  return after ? changes : changes.toReversed()
}

/** When this was last told of the member. */
export async function lastTold(
  db: Queries,
  { tenantId, chatId }: InChat,
  { kind, memberId }: { kind: ChatChange['kind']; memberId: MemberId },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select changed_at as at from chat_changes
    where tenant_id = ${tenantId} and chat_id = ${chatId} and kind = ${kind} and details->>'memberId' = ${memberId}
    order by change_id desc
    limit 1`.execute(db)
  return rows[0]?.at ?? null
}

function presentChange({ at, details, ...change }: StoredChange): ChatChange {
  return { ...change, at: at.toISOString(), ...details } as ChatChange
}
