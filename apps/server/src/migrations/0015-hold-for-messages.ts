import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Holds the open ones of these chats, and answers with what messages for them are written with: the chats and who is in
  // them now, the tenant's options, and the requests that were answered before. They are read behind the lock, so that
  // what stood in its way is seen.
  sql`create function hold_for_messages(of_tenant uuid, chat_ids uuid[], requests json) returns json
  language plpgsql set plan_cache_mode = force_generic_plan as $$
  begin
    perform from chats c
    where c.tenant_id = of_tenant and c.chat_id = any(chat_ids) and c.archived_at is null
    order by c.chat_id
    for update;

    return (
      select json_build_object(
        'addSignature', t.add_signature,
        'allowedCountries', t.allowed_countries,
        'known', (
          select coalesce(json_agg(json_build_object('userId', k.user_id, 'call', k.call, 'key', k.key,
            'fingerprint', encode(k.fingerprint, 'hex'), 'resultId', k.result_id)), '[]')
          from json_to_recordset(requests) as r (user_id uuid, call text, key text)
            join idempotency_keys k using (user_id, call, key)
          where k.tenant_id = of_tenant
        ),
        'chats', (
          select coalesce(json_agg(json_build_object('tenantId', c.tenant_id, 'chatId', c.chat_id,
            'numberId', c.number_id, 'lastMessageId', c.last_message_id, 'members', (
              select coalesce(json_agg(json_build_object('id', m.member_id, 'role', m.role, 'name', p.name,
                'number', p.number, 'deletedOn', m.deleted_on, 'isPersonDisabled', p.disabled,
                'optedOut', o.number is not null) order by m.added_on, p.name, m.member_id), '[]')
              from chat_members m
                join people p using (tenant_id, member_id, role)
                left join opt_outs o
                  on o.tenant_id = m.tenant_id and o.provider_number_id = c.number_id and o.number = p.number
              where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.deleted_on is null
            ))), '[]')
          from chats c
          where c.tenant_id = of_tenant and c.chat_id = any(chat_ids) and c.archived_at is null
        )
      )
      from tenants t
      where t.tenant_id = of_tenant
    );
  end $$`,
]

export const holdForMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
