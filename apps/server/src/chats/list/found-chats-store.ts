import type { CallBody, ChatId, MemberId, MemberRole, MessageId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf } from '../../platform/index.ts'
import type { Database, Queries } from '../../platform/index.ts'
import { collectHits, hasWords, mayHaveWords, searchStep } from '../../transcript/index.ts'
import type { SearchTerm } from '../../transcript/index.ts'

/** The chats in which a term was found, with the newest message that has it. Null: it is in a name only. */
export type FoundChats = ReadonlyMap<ChatId, MessageId | null>

type Search = { term: SearchTerm; enabled: boolean; searchIn: CallBody<'chats.search'>['searchIn']; max: number }

/** More people than that are not collected. */
const MAX_PEOPLE = 1_000
/** People whose chats are collected in one statement. */
const PEOPLE_PER_STEP = 200

/** All chats with the term in names, members or messages, or null when there are too many to collect. ADR 11. */
export async function collectChats(database: Database, search: Search): Promise<FoundChats | null> {
  const { searchIn, term, max } = search
  const named = searchIn === 'messages' ? [] : await namedChats(database, search)
  if (!named) return null
  const hits = searchIn === 'names' ? [] : await searchStep(database, (db) => collectHits(db, term, max))
  if (!hits) return null
  const found = new Map<ChatId, MessageId | null>(named.map((chatId) => [chatId, null]))
  for (const { chatId, messageId } of hits) if (!found.get(chatId)) found.set(chatId, messageId)
  return found
}

/** Chats that have the term in their name or that a person with this name or number is in. */
async function namedChats(database: Database, { term, enabled, max }: Search): Promise<ChatId[] | null> {
  const people = await searchStep(database, (db) => findPeople(db, term))
  if (people.length > MAX_PEOPLE) return null
  const byName = await searchStep(database, (db) => chatsNamed(db, term, max))
  const named = byName.filter(({ isHit }) => isHit).map(({ chatId }) => chatId)
  if (byName.length > max) return null
  for (let from = 0; from < people.length && named.length <= max; from += PEOPLE_PER_STEP) {
    const some = people.slice(from, from + PEOPLE_PER_STEP)
    named.push(...(await searchStep(database, (db) => chatsWith(db, { term, people: some, enabled, max }))))
  }
  return named.length > max ? null : named
}

export async function chatsNamed(db: Queries, term: SearchTerm, max: number) {
  const { rows } = await sql<{ chatId: ChatId; isHit: boolean }>`
    with with_words as materialized (select * from chat_names n where ${mayHaveWords(term, 'n')})
    select chat_id, tenant_id = ${term.tenantId} and ${hasWords(term, 'n', 'name')} as is_hit
    from (select * from with_words limit ${max + 1}) n`.execute(db)
  return rows
}

export async function findPeople(db: Queries, term: SearchTerm): Promise<MemberId[]> {
  const { rows } = await sql<{ id: MemberId }>`
    select u.user_id as id from users u where u.tenant_id = ${term.tenantId} and ${hasWords(term, 'u', 'name')}
    union all
    select n.number_id from contacts n
    where n.tenant_id = ${term.tenantId} and ${hasWords(term, 'n', 'name')}
    limit ${MAX_PEOPLE + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

type WithPeople = Pick<Search, 'term' | 'enabled' | 'max'> & { people: readonly MemberId[] }

async function chatsWith(db: Queries, { term, people, enabled, max }: WithPeople): Promise<ChatId[]> {
  const rows = await db
    .selectFrom('chatMembers')
    .select('chatId')
    .where('tenantId', '=', term.tenantId)
    .where('memberId', '=', anyOf(people))
    .where('deletedAt', 'is', null)
    // Two indexes hold the members of open chats: of the team by list, and of phones.
    .$if(enabled, (query) =>
      query.where((eb) => eb.or([eb('listRank', 'is not', null), eb('role', '=', sql<MemberRole>`'ExternalMobile'`)])),
    )
    .limit(max + 1)
    .execute()
  return rows.map(({ chatId }) => chatId)
}
