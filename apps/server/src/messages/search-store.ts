import type { CallBody, FoundMessage, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { hasPicture, hasWords } from '../transcript/index.ts'
import type { SearchTerm } from '../transcript/index.ts'

/** Conditions on a message and its chat. */
export type MessageFilters = Pick<CallBody<'messages.search'>, 'numberId' | 'sentBy' | 'from' | 'to' | 'enabled'> & {
  /** Members who are all enabled in the chat. */
  memberIds?: readonly MemberId[]
  hasPicture?: boolean
}

type Filters = MessageFilters & { term: SearchTerm | null }

/** The messages that have the phrases of the term and pass the filters, newest first. */
export async function foundMessages(
  db: Queries,
  { tenantId, ids, term, ...filters }: Filters & { tenantId: TenantId; ids: readonly MessageId[] },
): Promise<FoundMessage[]> {
  const { numberId, memberIds = [], sentBy, from, to, enabled, hasPicture: isPictured } = filters
  const inOrder = term && term.phrases.length > 0 ? sql<boolean>`${hasWords(term, 'm', 'text')}` : sql<boolean>`true`
  // The messages are read first: the index of words could be slow where all words of the term are in the same texts.
  const rows = await db
    .with(
      (cte) => cte('wanted').materialized(),
      (cte) =>
        cte
          .selectFrom('messages')
          .select(['tenantId', 'messageId', 'chatId', 'text', 'words', 'sentAt', 'sentBy'])
          .where('tenantId', '=', tenantId)
          .where('messageId', '=', anyOf(ids)),
    )
    .selectFrom('wanted as m')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'm.tenantId').onRef('c.chatId', '=', 'm.chatId'))
    .select(['m.messageId', 'm.text', 'm.chatId', 'c.name as chatName', 'm.sentAt as sentOn', 'm.sentBy'])
    .where(inOrder)
    .$if(Boolean(from), (query) => query.where('m.sentAt', '>=', new Date(from ?? 0)))
    .$if(Boolean(to), (query) => query.where('m.sentAt', '<=', new Date(to ?? 0)))
    .$if(enabled !== undefined, (query) => query.where('c.archivedAt', enabled ? 'is' : 'is not', null))
    .$if(numberId !== undefined, (query) => query.where('c.numberId', '=', numberId ?? null))
    .$if(sentBy !== undefined, (query) => query.where('m.sentBy', '=', sentBy ?? null))
    .where(({ and, exists, selectFrom }) =>
      and(
        memberIds.map((memberId) =>
          exists(
            selectFrom('chatMembers as o')
              .whereRef('o.tenantId', '=', 'm.tenantId')
              .whereRef('o.chatId', '=', 'm.chatId')
              .where('o.memberId', '=', memberId)
              .where('o.deletedAt', 'is', null),
          ),
        ),
      ),
    )
    .$if(isPictured === true, (query) => query.where(hasPicture('m')))
    .orderBy('m.sentAt', 'desc')
    .orderBy('m.messageId', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, sentOn: row.sentOn.toISOString() }))
}
