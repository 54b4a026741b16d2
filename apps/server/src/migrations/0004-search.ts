import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// What is searched is kept as words that do not depend on the database's locale and need no extension: without case and
// accents, a symbol is a word of its own, so is a Chinese or Japanese character. Each begins with the tenant's first
// eight digits, so that a prefix of one tenant's words never reads another's. docs/adr/0011-search.md
const statements = [
  sql`create function search_words(tenant_id uuid, content text) returns text[]
    language sql immutable strict parallel safe as $$
      select coalesce(array_agg(left(tenant_id::text, 8) || left(found[1], 64) order by place), '{}')
      from regexp_matches(
        translate(replace(replace(replace(
          lower(regexp_replace(normalize(content, NFKD), '[\\u0300-\\u036f''\`ʼ‘’]', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı', 'oldi'),
        '[#-&*+/<=>@\\\\^_|~§°£\\u20a0-\\u20bf\\u2190-\\u2bff\\u3040-\\u30ff\\u3400-\\u9fff\\U0001f000-\\U0001faff]'
          || '|[^\\u0001-/:-@\\[-\`{-¿\\u2000-\\u20cf\\u2190-\\u303f\\u3040-\\u30ff\\u3400-\\u9fff\\ufe00-\\ufe0f'
          || '\\U0001f000-\\U0001faff]+',
        'g') with ordinality as words (found, place)
    $$`,
  // Every end of what can be a phone number, from three digits on: as its prefix, any part of the number is found. Words
  // have no capital letters, so the N keeps the two apart.
  sql`create function search_numbers(tenant_id uuid, content text) returns text[]
    language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct left(tenant_id::text, 8) || 'N' || right(digits, length)), '{}')
      from regexp_matches(content, '\\d(?:[ ()./-]*\\d){4,31}', 'g') found,
        regexp_replace(found[1], '\\D', '', 'g') digits, generate_series(3, length(digits)) length
    $$`,

  sql`alter table messages add column words tsvector
    generated always as (array_to_tsvector(search_words(tenant_id, text) || search_numbers(tenant_id, text))) stored`,
  sql`create index messages_words on messages using gin (words)`,
  sql`alter table users add column words tsvector
    generated always as (array_to_tsvector(search_words(tenant_id, name))) stored`,
  sql`create index users_words on users using gin (words)`,
  sql`alter table mobile_numbers add column words tsvector
    generated always as (array_to_tsvector(search_words(tenant_id, name) || search_numbers(tenant_id, number))) stored`,
  sql`create index mobile_numbers_words on mobile_numbers using gin (words)`,

  // The words of a chat's name, beside the chat: its own row is written with every message, and each index with it.
  sql`create table chat_names (
    tenant_id uuid not null,
    chat_id uuid not null,
    name text not null,
    words tsvector generated always as (array_to_tsvector(search_words(tenant_id, name))) stored,
    primary key (tenant_id, chat_id),
    foreign key (tenant_id, chat_id) references chats
  )`,
  sql`create function keep_chat_name() returns trigger language plpgsql as $$
    begin
      insert into chat_names (tenant_id, chat_id, name) values (new.tenant_id, new.chat_id, new.name)
      on conflict (tenant_id, chat_id) do update set name = excluded.name;
      return null;
    end
  $$`,
  sql`create trigger chats_name after insert or update of name on chats
    for each row execute function keep_chat_name()`,
  sql`insert into chat_names (tenant_id, chat_id, name) select tenant_id, chat_id, name from chats`,
  sql`create index chat_names_words on chat_names using gin (words)`,

  // The chats of a contact.
  sql`create index chat_members_external on chat_members (tenant_id, member_id, chat_id)
    where role = 'ExternalMobile' and deleted_on is null`,
]

export const search: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
