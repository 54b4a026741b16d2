import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { LOOP_WINDOW_MS } from '../chats/index.ts'
import type { Queries } from '../platform/index.ts'

/** The limit that stops two machines from answering each other: docs/product.md#group-texting-is-a-relay */
const MAX_PER_MINUTE = 10

/**
 * Whether the phone has sent too many texts to the locked chat, or the same text within {@link LOOP_WINDOW_MS}. Then the
 * text is not relayed, and gets no automatic reply.
 */
export async function looksLikeLoop(
  trx: Queries,
  {
    tenantId,
    chatId,
    memberId,
    text,
    now,
  }: {
    tenantId: TenantId
    chatId: ChatId
    memberId: MemberId
    text: string
    now: Date
  },
): Promise<boolean> {
  const { rows } = await sql<{ looksLikeLoop: boolean }>`
    select count(*) filter (where sent_at > ${now}::timestamptz - interval '1 minute') >= ${MAX_PER_MINUTE}
      or count(*) filter (where text = ${text} and text <> '') > 0 as looks_like_loop
    from messages
    where tenant_id = ${tenantId} and chat_id = ${chatId} and sent_by = ${memberId}
      and sent_at > ${new Date(now.getTime() - LOOP_WINDOW_MS)}`.execute(trx)
  return rows[0]?.looksLikeLoop ?? false
}
