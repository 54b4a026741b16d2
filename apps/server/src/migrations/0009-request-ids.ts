import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// So that the log tells one story of a text: the request that asked for it, its sends and its callbacks.
const statements = [
  sql`alter table deliveries add column request_id uuid`,
  sql`alter table provider_events add column request_id uuid`,

  // As before, with the id of the request.
  sql`create or replace function add_messages(entries json)
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
        from_number_id, to_number, body, part, parts, due_at, request_id)
      select message.tenant_id, d.delivery_id, message.message_id, message.chat_id, d.member_id, d.status,
        message.sent_on, d.error_text, d.from_number_id, d.to_number, d.body, coalesce(d.part, 1), coalesce(d.parts, 1),
        d.due_at, d.request_id
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

export const requestIds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
