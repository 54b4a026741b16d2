import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** Stops two machines from answering each other: docs/product.md#group-texting-is-a-relay */
const MAX_PER_MINUTE = 10

/** Whether a text of this phone would be one too many for the relay, or the same as a recent one. The chat is held. */
export async function exceedsRelayLimit(
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
  const { rows } = await sql<{ exceedsRelayLimit: boolean }>`
    select count(*) filter (where sent_at > ${now}::timestamptz - interval '1 minute') >= ${MAX_PER_MINUTE}
      or count(*) filter (where text = ${text} and text <> '') > 0 as exceeds_relay_limit
    from messages
    where tenant_id = ${tenantId} and chat_id = ${chatId} and sent_by = ${memberId}
      and sent_at > ${now}::timestamptz - interval '10 minutes'`.execute(trx)
  return rows[0]?.exceedsRelayLimit ?? false
}
