import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// What is done for every message is one call of a function: its statements are planned once a connection, on every
// kind of PostgreSQL and behind every pooler. Each says its columns, so that later ones may be added.
const statements = [
  // 1 where the last message has fewer records than the chat has enabled members, otherwise 0.
  sql`create function rank_of_chat(of_tenant uuid, of_chat uuid, last_message uuid) returns smallint
  language plpgsql stable as $$
  begin
    return case when last_message is not null and (
      select count(*) from deliveries d where d.tenant_id = of_tenant and d.message_id = last_message and d.part = 1
    ) < (
      select count(*) from chat_members m join people p using (tenant_id, member_id, role)
      where m.tenant_id = of_tenant and m.chat_id = of_chat and m.deleted_on is null and not p.disabled
    ) then 1 else 0 end;
  end $$`,

  // Brings what the list shows and sorts by in line with the chat's members and its last message's records. The chat is
  // locked and changed in so many steps; message, author and time are those of a message that was added just now, or null.
  sql`create function settle_chat(of_tenant uuid, of_chat uuid, steps integer, message uuid, author uuid,
    sent timestamptz)
  returns table (version bigint, message_count integer, has_unread boolean, unread_counts json)
  language plpgsql as $$
  begin
    return query
    with changed as (
      update chats c set
        version = c.version + steps, message_count = c.message_count + (message is not null)::integer,
        last_message_id = coalesce(message, c.last_message_id), last_message_at = coalesce(sent, c.last_message_at),
        list_rank = rank_of_chat(of_tenant, of_chat, coalesce(message, c.last_message_id))
      where c.tenant_id = of_tenant and c.chat_id = of_chat
      returning c.version, c.message_count, c.last_message_at, c.list_rank, c.archived_at
    ), raised as (
      select o.member_id, o.deleted_on, o.unread_count as before,
        o.unread_count + case when o.deleted_on is null and o.member_id <> author then 1 else 0 end as unread_count
      from chat_members o
      where o.tenant_id = of_tenant and o.chat_id = of_chat and o.role = 'TeamsUser'
    ), counted as (
      select r.member_id, r.before, r.unread_count, c.last_message_at,
        case when c.archived_at is not null or r.deleted_on is not null then null
          when r.unread_count > 0 then 2 else c.list_rank end as list_rank
      from raised r cross join changed c
    ), listed as (
      update chat_members m set
        unread_count = n.unread_count, list_rank = n.list_rank, last_message_at = n.last_message_at
      from counted n
      where m.tenant_id = of_tenant and m.chat_id = of_chat and m.member_id = n.member_id
        and (m.unread_count, m.list_rank, m.last_message_at)
          is distinct from (n.unread_count, n.list_rank, n.last_message_at)
    )
    select c.version, c.message_count, c.list_rank = 1, (
      select coalesce(json_object_agg(n.member_id, n.unread_count), '{}') from counted n
      where n.unread_count <> n.before
    )
    from changed c;
  end $$`,

  // Adds messages to locked chats, one after the other: each is a list of { message, deliveries, files, request } in the
  // columns of their tables, where request, the idempotency key, may be absent. Answers in the same order.
  sql`create function add_messages(entries json)
  returns table (version bigint, message_count integer, has_unread boolean, unread_counts json)
  language plpgsql as $$
  declare
    entry json;
    message messages;
  begin
    for entry in select value from json_array_elements(entries) loop
      message := json_populate_record(null::messages, entry -> 'message');
      insert into messages (tenant_id, message_id, chat_id, text, sent_on, sent_by, parent_id, provider_sid, recovered)
      values (message.tenant_id, message.message_id, message.chat_id, message.text, message.sent_on, message.sent_by,
        message.parent_id, message.provider_sid, message.recovered);

      insert into message_media (tenant_id, message_id, position, file_id)
      select message.tenant_id, message.message_id, f.position, f.file_id::uuid
      from json_array_elements_text(entry -> 'files') with ordinality as f (file_id, position);

      insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_on, error_text,
        from_number_id, to_number, body, part, parts, due_at)
      select message.tenant_id, d.delivery_id, message.message_id, message.chat_id, d.member_id, d.status,
        message.sent_on, d.error_text, d.from_number_id, d.to_number, d.body, coalesce(d.part, 1), coalesce(d.parts, 1), d.due_at
      from json_populate_recordset(null::deliveries, entry -> 'deliveries') d;

      insert into idempotency_keys (tenant_id, user_id, call, key, fingerprint, result_id, created_at)
      select message.tenant_id, r.user_id, r.call, r.key, decode(r.fingerprint, 'hex'), message.message_id,
        message.sent_on
      from json_to_record(entry -> 'request') as r (user_id uuid, call text, key text, fingerprint text)
      where r.key is not null;

      return query select * from settle_chat(message.tenant_id, message.chat_id, 1, message.message_id,
        message.sent_by, message.sent_on);
    end loop;
  end $$`,
]

export const addMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
