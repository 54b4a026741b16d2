import type { ChatId, MemberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'

/** Against two machines that answer each other (decisions 4.4). */
const MOST_IN_A_MINUTE = 10

/** Whether a text of this phone would be one too many for the relay, or the same as a recent one. The chat is held. */
export async function isTooMuch(
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
  const { rows } = await sql<{ isTooMuch: boolean }>`
    select count(*) filter (where sent_on > ${now}::timestamptz - interval '1 minute') >= ${MOST_IN_A_MINUTE}
      or count(*) filter (where text = ${text} and text <> '') > 0 as "isTooMuch"
    from messages
    where tenant_id = ${tenantId} and chat_id = ${chatId} and sent_by = ${memberId}
      and sent_on > ${now}::timestamptz - interval '10 minutes'`.execute(trx)
  return rows[0]?.isTooMuch ?? false
}
