import { readFileSync } from 'node:fs'
import { createPostgresCluster, hasPostgres } from '@partyline/driver'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

const TIMEOUT = 300_000
const LARGE = { chats: 100, messagesAChat: 4, messagesInLongChat: 30 }
const SMALL = { chats: 7, messagesAChat: 4, messagesInLongChat: 4 }

/** Rows that the app would not have written. */
const BROKEN = {
  'list fields of a chat': `select from chats c where list_rank <> chat_list_rank(tenant_id, chat_id, last_message_id)
    or (message_count, last_message_id, last_message_at) is distinct from (
      select (count(*)::int, (array_agg(message_id order by message_id desc))[1], max(sent_at)) from messages m
      where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id)`,
  'list fields of a member': `select from chat_members m join chats c using (tenant_id, chat_id)
    where m.last_message_at <> c.last_message_at or m.list_rank is distinct from
      case role when 'TeamsUser' then member_list_rank(c.archived_at, m.unread_count, c.list_rank) end`,
  'unread messages': `select from chat_members p where role = 'TeamsUser' and unread_count <> (
    select count(*) from messages m where m.tenant_id = p.tenant_id and m.chat_id = p.chat_id and not exists (
      select from deliveries d where d.tenant_id = p.tenant_id and d.message_id = m.message_id and d.member_id = p.member_id))`,
  'records of a message': `select from messages m where 1 < (
    select count(*) from chat_members p where p.tenant_id = m.tenant_id and p.chat_id = m.chat_id) - (
    select count(*) from deliveries d where d.tenant_id = m.tenant_id and d.message_id = m.message_id)
      and m.message_id <> (select last_message_id from chats c where c.tenant_id = m.tenant_id and c.chat_id = m.chat_id)`,
  'a message that its author has not read': `select from messages m where not exists (
    select from deliveries d where d.tenant_id = m.tenant_id and d.message_id = m.message_id
      and d.member_id = m.sent_by and d.status = 'read')`,
  'an author who is not in the chat': `select from messages m where not exists (
    select from chat_members p where p.tenant_id = m.tenant_id and p.chat_id = m.chat_id and p.member_id = m.sent_by)`,
  'a phone without its line': `select from chat_members m join chats c using (tenant_id, chat_id)
    where holds_number_id is distinct from case role when 'ExternalMobile' then number_id end`,
  'the words of a message': `select from messages
    where words <> array_to_tsvector(search_words(tenant_id, text) || search_numbers(tenant_id, text))`,
  'an id of another time': `select from messages where left(message_id::text, 13) <>
    overlay(lpad(to_hex((extract(epoch from sent_at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)`,
}
const schema = readFileSync(new URL('../../../apps/server/database/schema.sql', import.meta.url), 'utf8')

test.runIf(hasPostgres)(
  'filled tenants have only rows that the app could have written, and all indexes and keys',
  async () => {
    await using stack = new AsyncDisposableStack()
    const cluster = await createPostgresCluster({ durable: false })
    stack.defer(() => cluster.close())
    const world = stack.use(await createWorld({ large: LARGE, small: SMALL }, cluster.url))
    const database = new Client({ connectionString: world.databaseUrl })
    await database.connect()
    stack.defer(() => database.end())
    for (const [name, broken] of Object.entries(BROKEN)) {
      const { rows } = await database.query(broken)
      expect(`${name}: ${rows.length}`).toBe(`${name}: 0`)
    }
    expect(await world.clients.large.get('chats.unreadTotal')).toEqual({ chats: 5, messages: 5 })

    const { rows: found } = await database.query<{ text: string }>(`select indexdef as text from pg_indexes
      union all select conname from pg_constraint union all select array_to_string(search_words(gen_random_uuid(), 'É+1'), ' ')`)
    const texts = found.map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringMatching(/^\w{8}e \w{8}\+ \w{8}1$/))
    const wanted = schema.matchAll(/^(CREATE (?:UNIQUE )?INDEX .+);$|constraint (\w+)/gm)
    for (const [, index, constraint] of wanted) expect(texts).toContain(index ?? constraint)
  },
  TIMEOUT,
)
