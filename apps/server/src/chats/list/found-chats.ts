import type { ChatId, MemberId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../../platform/index.ts'
import { hasWords, newestHits, RARE_HITS, readTerm } from '../../transcript/index.ts'
import type { SearchTerm } from '../../transcript/index.ts'

/** The chats in which a term was found. */
export type Found = {
  /** That the chat `w` is one of them. */
  condition: RawBuilder<unknown>
  /** The newest message that has the term, of the chats where one was found. */
  hits: ReadonlyMap<ChatId, MessageId>
}

const NOTHING: Found = { condition: sql`false`, hits: new Map() }
/** More people than that are not looked for. */
const MOST_PEOPLE = 1_000

/**
 * Looks for a term in names of chats, names and numbers of members, and messages (decisions 11.3). A rare term's chats
 * are collected; for a common one each chat of the list is looked at, until the page is full. ADR 11.
 */
export async function findChats(
  db: Queries,
  { tenantId, text, enabled }: { tenantId: TenantId; text: string; enabled: boolean },
): Promise<Found> {
  const term = await readTerm(db, tenantId, text)
  if (!term) return NOTHING
  const people = await findPeople(db, term)
  const hits = await newestHits(db, term)
  const named = await namedChats(db, { term, people, enabled })
  const inMessages = [...hits.keys()]
  if (named.length > RARE_HITS) return { condition: isNamed(term, people, inMessages), hits }
  return { condition: sql`w.chat_id = any(${[...named, ...inMessages]}::uuid[])`, hits }
}

async function findPeople(db: Queries, term: SearchTerm): Promise<MemberId[]> {
  const { rows } = await sql<{ id: MemberId }>`
    select u.user_id as id from users u where u.tenant_id = ${term.tenantId} and ${hasWords(term, 'u', 'name')}
    union all
    select n.number_id from mobile_numbers n
    where n.tenant_id = ${term.tenantId} and ${hasWords(term, 'n', 'name')}
    limit ${MOST_PEOPLE}`.execute(db)
  return rows.map(({ id }) => id)
}

type Naming = { term: SearchTerm; people: readonly MemberId[]; enabled: boolean }

/** Chats that have the term in their name or that one of these people is in; one more than are worth collecting. */
async function namedChats(db: Queries, { term, people, enabled }: Naming): Promise<ChatId[]> {
  // Two indexes hold the members of open chats: of the team by list, and of phones.
  const isListed = enabled ? sql`and (m.list_rank is not null or m.role = 'ExternalMobile')` : sql``
  const { rows } = await sql<{ chatId: ChatId }>`
    with by_name as materialized (
      select n.chat_id from chat_names n where n.tenant_id = ${term.tenantId} and ${hasWords(term, 'n', 'name')}
    ), by_member as materialized (
      select m.chat_id from chat_members m
      where m.tenant_id = ${term.tenantId} and m.member_id = any(${people}::uuid[]) and m.deleted_on is null ${isListed}
    )
    select chat_id as "chatId" from (
      (select * from by_name limit ${RARE_HITS + 1}) union all (select * from by_member limit ${RARE_HITS + 1})
    ) both_ways`.execute(db)
  return rows.map(({ chatId }) => chatId)
}

function isNamed(term: SearchTerm, people: readonly MemberId[], chatIds: readonly ChatId[]) {
  return sql`(w.chat_id = any(${chatIds}::uuid[])
    or exists (select from chat_names n
      where n.tenant_id = w.tenant_id and n.chat_id = w.chat_id and ${hasWords(term, 'n', 'name')})
    or exists (select from chat_members m
      where m.tenant_id = w.tenant_id and m.chat_id = w.chat_id and m.deleted_on is null
        and m.member_id = any(${people}::uuid[])))`
}
