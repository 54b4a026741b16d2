import type { ChatId, MemberId } from '@partyline/contract'
import { sql } from 'kysely'
import { anyOf } from '../../platform/index.ts'
import type { Database, Queries } from '../../platform/index.ts'
import { hasWords, searchStep } from '../../transcript/index.ts'
import type { SearchTerm } from '../../transcript/index.ts'

const PEOPLE_PER_STATEMENT = 400

/** Those of a few chats that have the term in their name, or in the name or number of a member. */
export async function chatsWithNames(
  database: Database,
  term: SearchTerm,
  chatIds: readonly ChatId[],
): Promise<ReadonlySet<ChatId>> {
  return searchStep(database, async (db) => {
    const named = await chatsNamed(db, term, chatIds)
    const members = await membersOf(db, term, chatIds)
    const people = [...new Set(members.map(({ memberId }) => memberId))]
    const found = new Set<MemberId>()
    for (let from = 0; from < people.length; from += PEOPLE_PER_STATEMENT) {
      const some = people.slice(from, from + PEOPLE_PER_STATEMENT)
      for (const id of await peopleNamed(db, term, some)) found.add(id)
    }
    return new Set([...named, ...members.filter(({ memberId }) => found.has(memberId)).map(({ chatId }) => chatId)])
  })
}

export async function chatsNamed(db: Queries, term: SearchTerm, chatIds: readonly ChatId[]): Promise<ChatId[]> {
  const { rows } = await sql<{ chatId: ChatId }>`
    select n.chat_id
    from unnest(${chatIds}::uuid[]) chat (id) join lateral (
      select * from chat_names where tenant_id = ${term.tenantId} and chat_id = chat.id limit 1) n on true
    where ${hasWords(term, 'n', 'name')}`.execute(db)
  return rows.map(({ chatId }) => chatId)
}

function membersOf(db: Queries, { tenantId }: SearchTerm, chatIds: readonly ChatId[]) {
  return db
    .selectFrom('chatMembers')
    .select(['chatId', 'memberId'])
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', anyOf(chatIds))
    .where('deletedAt', 'is', null)
    .execute()
}

export async function peopleNamed(db: Queries, term: SearchTerm, ids: readonly MemberId[]): Promise<MemberId[]> {
  const { rows } = await sql<{ id: MemberId }>`
    select p.user_id as id from unnest(${ids}::uuid[]) member (id) join lateral (
      select * from users where tenant_id = ${term.tenantId} and user_id = member.id limit 1) p on true
    where ${hasWords(term, 'p', 'name')}
    union all
    select p.number_id from unnest(${ids}::uuid[]) member (id) join lateral (
      select * from contacts where tenant_id = ${term.tenantId} and number_id = member.id limit 1) p on true
    where ${hasWords(term, 'p', 'name')}`.execute(db)
  return rows.map(({ id }) => id)
}
